package hazard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestOtherLanes: what lanes of one side of a branch write, those of the other touch for
// themselves without a wait, as in Intel's code of tgamma for tgl (math.inv in the if part, a
// multiply in the else part) and of FluidX3D's update_fields (a message and a shift). An instruction
// without a mask, other channels of the register and lanes that come back find it.
func TestOtherLanes(t *testing.T) {
	const (
		inv  = "math.inv (16|M0) r10.0<1>:f r1.0<8;8,1>:f {$1}\n"
		load = "send.dc1 (16|M0) r10 r2 null 0x0 0x04205E00 {$1}\n"
		use  = "mul (16|M0) r20.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f\n"
		over = "mov (16|M0) r10.0<1>:f r12.0<8;8,1>:f\n"
		end  = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
	)
	early := func(at int) []string {
		return []string{fmt.Sprintf("%d: r10: read before it is written by instruction 1: wants $1.dst", at)}
	}
	sides := func(one, other, behind string) string {
		return "(f0.0) if (16|M0) ELSE END\n" + one + "else (16|M0) END END\nELSE: " + other + "END: endif (16|M0) OUT\nOUT: " + behind + end
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a function", sides(inv, use, ""), []string{}},
		{"a message", sides(load, use, ""), []string{}},
		{"a payload", sides(inv, "send.dc1 (16|M0) r30 r10 null 0x0 0x04205E00 {$2}\n", ""), []string{}},
		{"a payload with a header", sides(inv, "send.dc1 (16|M0) r30 r10 null 0x0 0x062A5E00 {$2}\n", ""), early(3)},
		{"written on both sides", sides(inv, over, ""), []string{}},
		{"behind both", sides(inv, "nop\n", use), early(5)},
		{"on one side", sides(inv+use, "nop\n", ""), early(2)},
		{"without a mask", sides(inv, "(W) "+use, ""), early(3)},
		{"all write", sides("(W) "+inv, use, ""), early(3)},
		{"another channel", sides(inv, "mul (8|M8) r20.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f\n", ""), early(3)},
		{"one for all", sides(inv, "mul (16|M0) r20.0<1>:f r10.0<0;1,0>:f r12.0<8;8,1>:f\n", ""), early(3)},
		{"a block for the thread", sides("send.dc0 (8|M0) r10 r2 null 0x0 0x02184200 {$1}\n", use, ""), early(3)},
		{"by address", sides(inv, "(W) mov (1|M0) a0.0<1>:uw 0x140:uw\nmul (8|M0) r20.0<1>:f r[a0.0]<8;8,1>:f r12.0<8;8,1>:f\n", ""), early(4)},
		{"some stay", "(f0.0) if (16|M0) ELSE END\n" + inv + "else (8|M0) END END\nELSE: " + use + "END: endif (16|M0) OUT\nOUT: " + end, early(3)},
		{"a call between", sides(inv+"call (16|M0) r40.0 F\n", use, "jmpi OVER\nF: ret (16|M0) r40.0 {@1}\nOVER: "), early(4)},
		{"lanes of before", "nop\n" + inv + "(f0.0) if (16|M0) ELSE END\nnop\nelse (16|M0) END END\nELSE: " + use + "END: endif (16|M0) OUT\nOUT: " + end, early(5)},
		{"a loop", "L: (f0.1) if (16|M0) ELSE END\n" + inv + "else (16|M0) END END\nELSE: nop\nEND: endif (16|M0) OUT\nOUT: " + use + "(f0.0) while (16|M0) L\n" + end, early(5)},
	} {
		assert.Equal(t, c.want, said(t, native.TGL, c.text), c.name)
	}
}

// TestOneUnit: a later message to the same function may answer into what an earlier one reads when
// both have the flag of their predicates and their channels in common, whatever they make of
// the flag (Intel's code of bullet's CreateBatches; IGC, WARDepRequired).
func TestOneUnit(t *testing.T) {
	const end = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
	late := []string{"1: r4: written before it is read by instruction 0: wants $13.src"}
	for _, c := range []struct {
		first, second string
		want          []string
	}{
		{"(W&f0.0.any32h)", "(W&f0.0)", []string{}},
		{"(W&f0.0)", "(W&~f0.0)", []string{}},
		{"(W&f0.0)", "(W&f0.1)", late},
		{"(W&f0.0)", "(W&f1.0)", late},
		{"(W&f0.0)", "(W)", late},
	} {
		text := c.first + " send.dc0 (1|M0) null r5 r4 0x40 0x02030200 {$13}\n" + c.second + " send.dc0 (1|M0) r4 r3 null 0x0 0x02110200 {$5}\n" + end
		assert.Equal(t, c.want, said(t, native.TGL, text), "%+v", c)
	}
}
