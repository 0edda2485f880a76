package container

import (
	"strings"
	"unicode"
)

// lineUnit is a unit of a table of lines: the header says how its program is to be
// read.
type lineUnit struct {
	t          *lineTable
	minLength  uint64 // of an instruction, in bytes: the unit of advances
	lineBase   int64
	lineRange  uint64
	opcodeBase uint64
	operands   []uint8 // by standard opcode
	dirs       []string
	files      []*lineFile
	first      uint64 // number of files[0]
}

// lineFile is a source text.
type lineFile struct{ dir, name string }

// path is the name in its folder, as far as it is known.
func (f *lineFile) path() string {
	if f.dir == "" || f.name == "" || f.name[0] == '/' || f.name[0] == '\\' || strings.HasPrefix(f.name[1:], `:\`) {
		return f.name
	}
	return f.dir + "/" + f.name
}

// header reads a unit up to its program.
func (t *lineTable) header(wide bool) *lineUnit {
	u := &lineUnit{t: t, first: 1}
	version := t.number(2)
	if t.err == nil && (version < firstLineVersion || version > lastLineVersion) {
		t.fail("version %d: want %d to %d", version, firstLineVersion, lastLineVersion)
	}
	if version >= 5 {
		if t.number(1); t.number(1) != 0 {
			t.fail("addresses with segments: want none")
		}
	}
	n := t.offset(wide)
	if t.err == nil && n > uint64(len(t.data)-t.pos) {
		t.fail("a header of %d bytes: %d are left", n, len(t.data)-t.pos)
	}
	program := t.pos + int(n)
	u.minLength = t.number(1)
	if version >= 4 {
		if most := t.number(1); most != 1 && t.err == nil {
			t.fail("%d operations in an instruction: want 1", most)
		}
	}
	t.number(1) // where statements begin, which lines do not need
	u.lineBase, u.lineRange, u.opcodeBase = int64(int8(t.number(1))), t.number(1), t.number(1)
	if t.err == nil && (u.lineRange == 0 || u.opcodeBase == 0) {
		t.fail("line range %d, opcode base %d: want more than 0", u.lineRange, u.opcodeBase)
	}
	if t.err != nil {
		return u
	}
	u.operands = append([]uint8{0}, t.take(u.opcodeBase-1)...)
	for op, n := range u.operands[:min(len(u.operands), len(lineOperands))] {
		if n != lineOperands[op] {
			t.fail("opcode %d with %d operands: want %d", op, n, lineOperands[op])
		}
	}
	if version >= 5 {
		u.tables(wide)
	} else {
		u.lists()
	}
	if t.err == nil && t.pos > program {
		t.fail("a header of %d bytes, which ends behind that", n)
	}
	if t.err == nil {
		t.pos = program
	}
	return u
}

// lists reads folders and files as versions before 5 write them.
func (u *lineUnit) lists() {
	u.dirs = []string{""} // that of the compilation, which the table does not name
	for dir := u.t.text(); dir != ""; dir = u.t.text() {
		u.folder(dir)
	}
	for name := u.t.text(); name != ""; name = u.t.text() {
		u.file(name)
	}
}

// file reads what follows the name of a file: folder, time and size.
func (u *lineUnit) file(name string) {
	dir := u.t.unsigned()
	u.t.unsigned()
	u.t.unsigned()
	u.add(name, dir)
}

// folder enters a folder.
func (u *lineUnit) folder(name string) {
	if u.t.name() {
		u.dirs = append(u.dirs, name)
	}
}

// add enters a file. Names go to terminals.
func (u *lineUnit) add(name string, dir uint64) {
	if !u.t.name() {
		return
	}
	if dir >= uint64(len(u.dirs)) {
		u.t.fail("file %q in folder %d of %d", name, dir, len(u.dirs))
		return
	}
	f := &lineFile{u.dirs[dir], name}
	if strings.ContainsFunc(f.path(), func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		u.t.fail("file name %q: want printable text", f.path())
		return
	}
	u.files = append(u.files, f)
}

// What the entries of the tables of version 5 hold, and forms of that.
const (
	entryPath = 1
	entryDir  = 2

	formData2   = 0x05
	formData4   = 0x06
	formData8   = 0x07
	formString  = 0x08
	formBlock   = 0x09
	formData1   = 0x0b
	formStrp    = 0x0e
	formUdata   = 0x0f
	formData16  = 0x1e
	formLineStr = 0x1f
)

// tables reads folders and files as version 5 writes them.
func (u *lineUnit) tables(wide bool) {
	u.first = 0
	u.table(wide, func(name string, _ uint64) {
		if len(u.dirs) > 0 && name != "" && name[0] != '/' {
			name = (&lineFile{u.dirs[0], name}).path()
		}
		u.folder(name)
	})
	u.table(wide, u.add)
}

// table reads a list of entries, each of the same parts. A part has a byte at
// least, so that there are no more of them than bytes.
func (u *lineUnit) table(wide bool, add func(name string, dir uint64)) {
	t := u.t
	type part struct{ what, form uint64 }
	parts := make([]part, t.number(1))
	for i := range parts {
		parts[i] = part{t.unsigned(), t.unsigned()}
	}
	n := t.unsigned()
	if len(parts) == 0 && n > 0 {
		t.fail("%d entries without contents", n)
	}
	for ; n > 0 && t.err == nil; n-- {
		var name string
		var dir uint64
		for _, p := range parts {
			text, v := u.form(p.form, wide)
			switch p.what {
			case entryPath:
				name = text
			case entryDir:
				dir = v
			}
		}
		if t.err == nil {
			add(name, dir)
		}
	}
}

// form reads a value: a text or a number.
func (u *lineUnit) form(form uint64, wide bool) (text string, v uint64) {
	t := u.t
	switch form {
	case formString:
		return t.text(), 0
	case formStrp, formLineStr:
		section := map[uint64]string{formStrp: strName, formLineStr: lineStrName}[form]
		text, err := textAt(t.strings[section], t.offset(wide))
		if err != nil {
			t.fail("%s: %v", section, err)
		}
		return text, 0
	case formUdata:
		return "", t.unsigned()
	case formData1, formData2, formData4, formData8:
		return "", t.number(map[uint64]uint64{formData1: 1, formData2: 2, formData4: 4, formData8: 8}[form])
	case formData16:
		t.take(16)
	case formBlock:
		t.take(t.unsigned())
	default:
		t.fail("an entry of form %#x, which is not read", form)
	}
	return "", 0
}
