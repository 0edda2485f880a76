package container

import "math"

// lineState is the machine that a line program drives.
type lineState struct {
	addr uint64
	file uint64
	line int64
	rows []lineRow // of the sequence
}

// run runs the program of a unit.
func (u *lineUnit) run() {
	t := u.t
	s := lineState{file: 1, line: 1}
	for t.pos < len(t.data) && t.err == nil {
		switch op := t.number(1); {
		case op >= u.opcodeBase:
			op -= u.opcodeBase
			s.addr += op / u.lineRange * u.minLength
			s.line += u.lineBase + int64(op%u.lineRange)
			u.row(&s)
		case op == 0:
			u.extended(&s)
		default:
			u.standard(&s, op)
		}
	}
	if len(s.rows) > 0 {
		t.fail("a sequence of lines without an end")
	}
}

// standard runs one of the opcodes below the special ones.
func (u *lineUnit) standard(s *lineState, op uint64) {
	t := u.t
	switch op {
	case opCopy:
		u.row(s)
	case opAdvancePC:
		s.addr += t.unsigned() * u.minLength
	case opAdvanceLine:
		s.line += t.signed()
	case opSetFile:
		s.file = t.unsigned()
	case opConstAddPC:
		s.addr += (math.MaxUint8 - u.opcodeBase) / u.lineRange * u.minLength
	case opFixedAdvancePC:
		s.addr += t.number(2)
	default: // columns and other things that lines do not need
		for range u.operands[op] {
			t.unsigned()
		}
	}
}

// extended runs an opcode that says how long it is.
func (u *lineUnit) extended(s *lineState) {
	t := u.t
	n := t.unsigned()
	if t.err == nil && (n == 0 || n > uint64(len(t.data)-t.pos)) {
		t.fail("an opcode of %d bytes: %d are left", n, len(t.data)-t.pos)
	}
	if t.err != nil {
		return
	}
	end := t.pos + int(n)
	switch op := t.number(1); op {
	case extEnd:
		u.end(s)
	case extSetAddress:
		if n != 5 && n != 9 {
			t.fail("an address of %d bytes: want 4 or 8", n-1)
			return
		}
		s.addr = t.number(n - 1)
	case extDefineFile:
		u.file(t.text())
	}
	if t.err == nil && t.pos > end {
		t.fail("an opcode of %d bytes, which ends behind that", n)
	}
	if t.err == nil {
		t.pos = end
	}
}

// row says that instructions from the address on are of the line. A row without
// instructions, at the address of the next, is none.
func (u *lineUnit) row(s *lineState) {
	t := u.t
	if s.line < 0 || s.line > math.MaxInt32 {
		t.fail("line %d: want 0 to %d", s.line, math.MaxInt32)
		return
	}
	r := lineRow{addr: s.addr, line: int32(s.line)}
	if i := s.file - u.first; i < uint64(len(u.files)) {
		r.file = u.files[i]
	} else if s.line != 0 {
		t.fail("line %d of file %d: there are %d", s.line, s.file, len(u.files))
		return
	}
	u.put(s, r)
}

// put appends a row to the sequence.
func (u *lineUnit) put(s *lineState, r lineRow) {
	t := u.t
	if n := len(s.rows); n > 0 {
		switch last := &s.rows[n-1]; {
		case r.addr < last.addr:
			t.fail("lines of the address %#x behind those of %#x", r.addr, last.addr)
			return
		case r.addr == last.addr:
			*last = r
			return
		case r.line == last.line && r.file == last.file && !r.end:
			return
		}
	}
	if t.rows++; t.rows > maxLineRows {
		t.fail("more than %d lines", maxLineRows)
		return
	}
	s.rows = append(s.rows, r)
}

// end ends a sequence. One without instructions says nothing.
func (u *lineUnit) end(s *lineState) {
	if len(s.rows) > 0 {
		if u.put(s, lineRow{addr: s.addr, end: true}); len(s.rows) > 1 {
			u.t.all = append(u.t.all, s.rows)
		}
	}
	*s = lineState{file: 1, line: 1}
}
