package history

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
)

func program(t *testing.T, text string) *native.Program {
	t.Helper()
	code, err := nasm.Assemble("history", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(native.SKL, code)
	require.NoError(t, err)
	p, err := flow.Placed(native.SKL, insts, offs)
	require.NoError(t, err)
	return p
}

// TestDiffer: orders that say the same, and the unit of those that do not.
func TestDiffer(t *testing.T) {
	const (
		two    = "add (8|M0) r2.0<1>:d r1.0<8;8,1>:d r1.0<8;8,1>:d\n" // writes r2
		three  = "add (8|M0) r3.0<1>:d r2.0<8;8,1>:d 1:d\n"           // reads it
		four   = "add (8|M0) r4.0<1>:d r2.0<8;8,1>:d 2:d\n"           // reads it
		again  = "mov (8|M0) r2.0<1>:d r6.0<8;8,1>:d\n"               // writes it again
		load   = "send (8|M0) r10 r11 0xC 0x02106E00\n"               // of surface 0
		store  = "send (8|M0) null r12 0xC 0x04026E00\n"              // to it
		second = "send (8|M0) r13 r14 0xC 0x02106E00\n"               // another load
		flag   = "cmp (8|M0) (lt)f0.0 null<1>:d r7.0<8;8,1>:d 0:d\n"  // writes f0
		picks  = "(f0.0) mov (8|M0) r8.0<1>:d r6.0<8;8,1>:d\n"        // reads it
		fence  = "send (8|M0) r20 r21 0xA 0x0219E000\n"               // nothing passes a fence
		waits  = "mov (8|M0) null<1>:ud r20.0<8;8,1>:ud\n"            // nor who waits for its answer
		free   = "mov (8|M0) r30.0<1>:d 3:d\n"                        // has nothing to do with any
		later  = "mov (8|M0) r31.0<1>:ud r20.0<8;8,1>:ud\n"           // who reads it once more
		end    = "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"  // the last
	)
	for _, c := range []struct{ name, before, after, want string }{
		{"as it is", two + three, two + three, ""},
		{"readers in any order", two + three + four, two + four + three, ""},
		{"a reader first", two + three, three + two, "other writes or readers of unit 64"},
		{"a write behind the next", two + three + again, two + again + three, "other writes or readers of unit 64"},
		{"what is free", two + three + free, free + two + three, ""},
		{"loads", load + second, second + load, ""},
		{"a load behind a store", load + store, store + load, "space 5, variable 0: other writes or readers of unit 0"},
		{"a flag", flag + picks, picks + flag, "other writes or readers of unit 0"},
		{"over a fence", fence + free, free + fence, "other writes or readers of unit 0"},
		{"over the wait for a fence", fence + waits + free, fence + free + waits, "other writes or readers of unit 0"},
		{"over another reader of it", fence + waits + later + free, fence + waits + free + later, ""},
		{"one fewer", two + three, two, "other instructions or labels"},
		{"another instruction", two, four, "other"},
	} {
		got := Differ(program(t, c.before+end), program(t, c.after+end), native.SKL, true)
		if c.want == "" {
			assert.Empty(t, got, c.name)
		} else {
			assert.Contains(t, got, c.want, c.name)
		}
	}
}
