package verify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa/verify"
)

// TestUnset: what is read where nothing has written it on some path is noted once, and what
// every path writes is not, whatever the way: over branches, loops and subroutines.
func TestUnset(t *testing.T) {
	const (
		use  = "(P1) add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud\n"
		set  = "cmp.lt (M1, 16) P1 X(0,0)<1;1,0> 0x1:ud\n"
		addr = "addr_add (M1_NM, 1) A0(0)<1> &X 0x0:uw\n"
		read = "mov (M1_NM, 1) X(0,0)<1> r[A0(0),0]<0;1,0>:ud\n"
	)
	for _, c := range []struct{ text, want string }{
		{set + use, ""},
		{use + use, "add reads P1, which nothing has written on some path to here"},
		{use + set + use, "add reads P1, which nothing has written on some path to here"},
		{".decl P2 v_type=P num_elts=16\nsetp (M1, 16) P2 0x1:ud\n(P2) goto (M1, 16) L1\n" + set + "L1:\n" + use, "add reads P1, which nothing has written on some path to here"},
		{".decl P2 v_type=P num_elts=16\n" + set + "setp (M1, 16) P2 0x1:ud\n(P2) goto (M1, 16) L1\nbarrier\nL1:\n" + use, ""},
		{set + "L1:\n" + use + "(P1) goto (M1, 16) L1", ""},
		{"L1:\n" + use + set + "goto (M1, 1) L1", "add reads P1, which nothing has written on some path to here"},
		{"goto (M1, 1) L1\n" + use + "L1:\nbarrier", ""}, // nothing comes there
		{"call (M1, 16) S1\n" + use + "ret (M1, 1)\n.function \"S1\"\nS1:\n" + set, ""},
		{"goto (M1, 1) L1\nL1:\ncall (M1, 16) S1\n" + use + "ret (M1, 1)\n.function \"S1\"\nS1:\nbarrier", "add reads P1, which nothing has written on some path to here"},
		{set + "call (M1, 16) S1\n" + use + "call (M1, 16) S2\nret (M1, 1)\n.function \"S1\"\nS1:\nret (M1, 1)\n.function \"S2\"\nS2:\nbarrier", ""},
		{set + "call (M1, 16) S1\nret (M1, 1)\n.function \"S1\"\nS1:\n" + use, ""},
		{addr + read, ""},
		{read, "mov reads A0, which nothing has written on some path to here"},
		{"mov (M1_NM, 1) r[A0(0),0]<1>:ud 0x1:ud\n", "mov reads A0, which nothing has written on some path to here"},
		{"and (M1, 16) P1 P1 P1", "and reads P1, which nothing has written on some path to here"},
	} {
		k := parse(t, c.text)
		assert.Empty(t, verify.Kernel(k), c.text)
		got := ""
		for _, f := range verify.Notes(k) {
			assert.Empty(t, got, c.text)
			got = f.Msg
		}
		assert.Equal(t, c.want, got, c.text)
	}
}
