package hazard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// TestOtherLanesFar: lanes that part and come back on the way to the other side, one if behind the
// other (Intel's code of precise exp and log for tgl) or one in the other (of a ray march), are not
// lost, and leave no place behind at which nobody waits. In deeper code nobody knows where they are.
func TestOtherLanesFar(t *testing.T) {
	const (
		inv = "math.inv (16|M0) r10.0<1>:f r1.0<8;8,1>:f {$1}\n"
		use = "mul (16|M0) r20.0<1>:f r10.0<8;8,1>:f r12.0<8;8,1>:f\n"
		end = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
	)
	text := func(way, other string) string {
		return "(f0.0) if (16|M0) ELSE END\n" + inv + way + "else (16|M0) END END\nELSE: " + other + "END: endif (16|M0) OUT\nOUT: " + end
	}
	row, nest := "", func(deep int) (text string) {
		for k := range deep {
			text += fmt.Sprintf("(f0.1) if (16|M0) E%d E%[1]d\n", k)
		}
		text += "nop\n"
		for k := range deep {
			text += fmt.Sprintf("E%d: endif (16|M0) O%[1]d\nO%[1]d: ", deep-1-k)
		}
		return text
	}
	for k := range maxWaiters + 1 {
		row += fmt.Sprintf("(f0.1) if (16|M0) A%d B%[1]d\nnop\nelse (16|M0) B%[1]d B%[1]d\nA%[1]d: nop\nB%[1]d: endif (16|M0) C%[1]d\nC%[1]d: ", k)
	}
	assert.Empty(t, said(t, native.TGL, text(row, use)), "a row")
	assert.Len(t, said(t, native.TGL, text(row+use, "")), 1, "a row, the same side")
	assert.Empty(t, said(t, native.TGL, text(nest(20), use)), "a nest")
	for deep, want := range map[int]int{maxWaiters: 0, maxWaiters + 1: 1} {
		insts, offs := assemble(t, native.TGL, text(nest(deep), use))
		r, err := Check(native.TGL, insts, offs)
		require.NoError(t, err)
		assert.Len(t, r.Findings, want, "%d deep", deep)
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
