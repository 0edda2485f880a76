package interp_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestTypedLSC: the typed messages of the load/store cache do what those before them do,
// with the surface as a number.
func TestTypedLSC(t *testing.T) {
	zero := "mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud"
	read := "load_lz.R (M1, 8) 0x0:uw T6 OUT.32 IN.0"
	added := []uint32{0x30201000, 0x31211101, 0x32221202, 0x33231303, 0, 0, 0, 0, 0x30201008, 0x3121110A, 0x3222120C, 0x3323130E, 0, 0, 0, 0, 99}
	for _, c := range []struct {
		format, body string
		want         []uint32
	}{
		{"r32ui", lines(fill, zero, "lsc_atomic_iadd.tgm (M1, 8) OUT:d32 bti(0x3)[IN, TMP]:a32 IN.32 %null", read), added},
		{"r32ui", lines(fill, zero, "lsc_atomic_iadd.tgm.uc.wb (M1, 8) OUT:d32 bss(0x80003000)[IN, TMP]:a32 IN.32 %null", read), added},
		{"r32ui", lines(fill, zero, read, "lsc_atomic_icas.tgm (M1, 8) %null:d32 bti(0x3)[IN, TMP]:a32 OUT.32 IN.32", read),
			append(repeat(99, 8), 8, 9, 10, 11, 0, 0, 0, 0, 99)},
		{"r32ui", lines(fill, zero, "lsc_atomic_iinc.tgm (M1, 8) %null:d32 bti(0x3)[IN]:a32 %null %null", read),
			append(repeat(99, 8), 0x30201001, 0x31211102, 0x32221203, 0x33231304, 0, 0, 0, 0, 99)},
		{"r32ui", lines(fill, zero, "lsc_atomic_store.tgm (M1, 8) OUT:d32 bti(0x3)[IN, TMP, TMP, TMP]:a32 IN.32 %null", read),
			[]uint32{0x30201000, 0x31211101, 0x32221202, 0x33231303, 0, 0, 0, 0, 8, 9, 10, 11, 0, 0, 0, 0, 99}},
		{"r32ui", lines(fill, zero, "lsc_atomic_load.tgm (M1, 8) OUT:d32 bti(0x3)[IN, TMP]:a32 %null %null", read),
			[]uint32{0x30201000, 0x31211101, 0x32221202, 0x33231303, 0, 0, 0, 0, 0x30201000, 0x31211101, 0x32221202, 0x33231303, 0, 0, 0, 0, 99}},
		{"rgba8ui", lines(fill, zero, "lsc_load_quad.tgm (M1, 8) OUT:d32.xz bti(0x3)[IN, TMP]:a32"),
			append([]uint32{0, 1, 2, 3, 0, 0, 0, 0, 0x20, 0x21, 0x22, 0x23, 0, 0, 0, 0}, repeat(99, 16)...)},
		{"r32ui", lines(fill, zero, "lsc_store_quad.tgm (M1, 8) bti(0x3)[IN, TMP]:a32 IN.32:d32.x", read),
			append(repeat(99, 8), 8, 9, 10, 11, 0, 0, 0, 0, 99)},
	} {
		got, _, err := imaged(t, c.format, c.body)
		if assert.NoError(t, err, c.body) {
			assert.Equal(t, c.want, got[:len(c.want)], c.body)
		}
	}
	for line, want := range map[string]string{
		"lsc_atomic_iadd.tgm (M1, 8) OUT:d32 bti(0x3)[IN, TMP]:a64 IN.32 %null": "coordinates of another size",
		"lsc_atomic_iadd.tgm (M1, 8) OUT:d64 bti(0x3)[IN, TMP]:a32 IN.32 %null": "texels of at most 32 bits",
		"lsc_atomic_iadd.tgm (M1, 8) OUT:d32 ss(0x3)[IN, TMP]:a32 IN.32 %null":  "space ss",
		"lsc_atomic_fadd.tgm (M1, 8) OUT:d32 bti(0x3)[IN, TMP]:a32 IN.32 %null": "",
	} {
		_, _, err := imaged(t, "r32ui", lines(fill, zero, line))
		if want == "" {
			assert.NoError(t, err, line)
			continue
		}
		assert.ErrorContains(t, err, want, line)
		assert.ErrorIs(t, err, errors.ErrUnsupported, line)
	}
	k, err := asm.Parse("k.visaasm", []byte(imageDecls+lines("lsc_atomic_iadd.tgm (M1, 8) OUT:d32 flat[IN, TMP]:a32 IN.32 %null")+finish))
	require.NoError(t, err)
	_, err = interp.New(k)
	assert.ErrorContains(t, err, "lsc_atomic_iadd.tgm: texels of space flat: want a surface of space bss or bti")
	assert.NotErrorIs(t, err, errors.ErrUnsupported)
}
