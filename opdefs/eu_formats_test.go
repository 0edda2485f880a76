package opdefs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const formatHead = "## Formats\n\n| format | code | bits | block | layout | channels | space | sampled | filtered | compared | rendered | written | read | source |\n" +
	"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

// TestFormatRow: what a row says.
func TestFormatRow(t *testing.T) {
	var p euParser
	p.page("t.md", []byte(formatHead+"| B5G6R5 | 0x100 | 16 | 1x1 | packed | b:un5@0 g:sn6@5 x:x5@11 | srgb | all | skl.. | - | ..ivb | - | bdw | s |\n"+
		"| BC4 | 5h | 64 | 4x4 | bc4 | r:un | | - | - | - | - | - | - | s |\n"))
	require.Empty(t, p.errs)
	assert.Equal(t, SurfaceFormat{Pos: Pos{"t.md", 5, 3}, Name: "B5G6R5", Code: 0x100, Bits: 16, Width: 1, Height: 1, Layout: 1, SRGB: true, Source: "s",
		Channels: []FormatChannel{{'b', 0, 5, 0}, {'g', 1, 6, 5}, {'x', 9, 5, 11}}, Support: []TargetSet{AllTargets, 0xff8, 0, 1, 0, 4}}, p.eu.SurfaceFormats[0])
	assert.Equal(t, SurfaceFormat{Pos: Pos{"t.md", 6, 3}, Name: "BC4", Code: 5, Bits: 64, Width: 4, Height: 4, Layout: 8, Source: "s",
		Channels: []FormatChannel{{'r', 0, 0, 0}}, Support: make([]TargetSet, 6)}, p.eu.SurfaceFormats[1])
}

// TestFormatErrors: what the table of formats refuses.
func TestFormatErrors(t *testing.T) {
	row := func(s string) string { return formatHead + "| " + s + " |\n" }
	const good = "A | 1 | 8 | 1x1 | packed | r:un8@0 | | all | - | - | - | - | - | s"
	for _, c := range []struct{ from, to, want string }{
		{"## Formats", "## Formats X", `section title "Formats X": want Formats alone`},
		{"| A |", "| 8A |", `t.md:5:3: error: format "8A": want a letter`},
		{"| 1 |", "| 512 |", `"512": want a number from 0 to 0x1ff`},
		{"| 8 |", "| 0 |", `"0": want a number from 1 to 0x100`},
		{"| 8 |", "| 9 |", "format A has blocks of 9 bits: want whole bytes"},
		{"| 8 |", "| 16 |", "format A: bit 8 is in no channel: want x for room"},
		{"1x1", "0x1", `block "0x1": want WIDTHxHEIGHT, each from 1 to 8`},
		{"1x1", "9x1", `block "9x1": want`}, {"1x1", "1", `block "1": want`},
		{"packed", "bc9", `layout "bc9": want none, packed, shared`},
		{"r:un8@0", "q:un8@0", `channel "q:un8@0": want COMPONENT:KIND`},
		{"r:un8@0", "r:zz8@0", `channel "r:zz8@0": want COMPONENT:KIND`},
		{"r:un8@0", strings.Repeat("r:un1@0 ", 9), "9 channels: want 1 to 8"},
		{"r:un8@0", "r:un8@0 g:un1@7", "format A: bit 7 is in two channels"},
		{"r:un8@0", "r:un9@0", "format A: channel r of 9 bits at bit 0: want 1 to 64 within the 8 of a block"},
		{"r:un8@0", "r:un@0", "format A: channel r of 0 bits"},
		{"r:un8@0", "-", "format A of the layout packed with 0 channels: want some"},
		{"packed", "none", "format A of the layout none with 1 channels"},
		{"@0 | |", "@0 | lab |", `space "lab": want srgb`},
		{"all", "gen5", `targets "gen5"`}, {"all", "", "no targets: want -, all or a list of them"},
		{"| s |", "| |", "format A: want a source"},
		{"| s |", "| s |\n| " + good + " |", "format A is already at line 5"},
		{"| s |", "| s |\n| " + strings.Replace(good, "A", "B", 1) + " |", "format B has the code 0x1 of A, at line 5"},
	} {
		page := strings.Replace(row(good), c.from, c.to, 1)
		require.NotEqual(t, row(good), page, c.from)
		var p euParser
		p.page("t.md", []byte(page))
		checkFormats(&p.eu, &p.errs)
		assert.ErrorContains(t, p.errs.err(), c.want, c.to)
	}
	var p euParser
	p.page("t.md", []byte("## Enumeration SURFACE_FORMAT (9 bits)\n\n| code | name |\n| --- | --- |\n| 2 | A |\n| 3 | B |\n\n"+row(good)))
	checkFormats(&p.eu, &p.errs)
	assert.ErrorContains(t, p.errs.err(), "format A has the code 0x1, and 0x2 in the enumeration SURFACE_FORMAT")
	assert.ErrorContains(t, p.errs.err(), "enumeration SURFACE_FORMAT: B is no row of the section Formats")
}
