package repeat

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
)

// left are the lines of a text that stay.
func left(t *testing.T, text string) (out []string) {
	t.Helper()
	code, err := asm.Assemble("test", native.DG2, strings.NewReader(text))
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(native.DG2, code)
	require.NoError(t, err)
	for i := range insts {
		insts[i].VISA = int32(i + 1)
	}
	p, err := flow.Placed(native.DG2, insts, offs)
	require.NoError(t, err)
	require.NoError(t, Run(edit.New(p, native.DG2)))
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasSuffix(line, ":") {
			lines = append(lines, line)
		}
	}
	for i := range p.Insts {
		out = append(out, lines[p.Insts[i].VISA-1])
	}
	return out
}

// TestRun: which moves are dropped.
func TestRun(t *testing.T) {
	const fill = "(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d"
	for name, c := range map[string]struct {
		between string
		dropped bool
	}{
		"another register":          {"add (8|M0) r9.0<1>:d r8.0<1;1,0>:d r8.6<0;1,0>:d", true},
		"beside the source":         {"(W) mov (1|M0) r8.5<1>:d 0:w", true},
		"another address":           {"(W) mov (1|M0) a0.2<1>:ud r8.5<0;1,0>:d", true},
		"the source":                {"(W) mov (1|M0) r8.6<1>:d 0:w", false},
		"the source, for lanes":     {"mov (8|M0) r8.0<1>:d r9.0<1;1,0>:d", false},
		"part of the source":        {"(W) mov (1|M0) r8.13<1>:w 0:w", false},
		"the address":               {"(W) mov (1|M0) a0.0<1>:ud r8.5<0;1,0>:d", false},
		"half of the address":       {"(W) mov (1|M0) a0.1<1>:uw r8.5<0;1,0>:uw", false},
		"behind an address":         {"(W) mov (1|M0) r[a0.4]<1>:d 0:w", false},
		"a sum into the address":    {"(W) add (1|M0) a0.0<1>:ud a0.0<0;1,0>:ud 0x40:ud", false},
		"a predicated move of both": {"(W&f0.0) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d", false},
	} {
		want := []string{fill, c.between, fill}
		if c.dropped {
			want = want[:2]
		}
		assert.Equal(t, want, left(t, strings.Join([]string{fill, c.between, fill}, "\n")+"\n"), name)
	}
	assert.Equal(t, []string{"(W) mov (1|M0) f0.0<1>:uw 0x3:uw", "(f0.0) mov (8|M0) r9.0<1>:d 0:w", "cmp (8|M0) (lt)f0.0 null<1>:d r8.0<1;1,0>:d r9.0<1;1,0>:d", "(W) mov (1|M0) f0.0<1>:uw 0x3:uw"},
		left(t, `(W) mov (1|M0) f0.0<1>:uw 0x3:uw
(f0.0) mov (8|M0) r9.0<1>:d 0:w
(W) mov (1|M0) f0.0<1>:uw 0x3:uw
cmp (8|M0) (lt)f0.0 null<1>:d r8.0<1;1,0>:d r9.0<1;1,0>:d
(W) mov (1|M0) f0.0<1>:uw 0x3:uw
`))
}

// TestGeneral: general registers that have a value, as the word of a header that each of its messages brings.
func TestGeneral(t *testing.T) {
	const fill, beside = "(W) mov (1|M0) r5.3<1>:ud r6.0<0;1,0>:ud", "add (8|M0) r9.0<1>:d r8.0<1;1,0>:d r8.6<0;1,0>:d"
	for name, c := range map[string]struct {
		fill, between string
		dropped       bool
	}{
		"a message that reads it":  {fill, "send.dc0 (8|M0) r8 r5 null:0 0x0 0x021842FD", true},
		"another word":             {fill, "(W) mov (1|M0) r5.2<1>:ud 0:ud", true},
		"a number":                 {"(W) mov (1|M0) r5.2<1>:ud 0xE000:ud", fill, true},
		"the word":                 {fill, "(W) mov (1|M0) r5.3<1>:ud 0:ud", false},
		"a message that writes it": {fill, "send.dc0 (8|M0) r5 r8 null:0 0x0 0x021842FD", false},
		"the source":               {fill, "(W) mov (1|M0) r6.0<1>:ud 0:ud", false},
		"beside its source":        {"(W) mov (1|M0) r6.0<1>:ub r6.1<0;1,0>:w", beside, true},
		"its own source":           {"(W) mov (1|M0) r6.1<1>:ub r6.0<0;1,0>:w", beside, false},
		"for lanes":                {"mov (1|M0) r5.3<1>:ud r6.0<0;1,0>:ud", beside, false},
	} {
		want := []string{c.fill, c.between, c.fill}
		if c.dropped {
			want = want[:2]
		}
		assert.Equal(t, want, left(t, strings.Join([]string{c.fill, c.between, c.fill}, "\n")+"\n"), name)
	}
}

// TestMostHoldings: the last sixteen moves are known.
func TestMostHoldings(t *testing.T) {
	var lines []string
	for r := range mostHoldings + 1 {
		lines = append(lines, fmt.Sprintf("(W) mov (1|M0) r%d.0<1>:ud 0x3:ud", r))
	}
	assert.Equal(t, append(slices.Clone(lines), lines[0]), left(t, strings.Join(append(slices.Clone(lines), lines[2], lines[0]), "\n")+"\n"))
}

// TestRunBlocks: a place where branches lead to knows nothing.
func TestRunBlocks(t *testing.T) {
	text := `(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d
L16:
(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d
(f0.0) goto.b (8|M0) L48 L16
L48:
join (8|M0) L64
L64:
(W) mov (1|M0) a0.0<1>:ud r8.6<0;1,0>:d
`
	assert.Len(t, left(t, text), 5)
}

// TestVoid: what copies a register to itself, and what does not.
func TestVoid(t *testing.T) {
	for text, dropped := range map[string]bool{
		"mov (8|M0) r9.0<1>:f r9.0<1;1,0>:f":          true,
		"mov (8|M0) r9.0<1>:d r9.0<8;8,1>:ud":         true,
		"mov (8|M0) r9.0<4>:b r9.0<32;8,4>:b":         true,
		"(f0.0) mov (8|M0) r9.0<1>:d r9.0<1;1,0>:d":   true,
		"(W) mov (1|M0) r9.1<2>:d r9.1<0;1,0>:d":      true,
		"mov (8|M0) r9.0<1>:b r9.0<32;8,4>:b":         false,
		"mov (8|M0) r9.0<1>:d r9.0<0;1,0>:d":          false,
		"mov (8|M0) r9.0<1>:d -r9.0<1;1,0>:d":         false,
		"mov (8|M0) r9.0<1>:d r9.0<1;1,0>:f":          false,
		"mov (8|M0) (eq)f0.0 r9.0<1>:d r9.0<1;1,0>:d": false,
		"mov (8|M0) r9.0<1>:d r10.0<1;1,0>:d":         false,
		"(W) mov (1|M0) r9.1<1>:d r9.0<0;1,0>:d":      false,
	} {
		assert.Equal(t, dropped, len(left(t, text+"\n")) == 0, text)
	}
}
