package opdefs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const restrictHead = "## Restrictions x (Some PRM)\n\n| id | targets | section | ops | breaks | broken | legal | bad | good |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

// doubtfulPage is a page with a restriction that is doubtful on two targets.
const doubtfulPage = "## Restrictions x (Some PRM)\n\n| id | targets | doubtful | section | ops | breaks | broken | legal | bad | good |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n" +
	"| x.1 | icl.. | bdw,cnl | 1.2 | mov | check a | wrong | right | `mov r1` | `mov r2` |\n"

// restrictPage is a page with one restriction of these ops, broken like this.
func restrictPage(ops, breaks string) string {
	return restrictHead + "| x.1 | skl.. | 1.2 | " + ops + " | " + breaks + " | wrong | right | `mov (8\\|M0) r1` | `mov r2` |\n"
}

func parseRestrictions(page string) (*EU, error) {
	var p euParser
	p.page("eu/t.md", []byte(page))
	p.eu.Facts = []OpFact{{Op: "mov", Class: "alu", Sources: 1}, {Op: "add", Class: "alu", Sources: 2, Traits: []string{"commutes"}}}
	p.eu.Enums = []*Enum{{Name: "MathFC", Rows: []EnumRow{{Code: 1, Name: "INV"}}}}
	checkRestrictions(&p.eu, &p.errs)
	return &p.eu, p.errs.err()
}

// TestRestrictions: what a row says.
func TestRestrictions(t *testing.T) {
	eu, err := parseRestrictions(restrictPage("mov binary", "src0 is d ud and exec above 8 or function is inv and inst not sat and check ends"))
	require.NoError(t, err)
	r := eu.Restrictions[0]
	assert.Equal(t, "Some PRM, 1.2", r.Citation)
	assert.Equal(t, "mov (8|M0) r1", r.Bad)
	assert.Equal(t, []Break{
		{Clauses: []Clause{{Subject: "src0", Words: []string{"d", "ud"}}, {Subject: "exec", Above: 8}}},
		{Clauses: []Clause{{Subject: "function", Words: []string{"inv"}}, {Subject: "inst", Not: true, Words: []string{"sat"}}}, Check: "ends"},
	}, r.Breaks)
	assert.Equal(t, TargetSet(0), r.Doubtful)
	eu2, err := parseRestrictions(doubtfulPage)
	require.NoError(t, err)
	assert.Equal(t, [2]TargetSet{0xFC0, 0x24}, [2]TargetSet{eu2.Restrictions[0].Targets, eu2.Restrictions[0].Doubtful})
	for word, want := range map[string][2]bool{"mov": {true, false}, "alu": {true, true}, "commutes": {false, true}, "binary": {false, true}, "ternary": {false, false}} {
		assert.Equal(t, want, [2]bool{eu.Facts[0].Matches(word), eu.Facts[1].Matches(word)}, word)
	}
}

// TestBadRestrictions: each error with its place, what stands there and what is legal.
func TestBadRestrictions(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{restrictPage("", "src0 is"), `"src0 is": want SUBJECT is WORDS, SUBJECT not WORDS, exec above N or check NAME`},
		{restrictPage("", "src9 is d"), `eu/t.md:5:26: error: subject "src9": want dst, src0,`},
		{restrictPage("", "src0 has d"), `between subject and words "has": want is or not`},
		{restrictPage("", "src0 is big"), `word "big": want ud, d,`},
		{restrictPage("", "inst is big"), `word "big": want sat, cond,`},
		{restrictPage("", "exec above 32"), `channels "32": want 0 to 31`},
		{restrictPage("", "exec below 3"), `exec "below": want above`},
		{restrictPage("", "check a-b"), `check "a-b": want the name of a check: letters and digits`},
		{restrictPage("", "check a and check b"), `check b: a second one; want one`},
		{restrictPage("jump", "check a"), `restriction x.1 is about "jump": want a mnemonic, a class, a trait, ternary or binary`},
		{restrictPage("", "function not inv"), `"function not inv": want function is WORDS`},
		{restrictPage("", "function is sqrt"), `restriction x.1: function "sqrt": want one of the enumeration MathFC`},
		{strings.Replace(restrictPage("", "check a"), "x.1", "X1", 1), `ID "X1": want words of lower-case letters and digits joined by points`},
		{strings.Replace(restrictPage("", "check a"), "right", "", 1), `restriction x.1: want a text in the column legal`},
		{strings.Replace(restrictPage("", "check a"), "`mov r2`", "", 1), `no good example: want an instruction`},
		{restrictPage("", "check a") + strings.TrimPrefix(restrictPage("", "check a"), restrictHead), `restriction x.1 is already at line 5`},
		{strings.Replace(restrictPage("", "check a"), " (Some PRM)", "", 1), `want a name and (…)`},
		{strings.Replace(doubtfulPage, "icl..", "skl..", 1), `restriction x.1: cnl is among its targets: want others in the column doubtful`},
	} {
		_, err := parseRestrictions(c.page)
		assert.ErrorContains(t, err, c.want)
	}
}

const examplesHead = "\n## Examples\n\n| id | targets | bad | good |\n| --- | --- | --- | --- |\n"

// TestPreemptible: a rule of threads that may be preempted has no other targets.
func TestPreemptible(t *testing.T) {
	page := strings.NewReplacer("| doubtful |", "| when |", "icl..", "skl,bxt", "bdw,cnl", "preemptible").Replace(doubtfulPage)
	eu, err := parseRestrictions(page + examplesHead + "| x.1 | bxt | `mov (8\\|M0) r3` | `mov r4` |\n")
	require.NoError(t, err)
	r := eu.Restrictions[0]
	assert.Equal(t, [3]TargetSet{0, 0, 0x18}, [3]TargetSet{r.Targets, r.Doubtful, r.Preemptible})
	assert.Len(t, r.Examples, 1)
	_, err = parseRestrictions(strings.Replace(page, "preemptible", "preempted", 1))
	assert.ErrorContains(t, err, `when "preempted`)
}

// TestExamples: examples of some targets go to their restriction.
func TestExamples(t *testing.T) {
	eu, err := parseRestrictions(doubtfulPage + examplesHead + "| x.1 | icl,cnl | `mov (8\\|M0) r3` | `mov r4` |\n")
	require.NoError(t, err)
	list := eu.Restrictions[0].Examples
	require.Len(t, list, 1)
	assert.Equal(t, TargetSet(0x60), list[0].Targets)
	assert.Equal(t, [2]string{"mov (8|M0) r3", "mov r4"}, [2]string{list[0].Bad, list[0].Good})
	for _, c := range []struct{ row, want string }{
		{"| x.2 | icl | `mov` | `mov` |", "example of restriction x.2, which there is not"},
		{"| x.1 | icl,skl | `mov` | `mov` |", "example of restriction x.1 for targets that it has not: want some of its own"},
		{"| x.1 | icl | `mov` | |", "no good example: want an instruction"},
	} {
		_, err := parseRestrictions(doubtfulPage + examplesHead + c.row + "\n")
		assert.ErrorContains(t, err, c.want)
	}
}
