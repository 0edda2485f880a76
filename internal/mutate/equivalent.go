package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// reasoned is a mutation of a list with the reason why it is there: it changes
// nothing that could be observed (equivalent.txt), or no test need notice it
// (survivors.txt).
type reasoned struct {
	File, Func, From, To, Why string
	list                      string // name of the list
	at                        int    // line of it
}

// reasons reads a list: entries of five "key: value" lines, apart by empty
// lines; # starts a comment.
func reasons(path string) ([]reasoned, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []reasoned
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
			out, open = append(out, reasoned{list: filepath.Base(path), at: i + 1}), true
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

func (e *reasoned) field(key string) *string {
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
func reason(list []reasoned, m *mutation) string {
	for _, e := range list {
		if e.is(m) {
			return e.Why
		}
	}
	return ""
}

func (e *reasoned) is(m *mutation) bool {
	return e.File == m.File && e.Func == m.Func && e.From == m.From && e.To == m.To
}
