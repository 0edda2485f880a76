package asm

import "strconv"

// text is a text that grows; columns are counted from where its last line begins.
type text struct {
	out  []byte
	from int
}

func (t *text) begin()         { t.from = len(t.out) }
func (t *text) str(s string)   { t.out = append(t.out, s...) }
func (t *text) char(c byte)    { t.out = append(t.out, c) }
func (t *text) num(n int)      { t.out = strconv.AppendInt(t.out, int64(n), 10) }
func (t *text) length() int    { return len(t.out) - t.from }
func (t *text) String() string { return string(t.out) }

// pad fills up with blanks to a column, which may have been reached.
func (t *text) pad(col int) {
	const blanks = "                                "
	for n := col - t.length(); n > 0; n -= len(blanks) {
		t.out = append(t.out, blanks[:min(n, len(blanks))]...)
	}
}

// trim takes the blanks from the line's end.
func (t *text) trim() {
	for len(t.out) > t.from && t.out[len(t.out)-1] == ' ' {
		t.out = t.out[:len(t.out)-1]
	}
}

// hex writes 0x and so many digits at least, in capitals.
func (t *text) hex(v uint64, digits int) {
	t.str("0x")
	n := 1
	for n < 16 && v>>(4*n) != 0 {
		n++
	}
	for n = max(n, digits); n > 0; n-- {
		t.char("0123456789ABCDEF"[v>>(4*(n-1))&15])
	}
}
