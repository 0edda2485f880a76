package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestArchWrites: what is kept of a write (Ivy Bridge PRM vol. 4 part 3, 3.3.3).
//
// seed: Ivy Bridge EU 3.3.3.2
func TestArchWrites(t *testing.T) {
	for _, c := range []struct {
		reg  int32
		sub  int
		want ArchWrite
	}{
		{ARFSR0, 0, WriteNone}, {ARFSR0, 4, WriteNone}, {ARFSR0, 8, WriteAll}, {ARFSR0, 11, WriteAll}, {ARFSR0, 12, WriteNone}, {ARFSR0, 16, WriteNone},
		{ARFCR0, 0, WriteAll}, {ARFCR0, 8, WriteAll}, {ARFCR0, 12, WriteNone}, {ARFN0, 4, WriteZero}, {ARFTDR0, 14, WriteValid},
		{ARFTM0, 0, WriteNone}, {ARFCE0, 0, WriteNone}, {ARFA0, 30, WriteAll}, {ARFF1, 2, WriteAll}, {ARFIP, 0, WriteAll},
	} {
		assert.Equal(t, c.want, ArchWrites(c.reg, c.sub), "%#x.%d", c.reg, c.sub)
	}
}

// TestStateBits: where sr0.0 has the place of a unit (specs/eu/registers.md, State).
func TestStateBits(t *testing.T) {
	for target, want := range map[Target][3]uint32{IVB: {0xF00, 0x1000, 0}, SKL: {0xF00, 0x3000, 0xC000}, TGL: {0xB0, 0x700, 0x3800}} {
		assert.Equal(t, want, [3]uint32{target.StateBits(StateEU), target.StateBits(StateSubslice), target.StateBits(StateSlice)}, "%v", target)
	}
}
