package native

import "github.com/genvisa/genvisa/internal/grf"

// The register file where all targets agree, as Caps of each has it.
const (
	GRFs     = grf.Count // general registers of a thread
	GRFBytes = grf.Bytes // bytes of one
)

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
