package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// sentParts sends parts with 8 lanes on a target, as a message that takes a payload of any
// length: the copies in front of it, and itself.
func sentParts(t *testing.T, target native.Target, make func(s *selector) []payloadPart) (copies []native.Inst, send native.Inst, s *selector) {
	t.Helper()
	var insts []native.Inst
	s = &selector{compiler: newCompiler(&visa.Kernel{}, target, Options{}), in: &visa.Inst{Exec: visa.Exec{Size: 8}}, out: &insts}
	m := message{kind: native.MsgSampler, field: native.DescValues{native.DescRlen: 1, native.DescSimd: 8}, parts: make(s)}
	s.send(native.Inst{ExecSize: 8}, &m)
	require.NoError(t, s.err)
	return insts[:len(insts)-1], insts[len(insts)-1], s
}

// TestPayloads: in one piece or in two, whichever copies less, where the target can.
func TestPayloads(t *testing.T) {
	type part struct{ v, row, n int }
	const zeros, fixed = -1, 16 // of v
	for name, c := range map[string]struct {
		parts  []part
		split  int
		copies int // with two payloads
		one    int // with one, -1 for too many registers
	}{
		"one": {[]part{{0, 0, 2}}, 0, 0, 0}, "behind each other": {[]part{{0, 0, 2}, {0, 2, 2}}, 0, 0, 0}, "two": {[]part{{0, 0, 2}, {1, 0, 2}}, 2, 0, 4},
		"three": {[]part{{0, 0, 2}, {0, 2, 2}, {1, 0, 4}}, 4, 0, 8}, "apart": {[]part{{0, 0, 2}, {0, 3, 2}}, 2, 0, 4}, "zeros": {[]part{{0, 0, 1}, {zeros, 0, 1}}, 1, 1, 2},
		"as much as fits": {[]part{{0, 0, 1}, {1, 0, 15}}, 15, 0, -1}, "more than fits": {[]part{{0, 0, 2}, {1, 0, 7}, {0, 4, 8}}, 8, 9, -1},
		"long pieces": {[]part{{0, 0, 10}, {0, 10, 10}}, 10, 0, -1}, "header": {[]part{{fixed, 0, 1}, {1, 0, 2}, {0, 4, 1}}, 3, 3, 4},
	} {
		var total int
		parts := func(s *selector) (list []payloadPart) {
			vars := [2]int32{s.NewVar("v", 1024, grfBytes), s.NewVar("w", 1024, grfBytes)}
			total = 0
			for _, p := range c.parts {
				total += p.n
				if p.v == zeros {
					list = append(list, payloadPart{n: p.n, zero: true})
					continue
				}
				q := rows(edit.Virt(vars[p.v&^fixed], p.row*grfBytes, edit.Row8, native.UD), p.n, 4)
				q.fixed = p.v == fixed
				list = append(list, q)
			}
			return list
		}
		copies, send, _ := sentParts(t, native.SKL, parts)
		_, first, second := send.MessageGRFs()
		assert.Len(t, copies, c.copies, name)
		assert.Equal(t, [2]int{total - c.split, c.split}, [2]int{first, second}, name)
		assert.Equal(t, c.split > 0, send.Op == native.OpSends, name)
		if c.one < 0 {
			continue
		}
		copies, send, _ = sentParts(t, native.BDW, parts)
		_, first, second = send.MessageGRFs()
		assert.Len(t, copies, c.one, name)
		assert.Equal(t, [2]int{total, 0}, [2]int{first, second}, name)
		assert.Equal(t, native.OpSend, send.Op, name)
	}
}

// TestTooLong: a payload that no message holds.
func TestTooLong(t *testing.T) {
	var insts []native.Inst
	s := &selector{compiler: newCompiler(&visa.Kernel{}, native.BDW, Options{}), in: &visa.Inst{Exec: visa.Exec{Size: 8}}, out: &insts}
	m := message{kind: native.MsgSampler, field: native.DescValues{native.DescRlen: 1, native.DescSimd: 8}}
	m.parts = []payloadPart{rows(edit.Virt(s.NewVar("v", 512, grfBytes), 0, edit.Row8, native.UD), 16, 4)}
	s.send(native.Inst{ExecSize: 8}, &m)
	assert.ErrorContains(t, s.err, "16 and 0 GRFs of payload, 1 of response: want 1..15, 0..0, 0..16")
}

// TestOwnPart: what follows a variable that was made for the message goes behind it.
func TestOwnPart(t *testing.T) {
	parts := func(s *selector) []payloadPart {
		h, v := s.NewVar("header", grfBytes, grfBytes), s.NewVar("v", 48, grfBytes)
		return []payloadPart{header(h), whole(edit.Virt(v, 0, edit.Row8, native.UD), 2)}
	}
	copies, send, s := sentParts(t, native.BDW, parts)
	require.Len(t, copies, 2, "the 48 bytes that there are")
	for i, want := range [][2]int{{8, 32}, {4, 64}} {
		size, to := want[0], want[1]
		assert.Equal(t, [3]int{size, 0, to}, [3]int{int(copies[i].ExecSize), int(copies[i].Dst.Reg), int(copies[i].Dst.Sub)})
		assert.True(t, copies[i].NoMask)
	}
	assert.EqualValues(t, 0, send.Src[0].Reg)
	assert.Equal(t, 96, s.P.Vars[0].Size)

	copies, send, s = sentParts(t, native.SKL, parts)
	assert.Empty(t, copies)
	assert.EqualValues(t, 1, send.Src[1].Reg)
	assert.Equal(t, grfBytes, s.P.Vars[0].Size)
}

// TestCopiedRows: a copy of rows has the lanes of the message, and cells of 8 bytes where
// the target has them and they are aligned.
func TestCopiedRows(t *testing.T) {
	at := 0
	parts := func(s *selector) []payloadPart {
		v, w := s.NewVar("v", 64, grfBytes), s.NewVar("w", 256, grfBytes)
		return []payloadPart{rows(edit.Virt(v, 0, edit.Row8, native.UD), 1, 4), rows(edit.Virt(w, at, edit.Row8, native.UD), 2, 8)}
	}
	copies, _, s := sentParts(t, native.BDW, parts)
	require.Len(t, copies, 2)
	for i, want := range []native.Type{native.UD, native.UQ} {
		assert.Equal(t, want, copies[i].Dst.Type)
		assert.Equal(t, want, copies[i].Src[0].Type)
		assert.False(t, copies[i].NoMask)
		assert.EqualValues(t, 8, copies[i].ExecSize)
	}
	assert.Equal(t, 96, s.P.Vars[2].Size)

	at = 4
	copies, _, _ = sentParts(t, native.BDW, parts)
	require.Len(t, copies, 2)
	assert.Equal(t, native.UD, copies[1].Dst.Type)
	assert.True(t, copies[1].NoMask, "all of its bytes")
	assert.EqualValues(t, 16, copies[1].ExecSize)
}
