//go:build oracle

package verify_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

func refusal(t *testing.T, g oracle.GenX, src string) string {
	t.Helper()
	_, why, err := g.Compile(src)
	require.NoError(t, err)
	return why
}

// Each text of the table of rules gets the finalizer's verdict too.
func TestRulesMeasured(t *testing.T) {
	same, alone := 0, map[string]int{}
	dir := t.TempDir()
	check := func(rule, on, accept, reject string, edit func(k *visa.Kernel)) {
		g := oracle.GenX{Dir: dir, Verify: true, Platform: on}
		whole := func(body string) string { return head + body + "\nret (M1, 1)\n" }
		if on != "XEHP" { // that the tool does not know by this name
			assert.Empty(t, refusal(t, g, whole(accept)), "%s: %s", rule, accept)
		}
		switch {
		case edit != nil || on == "XEHP": // the text itself is legal
		case refusal(t, g, whole(reject)) != "":
			same++
		case explained(rule, "") != nil:
			alone[rule]++
		default:
			t.Errorf("%s: the finalizer accepts %s", rule, reject)
		}
	}
	for _, c := range cases {
		check(c.rule, "", c.accept, c.reject, c.edit)
	}
	for _, c := range newCases {
		check(c.rule, c.on, c.accept, c.reject, c.edit)
	}
	t.Logf("both refuse %d texts; only we refuse %v", same, alone)
	floor.Exact(t, "texts that both refuse", same)
}

// The finalizer has each op on the device families on which its page says that it is.
func TestPlatformsMeasured(t *testing.T) {
	dir, same, alone := t.TempDir(), 0, 0
	for _, family := range []string{"BDW", "SKL", "ICLLP", "TGLLP", "DG2"} {
		g := oracle.GenX{Dir: dir, Verify: true, Platform: family}
		for _, v := range append(vectors(t), "ror (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud") {
			k, err := asm.Parse("k", []byte(vectorText(v)))
			require.NoError(t, err)
			theirs := refusal(t, g, vectorText(v))
			if strings.Contains(theirs, "unexpected DOT") {
				continue // text of later releases
			}
			found := verify.For(k, platform(t, family))
			if theirs == "" && len(found) > 0 && explained(found[0].Rule, "") != nil {
				alone++
				continue
			}
			assert.Equal(t, theirs != "", len(found) > 0, "%s: %s: the finalizer %q, ours %v", family, v, theirs, found)
			same++
		}
	}
	floor.Exact(t, "vectors by family with the same verdict", same)
	floor.Exact(t, "vectors by family that only we refuse, for a cause", alone)
}

// verdict is what both say of one changed program.
type verdict struct {
	family, kind, what string
	ours, text, theirs string // rule, message, message; "" for accepted
}

func (v *verdict) agree() bool { return (v.ours == "") == (v.theirs == "") }

// Changes that TestMutations draws, half of them of programs of the corpus and half of the
// vectors of the pages, and how many programs it works on at a time. The document is about
// all, which take minutes; else the first of them are looked at.
const (
	mutants      = 5000
	firstMutants = 500
	workers      = 2
)

var everyMutant = flag.Bool("all", false, "draw the 5,000 changes that docs/verifier.md is about")

// TestMutations changes one place of a program and asks both. The document says who is
// right where they differ, and why; nine of ten of the others are the same.
func TestMutations(t *testing.T) {
	if _, full := corpus.Full(); !full {
		t.Skip("the document is about the full corpus, and not of -short")
	}
	all := make([]verdict, firstMutants)
	if *everyMutant {
		all = make([]verdict, mutants)
	}
	var wg sync.WaitGroup
	for w := range workers {
		dir := t.TempDir()
		bases := map[string]bool{}
		wg.Go(func() {
			for i := w; i < len(all); i += workers {
				all[i] = mutant1(t, dir, i, bases)
			}
		})
	}
	wg.Wait()
	if path := os.Getenv("VERDICTS"); path != "" {
		var b strings.Builder
		for _, v := range all {
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\n", v.family, v.kind, v.ours, v.theirs, v.what, v.text)
		}
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	}
	document(t, all)
}

// mutant1 is change number i, which depends on i alone. bases remembers which programs the
// tool takes as they are.
func mutant1(t *testing.T, dir string, i int, bases map[string]bool) verdict {
	r := rand.New(rand.NewPCG(uint64(i), 26))
	for {
		v, k, only := drawBase(t, r, i%2 == 0)
		g := oracle.GenX{Dir: dir, Verify: true, Platform: v.family}
		name := v.family + v.what
		taken, known := bases[name]
		if !known {
			taken = refusal(t, g, textOf(k)) == ""
			bases[name] = taken
		}
		if !taken {
			continue
		}
		kind, what := mutate(r, k, only)
		v.kind, v.what = kind, what+" in "+v.what
		src := textOf(k)
		v.theirs = refusal(t, g, src)
		if strings.HasPrefix(v.theirs, "Spill memory") {
			v.theirs = "" // a remark
		}
		v.ours, v.text = findings(src, platform(t, v.family))
		return v
	}
}

var mutatedFamilies = []struct{ device, family string }{{"skl", "SKL"}, {"bdw", "BDW"}, {"lkf", "ICLLP"}, {"tgllp", "TGLLP"}}

// maxText keeps the finalizer's part of the time small.
const maxText = 60_000

// drawBase is a program of the corpus, or one around a vector of which only the vector is
// changed.
func drawBase(t *testing.T, r *rand.Rand, ofCorpus bool) (verdict, *visa.Kernel, func(*visa.Inst) bool) {
	on := mutatedFamilies[r.IntN(len(mutatedFamilies))]
	if !ofCorpus {
		list := vectors(t)
		v := list[r.IntN(len(list))]
		k, err := asm.Parse("k", []byte(vectorText(v)))
		require.NoError(t, err)
		first := slices.IndexFunc(k.Insts, func(in visa.Inst) bool { return in.Op != visa.OpLabel })
		op := k.Insts[max(first, 0)].Op
		return verdict{family: on.family, what: v}, k, func(in *visa.Inst) bool { return in.Op == op }
	}
	files := corpus.Cases(t, corpus.Dir(), on.device)
	for {
		stem := files[r.IntN(len(files))].Stem
		src, err := os.ReadFile(stem + ".visaasm")
		require.NoError(t, err)
		if len(src) > maxText {
			continue
		}
		k, err := asm.Parse("k", src)
		require.NoError(t, err)
		return verdict{family: on.family, what: k.Name}, k, nil
	}
}

func textOf(k *visa.Kernel) string {
	var b bytes.Buffer
	if err := asm.Print(&b, k); err != nil {
		panic(err)
	}
	return b.String()
}

// findings is the first rule that a text breaks, "text" when it does not parse.
func findings(src string, on visa.Platform) (rule, msg string) {
	k, err := asm.Parse("k", []byte(src))
	if err != nil {
		return "text", err.Error()
	}
	if f := verify.For(k, on); len(f) > 0 {
		return f[0].Rule, f[0].Msg
	}
	return "", ""
}

// explained is the cause of a disagreement, or nil.
func explained(ours, theirs string) *cause {
	for i := range causes {
		c := &causes[i]
		if c.ours == ours && (c.theirs == "" && theirs == "" || c.theirs != "" && regexp.MustCompile(c.theirs).MatchString(theirs)) {
			return c
		}
	}
	return nil
}
