package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Printed is the comparison of what a kernel printed with what its launch expects.
type Printed struct {
	Lines int      `json:"lines"` // of the expected text
	Line  int      `json:"line"`  // where both begin to differ, counted from 1; 0: they are equal
	Want  []string `json:"expected,omitempty"`
	Got   []string `json:"got,omitempty"`  // lines with their ends, from the first to the last that differ
	Lost  bool     `json:"lost,omitempty"` // the kernel printed more than its buffer holds
}

// OK says that all of the text was there and is what was expected.
func (p *Printed) OK() bool { return p.Line == 0 && !p.Lost }

// printfKeys are those of a text that stands in the launch file.
var printfKeys = []string{"text"}

// printf reads the key of that name: a file with the text, or the text itself.
func (l *Launch) printf(n node) (err error) {
	if !n.isMapping() {
		l.Printf, l.printfFile, err = l.file(n)
		if l.Printf == nil && err == nil {
			l.Printf = []byte{}
		}
		return err
	}
	fields, err := n.fields(printfKeys...)
	if err != nil {
		return err
	}
	if len(fields) == 0 {
		return n.errorf("want a file or {text: \"a line\\n\"}, found neither")
	}
	text, ok := fields[0].val.quoted()
	if !ok {
		return fields[0].val.want("text in quotes, such as \"a line\\n\"")
	}
	l.Printf = []byte(text)
	return nil
}

// ComparePrinted compares texts line by line: what is between their equal
// beginning and their equal end differs.
func ComparePrinted(got, want string) *Printed {
	g, w := splitLines(got), splitLines(want)
	p := &Printed{Lines: len(w)}
	if got == want {
		return p
	}
	from := 0
	for from < min(len(g), len(w)) && g[from] == w[from] {
		from++
	}
	p.Line = from + 1
	g, w = g[from:], w[from:]
	for len(g) > 0 && len(w) > 0 && g[len(g)-1] == w[len(w)-1] {
		g, w = g[:len(g)-1], w[:len(w)-1]
	}
	p.Want, p.Got = w, g
	return p
}

// splitLines are the lines of a text with their ends.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// blessPrinted gives the file with what the kernel printed, and what makes the
// launch name it; neither when it printed nothing and nothing was expected.
func (l *Launch) blessPrinted(rep *Results) (files []File, edits []edit, err error) {
	text := []byte(rep.Printed)
	switch {
	case l.Printf == nil && len(text) == 0:
		return nil, nil, nil
	case rep.PrintLost:
		return nil, nil, l.at("printf").errorf("the kernel printed more than its buffer holds: that cannot be an expectation")
	case l.Printf != nil && l.printfFile == "":
		if rep.Printed != string(l.Printf) {
			return nil, nil, l.at("printf").errorf("the kernel printed another text, and this one stands in the launch file: name a file instead, printf: FILE")
		}
		return nil, nil, nil
	case l.Printf != nil:
		return []File{{l.printfFile, text}}, nil, nil
	}
	name := strings.TrimSuffix(filepath.Base(l.File), filepath.Ext(l.File)) + ".printf.exp"
	path := filepath.Join(filepath.Dir(l.File), name)
	if _, err := os.Stat(path); err == nil {
		return nil, nil, l.top.errorf("%s is there already: move it away, or name it with printf", path)
	}
	fields, err := l.top.fields()
	if err != nil {
		return nil, nil, err
	}
	return []File{{path, text}}, []edit{l.top.before(fields[0].at, fmt.Sprintf("printf: %q", name))}, nil
}
