package latency

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// TestConflicts: clocks by the banks of registers, target by target.
func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		text   string
		want   int
	}{
		{native.SKL, "mad (8|M0) r9.0<1>:f r3.0<2;1>:f r4.0<2;1>:f r6.0<1>:f", 1},
		{native.SKL, "mad (8|M0) r9.0<1>:f r4.0<2;1>:f r3.0<2;1>:f r6.0<1>:f", 0},    // another parity
		{native.SKL, "mad (8|M0) r9.0<1>:f r3.0<2;1>:f r4.0<2;1>:f r66.0<1>:f", 0},   // the other half of the file
		{native.SKL, "mad (8|M0) r9.0<1>:f r3.0<2;1>:f r68.0<2;1>:f r66.0<1>:f", 1},  // both there
		{native.SKL, "mad (8|M0) r9.0<1>:f r3.0<2;1>:f r6.0<2;1>:f r6.0<1>:f", 0},    // read once
		{native.SKL, "mad (8|M0) r9.0<1>:f r6.0<2;1>:f r4.0<2;1>:f r6.0<1>:f", 0},    // so too
		{native.BDW, "mad (8|M0) r9.0<1>:f r6.0<2;1>:f r4.0<2;1>:f r6.0<1>:f", 1},    // not there
		{native.BDW, "mad (8|M0) r9.0<1>:f r4.0<2;1>:f r6.0<2;1>:f r6.0<1>:f", 0},    //
		{native.BXT, "mad (16|M0) r20.0<1>:f r3.0<2;1>:f r4.0<2;1>:f r6.0<1>:f", 2},  // each half
		{native.SKL, "mad (16|M0) r20.0<1>:f r3.0<2;1>:f r4.0<0;0>:f r6.0<1>:f", 1},  // the second has r4 and r7
		{native.SKL, "mad (16|M0) r20.0<1>:f r3.0<2;1>:f r63.0<2;1>:f r1.0<1>:f", 1}, // then r64 and r2
		{native.LKF, "mad (8|M0) r9.0<1>:f r3.0<8;1>:f r4.0<8;1>:f r6.0<1>:f", 0},
		{native.LKF, "mad (8|M0) r9.0<1>:f r2.0<8;1>:f r4.0<8;1>:f r6.0<1>:f", 1},
		{native.LKF, "mad (8|M0) r9.0<1>:f r70.0<8;1>:f r4.0<8;1>:f r6.0<1>:f", 0},
		{native.LKF, "mad (8|M0) r9.0<1>:f r2.0<8;1>:f r6.0<8;1>:f r6.0<1>:f", 0},
		{native.SKL, "add (8|M0) r9.0<1>:f r4.0<8;8,1>:f r6.0<8;8,1>:f", 0},
		{native.SKL, "sends (8|M0) null:ud r4 r6 0x4C 0x02026E01", 0},
		{native.TGL, "mad (8|M0) r9.0<1>:f r2.0<8;1>:f r18.0<8;1>:f r34.0<1>:f", 0}, // not known
	} {
		code, err := nasm.Assemble("test.asm", c.target, strings.NewReader(c.text+"\n"))
		require.NoError(t, err, c.text)
		insts, _, err := native.DecodeAll(c.target, code)
		require.NoError(t, err)
		assert.Equal(t, c.want, Conflicts(c.target, &insts[0]), "%s: %s", c.target, c.text)
	}
}

// TestHasBanks: of which targets the banks are known.
func TestHasBanks(t *testing.T) {
	for target := range native.NumTargets {
		assert.Equal(t, target >= native.BDW && target <= native.LKF, HasBanks(target), target)
	}
}
