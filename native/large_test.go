package native_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestLargeFile: what a file of 256 registers is, and which rules ask for its end (Xe-HPG 1.2).
func TestLargeFile(t *testing.T) {
	decoded := func(target native.Target, text string) []native.Inst {
		code, err := asm.Assemble("k", target, strings.NewReader(text))
		require.NoError(t, err, text)
		insts, _, err := native.DecodeAll(target, code)
		require.NoError(t, err)
		return insts
	}
	for target, want := range map[native.Target][3]int{native.TGL: {128, 2, 2}, native.DG2: {256, 4, 8}, native.MTL: {256, 4, 8}, native.ARL: {256, 4, 8}} {
		assert.Equal(t, want, [3]int{target.MostGRFs(), target.Accumulators(128), target.Accumulators(256)}, "%v", target)
		assert.True(t, target.HasFile(128))
		assert.Equal(t, want[0] == 256, target.HasFile(256))
		assert.False(t, target.HasFile(64))
	}
	const past, payload, end = "eu.grf", "eu.send.payload", "eu.send.eot"
	for _, c := range []struct {
		text         string
		named        int
		small, large string // the rule that finds it in either file
	}{
		{"mov (16|M0) r126.0<1>:d r4.0<1;1,0>:d", 128, "", ""},
		{"mov (16|M0) r127.0<1>:d r4.0<1;1,0>:d", 128, past, ""},
		{"mov (8|M0) r4.0<1>:d r128.0<1;1,0>:d", 256, past, ""},
		{"add (16|M0) r4.0<1>:d r6.0<1;1,0>:d r254.0<1;1,0>:d", 256, past, ""},
		{"add (16|M0) r4.0<1>:d r6.0<1;1,0>:d r255.0<1;1,0>:d", 256, past, past},
		{"send.dc1 (8|M0) r127 r10 null:0 0x0 0x02206E02", 128, payload, ""},
		{"send.dc1 (8|M0) r255 r10 null:0 0x0 0x02206E02", 256, payload, payload},
		{"send.gtwy (1|M0) null r112 null:0 0x0 0x02000010 {EOT}", 128, "", end},
		{"send.gtwy (1|M0) null r239 null:0 0x0 0x02000010 {EOT}", 256, payload, end},
		{"send.gtwy (1|M0) null r240 null:0 0x0 0x02000010 {EOT}", 256, payload, ""},
	} {
		insts := decoded(native.DG2, c.text+"\n")
		assert.Equal(t, c.named, native.DG2.GRFsOf(insts), c.text)
		broken := func(found []native.Finding) (ids []string) {
			for _, f := range found {
				if id := f.Rule.ID; id == past || id == payload || id == end {
					ids = append(ids, id)
				}
			}
			return ids
		}
		for grfs, want := range map[int]string{128: c.small, 256: c.large} {
			ids := broken(native.CheckFile(native.DG2, grfs, insts))
			assert.Equal(t, want, strings.Join(ids, " "), "%s in %d registers", c.text, grfs)
			if grfs == c.named {
				assert.Equal(t, ids, broken(native.Check(native.DG2, insts)), c.text)
			}
		}
	}
	assert.Equal(t, 128, native.DG2.GRFsOf(decoded(native.DG2, "mov (1|M0) r[a0.0,256]<1>:d r4.0<0;1,0>:d\n")), "no register by address counts")
	assert.Equal(t, 128, native.TGL.GRFsOf([]native.Inst{op(native.OpMov, 8, dst(200, 0, 1, native.D), imm(1, native.D))}), "of a target without them")
}
