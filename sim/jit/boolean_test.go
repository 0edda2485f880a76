package jit

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// booleanOp is a function of three bits of the rows behind each other from 1024 on, to 512.
func booleanOp(fc uint8) code.Op {
	o := code.Op{Form: code.FormBoolean, N: 8, Full: 0xFF, Ext: int32(fc), Flags: code.FlagInPlace}
	o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
	for i := range o.Src {
		o.Src[i] = code.Source{Addr: uint32(1024 + 32*i), Type: native.UD}
	}
	return o
}

// TestBoolean: the sources 0xAA, 0xCC and 0xF0 have all values of three bits, so that each function of them is its own number.
func TestBoolean(t *testing.T) {
	available(t)
	for fc := range 256 {
		p := program(t, []code.Op{booleanOp(uint8(fc))})
		c := compile(p)
		require.Len(t, c.sequences, 1)
		w, _ := thread(t, p, onPages(t, p, c, compileSome(p, c.sequences)), ^uint32(0), 1)
		regs := w.Ahead(0).Registers
		for i, v := range []uint32{0xAA, 0xCC, 0xF0} {
			for lane := range 8 {
				binary.LittleEndian.PutUint32(regs[1024+32*i+4*lane:], v<<lane)
			}
		}
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		for lane := range 8 {
			require.EqualValues(t, fc, binary.LittleEndian.Uint32(regs[512+4*lane:])>>lane&0xFF, "function %#x, lane %d", fc, lane)
		}
	}
}

// TestBooleanOps: functions with sources and destinations of every kind leave the bytes that the EU model leaves.
func TestBooleanOps(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(41, 42))
	for range 300 {
		o := opOf(rnd, kernel{form: code.FormALU, class: code.ClassRaw, kern: code.KernMad}, lanesOf(rnd))
		if o.Flags&(code.FlagReports|code.FlagAccs) != 0 {
			continue
		}
		o.Form, o.Ext, o.Flags = code.FormBoolean, int32(rnd.IntN(256)), o.Flags&^(code.FlagDirect|code.FlagBring)
		if o.Dst.Size != 4 || o.Dst.Step != 4 {
			o.Flags &^= code.FlagInPlace
		}
		p := program(t, []code.Op{o})
		c := compile(p)
		require.Len(t, c.sequences, 1, "%+v", o)
		require.Empty(t, differs(t, p, onPages(t, p, c, compileSome(p, c.sequences)), maskOf(rnd), rnd.Uint64()), "%+v", o)
	}
}

// TestBooleanSteps: an exclusive or of three takes two instructions, a choice by source 0 no more than six.
func TestBooleanSteps(t *testing.T) {
	for fc, n := range map[uint8]int{0x96: 2, 0x80: 5, 0xCA: 6, 0xAC: 6, 0x00: 1, 0xFF: 1, 0xAA: 1} {
		assert.LessOrEqual(t, len(booleanSteps(fc)), n, "%#x", fc)
	}
}
