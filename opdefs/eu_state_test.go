package opdefs

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	structTab = "## Structures\n\n| structure | targets | dwords | kind | source |\n| --- | --- | --- | --- | --- |\n"
	pairTab   = structTab + "| PAIR | ivb..hsw | 2 | state | s |\n\n## State PAIR (ivb..hsw)\n\n| field | targets | bits | when | value | meaning |\n| --- | --- | --- | --- | --- | --- |\n"
	pairRest  = "| A | | 0.31:0 | | | |\n| B | | 1.31:0 | | | |\n"
	pairEnum  = "\n## Enumeration Mode (2 bits)\n\n| code | name | targets |\n| --- | --- | --- |\n| 0 | OFF | hsw |\n| 3 | ON | hsw |\n"
)

// stateErrors reads a page and checks its structures and formats.
func stateErrors(page string) (*EU, Errors) {
	var p euParser
	p.page("eu/t.md", []byte(page))
	enums := map[string]*Enum{}
	for _, e := range p.eu.Enums {
		enums[e.Name] = e
	}
	if len(p.errs) == 0 {
		nestStates(&p.eu, &p.errs)
		checkStates(&p.eu, enums, &p.errs)
	}
	return &p.eu, p.errs
}

// TestStateErrors: what the tables of structures refuse. The rows begin at line 11.
func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"title", strings.Replace(pairTab, "State PAIR (ivb..hsw)", "State PAIR", 1) + pairRest, `t.md:7:4: error: section title "State PAIR": want a name and (…)`},
		{"structure's name", structTab + "| Pair | | 2 | state | s |\n", `t.md:5:3: error: structure "Pair": want capitals, digits and _`},
		{"no dwords", structTab + "| PAIR | | 0 | state | s |\n", `t.md:5:12: error: dwords "0": want 1 to 64, and + behind it`},
		{"too many dwords", structTab + "| PAIR | | 65 | state | s |\n", `dwords "65": want 1 to 64`},
		{"kind", structTab + "| PAIR | | 2 | thing | s |\n", `t.md:5:16: error: kind "thing": want state, command or register`},
		{"source", structTab + "| PAIR | | 2 | state | |\n", `structure PAIR: want a source`},
		{"twice", structTab + "| PAIR | ivb | 1 | state | s |\n| PAIR | ivb..hsw | 2 | state | s |\n", `t.md:6:3: error: structure PAIR is already at line 5 for some of its targets`},
		{"two kinds", structTab + "| PAIR | ivb | 1 | state | s |\n| PAIR | hsw | 2 | command | s |\n", `t.md:6:3: error: structure PAIR is a command, at line 5 a state`},
		{"no rows", structTab + "| PAIR | ivb | 1 | state | s |\n", `t.md:5:3: error: structure PAIR has no row for ivb`},
		{"no structure", strings.Replace(pairTab, "| PAIR |", "| OTHER |", 1) + pairRest, `t.md:11:3: error: the table Structures has no PAIR`},
		{"no structure of a target", strings.Replace(pairTab, "(ivb..hsw)", "(ivb..bdw)", 1) + pairRest, `t.md:11:3: error: A: the table Structures has no PAIR of bdw`},

		{"bits", pairTab + pairRest + "| C | | 31:0 | | | |\n", `t.md:13:9: error: bits "31:0": want dword.high:low fragments joined by +`},
		{"low", pairTab + pairRest + "| C | | 0.40:32 | | | |\n", `bits "0.40:32": want`},
		{"high", pairTab + pairRest + "| C | | 0.64:0 | | | |\n", `bits "0.64:0": want`},
		{"behind the end", pairTab + pairRest + "| C | | 2.0 | | | |\n", `t.md:13:3: error: C lies behind the 2 dwords of PAIR on ivb`},
		{"name twice", pairTab + "| A | | 0.31:0 | | | |\n| A | | 1.31:0 | | | |\n", `t.md:12:3: error: field A is already at line 11`},
		{"overlap", pairTab + pairRest + "| C | hsw | 1.3:0 | | | |\n", `t.md:13:3: error: field C shares bits with B at line 12: want other bits, a condition that excludes it, or a view`},
		{"overlap of reserved", pairTab + pairRest + "| Reserved | | 1.31 | | | |\n", `field Reserved shares bits with B at line 12`},
		{"gap", pairTab + "| A | | 0.30:0 | | | |\n| B | ivb | 1.31:0 | | | |\n| B | hsw | 1.3:1 | | | |\n", "t.md:5:3: error: PAIR on ivb: no row has the bits 0.31: want fields, or Reserved\neu/t.md:5:3: error: PAIR on hsw: no row has the bits 0.31+1.0+1.31:4"},
		{"view of nothing", pairTab + "| A | | 0.31:0 | | | |\n| B | | 1.31:0 | | view | |\n", `t.md:12:3: error: B is a view of bits that no row has under its conditions`},
		{"view of reserved bits", pairTab + "| A | | 0.31:0 | | | |\n| B | | 1.31:0 | | view | |\n| Reserved | | 1.31:0 | | | |\n", `B is a view of bits that no row has under its conditions`},
		{"view under fewer conditions", pairTab + "| A | | 0.31:0 | B = 0 | | |\n| C | | 0.31:0 | B = 1 | view | |\n| B | | 1.31:0 | | | |\n", `t.md:12:3: error: C is a view of bits that no row has under its conditions`},
		{"reserved with a value", pairTab + "| A | | 0.31:0 | | | |\n| Reserved | | 1.31:0 | | float | |\n", `t.md:12:3: error: Reserved bits have neither a value nor a condition`},
		{"wide", pairTab + "| A | | 0.31:0+1.31:0+0.31 | | | |\n", `A has 65 bits: a field of kind number wants 64`},

		{"value", pairTab + "| A | | 0.31:0 | | 12 | |\n| B | | 1.31:0 | | | |\n", `t.md:11:20: error: value "12": want an enumeration, flag`},
		{"enumeration behind", pairTab + "| A | | 0.31:0 | | view Mode | |\n| B | | 1.31:0 | | | |\n", `value "view Mode": want an enumeration`},
		{"shift", pairTab + "| A | | 0.31:0 | | << 32 | |\n| B | | 1.31:0 | | | |\n", `value "<< 32": want at most 31 behind <<`},
		{"shift of nothing", pairTab + "| A | | 0.31:0 | | << | |\n| B | | 1.31:0 | | | |\n", `value "<<": want a number behind <<`},
		{"plus", pairTab + "| A | | 0.31:0 | | + 2 | |\n| B | | 1.31:0 | | | |\n", `want at most 1 behind +`},
		{"flag", pairTab + "| A | | 0.31:0 | | flag | |\n| B | | 1.31:0 | | | |\n", `t.md:11:3: error: A has 32 bits: a field of kind flag wants 1`},
		{"float", pairTab + "| A | | 0.30:0 | | float | |\n| B | | 1.31:0+0.31 | | | |\n", `A has 31 bits: a field of kind float wants 32`},
		{"fixed point", pairTab + "| A | | 0.31:0 | | s27.5 | |\n| B | | 1.31:0 | | | |\n", `A has 32 bits: a field of kind fixed wants 33`},
		{"address in pieces", pairTab + "| A | | 0.31:0+1.31:0 | | address | |\n", `A is of kind address: want one range of bits`},
		{"signed flag", pairTab + "| A | | 0.0 | | flag signed | |\n| B | | 1.31:0+0.31:1 | | | |\n", `A is of kind flag: signed, <<, + and length are for numbers`},
		{"signed shift", pairTab + "| A | | 0.31:0 | | signed << 2 | |\n| B | | 1.31:0 | | | |\n", `t.md:11:3: error: A is signed: want neither << nor +`},
		{"fixed code", pairTab + "| A | | 0.1:0 | | = 4 | |\n| B | | 1.31:0+0.31:2 | | | |\n", `A is always 0x4, which 2 bits do not hold`},
		{"unknown enumeration", pairTab + "| A | | 0.31:0 | | Mode | |\n| B | | 1.31:0 | | | |\n", `t.md:11:3: error: A: no page has the enumeration Mode`},
		{"enumeration without a target", pairTab + "| A | | 0.31:0 | | Mode | |\n| B | | 1.31:0 | | | |\n" + pairEnum, `t.md:11:3: error: A: the enumeration Mode has no row for ivb`},
		{"code that does not fit", pairTab + "| A | | 0.31:0 | | | |\n| B | hsw | 1.0 | | Mode | |\n| C | hsw | 1.31:1 | | | |\n| B | ivb | 1.31:0 | | | |\n" + pairEnum, `t.md:12:3: error: B has 1 bits: ON of Mode is 0x3`},

		{"condition", pairTab + "| A | | 0.31:0 | B < 1 | | |\n| B | | 1.31:0 | | | |\n", `t.md:11:18: error: condition "B < 1": want FIELD = codes or FIELD != codes`},
		{"condition on nothing", pairTab + "| A | | 0.31:0 | C = 1 | | |\n| B | | 1.31:0 | | | |\n", `t.md:11:3: error: A depends on C, of which ivb has 0 rows: want one`},
		{"condition on two rows", pairTab + "| A | | 0.31:0 | B = 0 | | |\n| B | | 1.31:0 | C = 0 | | |\n| B | | 1.31:0 | C = 1 | | |\n", `A depends on B, of which ivb has 2 rows: want one`},
		{"condition's condition", pairTab + "| A | | 0.31:0 | B = 0 | | |\n| B | | 1.3:0 | C = 0 | | |\n| C | | 1.31:4 | | | |\n", `t.md:11:3: error: A depends on B, which counts under a condition on C: want it here too`},
		{"condition's code", pairTab + "| A | | 0.31:0 | B != 2 | | |\n| B | | 1.0 | | | |\n| C | | 1.31:1 | | | |\n", `condition on B: 1 bits do not hold 0x2`},
		{"not exclusive", pairTab + "| A | | 0.31:0 | B != 1 | | |\n| C | | 0.31:0 | B != 0 | | |\n| B | | 1.31:0 | | | |\n", `field C shares bits with A at line 11`},
		{"open without a length", strings.Replace(pairTab, "| 2 |", "| 2+ |", 1) + pairRest, `t.md:5:3: error: structure PAIR may be longer: want a field with the value length`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, errs := stateErrors(c.page)
			assert.Contains(t, errs.Error(), c.want)
		})
	}
}

