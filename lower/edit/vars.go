package edit

import (
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// grfBytes is the size of a general register.
const grfBytes = native.GRFBytes

// NewVar adds a virtual register of size bytes. Registers of more than half a
// GRF start on a GRF; smaller ones are aligned so that they never straddle two.
func (c *Editor) NewVar(name string, size, align int) int32 {
	c.P.Vars = append(c.P.Vars, native.Var{Name: name, Size: size, Align: VarAlign(size, align), Fixed: -1})
	return int32(len(c.P.Vars) - 1)
}

// VarAlign is the alignment of a variable of size bytes that has to begin at a multiple of
// align.
func VarAlign(size, align int) int {
	natural := grfBytes
	if size < grfBytes {
		natural = 1 << bits.Len(uint(size-1))
	}
	return min(max(natural, align, 4), grfBytes)
}

// NewTemp is an unnamed virtual register.
func (c *Editor) NewTemp(size int) int32 {
	return c.NewVar(fmt.Sprintf("t%d", len(c.P.Vars)), size, 4)
}

// NewFlag adds a virtual flag of 16 or 32 channels.
func (c *Editor) NewFlag(name string, channels int) int32 {
	n := 16
	if channels > 16 {
		n = 32
	}
	c.P.Flags = append(c.P.Flags, native.FlagVar{Name: name, Bits: n, Fixed: -1})
	return int32(len(c.P.Flags) - 1)
}

// Virt is the operand at byte off of a virtual register.
func Virt(v int32, off int, r native.Region, t native.Type) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Sub: uint16(off), Region: r, Type: t}
}

// FlagReg is the operand of a virtual flag, from byte off.
func FlagReg(f int32, off int, r native.Region, t native.Type) native.Operand {
	return native.Operand{File: native.VirtFlag, Reg: f, Sub: uint16(off), Region: r, Type: t}
}

// FlagType is the type of a whole flag.
func (c *Editor) FlagType(flag int32) native.Type {
	if c.P.Flags[flag].Bits == 32 {
		return native.UD
	}
	return native.UW
}

// WholeFlag is the operand of all bits of a flag.
func (c *Editor) WholeFlag(flag int32, r native.Region) native.Operand {
	return FlagReg(flag, 0, r, c.FlagType(flag))
}

// NewLabel marks instruction i; the result is the label plus one.
func (c *Editor) NewLabel(i int) int32 {
	c.P.Labels = append(c.P.Labels, i)
	return int32(len(c.P.Labels))
}
