package interp

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
)

// Memories that no surface variable names.
const (
	flatMemory   = -1 - iota // 64-bit addresses
	localMemory              // shared local memory
	handleMemory             // the surface whose handle is the instruction's operand Surface
	indexMemory              // the surface whose binding table index it is
)

// spaces are the memories of enumeration LSC_SPACE that an instruction can count from.
var spaces = map[string]int32{"flat": flatMemory, "bss": handleMemory, "bti": indexMemory}

// local is the SFID whose addresses are those of shared local memory.
const local = "slm"

// space finds the memory of an instruction whose operands say it (specs/README.md, Memory).
func (d *decoder) space(c *inst) error {
	o := d.in.Arg(visa.ArgSpace)
	if o == nil {
		return nil
	}
	name, sfid := d.spelling(visa.ArgSpace), d.spelling(visa.ArgSfid)
	memory, ok := spaces[name]
	switch {
	case !ok:
		return d.unsupported("addresses that count from a surface of space %s: want flat, bss or bti", name)
	case sfid == local && memory == flatMemory:
		c.surface = localMemory
		return nil
	case sfid == local:
		return d.invalid("shared local memory by a surface of space %s: want flat", name)
	case memory != flatMemory && d.in.Arg(visa.ArgSurface).Kind == visa.None:
		return d.invalid("no surface: want one with space %s", name)
	}
	c.surface, c.number = memory, d.in.Op.Info().Args[visa.ArgSurface]-1
	return nil
}

// spelling is the text of a field, "" when the op has no such field.
func (d *decoder) spelling(name visa.ArgName) string {
	n := d.in.Op.Info().Args[name]
	if n == 0 {
		return ""
	}
	text, _ := d.in.Op.Info().Slots[n-1].Enum.Text(uint32(d.in.Args[n-1].Imm))
	return text
}

// memoryOf finds the memory of an instruction: one of those above, or that of a surface variable.
func (w *worker) memoryOf(t *thread, in *inst) (*mem.Surface, error) {
	switch in.surface {
	case flatMemory:
		return &t.refs.Flat, nil
	case localMemory:
		return t.indexed(fixed.SurfaceLocal)
	case handleMemory:
		return t.bindless(uint32(w.frame.Field[in.number]))
	case indexMemory:
		return t.indexed(int32(uint32(w.frame.Field[in.number])))
	}
	return w.surface(t, in.surface)
}
