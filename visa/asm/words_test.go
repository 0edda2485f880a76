package asm

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ac", 1}, {"ac", "abc", 1},
		{"ab", "ba", 2}, {"kitten", "sitting", 3}, {"sitting", "kitten", 3}, {"add", "gather", 5},
	} {
		assert.Equal(t, c.want, editDistance(c.a, c.b), "%q %q", c.a, c.b)
	}
}

func TestNearest(t *testing.T) {
	all := []string{"add", "addc", "and", "avg", "cmp", "mad", "mul", "mulh"}
	assert.Equal(t, []string{"add", "addc", "and", "avg"}, nearest("add", all)[:4])
	assert.Equal(t, []string{"mul", "mulh"}, nearest("MUL", all)[:2])
	assert.Equal(t, []string{"mulh", "mul"}, nearest("mulh", all)[:2])
	assert.Empty(t, nearest("gather", all))
	assert.Empty(t, nearest("xyz", all))
}

func TestFieldRange(t *testing.T) {
	for kind, want := range map[visa.SlotKind]int64{visa.SlotU8: 255, visa.SlotU16: 65535, visa.SlotU32: 4294967295} {
		s := &visa.Slot{Kind: kind}
		assert.Equal(t, want, fieldMax(s))
		v, ok := fieldCode(s, "255")
		assert.True(t, ok)
		assert.Equal(t, uint32(255), v)
		_, ok = fieldCode(s, "256")
		assert.Equal(t, want > 255, ok)
		_, ok = fieldCode(s, "65536")
		assert.Equal(t, want > 65535, ok)
		_, ok = fieldCode(s, "4294967296")
		assert.False(t, ok)
	}
}

// TestTokens: kinds, texts and places, over lines that go on.
func TestTokens(t *testing.T) {
	s := &scanner{text: "add.sat (M1, 8)\r\n\t.decl \"a b\" /* x\ny */ %r0 0x1F 1.5e+3 12. \\\n  V1.64 -%\n\n9"}
	var got []token
	for {
		toks, err := s.statement(nil)
		if err != nil {
			got = append(got, token{text: err.msg, at: err.at})
			continue
		}
		if toks == nil {
			break
		}
		got = append(got, toks...)
	}
	assert.Equal(t, []token{
		{"add", pos{1, 1}, tokIdent}, {"sat", pos{1, 4}, tokSuffix}, {"(", pos{1, 9}, tokPunct}, {"M1", pos{1, 10}, tokIdent},
		{",", pos{1, 12}, tokPunct}, {"8", pos{1, 14}, tokNumber}, {")", pos{1, 15}, tokPunct}, {"", pos{1, 16}, tokEOL},
		{text: "'.' must directly follow a mnemonic or a variable", at: pos{3, 24}},
		{"V1", pos{4, 3}, tokIdent}, {"64", pos{4, 5}, tokSuffix}, {"-", pos{4, 9}, tokPunct}, {"%", pos{4, 10}, tokPunct}, {"", pos{4, 11}, tokEOL},
		{"9", pos{6, 1}, tokNumber}, {"", pos{6, 2}, tokEOL},
	}, got)
	assert.Equal(t, int32(6), s.line)

	s = &scanner{text: ".decl \"a b\" /* x\ny */ %r0 0x1F 1.5e+3 1e3 \\\n  .5"}
	toks, err := s.statement(nil)
	require.Nil(t, err)
	assert.Equal(t, []token{
		{"decl", pos{1, 1}, tokDirective}, {"a b", pos{1, 7}, tokString}, {"%r0", pos{2, 6}, tokIdent}, {"0x1F", pos{2, 10}, tokNumber},
		{"1.5e+3", pos{2, 15}, tokNumber}, {"1", pos{2, 22}, tokNumber}, {"e3", pos{2, 23}, tokIdent}, {"5", pos{3, 3}, tokDirective}, {"", pos{3, 5}, tokEOL},
	}, toks)
}

// TestNoText: an operand whose kind its slot has no text for is named.
func TestNoText(t *testing.T) {
	k, in := parseOne(t, "goto (M1, 8) L1\nL1:")
	in.Args[0].Kind = visa.Label
	in.Args[0].Var = 7
	assert.EqualError(t, Print(io.Discard, k), `printing kernel "k": operand label of kind 11 has no text`)
	in.Args[0].Var = -1
	assert.ErrorContains(t, Print(io.Discard, k), "operand label of kind 11 has no text")
}
