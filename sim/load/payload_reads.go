package load

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/visa"
)

// PayloadRead is an operand that reads what threads start with, from byte At of the
// registers on, as elements of Bytes bytes.
type PayloadRead struct {
	At, Bytes int
	Float     bool
	Scalar    bool // one element for all lanes
}

// PayloadReads lists the operands that read the first size bytes of registers as a thread
// finds them, in the order of the text. Copies are followed, so that the type is that of
// what is computed; branches are not, so that it is a guess which reads see a copy.
func (p *Program) PayloadReads(size int) []PayloadRead {
	switch {
	case p.VISA != nil:
		return textReads(p.VISA)
	case p.link != nil:
		return nativeReads(p.link.target.InElements(p.link.insts), size)
	}
	return nil
}

// Floats says whether the program has an operand of a float type. A message has none in
// native code: there it is what is done with its data.
func (p *Program) Floats() bool {
	switch {
	case p.VISA != nil:
		for i := range p.VISA.Insts {
			if slices.ContainsFunc(p.VISA.Insts[i].Args, func(o visa.Operand) bool { return typed(&o) && o.Type.IsFloat() }) {
				return true
			}
		}
	case p.link != nil:
		for i := range p.link.insts {
			in := &p.link.insts[i]
			if !in.Op.IsSend() && (in.Dst.Type.IsFloat() || slices.ContainsFunc(in.Src[:], func(o native.Operand) bool { return o.File != native.Imm && !o.IsNull() && o.Type.IsFloat() })) {
				return true
			}
		}
	}
	return false
}

// typed says that an operand of a text has elements of a type.
func typed(o *visa.Operand) bool {
	return o.Kind == visa.General || o.Kind == visa.Raw || o.Kind == visa.Immediate || o.Kind == visa.Indirect
}

// textReads are the operands of a text that read its inputs or r0.
func textReads(k *visa.Kernel) (out []PayloadRead) {
	from := map[int32]int{visa.VarR0: 0}
	for _, in := range k.Inputs {
		if in.Kind == visa.NoState {
			from[in.Var] = in.Offset
		}
	}
	for i := range k.Insts {
		in := &k.Insts[i]
		for a := range in.Args {
			o := &in.Args[a]
			if in.Op == visa.OpMov && plainMove(in) || in.Slot(a).Access == visa.Writes || o.Kind != visa.General && o.Kind != visa.Raw {
				continue
			}
			v, off := o.Var, o.ByteOffset(abi.GRFSize)
			for steps := 0; steps < visa.GRFs && k.Vars[v].Alias >= 0; steps++ {
				off += k.Vars[v].AliasOff
				v = k.Vars[v].Alias
			}
			base, ok := from[v]
			scalar := o.Kind == visa.General && o.Region.IsScalar()
			if !ok || v == visa.VarR0 && !scalar {
				continue
			}
			out = append(out, PayloadRead{base + off, o.Type.Size(), o.Type.IsFloat(), scalar})
		}
	}
	return out
}

// plainMove says that a move changes no bits: what they are is said elsewhere.
func plainMove(in *visa.Inst) bool {
	dst, src := &in.Args[0], &in.Args[1]
	return dst.Kind == visa.General && src.Kind == visa.General && dst.Type.Size() == src.Type.Size() && dst.Mod == visa.NoMod && src.Mod == visa.NoMod &&
		!dst.Type.IsFloat() && !src.Type.IsFloat()
}

// origins are where the bytes of registers came from: one more than their place in what the
// thread started with, or 0.
type origins [native.MostGRFs * native.GRFBytes]int32

// nativeReads are the operands of native code that read what the thread started with.
func nativeReads(insts []native.Inst, size int) (out []PayloadRead) {
	var from origins
	for i := range min(size, len(from)) {
		from[i] = int32(i + 1)
	}
	for i := range insts {
		in := &insts[i]
		if from.copies(in) {
			continue
		}
		for s := range in.Src {
			out = from.read(out, in, s)
		}
		if in.Dst.File == native.GRF && !in.Dst.Indirect {
			for _, t := range in.Touches(-1) {
				from.forget(t.At, t.Bytes)
			}
		}
	}
	return out
}

func (f *origins) forget(at, n int) {
	for b := max(at, 0); b < min(at+n, len(f)); b++ {
		f[b] = 0
	}
}

// read adds what source s of an instruction reads of the payload.
func (f *origins) read(out []PayloadRead, in *native.Inst, s int) []PayloadRead {
	o := &in.Src[s]
	if o.File != native.GRF || o.Indirect || o.IsNull() {
		return out
	}
	scalar := !in.Op.IsSend() && (in.ExecSize == 1 || o.Region == native.Scalar)
	last := -1
	for _, t := range in.Touches(s) {
		if t.At < 0 || t.At >= len(f) || f[t.At] == 0 {
			continue
		}
		at := int(f[t.At]) - 1
		if at == last || at < native.GRFBytes && !scalar {
			continue // headers of messages are copies of r0
		}
		last = at
		out = append(out, PayloadRead{at, min(t.Bytes, native.GRFBytes), o.Type.IsFloat(), scalar})
	}
	return out
}

// copies takes over a move that changes no bits.
func (f *origins) copies(in *native.Inst) bool {
	src, dst := &in.Src[0], &in.Dst
	if in.Op != native.OpMov || in.Sat || in.PredCtrl != native.PredNone || src.Mod != 0 ||
		src.File != native.GRF || dst.File != native.GRF || src.Indirect || dst.Indirect ||
		src.Type.Size() != dst.Type.Size() || src.Type.IsFloat() != dst.Type.IsFloat() {
		return false
	}
	from, to := in.Touches(0), in.Touches(-1)
	if len(from) != len(to) {
		return false
	}
	var got []int32
	for _, t := range from {
		if t.At < 0 || t.At+t.Bytes > len(f) {
			return false
		}
		got = append(got, f[t.At:t.At+t.Bytes]...)
	}
	for _, t := range to {
		n := min(t.Bytes, len(got))
		if t.At < 0 || t.At+n > len(f) {
			return false
		}
		copy(f[t.At:t.At+n], got)
		got = got[n:]
	}
	return true
}
