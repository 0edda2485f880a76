package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// pictureRow is one register of an operand with the lanes that touch its bytes.
type pictureRow struct {
	operand string // "dst", "src0" ...
	name    string // "r4"
	lanes   [native.GRFBytes]laneMark
}

// laneMark says whose a byte is.
type laneMark int8

// Marks beside the lanes 0 to 31.
const (
	untouched laneMark = -1 - iota
	several            // lanes
	message            // no lane's own
)

// letter is the mark in a picture of text.
func (m laneMark) letter() byte {
	switch m {
	case untouched:
		return '.'
	case several:
		return '*'
	case message:
		return '#'
	}
	return "0123456789abcdefghijklmnopqrstuv"[m&31]
}

// pictureOf are the registers that an instruction touches, by operand and register.
func pictureOf(in *native.Inst) (out []pictureRow) {
	for i, operand := range []string{"dst", "src0", "src1", "src2"} {
		first := len(out)
		for _, t := range in.Touches(i - 1) {
			for b := t.At; b < t.At+t.Bytes; b++ {
				reg := b / native.GRFBytes
				if b < 0 {
					reg = (b+1)/native.GRFBytes - 1
				}
				name := registerName(operandAt(in, i-1), reg, t.Row)
				k := slices.IndexFunc(out[first:], func(r pictureRow) bool { return r.name == name })
				if k < 0 {
					k = len(out) - first
					out = append(out, emptyRow(operand, name))
				}
				out[first+k].mark(b-reg*native.GRFBytes, t.Lane)
			}
		}
	}
	return out
}

func operandAt(in *native.Inst, i int) *native.Operand {
	if i < 0 {
		return &in.Dst
	}
	return &in.Src[i]
}

func emptyRow(operand, name string) pictureRow {
	r := pictureRow{operand: operand, name: name}
	for i := range r.lanes {
		r.lanes[i] = untouched
	}
	return r
}

func (r *pictureRow) mark(b, lane int) {
	m := laneMark(lane)
	if lane == native.AllLanes {
		m = message
	}
	if old := r.lanes[b]; old != untouched && old != m {
		m = several
	}
	r.lanes[b] = m
}

// registerName is a register by its number, or its distance from an address.
func registerName(o *native.Operand, reg, row int) string {
	if o.Indirect {
		name := fmt.Sprintf("[a0.%d]", int(o.AddrSub)+row)
		if reg != 0 {
			name = fmt.Sprintf("[a0.%d]%+d", int(o.AddrSub)+row, reg*native.GRFBytes)
		}
		return name
	}
	if o.File == native.ARF {
		return native.RegName(o.File, o.Reg&^15|int32(reg&15))
	}
	return native.RegName(o.File, int32(reg))
}

// drawText draws 32 bytes of a register a line; a byte has the number of its lane, 0 to
// 9 and a to v.
func drawText(w io.Writer, in *native.Inst) {
	rows := pictureOf(in)
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, "  %-4s %-12s %-8s %-8s %-8s %-8s  (* several lanes, # no lane's own)\n", "", "byte", "0", "8", "16", "24")
	last := ""
	for _, r := range rows {
		var line bytes.Buffer
		for b, m := range r.lanes {
			if b > 0 && b%8 == 0 {
				line.WriteByte(' ')
			}
			line.WriteByte(m.letter())
		}
		operand := r.operand
		if operand == last {
			operand = ""
		}
		last = r.operand
		fmt.Fprintf(w, "  %-4s %-12s %s\n", operand, r.name, line.Bytes())
	}
}
