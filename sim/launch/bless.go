package launch

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/genvisa/genvisa/internal/files"
)

// File is a file to write.
type File struct {
	Path string
	Data []byte
}

// Results are what a run left.
type Results struct {
	Finished  bool     // false: the run stopped early
	Buffers   [][]byte // by argument: contents afterwards
	Printed   string
	PrintLost bool // the kernel printed more than Printed holds
}

// Bless gives the files that make a run's results what the launch expects: the
// data, and the launch file src with the keys that name it. Buffers that came
// back unchanged and expect nothing stay as they are; an output becomes an
// expectation. It refuses a run that did not finish, and to write over data that
// the launch reads.
func (l *Launch) Bless(src []byte, rep *Results) ([]File, error) {
	if !rep.Finished {
		return nil, errors.New("the run did not finish: its results are partial")
	}
	files, edits, err := l.blessPrinted(rep)
	if err != nil {
		return nil, err
	}
	for i := range l.Args {
		a := &l.Args[i]
		if a.Kind != BufferArg && a.Kind != ImageArg || a.Expect == nil && !a.Output && a.Untouched(rep.Buffers[i], nil) {
			continue
		}
		if a.wanted != nil {
			more, err := l.blessValues(i, rep.Buffers[i])
			if err != nil {
				return nil, err
			}
			edits = append(edits, more...)
			continue
		}
		if text := a.listed(rep.Buffers[i]); a.Expect == nil && text != "" {
			edits = append(edits, l.expectEdit(i, text))
			continue
		}
		path := a.expectFile
		if path == "" {
			name := fmt.Sprintf("%s.arg%d.exp", strings.TrimSuffix(filepath.Base(l.File), filepath.Ext(l.File)), i)
			path = filepath.Join(filepath.Dir(l.File), name)
			if _, err := os.Stat(path); err == nil {
				return nil, l.at(ArgPart(i)).errorf("%s is there already: move it away, or name it with expect", path)
			}
			edits = append(edits, l.expectEdit(i, fmt.Sprintf("%q", name)))
		}
		data, err := a.expectData(path, rep.Buffers[i])
		if err != nil {
			return nil, l.at(ArgPart(i)).errorf("%v", err)
		}
		if err := l.blessable(i, path, data, files); err != nil {
			return nil, err
		}
		files = append(files, File{path, data})
	}
	if len(edits) == 0 {
		return files, nil
	}
	text, err := apply(src, edits)
	return append(files, File{l.File, text}), err
}

// expectData is a file that says that contents are expected. It has to hold them as exactly as the check of the argument
// asks.
func (a *Arg) expectData(path string, contents []byte) ([]byte, error) {
	if a.expectKind == npyData {
		return slices.Concat(a.expectHead, a.numbersIn(contents)), nil
	}
	file, ok := a.encode(path, a.expectKind, contents)
	if !ok {
		return contents, nil
	}
	read, err := a.decode(path, contents, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if c := compare(0, a.Elem, a.Check, contents, read, nil); c.Mismatches > 0 {
		return nil, fmt.Errorf("%s holds %d of %d elements otherwise than the results: want a wider check, or .npy or a file of bytes", path, c.Mismatches, c.Elements)
	}
	return file, nil
}

// decode reads what encode made of contents.
func (a *Arg) decode(path string, contents, file []byte) ([]byte, error) {
	take := func(int64) error { return nil } // it was there before, of this size
	read := slices.Clone(contents)
	if a.expectKind == csvData {
		t, _ := FindType(a.Elem.Name)
		numbers, err := ReadCSV(file, t, take)
		if err != nil || a.Kind != ImageArg {
			return numbers, err
		}
		r := imageReader{l: &Launch{room: maxBuffers}, shape: *a.Image, a: Arg{Image: a.Image, Data: contents}}
		return r.fromComponents(node{}, numbers)
	}
	pic, err := decodePicture(path, file, take)
	if err == nil {
		pic.draw(a.Image, read)
	}
	return read, err
}

// blessable refuses to write results where the launch reads something else.
func (l *Launch) blessable(i int, path string, data []byte, others []File) error {
	at := l.at(ArgPart(i))
	for n := range l.Args {
		if files.Same(l.Args[n].dataFile, path) {
			return at.errorf("%s holds what argument %d begins with: the results need a file of their own", path, n)
		}
	}
	for _, f := range others {
		if files.Same(f.Path, path) && !slices.Equal(f.Data, data) {
			return at.errorf("%s is expected of two arguments, whose results differ", path)
		}
	}
	return nil
}

// edit replaces old, when it is not "", at a place of the launch file, or puts
// text there. Lines and columns count from 1, columns in characters.
type edit struct {
	line, col int
	old       *regexp.Regexp
	text      string
}

var outputKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^output\s*:\s*true`) })

// expectEdit gives argument i the key expect, or a surface the key expected: instead of output, or else before
// its first key.
func (l *Launch) expectEdit(i int, value string) edit {
	n := l.at(ArgPart(i))
	fields, _ := n.fields()
	key := "expect"
	if l.Native != nil {
		key = "expected"
	}
	text := fmt.Sprintf("%s: %s", key, value)
	for _, f := range fields {
		if f.key == "output" {
			at := firstToken(f.at.ast)
			return edit{at.Line, at.Column, outputKey(), text}
		}
	}
	return n.before(fields[0].at, text)
}

// before puts a key and its value before another key of a mapping.
func (n node) before(key node, text string) edit {
	at := firstToken(key.ast)
	if n.isFlow() {
		return edit{at.Line, at.Column, nil, text + ", "}
	}
	return edit{at.Line, at.Column, nil, text + "\n" + strings.Repeat(" ", at.Column-1)}
}

// apply makes the edits, from the last in the text to the first.
func apply(src []byte, edits []edit) ([]byte, error) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col)) })
	lines := strings.SplitAfter(string(src), "\n")
	for _, e := range slices.Backward(edits) {
		line := []rune(lines[e.line-1])
		head, rest := string(line[:e.col-1]), string(line[e.col-1:])
		if e.old != nil {
			found := e.old.FindString(rest)
			if found == "" {
				what := "a number"
				if e.old == outputKey() {
					what = "\"output: true\""
				}
				return nil, fmt.Errorf("line %d: want %s in one line", e.line, what)
			}
			rest = rest[len(found):]
		}
		lines[e.line-1] = head + e.text + rest
	}
	return []byte(strings.Join(lines, "")), nil
}
