package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native/state"
)

// maxStateBytes is more than any table of states that one heap holds has.
const maxStateBytes = 1 << 20

// read gives the structures of the input, one of zeros without one.
func (c *stateCmd) read(s streams, l *state.Layout) ([]state.Object, error) {
	if c.In == "" {
		return []state.Object{l.New()}, nil
	}
	in := s.in
	if c.In != "-" {
		f, err := os.Open(c.In)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, maxStateBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", c.In, err)
	}
	if len(b) > maxStateBytes {
		return nil, fmt.Errorf("%s has more than %d bytes: want at most that", c.In, maxStateBytes)
	}
	if b, err = stateBytes(b); err != nil {
		return nil, fmt.Errorf("%s: %w", c.In, err)
	}
	var all []state.Object
	for first := true; first || len(b) > 0; first = false {
		n := len(b)
		if !l.Open {
			n = min(n, l.Dwords*4)
		}
		o, err := l.Decode(b[:n])
		if err != nil {
			return nil, fmt.Errorf("%s: structure %d: %w", c.In, len(all), err)
		}
		all, b = append(all, o), b[n:]
	}
	return all, nil
}

// stateBytes turns words as text, with remarks behind #, into bytes; what is no text is bytes already.
func stateBytes(b []byte) ([]byte, error) {
	for _, v := range b {
		if v > '~' || v < ' ' && v != '\t' && v != '\n' && v != '\r' {
			return b, nil
		}
	}
	out := []byte{}
	for line := range strings.Lines(string(b)) {
		line, _, _ = strings.Cut(line, "#")
		for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }) {
			v, err := strconv.ParseUint(strings.TrimPrefix(w, "0x"), 16, 32)
			if err != nil {
				return nil, fmt.Errorf("word %d is %q: want up to eight hexadecimal digits", len(out)/4, w)
			}
			out = binary.LittleEndian.AppendUint32(out, uint32(v))
		}
	}
	return out, nil
}

// stateFields are a structure for programs.
type stateFields struct {
	Fields   []stateField `json:"fields"`
	Words    []string     `json:"words"`
	Findings []string     `json:"findings"`
}

type stateField struct {
	Name  string `json:"name"`
	Bits  string `json:"bits"` // dword.high:low
	Code  uint64 `json:"code"` // as it is stored
	Value string `json:"value"`
}

func (c *stateCmd) show(s streams, l *state.Layout, all []state.Object) error {
	var objects []stateFields
	found := 0
	for i, o := range all {
		r := stateFields{[]stateField{}, stateWords(o), []string{}}
		for _, v := range o.Fields() {
			r.Fields = append(r.Fields, stateField{v.Name(), v.Bits(), v.Code, v.String()})
		}
		for _, f := range o.Findings() {
			r.Findings = append(r.Findings, f.Error())
			if !c.JSON {
				s.say("structure %d: %v", i, f)
			}
			found++
		}
		switch objects = append(objects, r); {
		case c.JSON:
		case c.Words:
			fmt.Fprintln(s.out, strings.Join(r.Words, " "))
		default:
			if len(all) > 1 {
				fmt.Fprintf(s.out, "%s %d\n", l.Name, i)
			}
			fmt.Fprint(s.out, o)
		}
	}
	if c.JSON {
		if err := s.reply(found == 0, nil, struct {
			Structure string        `json:"structure"`
			Target    string        `json:"target"`
			Objects   []stateFields `json:"objects"`
		}{l.Name, l.Target.String(), objects}); err != nil {
			return err
		}
	}
	if found > 0 {
		return errFindings
	}
	return nil
}

// stateWords are the dwords of a structure, eight digits each.
func stateWords(o state.Object) []string {
	var out []string
	for b := o.Encode(); len(b) >= 4; b = b[4:] {
		out = append(out, fmt.Sprintf("%08x", binary.LittleEndian.Uint32(b)))
	}
	return out
}
