package latency

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// TestOf has the numbers of the scheduler tables (gen-execution 8.1).
func TestOf(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		text   string
		want   Cost
	}{
		{native.SKL, "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f", Cost{ClassAlu, 14, 2}},
		{native.SKL, "mov (16|M0) r1.0<1>:f r2.0<8;8,1>:f", Cost{ClassAlu, 14, 4}},
		{native.SKL, "bfrev (16|M0) r1.0<1>:ud r2.0<8;8,1>:ud", Cost{ClassAlu, 14, 8}},
		{native.SKL, "math.pow (8|M0) r1.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f", Cost{ClassMath, 30, 8}},
		{native.SKL, "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f", Cost{ClassMath, 22, 4}},
		{native.SKL, "mov (8|M0) acc0.0<1>:f r2.0<8;8,1>:f", Cost{ClassAcc, 4, 2}},
		{native.SKL, "send (8|M0) r9 r8 0xC 0x02106E01", Cost{ClassFunction, 400, 2}},
		{native.SKL, "send (8|M0) r9 r8 0x3 0x02000004", Cost{ClassMessage, 200, 2}},
		{native.TGL, "mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f", Cost{ClassAlu, 10, 1}},
		{native.TGL, "mov (32|M0) r1.0<1>:w r4.0<16;16,1>:w", Cost{ClassAlu, 13, 4}},
		{native.TGL, "mov (16|M0) acc0.0<1>:f r2.0<8;8,1>:f", Cost{ClassAcc, 7, 2}},
		{native.TGL, "cmp (8|M0) (lt)f0.0 null<1>:f r2.0<8;8,1>:f 0x0:f", Cost{ClassFlag, 16, 1}},
		{native.TGL, "math.inv (16|M0) r1.0<1>:f r3.0<8;8,1>:f {$1}", Cost{ClassMath, 21, 8}},
		{native.TGL, "send.dc1 (8|M0) r9 r8 null 0x0 0x02106E01 {$1}", Cost{ClassFunction, 146, 1}},
		{native.TGL, "send.dc1 (8|M0) r9 r8 null 0x0 0x02106EFE {$1}", Cost{ClassLocal, 28, 1}},
		{native.TGL, "send.dc0 (8|M0) r9 r8 null 0x0 0x0219E0FE {$1}", Cost{ClassLocal, 23, 1}},
		{native.TGL, "send.gtwy (8|M0) null r8 null 0x0 0x02000004 {$1}", Cost{ClassMessage, 30, 1}},
		{native.TGL, "send.dc1 (8|M0) r9 r8 null 0x0 a0.0 {$1}", Cost{ClassFunction, 146, 1}},
		{native.TGL, "(f0.0) jmpi L\nL:", Cost{ClassBranch, 23, 23}},
	} {
		code, err := nasm.Assemble("test.asm", c.target, strings.NewReader(c.text+"\n"))
		require.NoError(t, err, c.text)
		insts, _, err := native.DecodeAll(c.target, code)
		require.NoError(t, err)
		assert.Equal(t, c.want, Of(c.target, &insts[0]), "%s: %s", c.target, c.text)
	}
	assert.Equal(t, "local", ClassLocal.String())
	assert.Equal(t, "class?", NumClasses.String())
}

func TestWindow(t *testing.T) {
	n, ok := Window(native.TGL, native.PipeOnly)
	assert.True(t, ok)
	assert.Equal(t, 10, n)
	_, ok = Window(native.LKF, native.PipeOnly)
	assert.False(t, ok)
}
