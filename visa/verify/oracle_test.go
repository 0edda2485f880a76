//go:build oracle

package verify_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// stricter are the rules that GenX_IR does not check, and why ours are right:
// chapters are those of the vISA documentation.
var stricter = map[string]string{
	"decl.alias-overrun": "operands: an access outside of a variable is undefined",
	"operand.bounds":     "operands: an access outside of a variable is undefined",
	"operand.address":    "operands: offset and width lie inside the address variable; MOVS copies consecutive elements",
	"inst.exec":          "execution model: the dispatch has no such lanes",
	"inst.mask":          "no native instruction begins at a lane that is no multiple of its size",
	"inst.predicate":     "operands: the predicate has no bit for the lane",
	"operand.predicate":  "operands: the predicate has no bit for the lane",
	"operand.modifier":   "operands: modifiers stand on general and indirect operands, (~) in logic ops only; ADDC: none",
	"operand.type":       "the type maps of the pages: integers and floats do not mix, offsets are ud, MOVS takes ud",
	"operand.kind":       "operands: addresses stand in address instructions, states in MOVS",
	"operand.region":     "operands, region rules 1, 3 and 5: the tool checks the text, not the binary, and not for every op",
	"operand.state":      "MOVS: state operands are of one storage class",
	"input.variable":     "header: alias_index of an input is zero",
	"input.payload":      "header: the offset is aligned to the variable; r0 and what lies behind the file is no payload",
	"kernel.simd":        "the thread dispatch has 8, 16 or 32 lanes; the tool takes any number, and uses none",
	"kernel.end":         "a lane that passes the last instruction is lost",
}

// gentler are verdicts of GenX_IR that we do not follow.
var gentler = []string{
	"must use the same type for all of their operannds: dst(ud)", // it takes %null as ud, and its own code writes it as any type
	"only supports single and half float type",                   // the same for a math op
	"Raw Operand", // dword_atomic alone: bytes are bytes, whatever variable holds them
	"must be V0",  // an operand that an atomic does not use
}

func refusal(t *testing.T, g oracle.GenX, src string) string {
	t.Helper()
	_, why, err := g.Compile(src)
	require.NoError(t, err)
	return why
}

// Each text of the table of rules gets the finalizer's verdict too.
func TestRulesMeasured(t *testing.T) {
	g := oracle.GenX{Dir: t.TempDir(), Verify: true}
	same, alone := 0, map[string]int{}
	for _, c := range cases {
		whole := func(body string) string { return head + body + "\nret (M1, 1)\n" }
		assert.Empty(t, refusal(t, g, whole(c.accept)), "%s: %s", c.rule, c.accept)
		switch {
		case c.edit != nil: // the text itself is legal
		case refusal(t, g, whole(c.reject)) != "":
			same++
		case stricter[c.rule] != "":
			alone[c.rule]++
		default:
			t.Errorf("%s: the finalizer accepts %s", c.rule, c.reject)
		}
	}
	t.Logf("both refuse %d texts; only we refuse %v", same, alone)
	floor.Exact(t, "texts that both refuse", same)
}

var mutations = flag.Int("mutations", 150, "mutated kernels that TestMutations compares")

// Mutated kernels of the corpus get the same verdict from the finalizer as from
// us, but for the lists above.
func TestMutations(t *testing.T) {
	g := oracle.GenX{Dir: t.TempDir(), Verify: true}
	r := rand.New(rand.NewPCG(2, 2026))
	files := corpus.Cases(t, corpus.Dir(), "skl")
	verdicts := map[string]int{}
	for range *mutations {
		src, err := os.ReadFile(files[r.IntN(len(files))].Stem + ".visaasm")
		require.NoError(t, err)
		k, err := asm.Parse("k", src)
		require.NoError(t, err)
		_, what := mutate(r, k, nil)
		what = k.Name + ": " + what
		var b bytes.Buffer
		require.NoError(t, asm.Print(&b, k))
		theirs := refusal(t, g, b.String())
		if strings.HasPrefix(theirs, "Spill memory") {
			theirs = "" // a remark
		}
		ours := findings(b.Bytes())
		verdicts[strings.Join([]string{ours, map[bool]string{true: "accepted", false: "refused"}[theirs == ""]}, "/")]++
		switch {
		case (ours == "") == (theirs == ""):
		case ours == "" && containsAny(theirs, gentler):
		case theirs == "" && (stricter[ours] != "" || ours == "text"):
		default:
			t.Errorf("ours %q, the finalizer %q: %s", ours, theirs, what)
		}
	}
	t.Logf("%v", verdicts)
}

// findings is the first rule that a text breaks, "text" when it does not parse.
func findings(src []byte) string {
	k, err := asm.Parse("k", src)
	if err != nil {
		return "text"
	}
	if f := verify.Kernel(k); len(f) > 0 {
		return f[0].Rule
	}
	return ""
}

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
