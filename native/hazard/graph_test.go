package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestLanesGoOnBehindAJoin: a thread that comes to a join from the instruction before has
// lanes, which go on behind it; only one that jumps there may go on to the JIP. Instructions
// between a jump and the join do not give it any.
func TestLanesGoOnBehindAJoin(t *testing.T) {
	const (
		inv  = "(W) math.inv (8|M0) r10.0<1>:f r1.0<8;8,1>:f {$1}\n"
		wait = "mov (8|M0) r3.0<1>:f r1.0<8;8,1>:f {$1.dst}\n"
		use  = "END: join (16|M0) OUT\nOUT: mov (8|M0) r2.0<1>:f r10.0<8;8,1>:f\n"
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"from the instruction before", "(f0.0) goto (16|M0) MID MID\n(f0.1) goto (16|M0) MID END\n" + inv + "MID: join (16|M0) END\n" + wait + use, []string{}},
		{"by a jump", inv + "(f0.0) goto (16|M0) MID END\nnop\nMID: join (16|M0) END\n" + wait + use,
			[]string{"6: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"by a jump to the next instruction", inv + "(f0.0) goto (16|M0) MID END\nMID: join (16|M0) END\n" + wait + use,
			[]string{"5: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"by a jump and instructions", "(f0.0) goto (16|M0) MID END\nnop\nMID: nop\n" + inv + "join (16|M0) END\n" + wait + use,
			[]string{"7: r10: read before it is written by instruction 3: wants $1.dst"}},
		{"by two joins", inv + "(f0.0) goto (16|M0) ONE END\nnop\nONE: join (16|M0) MID\nnop\nMID: join (16|M0) END\n" + wait + use,
			[]string{"8: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"the join waits", inv + "(f0.0) goto (16|M0) MID END\nnop\nMID: join (16|M0) END {$1.dst}\n" + use, []string{}},
	} {
		text := c.text + "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
		assert.Equal(t, c.want, said(t, native.TGL, text), c.name)
	}
}
