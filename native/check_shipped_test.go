package native_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// shippedVerdicts say of each rule that code of drivers or Mesa's tests break who is right.
var shippedVerdicts = map[string]string{
	"bxt.1.2":       "the rule: written by hand, and the finalizer, asked for a dword into such a byte, writes a word at a step of two; the byte is the fourth of a dword channel, where only the first two may be",
	"bxt.2.4":       "the rule, without an effect: with one channel no stride is used",
	"bxt.2.5":       "the rule, without an effect: with one channel no stride is used",
	"bxt.6.1":       "the rule: the finalizer makes a multiply by words and mach of it for bxt, and this instruction for skl and bdw; the kernel is Skylake's with the same bytes",
	"eu.arf.narrow": "the rule by its words: the table of the flag register says words, and iga64 warns of it too. The hardware takes this use: with it Mesa's driver finds the first live of 8 channels (brw_find_live_channel)",
	"eu.carry":      "the rule: the finalizer has 8 channels at most and AccWrEn, its verifier refuses words. Written by hand for bdw, icl and tgl alike, to subtract: no borrow is read",
	"eu.cr0":        "the rule by its words, which name sources too; it reads modes before it changes them, and the instruction that does has Switch",
	"eu.optypes":    "the rule, for subb of words, as with eu.carry",
	"eu.pair.mask":  "the rule, without an effect where 16 channels run, as in the launches of such kernels",
	"eu.send.eot":   "the rule: the kernel of that name in another driver (va_exa_wm_write) sends from r112; from Gen8 the documents say so",
}

// restrictionsDoc lists what breaks rules.
const restrictionsDoc = "../docs/restrictions.md"

// TestShippedAgainstRules: what breaks rules in code that drivers shipped and in
// Mesa's tests is what docs/restrictions.md lists, all of it.
func TestShippedAgainstRules(t *testing.T) {
	var table strings.Builder
	table.WriteString("| rule | code | places | first instruction |\n| --- | --- | --- | --- |\n")
	insts, broken := 0, map[string]int{}
	for _, d := range identities {
		if !strings.HasPrefix(d.dir, "shipped/") {
			continue
		}
		files := corpus.FilesBeside(t, d.dir, "*.dat")
		for _, file := range files {
			base := strings.TrimPrefix(d.dir, "shipped/") + "/" + filepath.Base(file)
			found, n := findingsIn(t, d.t, file, base)
			insts += n
			for _, r := range native.Rules(d.t) {
				if places := found[r.ID]; places != nil {
					broken[r.ID] += len(places)
					fmt.Fprintf(&table, "| %s | %s | %s | `%s` |\n", r.ID, base, offsets(places), textAt(t, d.t, file, places[0]))
				}
			}
		}
	}
	var who strings.Builder
	fmt.Fprintf(&who, "Of %d instructions:\n\n| rule | findings | who is right |\n| --- | --- | --- |\n", insts)
	for _, r := range native.AllRules() {
		if n := broken[r.ID]; n > 0 {
			fmt.Fprintf(&who, "| %s | %d | %s |\n", r.ID, n, shippedVerdicts[r.ID])
			assert.NotEmpty(t, shippedVerdicts[r.ID], r.ID)
		}
	}
	assert.Len(t, shippedVerdicts, len(broken))
	floor.Table(t, restrictionsDoc, "shipped", who.String()+"\n"+table.String())
}

// offsets are the places of one file without its name.
func offsets(places []string) string {
	out := make([]string, len(places))
	for i, p := range places {
		_, out[i], _ = strings.Cut(p, " ")
	}
	return strings.Join(out, " ")
}

// textAt is the instruction at a place of a file.
func textAt(t *testing.T, target native.Target, file, place string) string {
	t.Helper()
	code, err := os.ReadFile(file)
	require.NoError(t, err)
	var at int
	_, err = fmt.Sscanf(offsets([]string{place}), "0x%x", &at)
	require.NoError(t, err)
	in, _, err := native.Decode(target, code[at:])
	require.NoError(t, err)
	return strings.ReplaceAll(strings.Join(strings.Fields(asm.Inst(target, &in, at)), " "), "|", `\|`)
}
