package native

// Elements is an instruction as its target executes it, counted in elements: on a target
// with DoublePairs one on df is written in dwords, two of them an element, and becomes one
// of half the execution size with the regions of its elements. Of an operand of dwords
// beside df the first of each pair counts (Mesa, brw_MOV of Gen7); as a destination it is
// written with the dword behind it (Ivy Bridge PRM vol. 4 part 3, 2.4.5). All others stay
// as they are, also those with other types beside df, of which nothing is known. Where the
// halves of an element do not lie together ok is false and the instruction as written:
// nothing at hand decides what those regions are (section 1.3 doubles the horizontal stride
// too; Mesa found that it moves the halves apart).
func (t Target) Elements(in *Inst) (e Inst, ok bool) {
	c := t.Caps()
	if !c.DoubleEnables || !in.OnDoubles() {
		return *in, true
	}
	e = *in
	e.Whole = in.Align16
	if !c.DoublePairs {
		return e, true
	}
	if !in.pairTypes() {
		return *in, true
	}
	if in.ExecSize%2 != 0 || !e.pairDst() {
		return *in, false
	}
	e.ExecSize /= 2
	for i := range e.Src {
		if o := &e.Src[i]; in.Op.takes(i) && !e.pairSrc(o) {
			return *in, false
		}
	}
	return e, true
}

// InElements is Elements of a program; those whose regions nothing decides stay as they
// are. Where there is nothing to change the result is insts itself.
func (t Target) InElements(insts []Inst) []Inst {
	if !t.Caps().DoubleEnables {
		return insts
	}
	out := insts
	for i := range insts {
		if !insts[i].OnDoubles() {
			continue
		}
		if &out[0] == &insts[0] {
			out = append([]Inst(nil), insts...)
		}
		out[i], _ = t.Elements(&insts[i])
	}
	return out
}

// OnDoubles tells instructions of arithmetic with an operand of type df.
func (in *Inst) OnDoubles() bool {
	if !in.Op.IsALU() {
		return false
	}
	found := in.Dst.File != NoFile && in.Dst.Type == DF
	for i := range in.Src {
		found = found || in.Op.takes(i) && in.Src[i].File != NoFile && in.Src[i].Type == DF
	}
	return found
}

// dwordBytes and doubleBytes are a half and a whole of an element in pairs.
const (
	dwordBytes  = 4
	doubleBytes = 8
)

// pairTypes tells instructions of df and dwords, in Align16 of df alone.
func (in *Inst) pairTypes() bool {
	pairs := func(o *Operand) bool {
		return o.File == NoFile || o.IsNull() || o.Type == DF || !in.Align16 && o.Type.Size() == dwordBytes
	}
	ok := pairs(&in.Dst)
	for i := range in.Src {
		ok = ok && (!in.Op.takes(i) || pairs(&in.Src[i]))
	}
	return ok
}

// pairDst changes the destination of an instruction in pairs.
func (in *Inst) pairDst() bool {
	d := &in.Dst
	switch {
	case d.File == NoFile || d.IsNull() || in.Align16 && d.Type == DF:
		return true
	case d.Region.H != 1 || !d.Indirect && d.Sub%doubleBytes != 0:
		return false
	case d.Type != DF:
		d.Region.H, in.Paired = 2, true
	}
	return true
}

// pairSrc changes a source of an instruction in pairs.
func (in *Inst) pairSrc(o *Operand) bool {
	r := &o.Region
	switch {
	case o.File == NoFile || o.File == Imm || o.IsNull():
		return true
	case in.Align16:
		return in.Op.Sources() == 3 || r.V == 0 || r.V == 4
	case r.V == VxH: // two addresses for each element, which Mesa avoids
		return false
	case o.Type == DF:
		if r.H != 1 || r.W < 2 || r.V%2 != 0 || !o.Indirect && o.Sub%doubleBytes != 0 {
			return false
		}
		r.V, r.W = r.V/2, r.W/2
	case r.W <= 1:
		r.V *= 2
	default:
		r.W, r.H = r.W/2, r.H*2
	}
	if r.W == 1 {
		r.H = 0
	}
	if in.ExecSize == 1 {
		*r = Scalar
	}
	return true
}
