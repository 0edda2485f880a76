package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestBanks: instructions with three sources, those that read a bank twice, and their clocks; none of them is among the others.
func TestBanks(t *testing.T) {
	const apart, together, wide = "mad (8|M0) r9.0<1>:f r3.0<2;1>:f r4.0<2;1>:f r5.0<1>:f\n",
		"mad (8|M0) r19.0<1>:f r3.0<2;1>:f r4.0<2;1>:f r6.0<1>:f\n", "mad (16|M0) r30.0<1>:f r20.0<2;1>:f r22.0<2;1>:f r26.0<1>:f\n"
	const add = "add (8|M0) r40.0<1>:f r4.0<8;8,1>:f r6.0<8;8,1>:f\n"
	insts, _ := assemble(t, native.SKL, apart+add+together+wide+wide)
	clock := Estimate(native.SKL, insts)
	assert.Equal(t, Banks{Reads: 4, Conflicts: 3, Clocks: 5}, clock.Banks)
	others, _ := assemble(t, native.SKL, apart+add+apart+wide+wide)
	assert.Equal(t, clock.Issue, Estimate(native.SKL, others).Issue)
	var sum Banks
	sum.Plus(clock.Banks)
	sum.Plus(clock.Banks)
	assert.Equal(t, Banks{8, 6, 10}, sum)
	insts, _ = assemble(t, native.TGL, "mad (8|M0) r9.0<1>:f r3.0<8;1>:f r4.0<8;1>:f r20.0<1>:f\n")
	assert.Zero(t, Estimate(native.TGL, insts).Banks, "a target whose banks are not known")
}
