package opdefs

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	factOps  = "## Opcodes\n\n| op | targets | code | format |\n| --- | --- | --- | --- |\n| add | | 1 | f |\n| if | | 2 | f |\n| send | | 3 | f |\n\n"
	facts    = factOps + "## Facts\n\n| op | sources | class | offsets | target | mask | accumulator | traits |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
	reached  = factOps + "## Facts\n\n| op | sources | class | elements |\n| --- | --- | --- | --- |\n| if | 0 | branch | |\n| send | 1 | send | |\n"
	factAdd  = "| add | 2 | alu | | | | | commutes |\n"
	factIf   = "| if | 0 | branch | JIP | | | | |\n"
	factSnd  = "| send | 1 | send | | | | | |\n"
	flowTab  = facts + factAdd + factIf + factSnd + "\n## Flow\n\n| op | true | false | first | other | when | exchange |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	flowPage = flowTab + "| if | next | JIP | next | JIP | there | |\n\n"
	modTab   = "## Modifiers\n\n| on | targets | none | abs | negate | negate of abs | source |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	numbers  = "| numbers | | same | absolute | negative | negative absolute | s |\n"
	descTab  = "## Descriptor\n\n| field | word | bits |\n| --- | --- | --- |\n"
	descAll  = descTab + "| header | descriptor | 19 |\n| rlen | descriptor | 24:20 |\n| mlen | descriptor | 28:25 |\n| SFID | extended | 3:0 |\n| EOT | extended | 5 |\n| mlen | extended | 10:6 |\n| surface | extended | 31:12 |\n"
)

// targetPage is a table that states every fact, with one row replaced.
func targetPage(name, row string) string {
	text := "## Targets\n\n| fact | " + strings.Join(EUTargets, " | ") + " | meaning | source |\n|" + strings.Repeat(" --- |", len(EUTargets)+3) + "\n"
	for _, f := range targetFacts {
		if f.name == name {
			text += row
			continue
		}
		if _, common := CommonFacts[f.name]; common {
			text += targetRow(f.name, "128")
			continue
		}
		text += targetRow(f.name, "?")
	}
	return text
}

func targetRow(name, cell string) string {
	return "| " + name + " |" + strings.Repeat(" "+cell+" |", len(EUTargets)) + " m | s |\n"
}

