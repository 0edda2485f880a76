package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// MaxOperandGRFs is how many registers an operand may reach into.
const MaxOperandGRFs = 2

// size: no operand is larger than two GRFs, no row crosses a GRF unless its
// elements can stand in rows of their own.
func (l *legaliser) size(in *native.Inst) bool {
	if !l.tooWide(in) {
		return false
	}
	if (usesAcc(in) || !edit.Splittable(in)) && l.packSources(in) {
		l.run(*in)
		return true
	}
	if !edit.Splittable(in) {
		l.fail(in, "operand over more than %d registers in %d channels, which are not split under a mask or predicate", MaxOperandGRFs, in.ExecSize)
		return true
	}
	half := int(in.ExecSize) / 2
	if edit.Clobbers(in, half) {
		l.viaTemp(*in, in.Dst.Type, int(in.Dst.Region.H))
		return true
	}
	l.run(edit.Part(*in, 0, half))
	l.run(edit.Part(*in, half, half))
	return true
}

// usesAcc tells an instruction that reads or fills the accumulator beside its operands, from the
// first element on: a part of it would do so too.
func usesAcc(in *native.Inst) bool { return in.AccWr || in.Op.ReadsAccumulator() }

// packSources gives an instruction that cannot be split, or that uses the
// accumulator, sources that stand side by side.
func (l *legaliser) packSources(in *native.Inst) (changed bool) {
	for s := range edit.NumSrcs(in) {
		o := in.Src[s]
		byOne := o.Indirect && o.Region.V != native.VxH
		if n, ok := edit.Stride(o.Region, int(in.ExecSize)); (edit.IsReg(&o) || byOne) && (!ok || n > 1) {
			in.Src[s] = l.toTemp(in, o, o.Type)
			changed = true
		}
	}
	return changed
}

func (l *legaliser) tooWide(in *native.Inst) bool {
	n := int(in.ExecSize)
	if n > 8 && (in.IsMathInt() || in.Dst.Type == native.F && edit.MixedFloat(in)) {
		return true
	}
	if n*in.Dst.Type.Size() > MaxOperandGRFs*grfBytes || l.GRFs(&in.Dst, true, n) > MaxOperandGRFs {
		return true
	}
	for s := range in.Src {
		o := &in.Src[s]
		if o.File == native.NoFile || o.File == native.Imm {
			continue
		}
		if n*o.Type.Size() > MaxOperandGRFs*grfBytes || l.GRFs(o, false, n) > MaxOperandGRFs {
			return true
		}
		if o.Region.V == native.VxH && n > 16 {
			return true
		}
		if _, ok := edit.Stride(o.Region, n); !ok && edit.IsReg(o) && l.rowCrosses(o, n) {
			return true
		}
	}
	return false
}

func (l *legaliser) rowCrosses(o *native.Operand, n int) bool {
	at, ok := l.Base(o)
	if !ok {
		return false
	}
	for k := 0; k < n; k += int(o.Region.W) {
		lo := at + edit.ElementOffset(o, false, k)
		hi := lo + edit.ElementOffset(o, false, int(o.Region.W)-1) + o.Type.Size() - 1
		if lo/grfBytes != hi/grfBytes {
			return true
		}
	}
	return false
}

// regions gives every source of a legal instruction its canonical region.
func (l *legaliser) regions(in *native.Inst) {
	if in.Align16 {
		return
	}
	for s := range in.Src {
		o := &in.Src[s]
		if !edit.IsReg(o) {
			continue
		}
		if n, ok := edit.Stride(o.Region, int(in.ExecSize)); ok {
			at, known := l.Base(o)
			o.Region = edit.Linear(n, int(in.ExecSize), o.Type.Size(), at, known)
		}
	}
}

// packing: a destination narrower than the execution type keeps its elements
// one execution element apart, aligned to it; only raw moves pack bytes.
func (l *legaliser) packing(in *native.Inst) bool {
	step := PackStep(in)
	size := in.Dst.Type.Size()
	if in.Dst.IsNull() || step <= size {
		return false
	}
	if in.ExecSize == 1 && step/size <= 4 && edit.IsReg(&in.Dst) {
		in.Dst.Region.H = uint8(step / size)
	}
	if int(in.Dst.Region.H)*size >= step && l.packAligned(in, step) {
		return false
	}
	if l.narrowMove(in) {
		return true
	}
	if step/size > 4 {
		l.narrowTwice(*in)
		return true
	}
	l.viaTemp(*in, in.Dst.Type, step/size)
	return true
}

// PackStep is the least distance in bytes between destination elements.
func PackStep(in *native.Inst) int {
	size := in.Dst.Type.Size()
	if rawMove(in) {
		return size
	}
	for s := range edit.NumSrcs(in) {
		t := in.Src[s].Type
		if in.Dst.Type == native.HF && !t.IsFloat() || t == native.HF && !in.Dst.Type.IsFloat() && size < 4 {
			return 4
		}
	}
	return max(edit.ExecSize(in), size)
}

// rawMove reports a move that copies bits.
func rawMove(in *native.Inst) bool {
	s := &in.Src[0]
	return in.Op == native.OpMov && !in.Sat && s.Mod == native.ModNone && s.Type.Size() == in.Dst.Type.Size() &&
		(s.Type == in.Dst.Type || !s.Type.IsFloat() && !in.Dst.Type.IsFloat()) && !edit.IsVectorImm(s)
}

