package messages

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/legal"
	"github.com/genvisa/genvisa/native"
)

// grfBytes is the size of a general register.
const grfBytes = native.GRFBytes

// Run makes payloads and responses of sends whole GRFs: a variable that
// may move and starts on a GRF is padded in place, anything else is copied.
func Run(e *edit.Editor) error {
	add := legal.Adder(e)
	return e.Rewrite(func(in *native.Inst, out *edit.Sequence) error {
		if !in.Op.IsSend() {
			out.Keep(in)
			return nil
		}
		m := &payloads{Editor: e, add: add, out: out}
		response, first, second := in.MessageGRFs()
		in.Src[0] = m.source(in.Src[0], first)
		if !edit.Overlap(&in.Src[0], false, first*8, &in.Src[1], false, second*8) {
			in.Src[1] = m.source(in.Src[1], second)
		} else {
			in.Src[1] = m.copied(in.Src[1], second)
		}
		m.response(*in, response)
		return m.err
	})
}

type payloads struct {
	*edit.Editor
	add func(in *native.Inst, out *edit.Sequence) error // legal instructions
	out *edit.Sequence
	err error
}

func (m *payloads) run(in native.Inst) { m.fail(m.add(&in, m.out)) }

func (m *payloads) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// whole reports whether n GRFs from operand o can be named by a send, padding
// the variable where its place is free.
func (m *payloads) whole(o *native.Operand, n int) bool {
	v := &m.P.Vars[o.Reg]
	if int(o.Sub)%grfBytes != 0 || v.Fixed >= 0 && (v.Fixed%grfBytes != 0 || v.Size < int(o.Sub)+n*grfBytes) {
		return false
	}
	if v.Fixed < 0 {
		v.Align = grfBytes
		v.Size = max(v.Size, int(o.Sub)+n*grfBytes)
	}
	return true
}

func (m *payloads) source(o native.Operand, n int) native.Operand {
	if !edit.IsReg(&o) || n == 0 || m.whole(&o, n) {
		return o
	}
	return m.copied(o, n)
}

// copied is a copy of n GRFs, or of as many bytes as the variable has.
func (m *payloads) copied(o native.Operand, n int) native.Operand {
	v := m.NewVar("payload", n*grfBytes, grfBytes)
	m.CopyBytes(m.run, v, 0, o, min(n*grfBytes, m.P.Vars[o.Reg].Size-int(o.Sub)))
	return edit.Virt(v, 0, o.Region, o.Type)
}

// response sends, through a temporary when the destination is not whole GRFs;
// lanes that are off keep what they had.
func (m *payloads) response(in native.Inst, n int) {
	if !edit.IsReg(&in.Dst) || n == 0 || m.whole(&in.Dst, n) {
		m.out.Add(in)
		return
	}
	dst := in.Dst
	v := m.NewVar("response", n*grfBytes, grfBytes)
	in.Dst = edit.Virt(v, 0, in.Dst.Region, in.Dst.Type)
	m.out.Add(in)
	info, err := native.DecodeMessage(m.T, &in.Msg)
	switch {
	case err != nil:
		m.fail(edit.Unsupported(&in, "%v", err))
	case info.Block:
		m.copyBack(dst, v, n)
	case info.Kind == native.MsgSamplerHalf:
		m.fail(edit.Unsupported(&in, "components of 16 bits to a variable that does not have whole registers"))
	case info.Field[native.DescWide] > 0:
		m.copyLanes(in, dst, v, n, native.UQ)
	default:
		m.copyLanes(in, dst, v, n, native.UD)
	}
}

// copyLanes moves one element per lane and component, under the mask of the
// message.
func (m *payloads) copyLanes(in native.Inst, dst native.Operand, v int32, n int, t native.Type) {
	step := max(int(in.ExecSize), edit.Lanes8) * t.Size()
	for at := 0; at < n*grfBytes; at += step {
		move := in
		move.Op, move.Msg = native.OpMov, native.Message{}
		move.Src = [3]native.Operand{edit.Virt(v, at, edit.FitRegion(native.Region{V: 1, W: 1}, int(in.ExecSize)), t)}
		move.Dst = edit.Virt(dst.Reg, int(dst.Sub)+at, native.Dst1, t)
		m.run(move)
	}
}

// copyBack moves what a block message has read.
func (m *payloads) copyBack(dst native.Operand, v int32, n int) {
	left := min(n*grfBytes, m.P.Vars[dst.Reg].Size-int(dst.Sub))
	for at := 0; at < left; {
		size := 8
		for size > 1 && size*4 > left-at {
			size /= 2
		}
		m.run(native.Inst{
			Op: native.OpMov, ExecSize: uint8(size), NoMask: true,
			Dst: edit.Virt(dst.Reg, int(dst.Sub)+at, native.Dst1, native.UD),
			Src: [3]native.Operand{edit.Virt(v, at, edit.FitRegion(native.Region{V: 1, W: 1}, size), native.UD)},
		})
		at += size * 4
	}
}
