package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestLargeFile: registers behind r127 are watched as the others are, and each is another one than that
// 128 before it.
func TestLargeFile(t *testing.T) {
	const write = "add (8|M0) r200.0<1>:f r130.0<1;1,0>:f r3.0<1;1,0>:f\n"
	for _, c := range []struct{ use, want string }{
		{"add (8|M0) r5.0<1>:d r200.0<1;1,0>:d r3.0<1;1,0>:d\n", "1: r200: read before it is written by instruction 0: wants F@1"},
		{"add (8|M0) r5.0<1>:d r200.0<1;1,0>:d r3.0<1;1,0>:d {F@1}\n", ""},
		{"add (8|M0) r5.0<1>:d r72.0<1;1,0>:d r3.0<1;1,0>:d\n", ""},
		{"add (8|M0) r130.0<1>:d r6.0<1;1,0>:d r7.0<1;1,0>:d\n", "1: r130: written before it is read by instruction 0: wants F@1"},
		{"add (8|M0) r2.0<1>:d r6.0<1;1,0>:d r7.0<1;1,0>:d\n", ""},
		{"send.dc1 (16|M0) null r199 null:0 0x0 0x04026E02 {$1}\n", "1: r200: read before it is written by instruction 0: wants F@1"},
	} {
		want := []string{}
		if c.want != "" {
			want = append(want, c.want)
		}
		assert.Equal(t, want, said(t, native.DG2, write+c.use), c.use)
	}
}

// TestEstimateOfLargeFiles: a register behind r127 is waited for, and a thread does not find what another left.
func TestEstimateOfLargeFiles(t *testing.T) {
	insts, _ := assemble(t, native.DG2, "add (8|M0) r255.0<1>:f r130.0<1;1,0>:f r3.0<1;1,0>:f\nadd (8|M0) r5.0<1>:f r255.0<1;1,0>:f r3.0<1;1,0>:f {F@1}\n")
	low, _ := assemble(t, native.DG2, "add (8|M0) r55.0<1>:f r30.0<1;1,0>:f r3.0<1;1,0>:f\nadd (8|M0) r5.0<1>:f r55.0<1;1,0>:f r3.0<1;1,0>:f {F@1}\n")
	want := Estimate(native.DG2, low).Now
	apart, _ := assemble(t, native.DG2, "add (8|M0) r255.0<1>:f r130.0<1;1,0>:f r3.0<1;1,0>:f\nadd (8|M0) r5.0<1>:f r127.0<1;1,0>:f r3.0<1;1,0>:f\n")
	assert.Equal(t, want, Estimate(native.DG2, insts).Now)
	assert.Less(t, Estimate(native.DG2, apart).Now, want, "r127 is another register")
	var c Clock
	for range 2 {
		c.Start(NewTiming(native.DG2, insts))
		c.Step(0)
		c.Step(1)
		assert.Equal(t, want, c.Now)
	}
}