// packAligned: the first element is at a step boundary, or one of the relaxed
// places: the second byte for bytes, either word for words.
func (l *legaliser) packAligned(in *native.Inst, step int) bool {
	if !edit.IsReg(&in.Dst) {
		return in.Dst.Indirect || int(in.Dst.Sub)%step == 0
	}
	if l.EnsureAlign(&in.Dst, step) {
		return true
	}
	at, ok := l.Base(&in.Dst)
	size := in.Dst.Type.Size()
	return ok && size < 4 && !in.Dst.Type.IsFloat() && at%step == size
}

// narrowMove: an integer move that drops high bits is a raw move of the low
// parts of its source, which lie where those do: the accumulator's do not.
func (l *legaliser) narrowMove(in *native.Inst) bool {
	if in.Op != native.OpMov || !DropsBits(in) || in.Src[0].File == native.ARF && in.Src[0].Reg == native.ARFAcc0 {
		return false
	}
	o := in.Src[0]
	ratio := o.Type.Size() / in.Dst.Type.Size()
	if o.Region.V != native.VxH {
		n, ok := edit.Stride(o.Region, int(in.ExecSize))
		if !ok || n*ratio > 32 {
			return false
		}
		o.Region = edit.FitRegion(native.Region{V: uint8(n * ratio), W: 1}, int(in.ExecSize))
	} else if o.Region.W != 1 {
		return false
	}
	o.Type = in.Dst.Type
	in.Src[0] = o
	l.run(*in)
	return true
}

// DropsBits reports a move that keeps the low part of each integer.
func DropsBits(in *native.Inst) bool {
	o := &in.Src[0]
	return !in.Sat && o.Mod == native.ModNone && o.File != native.Imm && !o.Type.IsFloat() && !in.Dst.Type.IsFloat() &&
		o.Type.Size() > in.Dst.Type.Size()
}

// conversion: a move between bytes and 64 bits goes through words, between
// halves and 64 bits through floats. A modifier of a half is done with the first
// move, which flushes its denormals; they are none as floats. Narrowing to bytes
// is packing's.
func (l *legaliser) conversion(in *native.Inst) bool {
	if in.Op != native.OpMov {
		return false
	}
	from, to := edit.ValueType(&in.Src[0]), in.Dst.Type
	switch {
	case to.Size() == 8 && from.Size() == 1:
		in.Src[0] = l.toTemp(in, in.Src[0], native.W)
		l.run(*in)
	case to.Size() == 8 && from == native.HF:
		in.Src[0] = l.load(in, in.Src[0], native.F)
		l.run(*in)
	case to == native.HF && from.Size() == 8:
		l.viaTemp(*in, native.F, 2)
	default:
		return false
	}
	return true
}

// narrowTwice goes through dwords where the strides of one step do not exist.
func (l *legaliser) narrowTwice(in native.Inst) {
	if in.Dst.Type.IsFloat() || in.Cond != native.CondNone && !in.Op.ConditionChooses() {
		l.fail(&in, "converting from 64 bits to %s", in.Dst.Type)
		return
	}
	l.viaTemp(in, native.D, 2)
}

// halves: an instruction over two registers runs as two halves, so its second
// half must not read what the first has written.
func (l *legaliser) halves(in *native.Inst) bool {
	n := int(in.ExecSize)
	if n < 2 || l.GRFs(&in.Dst, true, n) < 2 {
		return false
	}
	for s := range in.Src {
		o := in.Src[s]
		if !edit.IsReg(&o) || sameCells(in, &o) {
			continue
		}
		second := edit.Part(*in, n/2, n/2)
		if edit.Overlap(&in.Dst, true, n/2, &second.Src[s], false, n/2) || l.reachesInto(&o, &in.Dst, n) || l.intoFirst(&o, &in.Dst, n) {
			in.Src[s] = l.toTemp(in, o, o.Type)
			l.run(*in)
			return true
		}
	}
	return false
}

// reachesInto: the second register of a source is the first of the destination,
// wherever the elements part.
func (l *legaliser) reachesInto(o, dst *native.Operand, n int) bool {
	from, _ := l.Base(o)
	to, _ := l.Base(dst)
	return o.Reg == dst.Reg && l.GRFs(o, false, n) > 1 && from/grfBytes+1 == to/grfBytes
}

// intoFirst: a channel whose result is in the second register reads a dword of the first
// that another channel writes.
func (l *legaliser) intoFirst(o, dst *native.Operand, n int) bool {
	if o.Reg != dst.Reg {
		return false
	}
	to, _ := l.Base(dst)
	from, _ := l.Base(o)
	first := to / grfBytes
	var written, read uint
	for k := range n {
		at, src := to+edit.ElementOffset(dst, true, k), from+edit.ElementOffset(o, false, k)
		switch {
		case at/grfBytes == first:
			written |= 1 << (at % grfBytes / 4)
		case src/grfBytes == first:
			read |= 1 << (src % grfBytes / 4)
		}
	}
	return written&read != 0
}

// sameCells: element k of source and destination lie in the same cell of
// equally spaced cells, for every k.
func sameCells(in *native.Inst, o *native.Operand) bool {
	n, ok := edit.Stride(o.Region, int(in.ExecSize))
	d := int(in.Dst.Region.H) * in.Dst.Type.Size()
	return ok && n*o.Type.Size() == d && int(o.Sub)/d == int(in.Dst.Sub)/d
}
