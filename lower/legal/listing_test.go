package legal

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// listed are targets of each kind: with Align16 and 64 bits, with either or neither, and those
// between.
var listed = []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.BXT, native.LKF, native.TGL}

// TestFixes: what a fix makes of an instruction, for each target. It can be encoded, and it
// breaks no rule wherever its variables come to lie.
func TestFixes(t *testing.T) {
	for name, targets := range map[string][]native.Target{
		"fixes.txt":       listed, // each of them once
		"sources.txt":     {native.HSW, native.SKL, native.LKF, native.TGL},
		"halves.txt":      {native.SKL, native.LKF, native.TGL},
		"unit.txt":        {native.BDW, native.SKL},
		"regions.txt":     {native.BDW, native.SKL, native.TGL},
		"nibbles.txt":     {native.LKF},
		"pieces.txt":      {native.HSW, native.BDW},
		"ternary.txt":     {native.HSW, native.SKL, native.LKF, native.TGL},
		"addends.txt":     {native.DG2},
		"sums.txt":        {native.LKF, native.TGL},
		"quads.txt":       {native.SKL},
		"qwords.txt":      {native.BXT},
		"wholes.txt":      {native.BDW, native.SKL, native.TGL},
		"pairs.txt":       {native.TGL},
		"doubles.txt":     {native.IVB, native.HSW},
		"quaddoubles.txt": {native.MTL},
	} {
		listing.Check(t, name, targets, func(p *native.Program, target native.Target) error {
			had := len(p.Vars)
			if err := Run(edit.New(p, target)); err != nil {
				return err
			}
			return broken(p, target, had)
		})
	}
}

// TestEmulate: what takes the place of an operation that has no instruction, which is legal
// when the fixes have seen it.
func TestEmulate(t *testing.T) {
	for name, targets := range map[string][]native.Target{
		"emulate.txt":  listed, // each of them once
		"products.txt": {native.BXT, native.TGL},
		"words.txt":    {native.IVB, native.HSW},
		"math.txt":     {native.TGL},
		"macros.txt":   {native.SKL, native.ICL, native.DG2, native.MTL},
	} {
		listing.Check(t, name, targets, func(p *native.Program, target native.Target) error {
			e, had := edit.New(p, target), len(p.Vars)
			if err := Emulate(e); err != nil {
				return err
			}
			mended := *p
			mended.Insts, mended.Vars, mended.Flags = slices.Clone(p.Insts), slices.Clone(p.Vars), slices.Clone(p.Flags)
			if err := Run(edit.New(&mended, target)); err != nil {
				return err
			}
			return broken(&mended, target, had)
		})
	}
}

// TestPairs: what is made of 64-bit integers ahead of the other fixes.
func TestPairs(t *testing.T) {
	listing.Check(t, "dwords.txt", []native.Target{native.IVB, native.SKL, native.TGL}, func(p *native.Program, target native.Target) error {
		e := edit.New(p, target)
		had := HasPairs(e)
		if err := Pairs(e); err != nil {
			return err
		}
		assert.Equal(t, target != native.SKL && len(p.Vars) > 1, had)
		assert.False(t, HasPairs(e))
		return nil
	})
}

// TestBoth: what both of them make of an instruction.
func TestBoth(t *testing.T) {
	listing.Check(t, "both.txt", listed, func(p *native.Program, target native.Target) error {
		e, had := edit.New(p, target), len(p.Vars)
		if err := Emulate(e); err != nil {
			return err
		}
		if err := Run(e); err != nil {
			return err
		}
		return broken(p, target, had)
	})
}

// broken is the first rule that a program breaks whose variables lie one behind the other, or
// what is wrong with the variables that were added to so many.
func broken(p *native.Program, target native.Target, had int) error {
	if err := ample(p, had); err != nil {
		return err
	}
	at, next := make([]int, len(p.Vars)), 4*grfBytes
	for v := range p.Vars {
		at[v] = next
		next += (p.Vars[v].Size + grfBytes - 1) / grfBytes * grfBytes
	}
	var insts []native.Inst
	for i := range p.Insts {
		in := p.Insts[i]
		for _, o := range edit.Operands(&in) {
			placed(o, at)
		}
		if f := in.Flag.Virt; f > 0 {
			in.Flag = native.Flag{Reg: uint8(f-1) / 2 % 2, Sub: uint8(f-1) % 2}
			if p.Flags[f-1].Bits > 16 {
				in.Flag.Sub = 0
			}
		}
		if w, ok := target.InPairs(&in); ok {
			in = w // doubles as the target has them written
		}
		insts = append(insts, in)
		if in.IsMacro() {
			continue // its accumulators become fields when it is encoded
		}
		if _, err := native.Encode(target, &in); err != nil {
			return fmt.Errorf("%s: %w", listing.Text(p, &p.Insts[i]), err)
		}
	}
	for _, f := range native.Check(target, insts) {
		return fmt.Errorf("%s: %v", listing.Text(p, &p.Insts[f.Inst]), f.Rule.ID)
	}
	return nil
}

// ample finds operands that reach out of their variables, and added variables of more registers
// than any operand reaches.
func ample(p *native.Program, had int) error {
	reach := make([]int, len(p.Vars))
	for i := range p.Insts {
		in := &p.Insts[i]
		for k, o := range edit.Operands(in) {
			if !edit.IsReg(o) {
				continue
			}
			n := int(in.ExecSize)
			if in.Align16 && in.Dst.ChanEn != native.AllChannels {
				n = 1
			}
			_, hi := edit.Extent(o, k == 0, n)
			if reach[o.Reg] = max(reach[o.Reg], hi); hi > p.Vars[o.Reg].Size {
				return fmt.Errorf("%s: out of a variable of %d bytes", listing.Text(p, in), p.Vars[o.Reg].Size)
			}
		}
	}
	for v := had; v < len(p.Vars); v++ {
		if grfs := func(n int) int { return (n + grfBytes - 1) / grfBytes }; grfs(p.Vars[v].Size) > grfs(max(reach[v], 1)) {
			return fmt.Errorf("variable %s has %d bytes: %d are reached", p.Vars[v].Name, p.Vars[v].Size, reach[v])
		}
	}
	return nil
}

// placed gives an operand a register.
func placed(o *native.Operand, at []int) {
	if o.AddrOf > 0 {
		o.Imm, o.AddrOf = o.Imm+uint64(at[o.AddrOf-1]), 0
	}
	switch {
	case o.Indirect:
		o.AddrReg, o.Reg = 0, 0
	case o.File == native.Virt:
		b := at[o.Reg] + int(o.Sub)
		o.File, o.Reg, o.Sub = native.GRF, int32(b/grfBytes), uint16(b%grfBytes)
	case o.File == native.VirtFlag:
		o.File, o.Reg = native.ARF, native.ARFF0
	case o.File == native.VirtAddr:
		o.File, o.Reg = native.ARF, native.ARFA0
	}
}