// TestState: rows as the model has them.
func TestState(t *testing.T) {
	eu, errs := stateErrors(strings.Replace(pairTab, "| 2 |", "| 2+ |", 1) +
		"| A | | 1.3:0+0.3:0 | B = 0 | + 1 | m |\n| C | hsw | 1.3:0 | B != 0,2 | << 2 | |\n| B | | 0.7:4 | | = 3 | |\n| L | | 0.15:8 | | length | |\n" +
		"| F | | 0.23:16 | | s3.4 | |\n| V | | 0.31:24 | | view | |\n| P | | 0.31:24 | | offset | |\n| Reserved | | 1.31:4 | | | |\n")
	require.Empty(t, errs)
	assert.Equal(t, []StateStruct{{Pos{"eu/t.md", 5, 3}, "PAIR", 3, 2, true, "state", "s"}}, eu.Structs)
	want := []StateField{
		{Name: "A", Targets: 3, Bits: []Range{{32, 4}, {0, 4}}, When: []StateCond{{"B", false, []uint64{0}}}, Value: StateValue{Kind: "number", Plus: 1}, Meaning: "m"},
		{Name: "C", Targets: 2, Bits: []Range{{32, 4}}, When: []StateCond{{"B", true, []uint64{0, 2}}}, Value: StateValue{Kind: "number", Scale: 2}},
		{Name: "B", Targets: 3, Bits: []Range{{4, 4}}, Value: StateValue{Kind: "number", Fixed: true, Code: 3}},
		{Name: "L", Targets: 3, Bits: []Range{{8, 8}}, Value: StateValue{Kind: "number", Length: true}},
		{Name: "F", Targets: 3, Bits: []Range{{16, 8}}, Value: StateValue{Kind: "fixed", Signed: true, Whole: 3, Frac: 4}},
		{Name: "V", Targets: 3, Bits: []Range{{24, 8}}, Value: StateValue{Kind: "number", View: true}},
		{Name: "P", Targets: 3, Bits: []Range{{24, 8}}, Value: StateValue{Kind: "offset"}},
		{Name: "Reserved", Targets: 3, Bits: []Range{{36, 28}}, Value: StateValue{Kind: "number"}},
	}
	for i := range want {
		want[i].Pos, want[i].Of = Pos{"eu/t.md", 11 + i, 3}, "PAIR"
	}
	assert.Equal(t, want, eu.StateFields)
}

