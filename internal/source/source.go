package source

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Line is a line of a source text, counted from 1. The zero value is no line.
type Line struct {
	File string `json:"source_file,omitempty"` // as the compiler was told: a path of the machine that compiled, or a name
	Line int    `json:"source_line,omitempty"`
}

// Known says that there is a line.
func (l Line) Known() bool { return l.Line > 0 }

// base is the name of the file without its folders, on one line whatever it is.
func (l Line) base() string {
	name := l.File[strings.LastIndexAny(l.File, `/\`)+1:]
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(name)
	}
	return name
}

// String is "k.cl:17", "line 17" of a file without a name, or nothing for no line.
func (l Line) String() string {
	switch {
	case !l.Known():
		return ""
	case l.File == "":
		return fmt.Sprintf("line %d", l.Line)
	}
	return fmt.Sprintf("%s:%d", l.base(), l.Line)
}

// Behind is the line behind a place, " (k.cl:17)", or nothing.
func (l Line) Behind() string {
	if !l.Known() {
		return ""
	}
	return " (" + l.String() + ")"
}