// TestFactErrors: each contradiction of the tables of facts has a place and says
// what is legal.
func TestFactErrors(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"title", strings.Replace(facts, "## Facts", "## Facts skl", 1) + factAdd + factIf + factSnd, `t.md:9:4: error: section title "Facts skl": want Facts alone`},
		{"class", facts + "| add | 2 | arith | | | | | |\n" + factIf + factSnd, `t.md:13:13: error: class "arith": want none, alu, send, branch, wait or systolic`},
		{"sources", facts + "| add | 4 | alu | | | | | |\n" + factIf + factSnd, `t.md:13:9: error: sources "4": want 0 to 3`},
		{"sources in letters", facts + "| add | two | alu | | | | | |\n" + factIf + factSnd, `sources "two": want 0 to 3`},
		{"offsets", facts + factAdd + "| if | 0 | branch | UIP | | | | |\n" + factSnd, `t.md:14:21: error: offsets "UIP": want JIP or JIP UIP`},
		{"target", facts + factAdd + "| if | 0 | branch | JIP | src3 | | | |\n" + factSnd, `target "src3": want src0, src1 or src2`},
		{"mask", facts + "| add | 2 | alu | | | dst | | |\n" + factIf + factSnd, `mask "dst": want src0, src1 or src2`},
		{"accumulator", facts + "| add | 2 | alu | | | | read | |\n" + factIf + factSnd, `accumulator "read": want reads or writes`},
		{"trait", facts + "| add | 2 | alu | | | | | commutative |\n" + factIf + factSnd, `t.md:13:27: error: trait "commutative": want copies, commutes, logic`},
		{"trait twice", facts + "| add | 2 | alu | | | | | commutes commutes |\n" + factIf + factSnd, `trait "commutes" is there twice`},
		{"no opcode", facts + factAdd + factIf + factSnd + "| sub | 2 | alu | | | | | |\n", `t.md:16:3: error: facts of "sub", which has no opcode`},
		{"twice", facts + factAdd + factIf + factSnd + factAdd, `t.md:16:3: error: facts of add are already at line 13`},
		{"missing", facts + factAdd + factIf, `t.md:7:3: error: send has an opcode but no facts`},
		{"offsets of no branch", facts + "| add | 2 | alu | JIP | | | | |\n" + factIf + factSnd, `add is no branch: want no offsets and no target`},
		{"target of no branch", facts + "| add | 2 | alu | | src0 | | | |\n" + factIf + factSnd, `add is no branch: want no offsets and no target`},
		{"branch to nowhere", facts + factAdd + "| if | 0 | branch | | | | | |\n" + factSnd, `branch if has neither offsets nor a target`},
		{"links", facts + "| add | 2 | alu | | | | | links |\n" + factIf + factSnd, `add is no branch: want no trait links, absolute or uniform`},
		{"absolute", facts + "| add | 2 | alu | | | | | absolute |\n" + factIf + factSnd, `add is no branch: want no trait links, absolute or uniform`},
		{"uniform", facts + "| add | 2 | alu | | | | | uniform |\n" + factIf + factSnd, `add is no branch: want no trait links, absolute or uniform`},
		{"split", facts + "| add | 2 | alu | | | | | split |\n" + factIf + factSnd, `add is no send: want no trait split or checks`},
		{"checks", facts + "| add | 2 | alu | | | | | checks |\n" + factIf + factSnd, `add is no send: want no trait split or checks`},
		{"mask in the arithmetic", facts + "| add | 2 | alu | | | src1 | | |\n" + factIf + factSnd, `the mask of add is one of its 2 sources of the arithmetic`},
		{"commutes", facts + "| add | 3 | alu | | | | | commutes |\n" + factIf + factSnd, `add commutes but has 3 sources: want 2`},
		{"compares and chooses", facts + "| add | 2 | alu | | | | | compares chooses |\n" + factIf + factSnd, `add compares and chooses: want one of them`},
		{"elements", reached + "| add | 2 | alu | src0 0 |\n", `t.md:15:19: error: elements "src0 0": want a source and two to four elements, as in src0 0 3, src1 0 8 by 16 or src0 0 1 of 2`},
		{"elements of no source", reached + "| add | 2 | alu | src3 0 1 |\n", `elements "src3 0 1": want a source`},
		{"elements of groups of one", reached + "| add | 2 | alu | src0 0 1 of 1 |\n", `elements "src0 0 1 of 1": want a source`},
		{"elements by nothing", reached + "| add | 2 | alu | src0 0 1 by |\n", `elements "src0 0 1 by": want a source`},
		{"elements twice", reached + "| add | 2 | alu | src0 0 1, src0 0 2 |\n", `elements of src0 are there twice`},
		{"elements beyond the sources", reached + "| add | 1 | alu | src1 0 1 |\n", `elements of a source that add lacks: it has 1`},

		{"flow title", strings.Replace(flowTab, "## Flow", "## Flow skl", 1) + "| if | next | JIP | next | JIP | there | |\n", `section title "Flow skl": want Flow alone`},
		{"place", flowTab + "| if | here | JIP | next | JIP | there | |\n", `t.md:21:8: error: place "here": want next, JIP, UIP or past UIP`},
		{"when", flowTab + "| if | next | JIP | next | JIP | then | |\n", `when "then": want there, active, true, uniform or alike`},
		{"exchange", flowTab + "| if | next | JIP | next | JIP | there | Gen |\n", `exchange "Gen": want a fact of the target table with yes and no`},
		{"exchange of a number", flowTab + "| if | next | JIP | next | JIP | there | GRFs |\n\n" + targetPage("", ""), `exchange "GRFs": want a fact`},
		{"no branch", flowTab + "| add | next | JIP | next | JIP | there | |\n", `flow of "add", which is no branch`},
		{"flow twice", flowTab + "| if | next | JIP | next | JIP | there | |\n| if | next | JIP | next | JIP | there | |\n", `t.md:22:3: error: flow of if is already at line 21`},
		{"offset that is not there", flowTab + "| if | next | UIP | next | JIP | there | |\n", `flow of if goes to UIP, an offset that it lacks`},
		{"past an offset that is not there", flowTab + "| if | past UIP | JIP | next | JIP | there | |\n", `flow of if goes to past UIP, an offset that it lacks`},

		{"targets title", strings.Replace(targetPage("", ""), "## Targets", "## Targets all", 1), `section title "Targets all": want Targets alone`},
		{"target column", strings.Replace(targetPage("", ""), "| skl ", "| gen9 ", 1), `column "gen9": want fact, ivb, hsw, bdw, skl`},
		{"fact", targetPage("GRFs", targetRow("Registers", "128")), `t.md:5:3: error: fact "Registers": want GRFs, GRFBytes`},
		{"no row", targetPage("GRFs", ""), `no row for the fact GRFs`},
		{"fact twice", targetPage("GRFs", targetRow("GRFs", "128")+targetRow("GRFs", "128")), `t.md:6:3: error: fact GRFs is already at line 5`},
		{"count", targetPage("GRFs", targetRow("GRFs", "many")), `t.md:5:10: error: "many": want a number up to 0xffff, - or ?`},
		{"large count", targetPage("GRFs", targetRow("GRFs", "65536")), `"65536": want a number up to 0xffff, - or ?`},
		{"not common", targetPage("GRFBytes", strings.Replace(targetRow("GRFBytes", "32"), " 32 |", " 64 |", 1)), `fact GRFBytes differs between targets or is unknown: want one number`},
		{"common but unknown", targetPage("GRFs", targetRow("GRFs", "?")), `fact GRFs differs between targets or is unknown`},
		{"mask value", targetPage("BarrierIDMask", targetRow("BarrierIDMask", "0x100000000")), `want a number up to 0xffffffff, - or ?`},
		{"yes", targetPage("Align16", targetRow("Align16", "1")), `"1": want yes, no, - or ?`},
		{"meaning", targetPage("GRFs", strings.Replace(targetRow("GRFs", "1"), " m |", " |", 1)), `fact GRFs: want a meaning and a source`},
		{"source", targetPage("GRFs", strings.Replace(targetRow("GRFs", "1"), " s |", " |", 1)), `fact GRFs: want a meaning and a source`},
	} {
		t.Run(c.name, func(t *testing.T) { wrong(t, c.page, c.want) })
	}
}

