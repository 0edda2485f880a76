package container

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/genvisa/genvisa/internal/source"
)

// Lines says of which source line the instructions of one kernel are, functions
// that lie behind it among them. Nil knows none.
type Lines struct{ rows []lineRow }

// lineRow says of which line instructions from an offset on are, up to the next
// row.
type lineRow struct {
	addr uint64 // of a kernel's rows: bytes from its entry
	line int32  // 0 for none
	file *lineFile
	end  bool // of the instructions of a sequence
}

// At is the line of the instruction at an offset from the kernel's entry; none when
// it is the compiler's own, or debug data are about other code.
func (l *Lines) At(off int) source.Line {
	if l == nil || off < 0 {
		return source.Line{}
	}
	i := sort.Search(len(l.rows), func(i int) bool { return l.rows[i].addr > uint64(off) }) - 1
	if i < 0 || l.rows[i].end || l.rows[i].line == 0 || l.rows[i].file == nil {
		return source.Line{}
	}
	return source.Line{File: l.rows[i].file.path(), Line: int(l.rows[i].line)}
}

// Lines reads what a compiler that was told -g says about a kernel's source lines;
// nil where it says nothing. Debug data that are broken are an *Error here and
// nowhere else: the code runs without.
func (f *File) Lines(k *Kernel) (*Lines, error) {
	d := f.debug[k.Name]
	if d == nil {
		return nil, nil
	}
	rows, err := d.all()
	base, known := d.bases[k.Name]
	if err != nil || !known {
		return nil, err
	}
	l := &Lines{}
	for _, r := range rows[sort.Search(len(rows), func(i int) bool { return rows[i].addr >= base }):] {
		if inside := len(l.rows) > 0 && !l.rows[len(l.rows)-1].end; r.addr-base > math.MaxUint32 && !inside {
			break
		}
		r.addr -= base
		l.rows = append(l.rows, r)
	}
	if l.rows == nil {
		return nil, nil
	}
	if last := l.rows[len(l.rows)-1]; last.addr > uint64(len(k.Code)) {
		return nil, d.elf.errorf(d.line.Offset, "%s: lines up to byte %#x of kernel %s: it has %#x", lineName, last.addr, k.Name, len(k.Code))
	}
	return l, nil
}

// ordered puts sequences, each of which ascends and ends, in the order of their
// addresses.
func ordered(sequences [][]lineRow) ([]lineRow, error) {
	slices.SortStableFunc(sequences, func(a, b []lineRow) int { return cmp.Compare(a[0].addr, b[0].addr) })
	var rows []lineRow
	for _, s := range sequences {
		if n := len(rows); n > 0 && s[0].addr < rows[n-1].addr {
			return nil, fmt.Errorf("two sequences of lines are about the address %#x", s[0].addr)
		}
		rows = append(rows, s...)
	}
	return rows, nil
}
