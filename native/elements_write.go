package native

// InPairs is an instruction counted in elements as its target has it written: the inverse of
// Elements. ok is false where an operand has no form in pairs; the instruction comes back
// as it is.
func (t Target) InPairs(in *Inst) (w Inst, ok bool) {
	if !t.Caps().DoublePairs || !in.OnDoubles() {
		return *in, true
	}
	if w = *in; !w.pairTypes() || !w.writeDst() {
		return *in, false
	}
	one := w.ExecSize == 1
	w.ExecSize *= 2
	w.Whole = false
	for i := range w.Src {
		if in.Op.takes(i) && !w.writeSrc(&w.Src[i], one) {
			return *in, false
		}
	}
	return w, true
}

// writeDst changes the destination of an instruction in elements.
func (in *Inst) writeDst() bool {
	d := &in.Dst
	switch {
	case d.File == NoFile || d.IsNull() || in.Align16:
		return true
	case !d.Indirect && d.Sub%doubleBytes != 0:
		return false
	case d.Type != DF:
		if !in.Paired {
			return false
		}
		in.Paired, d.Region.H = false, 1
	}
	return d.Region.H == 1
}

// writeSrc changes a source of an instruction in elements, of which there may be one.
func (in *Inst) writeSrc(o *Operand, one bool) bool {
	r, n := &o.Region, int(in.ExecSize)/2
	if o.File == NoFile || o.File == Imm || o.IsNull() || in.Align16 {
		return true
	}
	step, ok := r.even(n)
	switch {
	case !ok, o.Type == DF && !o.Indirect && o.Sub%doubleBytes != 0:
		return false
	case o.Type != DF && (one || step == 0):
		*r = Scalar
	case o.Type != DF:
		*r = Region{V: step, W: 2}
	case one || step == 0:
		*r = Region{W: 2, H: 1}
	default:
		w := min(in.ExecSize, rowDwords)
		for !o.Indirect && int(o.Sub)%(int(w)*dwordBytes) != 0 { // no row crosses a register
			w /= 2
		}
		*r = Region{V: w, W: w, H: 1}
		return step == 1
	}
	return true
}

// rowDwords are the dwords of a register.
const rowDwords = GRFBytes / dwordBytes

// even is the distance of n elements from each other, where there is only one.
func (r Region) even(n int) (step uint8, ok bool) {
	switch {
	case r.V == VxH:
		return 0, false
	case n == 1, r.V == 0 && (r.W == 1 || r.H == 0):
		return 0, true
	case r.W == 1:
		return r.V, true
	}
	return r.H, int(r.W) >= n || r.V == r.W*r.H
}
