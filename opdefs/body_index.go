package opdefs

import "math/bits"

// maxElements is the most elements of a row: those of an instruction of 32 lanes.
const maxElements = 32

// index checks that what indexes a vector names an element that the vector has, whatever
// the execution size. A destination has the element of the lane alone.
func (c *checker) index(e *Elem) {
	c.want(e.Index, SortInt, "index")
	r, ok := e.Index.(*Ref)
	n, isNum := e.Index.(*Num)
	source := e.Field != nil && e.Field.Type == TVec
	switch {
	case source && c.sort != SortBool && e.Field.Elements != nil:
		c.surelyThere(e)
	case ok && r.Local != nil && r.Local.Lane, isNum && n.Int == 0:
	case ok && r.Local != nil && r.Local.Loop && c.sort == SortBool && source:
	case source && c.sort != SortBool && !c.page.IsMemory:
		c.surelyThere(e)
	default:
		c.errs.add(e.Index.Where(), "vector elements have the index i of a loop over exec_size, or 0; this is neither")
	}
}

// surelyThere counts an index out for each execution size and lane.
func (c *checker) surelyThere(e *Elem) {
	for _, size := range c.page.execSizes() {
		have, ok := c.page.elements(e.Field, size)
		if !ok || have > maxElements {
			c.errs.add(e.Pos, "%s has %d elements in an instruction of %d; legal are at most %d", e.Field.Name, have, size, maxElements)
			return
		}
		for lane := range size {
			at, ok := count(e.Index, map[string]int64{"exec_size": size, laneIndex: lane})
			switch {
			case !ok:
				c.errs.add(e.Index.Where(), "index of a source; legal are the lane's i, numbers, exec_size and what + - * & | ^ << >> and ~ make of them")
				return
			case at < 0 || at >= have:
				c.errs.add(e.Index.Where(), "element %d of %s for i = %d, which has %d in an instruction of %d; legal are elements that it has in every execution size", at, e.Field.Name, lane, have, size)
				return
			}
		}
	}
}

// laneIndex is the name of the variable of a loop over all elements.
const laneIndex = "i"

// execSizes are the legal execution sizes.
func (p *Page) execSizes() (out []int64) {
	for n := int64(1); n <= maxElements; n *= 2 {
		if p.Props.Execs == 0 || p.Props.Execs>>bits.TrailingZeros64(uint64(n))&1 != 0 {
			out = append(out, n)
		}
	}
	return out
}

// elements is how many elements a source has in an instruction of so many lanes; it is not
// ok where that depends on more.
func (p *Page) elements(f *OpField, size int64) (n int64, ok bool) {
	if f.Elements == nil {
		return size, true
	}
	return count(f.Elements, map[string]int64{"exec_size": size})
}

// count is the value of an expression of numbers and names whose values are known.
func count(e Expr, names map[string]int64) (v int64, ok bool) {
	switch e := e.(type) {
	case *Num:
		return int64(e.Int), !e.Float && e.Int < 1<<16
	case *Ref:
		if e.Local != nil && e.Local.Lane {
			v, ok = names[laneIndex]
			return v, ok
		}
		v, ok = names[e.Env]
		return v, ok && e.Env != ""
	case *Unary:
		x, ok := count(e.X, names)
		if e.Op == "~" {
			return ^x, ok
		}
		return -x, ok && e.Op == "-"
	case *Binary:
		x, ok := count(e.X, names)
		y, ok2 := count(e.Y, names)
		if !ok || !ok2 {
			return 0, false
		}
		return countBinary(e.Op, x, y)
	}
	return 0, false
}

func countBinary(op string, x, y int64) (v int64, ok bool) {
	small := y >= 0 && y < maxElements
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, x < 1<<20 && x > -1<<20 && y < 1<<20 && y > -1<<20
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "<<":
		return x << (y & 31), small && x < 1<<20 && x > -1<<20
	case ">>":
		return x >> (y & 31), small
	}
	return 0, false
}
