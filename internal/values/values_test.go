package values

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const sample = `# a comment
add (M1, 2) D:ud A:ud B_uw(0,1)<0;1,0>
mask: 0000000f
A: 00000001 00000002
B: 0000 0007
D= 00000008 -
P= 00000001

oword_st (1) T6 0x0:ud A_ud.0
A: 01*16
surface= 01010101*4
`

func TestParse(t *testing.T) {
	cases, err := Parse("dir/ADD.txt", sample)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	c := cases[0]
	assert.Equal(t, "ADD", c.Page)
	assert.Equal(t, "dir/ADD.txt:2", c.Pos)
	assert.Equal(t, uint32(15), c.Mask)
	assert.Equal(t, []string{"add (M1, 2) D_ud(0,0)<1> A_ud(0,0)<1;1,0> B_uw(0,1)<0;1,0>"}, c.Code)
	assert.Equal(t, []byte{1, 0, 0, 0, 2, 0, 0, 0}, c.In["A"])
	assert.Equal(t, []Chunk{{[]byte{8, 0, 0, 0}, false}, {[]byte{0, 0, 0, 0}, true}}, c.Want["D"])
	from, to := c.Lines()
	assert.Equal(t, c.Code, trimmed(strings.Split(c.Text(), "\n")[from-1:to-1]))
	r := c.Registers(0x1122334455667788)
	assert.Equal(t, c.In["A"], r[32:40])
	assert.Equal(t, []byte{7, 0}, r[32+128+2:32+128+4])
	assert.Equal(t, []byte{0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11}, r[32+3*128:32+3*128+8])
}

func trimmed(s []string) (out []string) {
	for _, l := range s {
		out = append(out, strings.TrimSpace(l))
	}
	return out
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"add x\nD= 1":           "a.txt:2: \"1\": want hexadecimal",
		"add x\nD= 01 0002":     "want hexadecimal numbers of one width",
		"add x\nD= 00000001*65": "at most 256",
		"add x\nA: 01":          "without results",
		"A: 01\nD= 01":          "without instructions",
		"add x\nA: 01\nadd y":   "a.txt:3: \"add y\": want instructions, then",
		"add x\nA: -":           "inputs are hexadecimal",
		"add x\nA: 01\nA: 01":   "once",
		"add x\nD= 01\nD= 01":   "two results of D",
		"add x\nmask: g":        "a.txt:2:",
		"add x\nF: 01":          "want instructions, then",
	} {
		_, err := Parse("a.txt", text)
		assert.ErrorContains(t, err, want, text)
	}
}

// TestDiff: every place is compared, named elements and all bytes behind them.
func TestDiff(t *testing.T) {
	cases, err := Parse("ADD.txt", sample)
	require.NoError(t, err)
	c := cases[0]
	good := func() State {
		s := State{Out: make([]byte, OutBytes), Surface: make([]byte, 256), SLM: make([]byte, 256), Flat: make([]byte, 256)}
		for i := range 384 {
			s.Out[i] = Canary
		}
		copy(s.Out, []byte{8, 0, 0, 0})
		s.Out[384] = 1
		return s
	}
	assert.Empty(t, c.Diff(good()))
	for want, change := range map[string]func(s *State){
		"element 0 of D is 00000009, want 00000008": func(s *State) { s.Out[0] = 9 },
		"element 1 of D is a5a5a500, want a5a5a5a5": func(s *State) { s.Out[4] = 0 },
		"element 2 of D is":                         func(s *State) { s.Out[255] = 0 },
		"element 0 of E is":                         func(s *State) { s.Out[300] = 0 },
		"element 0 of P is":                         func(s *State) { s.Out[385] = 1 },
		"element 1 of P is":                         func(s *State) { s.Out[388] = 1 },
		"element 0 of surface is":                   func(s *State) { s.Surface[255] = 1 },
		"element 0 of slm is":                       func(s *State) { s.SLM[3] = 1 },
		"element 0 of flat is":                      func(s *State) { s.Flat[9] = 1 },
	} {
		s := good()
		change(&s)
		d := c.Diff(s)
		require.Len(t, d, 1, want)
		assert.Contains(t, d[0], want)
	}
}
