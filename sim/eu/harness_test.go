package eu

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// Operands and instructions for tests.

var packed = native.Region{V: 8, W: 8, H: 1}

func vec(reg int, ty native.Type) native.Operand { return native.GRFOperand(reg, 0, packed, ty) }
func one(reg, sub int, ty native.Type) native.Operand {
	return native.GRFOperand(reg, sub*ty.Size(), native.Scalar, ty)
}
func dst(reg int, ty native.Type) native.Operand {
	return native.GRFOperand(reg, 0, native.Dst1, ty)
}
func imm(v uint64, ty native.Type) native.Operand { return native.ImmOperand(v, ty) }
func arf(reg int32, sub int, ty native.Type) native.Operand {
	return native.Operand{File: native.ARF, Reg: reg, Sub: uint16(sub * ty.Size()), Region: native.Region{V: 8, W: 8, H: 1}, Type: ty}
}
func neg(o native.Operand) native.Operand { o.Mod = native.ModNeg; return o }

func ins(op native.Op, n uint8, d native.Operand, src ...native.Operand) native.Inst {
	in := native.Inst{Op: op, ExecSize: n, Dst: d}
	copy(in.Src[:], src)
	return in
}

func scalar(in native.Inst) native.Inst { in.NoMask = true; return in }

func predicated(in native.Inst, flag uint8, inv bool) native.Inst {
	in.PredCtrl, in.PredInv, in.Flag = native.PredSeq, inv, native.Flag{Sub: flag & 1, Reg: flag >> 1}
	return in
}

func eot() native.Inst {
	in := scalar(ins(native.OpSend, 8, native.NullDst(native.UD), vec(127, native.UD)))
	in.Msg = native.Message{SFID: 7, Desc: 0x02000010, EOT: true}
	return in
}

// rig is one thread of a loaded program.
type rig struct {
	*thread
	w   dispatch.Worker
	env *dispatch.Thread
}

// gatewayEnd is the end of a thread since Xe-HPG.
func gatewayEnd() native.Inst {
	in := eot()
	in.ExecSize, in.Msg.SFID = 1, 3
	return in
}

// load prepares a thread of insts, with the end of thread appended.
// loadInsts is LoadInsts, with the end of thread that the target has; an instruction that is not modelled is an error.
func loadInsts(name string, t native.Target, insts []native.Inst) (*Program, error) {
	insts = slices.Clone(insts)
	for i := range insts {
		if insts[i].Msg.EOT && insts[i].Msg.SFID == eot().Msg.SFID && t >= native.DG2 {
			insts[i] = gatewayEnd()
		}
	}
	p, err := LoadInsts(name, t, insts)
	if err == nil && len(p.Stops) > 0 {
		return nil, p.Stops[0].Err
	}
	return p, err
}

func load(t *testing.T, mask uint32, insts ...native.Inst) *rig {
	t.Helper()
	p, err := loadInsts("test", native.SKL, append(insts, eot()))
	require.NoError(t, err)
	return rigOf(p, mask)
}

func rigOf(p *Program, mask uint32) *rig {
	env := &dispatch.Thread{Group: &dispatch.Group{}, Mask: mask, Mem: mem.New(), Payload: make([]byte, 32)}
	env.Group.Barrier.Reset(1)
	w := p.NewWorker(1)
	w.Start(0, env)
	th := &w.(*Worker).threads[0]
	if p.Denormals {
		*th.u32(th.grf + code.OffCR0) = 0x4C0 // what compiled kernels set first
	}
	th.setMode(&code.Op{})
	return &rig{thread: th, w: w, env: env}
}

func (r *rig) run(t *testing.T) *rig {
	t.Helper()
	status, err := r.w.Resume(0, 100000)
	require.NoError(t, err)
	require.Equal(t, dispatch.Done, status)
	return r
}

// set fills elements of a register from its start.
func set[T uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64](r *rig, reg int, v ...T) *rig {
	copy((*[256]T)(unsafePointer(r.thread, reg))[:], v)
	return r
}

// get is the first n elements from a register on.
func get[T uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64](r *rig, reg, n int) []T {
	return append([]T(nil), (*[256]T)(unsafePointer(r.thread, reg))[:n]...)
}

func unsafePointer(t *thread, reg int) unsafe.Pointer { return unsafe.Add(t.base, reg*32) }

// seq is n numbers from first on.
func seq(first, n int) (out []int32) {
	for i := range n {
		out = append(out, int32(first+i))
	}
	return out
}

// file is the general register file.
func (r *rig) file() []byte { return unsafe.Slice((*byte)(r.base), r.grf) }
