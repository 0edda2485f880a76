package interp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/interp"
)

// An indirect operand may not leave the variable whose address it goes by, also
// where another variable follows, or through an address made from that address.
func TestIndirectPastItsVariable(t *testing.T) {
	a0 := "addr_add (M1_NM, 16) A0(0)<1> &IN 0x7c:uw"
	for _, c := range []struct {
		name, body string
		lane       int
		addr       int64
	}{
		{"read", lines(a0, "addr_add (M1_NM, 1) A0(9)<1> A0(9)<1> 0x1:uw", "mov (M1, 16) OUT(0,0)<1> r[A0(0),0]<1,0>:ud"), 9, 125},
		{"immediate", lines(a0, "mov (M1, 4) OUT(0,0)<1> r[A0(0),4]<0;1,0>:ud"), 0, 128},
		{"region", lines(a0, "mov (M1, 4) OUT(0,0)<1> r[A0(0),-8]<4;4,1>:ud"), 3, 128},
		{"below", lines("addr_add (M1_NM, 16) A0(0)<1> &TMP 0xfffe:uw", "mov (M3, 4) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), 8, 65534},
		{"write", lines(a0, "mov (M1, 2) r[A0(0),0]<1>:ud 0x7:ud"), 1, 128},
		{"scalar", lines(a0, "gather4_scaled.R (M1, 8) %slm r[A0(0),2]<0;1,0>:ud TMP.0 OUT.0"), 0, 126},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fault(t, newMachine(), c.body)
			var region *interp.RegionFault
			require.ErrorAs(t, f, &region)
			assert.Equal(t, c.lane, f.Lane)
			name := "IN"
			if c.name == "below" {
				name = "TMP"
			}
			assert.Equal(t, name, region.Var)
			assert.Equal(t, c.addr, region.Addr)
			assert.Equal(t, 128, region.Len)
		})
	}
	f := fault(t, newMachine(), lines(a0, "mov (M1, 2) r[A0(0),0]<1>:ud 0x7:ud"))
	assert.Contains(t, f.Error(), "lane 1: mov (M1, 2): indirect operand at byte 128 of variable IN (4 bytes per element): legal are 0..124")
}

// Up to its last byte a variable can be reached; lanes that do not run may hold
// any address.
func TestIndirectToTheEndOfItsVariable(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFFFFFE
	got := m.run(t, lines("addr_add (M1_NM, 16) A0(0)<1> &IN 0x7c:uw", "addr_add (M1_NM, 1) A0(0)<1> A0(0)<1> 0x40:uw",
		"mov (M1, 2) OUT(0,0)<1> r[A0(0),0]<1,0>:ud", "mov (M1_NM, 1) r[A0(1),-124]<1>:ud 0x63:ud", "mov (M1_NM, 1) OUT(0,3)<1> IN(0,0)<0;1,0>"))
	assert.Equal(t, []uint32{31, 99}, []uint32{got[1], got[3]})
}
