package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// printRange is one --print: elements from to of an argument.
type printRange struct {
	text     string
	arg      int
	elem     launch.Elem // of a vector: its numbers
	count    int         // numbers of an element
	size     int         // bytes of an element
	from, to int
}

// parsePrints reads y:f32[0:16], or vectors, y:f32x4[0:4]; type and range may be left out.
func parsePrints(texts []string, s *run.Session) ([]printRange, error) {
	form := regexp.MustCompile(`^(\w+)(?::(\w+))?(?:\[(\d{1,10}):(\d{1,10})\])?$`)
	var out []printRange
	l := s.Launch()
	for _, t := range texts {
		m := form.FindStringSubmatch(t)
		if m == nil {
			return nil, fmt.Errorf("--print %q: want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]", t)
		}
		n, err := s.Argument(m[1])
		if err != nil {
			return nil, fmt.Errorf("--print %q: %w", t, err)
		}
		if l.Args[n].Kind != launch.BufferArg && l.Args[n].Kind != launch.ImageArg {
			return nil, fmt.Errorf("--print %q: argument %d is not a buffer of this launch", t, n)
		}
		p := printRange{text: t, arg: n, elem: l.Args[n].Elem, count: 1}
		p.size = max(p.elem.Size, 1)
		if m[2] != "" {
			if err := p.setType(m[2]); err != nil {
				return nil, fmt.Errorf("--print %q: %w", t, err)
			}
		}
		count := l.Args[n].Len() / p.size
		p.to = count
		if m[3] != "" {
			p.from, _ = strconv.Atoi(m[3])
			p.to, _ = strconv.Atoi(m[4])
		}
		if p.from > p.to || p.to > count {
			return nil, fmt.Errorf("--print %q: want a range within [0:%d]", t, count)
		}
		out = append(out, p)
	}
	return out, nil
}

// setType takes the type of a scalar or of a vector.
func (p *printRange) setType(name string) (err error) {
	if v, ok := launch.FindVector(name); ok {
		p.count, p.size, name = v.Count, v.Bytes(), v.Name
	}
	if p.elem, err = launch.ParseElem(name); err != nil {
		err = fmt.Errorf("%w, or a vector such as f32x4", err)
	}
	return err
}

// element appends an element's numbers to dst, those of a vector in brackets.
func (p *printRange) element(dst, data []byte) []byte {
	if p.count == 1 {
		return p.elem.Append(dst, data)
	}
	for i := range p.count {
		if i == 0 {
			dst = append(dst, '[')
		} else {
			dst = append(dst, ", "...)
		}
		dst = p.elem.Append(dst, data[i*p.elem.Size:])
	}
	return append(dst, ']')
}

// write prints the elements of a buffer with before, between and behind them.
// They are written as they are formatted: a buffer is larger as text. An error of
// w ends it; doMain sees that error again.
func (p *printRange) write(w *bufio.Writer, data []byte, before, between, behind string) {
	_, err := w.WriteString(before)
	for i := p.from; i < p.to && err == nil; i++ {
		if i > p.from {
			w.WriteString(between)
		}
		_, err = w.Write(p.element(w.AvailableBuffer(), data[i*p.size:]))
	}
	w.WriteString(behind)
}

// printText is one line for each range.
func printText(out io.Writer, prints []printRange, r *run.Report) {
	w := bufio.NewWriter(out)
	for i := range prints {
		p := &prints[i]
		p.write(w, r.Buffers[p.arg], p.text+" = ", " ", "\n")
	}
	w.Flush()
}

// printJSON is a list of objects with range and values, texts in decimal.
func printJSON(out io.Writer, prints []printRange, r *run.Report) {
	w := bufio.NewWriter(out)
	for i := range prints {
		p := &prints[i]
		before, behind := fmt.Sprintf(`{"range":%q,"values":[`, p.text), `]}`
		if p.from < p.to {
			before, behind = before+`"`, `"`+behind
		}
		if i > 0 {
			before = "," + before
		}
		p.write(w, r.Buffers[p.arg], before, `","`, behind)
	}
	w.Flush()
}
