package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A condition on two pieces sees both, however narrow the second is.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		w    word
		at   [2]frag
		code uint64
	}{
		{word{0b101 << 4}, [2]frag{{lo: 4, n: 3}}, 5},
		{word{0b101 << 4, 1 << 9}, [2]frag{{lo: 4, n: 3}, {lo: 73, n: 1}}, 13},
		{word{0b101 << 4, 0}, [2]frag{{lo: 4, n: 3}, {lo: 73, n: 1}}, 5},
		{word{0b10 << 4, 0b110}, [2]frag{{lo: 4, n: 2}, {lo: 64, n: 3}}, 26},
	} {
		assert.True(t, c.w.holds([]cond{{at: c.at, set: 1 << c.code}}), "%+v", c)
		assert.False(t, c.w.holds([]cond{{at: c.at, set: ^(uint64(1) << c.code)}}), "%+v", c)
	}
}

// TestFieldValues: raw code, value and back, for each kind of field; value -1 is refused
// when it is read, code -1 when it is written.
func TestFieldValues(t *testing.T) {
	const none = ^uint64(0)
	bits := func(n uint8) []frag { return []frag{{lo: 0, n: n}} }
	for name, c := range map[string]struct {
		f           field
		code, value uint64
		size        int
	}{
		"plain":             {field{frags: bits(4)}, 15, 15, 16},
		"too wide":          {field{frags: bits(4)}, none, 16, 16},
		"64 bits":           {field{frags: bits(64)}, 1 << 63, 1 << 63, 16},
		"limits, lowest":    {field{frags: bits(4), limits: []limit{{2, 3}, {9, 9}}}, 2, 2, 16},
		"limits, highest":   {field{frags: bits(4), limits: []limit{{2, 3}, {9, 9}}}, 9, 9, 16},
		"below limits":      {field{frags: bits(4), limits: []limit{{2, 3}, {9, 9}}}, 1, none, 16},
		"between limits":    {field{frags: bits(4), limits: []limit{{2, 3}, {9, 9}}}, none, 4, 16},
		"codes":             {field{frags: bits(2), codes: []code{{1, 40, "a"}, {3, 41, "b"}}}, 3, 41, 16},
		"no such code":      {field{frags: bits(2), codes: []code{{1, 40, "a"}}}, 2, none, 16},
		"no such value":     {field{frags: bits(2), codes: []code{{1, 40, "a"}}}, none, 41, 16},
		"scaled":            {field{frags: bits(4), scale: 3}, 5, 40, 16},
		"not a multiple":    {field{frags: bits(4), scale: 3}, none, 44, 16},
		"twice":             {field{frags: bits(32), twice: true}, 0xABCD_ABCD, 0xABCD, 16},
		"halves differ":     {field{frags: bits(32), twice: true}, 0xABCD_ABCE, none, 16},
		"over a half":       {field{frags: bits(32), twice: true}, none, 1 << 16, 16},
		"signed, highest":   {field{frags: bits(4), signed: true}, 7, 7, 16},
		"signed, lowest":    {field{frags: bits(4), signed: true}, 8, none - 7, 16},
		"signed, above":     {field{frags: bits(4), signed: true}, none, 8, 16},
		"signed, below":     {field{frags: bits(4), signed: true}, none, none - 8, 16},
		"signed and scaled": {field{frags: bits(4), signed: true, scale: 2}, 15, none - 3, 16},
		"64 bits, a dword":  {field{frags: bits(64), signed: true}, none, none, 16},
		"64 bits, wider":    {field{frags: bits(64), signed: true}, 1 << 31, none, 16},
		"from the next":     {field{frags: bits(8), signed: true, next: true}, 0xF0, 0, 16},
		"next of compact":   {field{frags: bits(8), signed: true, next: true, scale: 3}, 1, 16, 8},
	} {
		if c.code != none || c.f.width() == 64 {
			v, ok := c.f.value(c.code, c.size)
			assert.Equal(t, c.value != none || name == "64 bits, a dword", ok, "%s: read", name)
			if ok {
				assert.Equal(t, c.value, v, "%s: read", name)
			}
		}
		if c.value != none || name == "64 bits, a dword" {
			code, ok := c.f.raw(c.value, c.size)
			assert.Equal(t, c.code != none || c.f.width() == 64, ok, "%s: written", name)
			if ok {
				assert.Equal(t, c.code, code, "%s: written", name)
			}
		}
	}
}

// TestFragments: pieces of a word, in the order of the number, over both halves.
func TestFragments(t *testing.T) {
	fs := []frag{{lo: 70, n: 3}, {lo: 4, n: 2}, {lo: 63, n: 1}}
	w := word{^uint64(0), ^uint64(0)}
	w.scatter(fs, 0b0_10_101)
	assert.Equal(t, word{^uint64(0) &^ (1<<63 | 1<<4), ^uint64(0) &^ (1 << 7)}, w)
	assert.Equal(t, uint64(0b0_10_101), w.gather(fs))
	w = word{}
	w.cover(fs)
	assert.Equal(t, word{1<<63 | 3<<4, 7 << 6}, w)
}

// TestLegal: what errors say that a field takes.
func TestLegal(t *testing.T) {
	bits := func(n uint8) []frag { return []frag{{lo: 0, n: n}} }
	codes := []code{{1, 40, "a"}, {18, 41, "b"}}
	for _, c := range []struct {
		f    field
		want string
	}{
		{field{frags: bits(4)}, "4 bits"},
		{field{frags: bits(4), scale: 3}, "4 bits times 8"},
		{field{frags: bits(4), scale: 1}, "4 bits times 2"},
		{field{frags: bits(10), signed: true}, "signed 10 bits"},
		{field{frags: bits(32), signed: true}, "signed 32 bits"},
		{field{frags: bits(32), signed: true, scale: 3}, "signed 32 bits times 8, a value of 32 bits"},
		{field{frags: bits(32), twice: true}, "16 bits"},
		{field{frags: bits(4), limits: []limit{{2, 3}, {9, 9}}}, "2..3, 9..9"},
		{field{frags: bits(4), codes: codes}, "one of 40 (a), 41 (b)"},
		{field{implied: true, code: 7}, "7, which the format implies"},
	} {
		assert.Equal(t, c.want, c.f.legal(false))
	}
	f := field{frags: bits(5), codes: codes}
	assert.Equal(t, "one of 0x1 (a), 0x12 (b)", f.legal(true))
}
