package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/genvisa/genvisa/sim/run"
)

// printRange is one --print: elements from to of an argument.
type printRange struct {
	text     string
	arg      int
	elem     run.Elem
	from, to int
}

// parsePrints reads arg0:f32[0:16]; type and range may be left out.
func parsePrints(texts []string, l *run.Launch) ([]printRange, error) {
	form := regexp.MustCompile(`^arg(\d{1,9})(?::(\w+))?(?:\[(\d{1,10}):(\d{1,10})\])?$`)
	var out []printRange
	for _, t := range texts {
		m := form.FindStringSubmatch(t)
		if m == nil {
			return nil, fmt.Errorf("--print %q: want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]", t)
		}
		n, _ := strconv.Atoi(m[1])
		if n >= len(l.Args) || l.Args[n].Kind != run.BufferArg && l.Args[n].Kind != run.ImageArg {
			return nil, fmt.Errorf("--print %q: argument %d is not a buffer of this launch", t, n)
		}
		p, err := printRange{text: t, arg: n, elem: l.Args[n].Elem}, error(nil)
		if m[2] != "" {
			if p.elem, err = run.ParseElem(m[2]); err != nil {
				return nil, fmt.Errorf("--print %q: %w", t, err)
			}
		}
		count := l.Args[n].Len() / max(p.elem.Size, 1)
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

// write prints the elements of a buffer with before, between and behind them.
// They are written as they are formatted: a buffer is larger as text. An error of
// w ends it; doMain sees that error again.
func (p *printRange) write(w *bufio.Writer, data []byte, before, between, behind string) {
	size := max(p.elem.Size, 1)
	_, err := w.WriteString(before)
	for i := p.from; i < p.to && err == nil; i++ {
		if i > p.from {
			w.WriteString(between)
		}
		_, err = w.Write(p.elem.Append(w.AvailableBuffer(), data[i*size:]))
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