// TestModifierErrors: what the tables of modifiers and of descriptors refuse.
func TestModifierErrors(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"modifiers title", strings.Replace(modTab, "## Modifiers", "## Modifiers skl", 1) + numbers, `section title "Modifiers skl": want Modifiers alone`},
		{"modifiers class", modTab + "| bits | | same | same | same | same | s |\n", `t.md:5:3: error: class "bits": want numbers or logic`},
		{"effect", modTab + "| logic | | same | same | not | same | s |\n", `t.md:5:27: error: effect "not": want same, absolute, negative, negative absolute or complement`},
		{"modifiers source", modTab + "| logic | | same | same | same | same | |\n", `modifiers: want a source`},
		{"modifiers twice", flowPage + modTab + numbers + "| numbers | skl | same | same | same | same | s |\n", `modifiers of a target that line 27 has already`},
		{"modifiers missing", flowPage + modTab + numbers + "| logic | ..lkf | same | same | same | same | s |\n", `t.md:27:3: error: modifiers: want a row on numbers and one on logic for every target`},

		{"descriptor title", strings.Replace(descAll, "## Descriptor", "## Descriptor gen9", 1), `section title "Descriptor gen9": want Descriptor alone`},
		{"word", descAll + "| x | ex | 1 |\n", `t.md:12:7: error: word "ex": want descriptor or extended`},
		{"bits", descAll + "| x | extended | 32 |\n", `t.md:12:18: error: bits "32": want one range inside 31:0`},
		{"two ranges", descAll + "| x | extended | 11+13 |\n", `bits "11+13": want one range inside 31:0`},
		{"unknown field", descAll + "| x | extended | 12 |\n", `t.md:12:3: error: field "x": nothing reads a field of this name in this word`},
		{"field twice", descAll + "| EOT | extended | 12 |\n", `t.md:12:3: error: field EOT is already at line 9`},
		{"shared bits", strings.Replace(descAll, "| 24:20 |", "| 25:20 |", 1), `t.md:7:3: error: field mlen shares bits with rlen at line 6`},
		{"missing field", strings.Replace(descAll, "| EOT | extended | 5 |\n", "", 1), `no row for the field EOT`},
		{"message twice", descAll + "\n## Messages g (hsw, skl)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | 1 | 0 | dword |\n\n## Messages g (bdw)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 2 | 1 | 0 | dword |\n\n## Messages g (skl..)\n\n| message | sfid | match | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 3 | 1 | 0 | dword |\n\n", `message M is already at line 17 for the same target`},
		{"message", descAll + "\n## Messages g (skl)\n\n| message | sfid | match | fields | header | payload | response | lanes |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | size 20:18 | no | 1 | 0 | dword |\n", `message M: field size shares bits with header, which every descriptor has (line 5)`},
		{"ignored", descAll + "\n## Messages g (skl)\n\n| message | sfid | match | header | payload | response | lanes | ignored |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | no | 1 | 0 | dword | 6:4 |\n", `message M: ignored bits are also those of EOT, which every extended descriptor has (line 9)`},
		{"ignored outside", descAll + "\n## Messages g (skl)\n\n| message | sfid | match | header | payload | response | lanes | ignored |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n| M | DC | type 5 = 1 | no | 1 | 0 | dword | 32:30 |\n", `message M: ignored bits 32:30: want bits of the extended descriptor, 31:0`},
	} {
		t.Run(c.name, func(t *testing.T) { wrong(t, c.page, c.want) })
	}
}