// outerTab is PAIR, of two dwords, and OUTER, of four, in which it lies. The rows of OUTER begin at line 21.
const outerTab = structTab + "| PAIR | ivb..hsw | 2 | state | s |\n| OUTER | hsw | 4 | command | s |\n\n## State PAIR (ivb..hsw)\n\n| field | targets | bits | when | value | meaning |\n| --- | --- | --- | --- | --- | --- |\n" +
	"| A | ivb | 0.31:0 | | | |\n| A | hsw | 0.15:0 | B = 0 | + 1 | m |\n| Reserved | hsw | 0.31:16 | | | |\n| B | | 1.31:0 | | | |\n" +
	"\n## State OUTER (hsw)\n\n| field | targets | bits | when | value | meaning |\n| --- | --- | --- | --- | --- | --- |\n"

// TestNestedState: a row of kind structure is the fields of another, in its place, on the targets that both have.
func TestNestedState(t *testing.T) {
	eu, errs := stateErrors(outerTab + "| X | | 0.31:0 | | | |\n| PAIR | | 1..2 | | structure | |\n| Y | | 3.31:0 | | | |\n")
	require.Empty(t, errs)
	var got []StateField
	for i := range eu.StateFields {
		if f := eu.StateFields[i]; f.Of == "OUTER" {
			f.Pos.Col = 0
			got = append(got, f)
		}
	}
	at := func(line int) Pos { return Pos{"eu/t.md", line, 0} }
	number := StateValue{Kind: "number"}
	assert.Equal(t, []StateField{
		{Pos: at(21), Of: "OUTER", Name: "X", Targets: 2, Bits: []Range{{0, 32}}, Value: number},
		{Pos: at(22), Of: "OUTER", Name: "A", Targets: 2, Bits: []Range{{32, 16}}, When: []StateCond{{"B", false, []uint64{0}}}, Value: StateValue{Kind: "number", Plus: 1}, Meaning: "m"},
		{Pos: at(22), Of: "OUTER", Name: "Reserved", Targets: 2, Bits: []Range{{48, 16}}, Value: number},
		{Pos: at(22), Of: "OUTER", Name: "B", Targets: 2, Bits: []Range{{64, 32}}, Value: number},
		{Pos: at(23), Of: "OUTER", Name: "Y", Targets: 2, Bits: []Range{{96, 32}}, Value: number},
	}, got)
	for _, c := range []struct{ row, want string }{
		{"| PAIR | | 1:2 | | structure | |\n", `t.md:21:12: error: bits "1:2": want the dwords FIRST..LAST of a structure, up to 63`},
		{"| PAIR | | 2..1 | | structure | |\n", `bits "2..1": want the dwords`},
		{"| PAIR | | 0..64 | | structure | |\n", `bits "0..64": want the dwords`},
		{"| PAIR | | 0..1 | X = 1 | structure | |\n", `t.md:21:19: error: condition "X = 1": a structure in another has none`},
		{"| PAIR | | 0..2 | | structure | |\n", "t.md:21:3: error: structure PAIR has 2 dwords on hsw: want as many here, not 3"},
		{"| NONE | | 0..1 | | structure | |\n", "t.md:21:3: error: the table Structures has no NONE of hsw"},
		{"| OUTER | | 0..3 | | structure | |\n", "t.md:21:3: error: structure OUTER has structures of its own: want one that has fields alone"},
		{"| Pair | | 0..1 | | structure | |\n", `structure "Pair": want capitals, digits and _`},
	} {
		_, errs := stateErrors(outerTab + c.row + "| Y | | 2.31:0+3.31:0 | | | |\n")
		assert.Contains(t, errs.Error(), c.want, c.row)
	}
}

