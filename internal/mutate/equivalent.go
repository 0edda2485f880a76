package main

import (
	"fmt"
	"os"
	"strings"
)

// equivalent is a mutation that changes nothing that could be observed.
type equivalent struct {
	File, Func, From, To, Why string
	at                        int // line of the list
}

// equivalents reads the list: entries of five "key: value" lines, apart by empty
// lines; # starts a comment.
func equivalents(path string) ([]equivalent, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []equivalent
	open := false
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			open = false
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if !open {
			out, open = append(out, equivalent{at: i + 1}), true
		}
		key, value, _ := strings.Cut(line, ":")
		field := out[len(out)-1].field(key)
		value = strings.TrimSpace(value)
		if field == nil || *field != "" || value == "" {
			return nil, fmt.Errorf("%s:%d: %q: want one each of file, func, from, to and why, with a value", path, i+1, line)
		}
		*field = value
	}
	for _, e := range out {
		if e.File == "" || e.Func == "" || e.From == "" || e.To == "" || e.Why == "" {
			return nil, fmt.Errorf("%s:%d: want file, func, from, to and why", path, e.at)
		}
	}
	return out, nil
}

func (e *equivalent) field(key string) *string {
	switch key {
	case "file":
		return &e.File
	case "func":
		return &e.Func
	case "from":
		return &e.From
	case "to":
		return &e.To
	case "why":
		return &e.Why
	}
	return nil
}

// reason finds a mutation in the list.
func reason(list []equivalent, m *mutation) string {
	for _, e := range list {
		if e.is(m) {
			return e.Why
		}
	}
	return ""
}

func (e *equivalent) is(m *mutation) bool {
	return e.File == m.File && e.Func == m.Func && e.From == m.From && e.To == m.To
}