// TestProductErrors: what the table of products refuses.
func TestProductErrors(t *testing.T) {
	const head = "## Products\n\n| product | target | family | tokens | archive | cisa | EUs | threads | source |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
	row := func(cells string) string {
		return flowPage + head + "| skl | skl | 0x12 | 12 | 9.0 | 5 | 72 | 7 | s |\n| " + cells + " |\n"
	}
	for _, c := range []struct{ name, page, want string }{
		{"title", strings.Replace(row("kbl | skl | - | - | - | - | - | - | s"), "## Products", "## Products all", 1), `section title "Products all": want Products alone`},
		{"name", row("Kbl | skl | - | - | - | - | - | - | s"), `product "Kbl": want lower-case letters, digits and hyphens`},
		{"target", row("kbl | gen9 | - | - | - | - | - | - | s"), `target "gen9": want ivb, hsw, bdw, skl`},
		{"family", row("kbl | skl | many | - | - | - | - | - | s"), `"many": want a number from 1 to 0xffffffff, or -`},
		{"cisa", row("kbl | skl | - | - | - | 256 | - | - | s"), `"256": want a number from 1 to 0xff, or -`},
		{"zero", row("kbl | skl | - | 0 | - | - | - | - | s"), `"0": want a number from 1 to 0xffff, or -`},
		{"archive", row("kbl | skl | - | - | 9 | - | - | - | s"), `version "9": want MAJOR.MINOR, each up to 255, or -`},
		{"threads", row("kbl | skl | - | - | - | - | - | 65 | s"), `"65": want a number from 1 to 0x40, or -`},
		{"source", row("kbl | skl | - | - | - | - | - | - | "), `product kbl: want a source`},
		{"twice", row("skl | skl | - | - | - | - | - | - | s"), `product skl is already at line`},
		{"shared", row("kbl | bxt | 0x12 | - | - | - | - | - | s"), `product kbl: family 0x12 is that of skl, whose target is skl`},
		{"target's name", row("bxt | skl | - | - | - | - | - | - | s"), `product bxt has the name of a target and is of skl`},
	} {
		t.Run(c.name, func(t *testing.T) { wrong(t, c.page, c.want) })
	}
}