// ofGen10 are the structures of which the pages have Gen10: what the EUs' messages read, and the descriptor of a kernel.
var ofGen10 = []string{"RENDER_SURFACE_STATE", "SAMPLER_STATE", "SAMPLER_BORDER_COLOR_STATE", "BINDING_TABLE_STATE", "INTERFACE_DESCRIPTOR_DATA"}

// TestStatePages: the pages have each structure on each target of which there is a source.
func TestStatePages(t *testing.T) {
	eu, err := ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	size := func(name, target string) int {
		for _, s := range eu.Structs {
			for i, n := range EUTargets {
				if n == target && s.Name == name && s.Targets.Has(i) {
					return s.Dwords
				}
			}
		}
		return 0
	}
	// Dwords by ivb, hsw, bdw, skl, icl, tgl (genxml of Mesa 22.3.6); 0: the target has no such structure.
	for name, want := range map[string][6]int{
		"RENDER_SURFACE_STATE": {8, 8, 16, 16, 16, 16}, "SAMPLER_STATE": {4, 4, 4, 4, 4, 4}, "SAMPLER_BORDER_COLOR_STATE": {4, 20, 4, 4, 4, 4},
		"BINDING_TABLE_STATE": {1, 1, 1, 1, 1, 1}, "INTERFACE_DESCRIPTOR_DATA": {8, 8, 8, 8, 8, 8}, "MEDIA_VFE_STATE": {8, 8, 9, 9, 9, 9},
		"MEDIA_CURBE_LOAD": {4, 4, 4, 4, 4, 4}, "MEDIA_INTERFACE_DESCRIPTOR_LOAD": {4, 4, 4, 4, 4, 4}, "GPGPU_WALKER": {11, 11, 15, 15, 15, 15},
		"MEDIA_OBJECT": {6, 6, 6, 6, 6, 6}, "MEDIA_OBJECT_GRPID": {0, 0, 7, 7, 7, 7}, "MEDIA_OBJECT_WALKER": {17, 17, 17, 17, 17, 17},
		"MEDIA_STATE_FLUSH": {2, 2, 2, 2, 2, 2}, "STATE_BASE_ADDRESS": {10, 10, 16, 19, 22, 22}, "L3CNTLREG": {0, 0, 1, 1, 1, 0},
		"L3CNTLREG2": {1, 1}, "L3CNTLREG3": {1, 1}, "L3SQCREG1": {1, 1}, "L3ALLOC": {0, 0, 0, 0, 0, 1},
	} {
		for i, target := range []string{"ivb", "hsw", "bdw", "skl", "icl", "tgl"} {
			assert.Equal(t, want[i], size(name, target), "%s of %s", name, target)
		}
		assert.Equal(t, size(name, "skl"), size(name, "bxt"), name)
		assert.Equal(t, size(name, "icl"), size(name, "lkf"), name)
		gen10 := 0 // gen10.xml of an older Mesa: what there is on Gen10 is as long as on Gen11
		if slices.Contains(ofGen10, name) {
			gen10 = want[4]
		}
		assert.Equal(t, gen10, size(name, "cnl"), name)
	}
	// Those of Xe-HPG (genxml of Mesa 22.3.6, gen125; compute-runtime, xe_hpg_core): the commands of the media pipeline are gone.
	for name, want := range map[string]int{
		"RENDER_SURFACE_STATE": 16, "SAMPLER_STATE": 4, "SAMPLER_BORDER_COLOR_STATE": 4, "BINDING_TABLE_STATE": 1, "INTERFACE_DESCRIPTOR_DATA": 8, "STATE_BASE_ADDRESS": 22,
		"COMPUTE_WALKER": 39, "CFE_STATE": 6, "POSTSYNC_DATA": 5, "L3ALLOC": 1, "MEDIA_VFE_STATE": 0, "GPGPU_WALKER": 0, "MEDIA_OBJECT": 0, "MEDIA_CURBE_LOAD": 0,
	} {
		for _, target := range []string{"dg2", "mtl", "arl"} {
			assert.Equal(t, want, size(name, target), "%s of %s", name, target)
		}
	}
	assert.Zero(t, size("COMPUTE_WALKER", "tgl"))
}
