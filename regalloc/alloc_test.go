package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const grfBytes = 32 // of the target of the tests

var testLimits, _ = limitsOf(native.SKL, native.GRFs, Options{})

// prog builds programs for tests: 16 channels, dword variables of 64 bytes
// ("vectors") and of 4 bytes ("scalars").
type prog struct{ *native.Program }

func newProg() *prog { return &prog{&native.Program{Name: "test", SIMD: 16}} }

func (p *prog) newVar(name string, size int) int32 {
	p.Vars = append(p.Vars, native.Var{Name: name, Size: size, Align: 4, Fixed: -1})
	return int32(len(p.Vars) - 1)
}

func (p *prog) input(name string, at, size int) int32 {
	p.Vars = append(p.Vars, native.Var{Name: name, Size: size, Align: 4, Fixed: at, LiveIn: true})
	return int32(len(p.Vars) - 1)
}

func (p *prog) newFlag(bits int) int32 {
	p.Flags = append(p.Flags, native.FlagVar{Name: "P", Bits: bits, Fixed: -1})
	return int32(len(p.Flags) - 1)
}

func (p *prog) label() int32 {
	p.Labels = append(p.Labels, -1)
	return int32(len(p.Labels))
}

func (p *prog) place(l int32) { p.Labels[l-1] = len(p.Insts) }

func (p *prog) emit(in native.Inst) *native.Inst {
	p.Insts = append(p.Insts, in)
	return &p.Insts[len(p.Insts)-1]
}

func vec(v int32) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Type: native.D, Region: native.Region{V: 8, W: 8, H: 1}}
}

func scl(v int32) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Type: native.D, Region: native.Scalar}
}

func imm(v int) native.Operand { return native.ImmOperand(uint64(uint32(v)), native.D) }

func dstOf(o native.Operand) native.Operand {
	o.Region = native.Dst1
	return o
}

// alu emits a masked 16-channel instruction.
func (p *prog) alu(op native.Op, dst native.Operand, src ...native.Operand) *native.Inst {
	in := native.Inst{Op: op, ExecSize: 16, Dst: dstOf(dst)}
	copy(in.Src[:], src)
	return p.emit(in)
}

// scalar emits a NoMask one-channel instruction.
func (p *prog) scalar(op native.Op, dst native.Operand, src ...native.Operand) *native.Inst {
	in := p.alu(op, dst, src...)
	in.ExecSize, in.NoMask = 1, true
	return in
}

func (p *prog) cmp(flag int32, cond native.CondMod, a, b native.Operand) *native.Inst {
	in := p.alu(native.OpCmp, native.NullDst(native.D), a, b)
	in.Cond, in.Flag = cond, native.Flag{Virt: flag + 1}
	return in
}

// branch emits a flow instruction with JIP and UIP labels; flag < 0 is no predicate.
func (p *prog) branch(op native.Op, flag, jip, uip int32) *native.Inst {
	in := native.Inst{Op: op, ExecSize: 16, Label: jip, Label2: uip}
	if flag >= 0 {
		in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: flag + 1}
	}
	return p.emit(in)
}

// sends a store of address and data vectors, 2 GRFs each.
func (p *prog) store(addr, data int32) {
	in := p.alu(native.OpSends, native.NullDst(native.UD), vec(addr), vec(data))
	in.Msg = native.Message{SFID: 12, Desc: 2<<25 | 0x5e00, ExDesc: 2 << 6}
}

func (p *prog) load(dst, addr int32) {
	in := p.alu(native.OpSend, vec(dst), vec(addr))
	in.Msg = native.Message{SFID: 12, Desc: 2<<25 | 2<<20 | 0x2e00}
}

func (p *prog) eot() {
	r := p.newVar("eot", 32)
	p.Vars[r].MinGRF, p.Vars[r].Align = 112, 32
	p.emit(native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: dstOf(vec(r)), Src: [3]native.Operand{imm(0)}})
	in := p.emit(native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Dst: native.NullDst(native.UD), Src: [3]native.Operand{vec(r)}})
	in.Msg = native.Message{SFID: 7, Desc: 0x02000010, EOT: true}
}

func allocate(t *testing.T, p *native.Program) *Stats {
	t.Helper()
	s, err := Allocate(p, native.SKL, Options{Verify: true})
	require.NoError(t, err)
	return s
}

func TestStraightLineReusesRegisters(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	prev := id
	for range 60 {
		v := p.newVar("v", 64)
		p.alu(native.OpAdd, vec(v), vec(prev), imm(1))
		prev = v
	}
	p.store(prev, prev)
	p.eot()
	s := allocate(t, p.Program)
	assert.LessOrEqual(t, s.GRFs, 7)
	for i := range p.Insts {
		for _, o := range []native.Operand{p.Insts[i].Dst, p.Insts[i].Src[0], p.Insts[i].Src[1]} {
			assert.NotContains(t, []native.RegFile{native.Virt, native.VirtFlag, native.VirtAddr}, o.File)
		}
	}
	last := p.Insts[len(p.Insts)-1]
	assert.GreaterOrEqual(t, last.Src[0].Reg, int32(112))
}

func TestSameInputSameOutput(t *testing.T) {
	for seed := range int64(10) {
		a, b := randomProgram(seed), randomProgram(seed)
		sa, err := Allocate(a, native.SKL, Options{})
		require.NoError(t, err)
		sb, err := Allocate(b, native.SKL, Options{})
		require.NoError(t, err)
		assert.Equal(t, sa, sb)
		assert.Equal(t, a.Insts, b.Insts)
	}
}
