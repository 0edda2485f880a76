package eu

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// cells are elements of a register from some element on.
type cells struct {
	name   string // as written: r4.1:w
	reg    string // r, a, f, acc, sr, cr or ip
	num    int
	sub    int // element
	ty     native.Type
	values []cell
}

// cell is the bits of an element; a NaN stands for any.
type cell struct {
	text string
	bits uint64
	nan  bool
	skip bool
}

var caseTypes = map[string]native.Type{
	"ub": native.UB, "b": native.B, "uw": native.UW, "w": native.W, "ud": native.UD, "d": native.D,
	"uq": native.UQ, "q": native.Q, "hf": native.HF, "f": native.F, "df": native.DF,
}

// caseTargets are all targets by name.
var caseTargets = func() map[string]native.Target {
	m := map[string]native.Target{}
	for t := range native.NumTargets {
		m[t.String()] = t
	}
	return m
}()

// parseManual reads the cases of a file.
func parseManual(name, text string) (cases []*manualCase, err error) {
	var c *manualCase
	for i, line := range strings.Split(text, "\n") {
		pos := fmt.Sprintf("%s:%d", name, i+1)
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		if word == "" {
			continue
		}
		if word == "#" {
			c = &manualCase{pos: pos, cite: rest, mask: 0xFFFF, targets: []native.Target{native.IVB, native.HSW}}
			cases = append(cases, c)
			continue
		}
		if c == nil {
			return nil, fmt.Errorf("%s: want # and a section first", pos)
		}
		if err := c.line(word, rest); err != nil {
			return nil, fmt.Errorf("%s: %w", pos, err)
		}
	}
	for _, c := range cases {
		if (len(c.want) == 0) == (c.stop+c.bad == "") || c.code.Len() == 0 {
			return nil, fmt.Errorf("%s: want code, and either results or an error", c.pos)
		}
	}
	return cases, nil
}

