package listing

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

var (
	registerText  = regexp.MustCompile(`^([^.<:\[]+)(?:\.(\d+))?<([\d;,]+)>:(\w+)$`)
	indirectText  = regexp.MustCompile(`^r\[([^.\]]+)\.(\d+),(-?\d+)\](?:\.(\d+))?<([\d;,]+)>:(\w+)$`)
	immediateText = regexp.MustCompile(`^(?:&([^+]+)\+)?(0x[0-9a-f]+):(\w+)$`)
)

// operand reads a register or an immediate.
func (r *reader) operand(w string, dst bool) (o native.Operand, err error) {
	for m := len(modText) - 1; m > 0; m-- {
		if rest, ok := strings.CutPrefix(w, modText[m]); ok {
			w, o.Mod = rest, native.SrcMod(m)
			break
		}
	}
	typ, regions := "", ""
	if m := immediateText.FindStringSubmatch(w); m != nil {
		o.File, typ = native.Imm, m[3]
		if o.Imm, err = strconv.ParseUint(m[2], 0, 64); err == nil && m[1] != "" {
			o.AddrOf = r.names[m[1]].Reg + 1
		}
	} else if m := indirectText.FindStringSubmatch(w); m != nil {
		o.File, o.Indirect, o.AddrReg = native.GRF, true, r.names[m[1]].Reg+1
		o.AddrSub, o.AddrImm, o.Sub = uint8(number(m[2])), int16(number(m[3])), uint16(number(m[4]))
		regions, typ = m[5], m[6]
	} else if m := registerText.FindStringSubmatch(w); m != nil {
		if err = r.register(&o, m[1]); err == nil {
			o.Sub, regions, typ = uint16(number(m[2])), m[3], m[4]
		}
	} else {
		err = fmt.Errorf("%s: want an operand such as a.4<8;8,1>:d or 0x1:w", w)
	}
	if err != nil {
		return o, err
	}
	if o.File != native.Imm {
		o.Region = region(regions, dst)
	}
	o.Type, err = typeOf(typ)
	return o, err
}

// register takes what a name stands for.
func (r *reader) register(o *native.Operand, name string) error {
	if known, ok := r.names[name]; ok {
		o.File, o.Reg = known.File, known.Reg
		return nil
	}
	for _, reg := range []int32{native.ARFNull, native.ARFAcc0, native.ARFA0, native.ARFCR0, native.ARFN0} {
		if native.RegName(native.ARF, reg) == name {
			o.File, o.Reg = native.ARF, reg
			return nil
		}
	}
	return fmt.Errorf("%s: want a name that is declared", name)
}

// number is a number that a pattern has let through; none is 0.
func number(w string) int {
	n, _ := strconv.Atoi(w)
	return n
}

// region reads 8;8,1 of a source, 1 of a destination, 1,0 of a row of addresses.
func region(w string, dst bool) native.Region {
	var n []uint8
	for _, part := range strings.FieldsFunc(w, func(c rune) bool { return c == ';' || c == ',' }) {
		n = append(n, uint8(number(part)))
	}
	switch {
	case dst:
		return native.Region{H: n[0]}
	case len(n) == 2:
		return native.Region{V: native.VxH, W: n[0], H: n[1]}
	case len(n) == 1:
		return native.Region{V: n[0]}
	}
	return native.Region{V: n[0], W: n[1], H: n[2]}
}

func typeOf(name string) (native.Type, error) {
	for t := range native.NumTypes {
		if t.String() == name {
			return t, nil
		}
	}
	return 0, fmt.Errorf("%s: want a type", name)
}
