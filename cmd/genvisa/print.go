package main

import (
	"fmt"
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

// printed is what a --print shows.
type printed struct {
	Range  string   `json:"range"`
	Values []string `json:"values"` // decimal
}

// parsePrints reads arg0:f32[0:16]; type and range may be left out.
func parsePrints(texts []string, l *run.Launch) ([]printRange, error) {
	form := regexp.MustCompile(`^arg(\d{1,9})(?::(\w+))?(?:\[(\d{1,9}):(\d{1,9})\])?$`)
	var out []printRange
	for _, t := range texts {
		m := form.FindStringSubmatch(t)
		if m == nil {
			return nil, fmt.Errorf("--print %q: want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]", t)
		}
		n, _ := strconv.Atoi(m[1])
		if n >= len(l.Args) || l.Args[n].Kind != run.BufferArg {
			return nil, fmt.Errorf("--print %q: argument %d is not a buffer of this launch", t, n)
		}
		p, err := printRange{text: t, arg: n, elem: l.Args[n].Elem}, error(nil)
		if m[2] != "" {
			if p.elem, err = run.ParseElem(m[2]); err != nil {
				return nil, fmt.Errorf("--print %q: %w", t, err)
			}
		}
		count := len(l.Args[n].Data) / max(p.elem.Size, 1)
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

// printAll is the contents of all ranges.
func printAll(prints []printRange, r *run.Report) []printed {
	var out []printed
	for _, p := range prints {
		line := printed{p.text, []string{}}
		for i := p.from; i < p.to; i++ {
			line.Values = append(line.Values, p.elem.Format(r.Buffers[p.arg][i*max(p.elem.Size, 1):]))
		}
		out = append(out, line)
	}
	return out
}
