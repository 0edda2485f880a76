package opdefs

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// String is "file:line:col".
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is one finding in a page: what was found and what is legal.
type Error struct {
	Pos Pos
	Msg string
}

// Error is "file:line:col: error: message".
func (e *Error) Error() string { return e.Pos.String() + ": error: " + e.Msg }

// Errors is a list of findings, one per line when printed.
type Errors []*Error

// Error joins the findings with newlines.
func (l Errors) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

func (l *Errors) add(p Pos, format string, args ...any) {
	*l = append(*l, &Error{p, fmt.Sprintf(format, args...)})
}

// err is nil for an empty list, else the list ordered by position, each finding
// once.
func (l Errors) err() error {
	if len(l) == 0 {
		return nil
	}
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i].Pos, l[j].Pos
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
	return slices.CompactFunc(l, func(a, b *Error) bool { return *a == *b })
}

// oneOf lists names for a message: "a, b or c".
func oneOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	n := len(names) - 1
	return strings.Join(names[:n], ", ") + " or " + names[n]
}
