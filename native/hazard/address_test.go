package hazard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestAddresses: math leaves r9 in flight (byte 288 on), and the last instruction reads
// or writes by an address that comes from the text in between.
func TestAddresses(t *testing.T) {
	const (
		math  = "math.inv (8|M0) r9.0<1>:f r2.0<8;8,1>:f {$1}\n"
		use   = "mov (8|M0) r3.0<1>:f r[a0.0]<8;8,1>:f\n"
		below = "mov (8|M0) r3.0<1>:f r[a0.0,-32]<8;8,1>:f\n"
		store = "mov (8|M0) r[a0.0]<1>:f r3.0<8;8,1>:f\n"
		vxh   = "mov (8|M0) r3.0<1>:f r[a0.0]<1,0>:f\n"
	)
	for name, c := range map[string]struct {
		set, use string
		found    bool
		unknown  bool
	}{
		"a constant":             {"mov (1|M0) a0.0<1>:uw 0x120:uw\n", use, true, false},
		"another":                {"mov (1|M0) a0.0<1>:uw 0x140:uw\n", use, false, false},
		"the last byte":          {"mov (1|M0) a0.0<1>:uw 0x13F:uw\n", "mov (1|M0) r3.0<1>:ub r[a0.0]<0;1,0>:ub\n", true, false},
		"and the one behind":     {"mov (1|M0) a0.0<1>:uw 0x140:uw\n", "mov (1|M0) r3.0<1>:ub r[a0.0]<0;1,0>:ub\n", false, false},
		"an offset":              {"mov (1|M0) a0.0<1>:uw 0x140:uw\n", below, true, false},
		"a destination":          {"mov (1|M0) a0.0<1>:uw 0x120:uw\n", store, true, false},
		"the last word":          {"mov (1|M0) a0.15<1>:uw 0x120:uw\n", "mov (8|M0) r3.0<1>:f r[a0.15]<8;8,1>:f\n", true, false},
		"two words at once":      {"mov (1|M0) a0.0<1>:ud 0x0120FFFF:ud\n", "mov (8|M0) r3.0<1>:f r[a0.1]<8;8,1>:f\n", true, false},
		"a sum":                  {"mov (1|M0) a0.0<1>:uw 0x100:uw\nadd (1|M0) a0.0<1>:uw a0.0<0;1,0>:uw 32:w\n", use, true, false},
		"a difference":           {"mov (1|M0) a0.0<1>:uw 0x140:uw\nadd (1|M0) a0.0<1>:uw a0.0<0;1,0>:uw -32:w\n", use, true, false},
		"rows":                   {"mov (8|M0) a0.0<1>:uw 0x140:uw\nmov (1|M0) a0.7<1>:uw 0x120:uw\n", vxh, true, false},
		"no row":                 {"mov (8|M0) a0.0<1>:uw 0x140:uw\nmov (1|M0) a0.8<1>:uw 0x120:uw\n", vxh, false, false},
		"a vector":               {"mov (8|M0) a0.0<1>:uw 0x76543210:uv\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x138:uw\n", vxh, true, false},
		"a vector behind it":     {"mov (8|M0) a0.0<1>:uw 0x76543210:uv\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x140:uw\n", vxh, false, false},
		"a vector with a sign":   {"mov (8|M0) a0.0<1>:uw 0xF0000000:v\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x140:uw\n", vxh, true, false},
		"a vector of dwords":     {"mov (4|M0) a0.0<1>:ud 0x3020100:uv\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x11D:uw\n", "mov (8|M0) r3.0<1>:ub r[a0.6]<0;1,0>:ub\n", true, false},
		"a dword before":         {"mov (4|M0) a0.0<1>:ud 0x3020100:uv\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x11D:uw\n", "mov (8|M0) r3.0<1>:ub r[a0.4]<0;1,0>:ub\n", false, false},
		"words at a step of two": {"mov (8|M0) a0.0<1>:uw 0:uw\nmov (4|M0) a0.0<2>:uw 0x3020100:v\nadd (8|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0x11D:uw\n", "mov (8|M0) r3.0<1>:ub r[a0.6]<0;1,0>:ub\n", true, false},
		"nothing":                {"", use, false, true},
		"a row that nobody sets": {"mov (4|M0) a0.0<1>:uw 0x120:uw\n", vxh, true, true},
		"a register":             {"mov (1|M0) a0.0<1>:uw r4.0<0;1,0>:uw\n", use, false, true},
		"over a constant":        {"mov (1|M0) a0.0<1>:uw 0x120:uw\nmov (1|M0) a0.0<1>:uw r4.0<0;1,0>:uw\n", use, false, true},
		"a product":              {"mov (1|M0) a0.0<1>:uw 0x120:uw\nmul (1|M0) a0.0<1>:uw a0.0<0;1,0>:uw 1:uw\n", use, false, true},
		"predicated":             {"mov (1|M0) a0.0<1>:uw 0x120:uw\n(f0.0) mov (1|M0) a0.0<1>:uw 0x140:uw\n", use, false, true},
		"saturated":              {"mov (1|M0) (sat)a0.0<1>:uw -1:w\n", use, false, true},
		"another block":          {"mov (1|M0) a0.0<1>:uw 0x120:uw\n(f0.0) jmpi L\nL:\n", use, false, true},
	} {
		insts, offs := assemble(t, native.TGL, math+c.set+c.use)
		r, err := Check(native.TGL, insts, offs)
		require.NoError(t, err)
		assert.Equal(t, c.found, len(r.Findings) == 1, "%s: %v", name, r.Findings)
		assert.Equal(t, c.unknown, len(r.Unknown) == 1, name)
		for _, f := range r.Findings {
			assert.Equal(t, len(insts)-1, f.Inst, name)
			assert.Equal(t, int32(9), f.Touch.Reg, name)
		}
	}
}

// TestLengths: messages whose length is in a0; r10 is the second register of a payload.
func TestLengths(t *testing.T) {
	const (
		send = "send.dc1 (16|M0) r20 r9 null 0x0 a0.0 {$1}\n"
		over = "mov (8|M0) r10.0<1>:f 0x0:f\n"
	)
	for name, c := range map[string]struct {
		text    string
		found   []string
		unknown []int
	}{
		"not known": {send + over, []string{}, []int{0}},
		"known":     {"mov (1|M0) a0.0<1>:ud 0x04205E01:ud\n" + send + over, []string{"2: r10: written before it is read by instruction 1: wants $1.src"}, nil},
		"one":       {"mov (1|M0) a0.0<1>:ud 0x02106E01:ud\n" + send + over, []string{}, nil},
		"half":      {"mov (1|M0) a0.0<1>:uw 0x6E01:uw\n" + send + over, []string{}, []int{1}},
	} {
		insts, offs := assemble(t, native.TGL, c.text)
		r, err := Check(native.TGL, insts, offs)
		require.NoError(t, err)
		said := []string{}
		for _, f := range r.Findings {
			said = append(said, fmt.Sprintf("%d: %v", f.Inst, f))
		}
		assert.Equal(t, c.found, said, name)
		assert.Equal(t, c.unknown, r.Unknown, name)
	}
}
