package native

import (
	"slices"

	"github.com/genvisa/genvisa/internal/grf"
)

// The register file where all targets agree, as Caps of each has it.
const (
	GRFs     = grf.Count // general registers of a thread whose kernel does not ask for more
	GRFBytes = grf.Bytes // bytes of one
)

// MostGRFs is the largest register file on any target, in registers.
const MostGRFs = grf.Most

// MostGRFs is the largest register file that a kernel can ask for, in registers: the fact
// LargeGRFs where the target has it, else GRFs.
func (t Target) MostGRFs() int {
	large, _ := caps[t].LargeGRFs()
	return max(large, caps[t].GRFs)
}

// Accumulators is how many accumulators hold elements of instructions in a thread with so
// many general registers.
func (t Target) Accumulators(grfs int) int {
	if n, ok := caps[t].LargeAccumulators(); ok && grfs > caps[t].GRFs {
		return n
	}
	return caps[t].Accumulators
}

// Files are the sizes of the register file that threads of the target can have, in registers.
func (t Target) Files() []int { return slices.Compact([]int{caps[t].GRFs, t.MostGRFs()}) }

// HasFile reports whether threads of the target can have so many general registers.
func (t Target) HasFile(grfs int) bool { return slices.Contains(t.Files(), grfs) }

// GRFsOf is the register file that instructions name, in registers: MostGRFs where one of
// them has an operand behind the smaller file, else GRFs. No instruction says which file its
// kernel asked for, metadata do: of a kernel that asked for more and names no such register
// this is too small, and by address it may use them all the same.
func (t Target) GRFsOf(insts []Inst) int {
	small, most := caps[t].GRFs, t.MostGRFs()
	if small == most {
		return small
	}
	for i := range insts {
		if insts[i].names(int32(small)) {
			return most
		}
	}
	return small
}

// names reports whether an operand is register first or one behind it.
func (in *Inst) names(first int32) bool {
	behind := func(o *Operand) bool { return o.File == GRF && !o.Indirect && o.Reg >= first }
	return behind(&in.Dst) || behind(&in.Src[0]) || behind(&in.Src[1]) || behind(&in.Src[2])
}

// Caps gives the target's capabilities; also those of targets without a layout.
func (t Target) Caps() *Caps { return &caps[t] }

// Knows reports whether somebody knows the answer; the field of an unknown fact
// is zero and says nothing.
func (c *Caps) Knows(f Fact) bool { return c.unknown>>f&1 == 0 }

// has reports whether the fact has an answer on the target at all.
func (c *Caps) has(f Fact) bool { return (c.unknown|c.idle)>>f&1 == 0 }

// String is the name of the fact's field in Caps.
func (f Fact) String() string {
	if f >= NumFacts {
		return "fact?"
	}
	return factNames[f]
}