// line adds a line to the case.
func (c *manualCase) line(word, rest string) (err error) {
	switch word {
	case "on":
		c.targets = nil
		for _, name := range strings.Fields(rest) {
			target, ok := caseTargets[name]
			if !ok {
				return fmt.Errorf("target %q", name)
			}
			c.targets = append(c.targets, target)
		}
	case "mask", "cr0":
		v, err := strconv.ParseUint(rest, 0, 32)
		if err != nil {
			return err
		}
		if word == "mask" {
			c.mask = uint32(v)
		} else {
			c.cr0 = uint32(v)
		}
	case "set":
		c.set, err = appendCells(c.set, rest)
	case "want":
		c.want, err = appendCells(c.want, rest)
	case "run":
		c.code.WriteString(rest + "\n")
	case "stop":
		c.stop = rest
	case "bad":
		c.bad = rest
	case "lint":
		c.lint = rest
	case "sys":
		c.routine.WriteString(rest + "\n")
	case "cr1", "n", "tdr", "halt", "place":
		return c.dispatched(word, strings.Fields(rest))
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return err
}

// appendCells reads "r4.1:w 1 2 -3".
func appendCells(to []cells, text string) ([]cells, error) {
	name, rest, _ := strings.Cut(text, " ")
	c := cells{name: name}
	place, ty, _ := strings.Cut(name, ":")
	var ok bool
	if c.ty, ok = caseTypes[ty]; !ok {
		return nil, fmt.Errorf("type %q", ty)
	}
	reg, sub, dotted := strings.Cut(place, ".")
	c.reg = strings.TrimRight(reg, "0123456789")
	var err error
	if digits := reg[len(c.reg):]; digits != "" {
		if c.num, err = strconv.Atoi(digits); err != nil {
			return nil, err
		}
	}
	if dotted {
		if c.sub, err = strconv.Atoi(sub); err != nil {
			return nil, err
		}
	}
	for _, w := range strings.Fields(rest) {
		if c.values, err = appendValues(c.values, c.ty, w); err != nil {
			return nil, err
		}
	}
	return append(to, c), nil
}

// appendValues reads a value, a range 3..7 or a repetition -1*4.
func appendValues(to []cell, ty native.Type, word string) ([]cell, error) {
	if from, last, ok := strings.Cut(word, ".."); ok {
		a, err := strconv.Atoi(from)
		if err != nil {
			return nil, err
		}
		b, err := strconv.Atoi(last)
		if err != nil {
			return nil, err
		}
		for v := a; v <= b; v++ {
			one, err := parseCell(ty, strconv.Itoa(v))
			if err != nil {
				return nil, err
			}
			to = append(to, one)
		}
		return to, nil
	}
	n := 1
	if v, times, ok := strings.Cut(word, "*"); ok {
		var err error
		if n, err = strconv.Atoi(times); err != nil {
			return nil, err
		}
		word = v
	}
	v, err := parseCell(ty, word)
	for range n {
		to = append(to, v)
	}
	return to, err
}

// namedFloats are the bits of floats with a name; a denormal has a set low bit.
var namedFloats = map[string]struct{ hf, f, df uint64 }{
	"inf": {0x7C00, 0x7F800000, 0x7FF0000000000000}, "nan": {0x7E00, 0x7FC00000, 0x7FF8000000000000},
	"snan": {0x7C01, 0x7F800001, 0x7FF0000000000001}, "den": {1, 1, 1}, "dem": {0x3FF, 0x7FFFFF, 0xFFFFFFFFFFFFF},
	"fmax": {0x7BFF, 0x7F7FFFFF, 0x7FEFFFFFFFFFFFFF}, "fmin": {0x0400, 0x00800000, 0x0010000000000000},
}

// parseCell reads an integer, a decimal float, a named float with a sign, or bits
// from 0x on. _ leaves an element out.
func parseCell(ty native.Type, word string) (c cell, err error) {
	c.text = word
	if word == "_" {
		c.skip = true
		return c, nil
	}
	if named, ok := namedFloats[strings.TrimPrefix(word, "-")]; ok {
		c.bits, c.nan = named.f, strings.HasSuffix(word, "nan")
		sign := uint64(1) << 31
		switch ty {
		case native.DF:
			c.bits, sign = named.df, 1<<63
		case native.HF:
			c.bits, sign = named.hf, 1<<15
		}
		if word[0] == '-' {
			c.bits |= sign
		}
		return c, nil
	}
	switch bits := strings.HasPrefix(word, "0x"); {
	case bits:
		c.bits, err = strconv.ParseUint(word, 0, 64)
	case ty == native.F:
		var v float64
		v, err = strconv.ParseFloat(word, 32)
		c.bits = uint64(math.Float32bits(float32(v)))
	case ty == native.HF:
		var v float64
		v, err = strconv.ParseFloat(word, 64)
		c.bits = uint64(num.DToHalf(num.IEEE, v))
	case ty == native.DF:
		var v float64
		v, err = strconv.ParseFloat(word, 64)
		c.bits = math.Float64bits(v)
	default:
		var v int64
		v, err = strconv.ParseInt(word, 10, 64)
		c.bits = uint64(v)
		if size := ty.Size(); size < 8 {
			c.bits &= 1<<(8*size) - 1
		}
	}
	return c, err
}

// is compares the bytes of an element.
func (c *cell) is(got []byte, ty native.Type) bool {
	bits := le(got)
	switch {
	case c.skip:
		return true
	case c.nan && ty == native.F:
		return bits&0x7FFFFFFF > 0x7F800000
	case c.nan && ty == native.HF:
		return bits&0x7FFF > 0x7C00
	case c.nan && ty == native.DF:
		return bits&math.MaxInt64 > 0x7FF0000000000000
	}
	return bits == c.bits
}

func le(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

func (c *cells) bytes() (out []byte) {
	for _, v := range c.values {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v.bits)
		out = append(out, b[:c.ty.Size()]...)
	}
	return out
}

// place is where the elements lie: bytes of all registers and the first of them.
func (c *cells) place(t *thread) ([]byte, int, error) {
	file := unsafe.Slice((*byte)(t.base), t.grf+code.ArchSize)
	at := c.sub * c.ty.Size()
	if c.reg == "r" {
		return file, 32*c.num + at, nil
	}
	known := map[string]int32{"a": native.ARFA0, "f": native.ARFF0, "acc": native.ARFAcc0, "cr": native.ARFCR0}
	reg, ok := known[c.reg]
	if !ok {
		return nil, 0, fmt.Errorf("register %q", c.name)
	}
	for _, p := range code.ArchRegisters {
		if p.Reg == reg+int32(c.num) {
			return file, t.grf + p.Off + at, nil
		}
	}
	return nil, 0, fmt.Errorf("register %q", c.name)
}