// wrong reads a page that is refused.
func wrong(t *testing.T, page, want string) {
	t.Helper()
	_, err := ParseEU(fstest.MapFS{"t.md": {Data: []byte(page)}})
	require.ErrorContains(t, err, want)
}

// TestFactTables: what the rows of a small page say.
func TestFactTables(t *testing.T) {
	page := flowTab + "| if | next | JIP | next | JIP | there | |\n\n" + descAll + "\n" + targetPage("Align16", "| Align16 | yes | no | - | ? | yes | no | no | no | no | no | no | no | swizzle | s |\n")
	var p euParser
	p.page("eu/t.md", []byte(page))
	eu := &p.eu
	checkFacts(eu, &p.errs)
	require.NoError(t, p.errs.err())
	assert.Equal(t, OpFact{Pos: Pos{"eu/t.md", 13, 3}, Op: "add", Sources: 2, Class: "alu", Traits: []string{"commutes"}}, eu.Facts[0])
	assert.Equal(t, OpFact{Pos: Pos{"eu/t.md", 14, 3}, Op: "if", Class: "branch", Offsets: 1}, eu.Facts[1])
	assert.Equal(t, []Flow{{Pos: Pos{"eu/t.md", 21, 3}, Op: "if", False: 1, Other: 1}}, eu.Flows)
	assert.Equal(t, DescPart{Pos: Pos{"eu/t.md", 32, 3}, Name: "mlen", Extended: true, Bits: Range{6, 5}}, eu.Descriptor[5])
	align := eu.TargetFacts[3]
	assert.Equal(t, "Align16", align.Name)
	assert.Equal(t, []uint64{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, align.Values)
	assert.Equal(t, TargetSet(1<<3), align.Unknown, "skl")
	assert.Equal(t, "swizzle", align.Meaning)
	assert.Equal(t, AllTargets, eu.TargetFacts[2].Unknown)
}

// TestUnknownFacts: what the page admits not to know; an answer is a row less
// here.
func TestUnknownFacts(t *testing.T) {
	eu, err := ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	unknown := map[string]string{}
	source := regexp.MustCompile(`^(ENC|EXE|MSG|ABI|RUN|STA|XE) \d`)
	for _, f := range eu.TargetFacts {
		assert.Regexp(t, source, f.Source, f.Name)
		for i, target := range EUTargets {
			if f.Unknown.Has(i) {
				unknown[f.Name] += target + " "
			}
		}
	}
	assert.Equal(t, map[string]string{"WalkerBits": "cnl dg2 mtl arl ", "PackedPosition": "cnl dg2 mtl arl ", "Scoreboard": "cnl dg2 mtl arl ", "DwordMul": "cnl ", "BarrierIDMask": "cnl ",
		"ThreadIDMask": "ivb hsw ", "SamplerHeader": "cnl ", "SendPixels": "dg2 mtl arl ", "LateLayer": "dg2 mtl arl ", "SampleControl": "tgl dg2 mtl arl ",
		"NarrowToZero": "hsw mtl arl ", "CallByDistance": "ivb hsw bdw skl bxt cnl icl lkf ", "ThreadPayload": "ivb hsw ",
		"AddressBits": "hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl ", "AddressGroups": "hsw bdw cnl icl lkf tgl dg2 mtl arl "}, unknown)
}
