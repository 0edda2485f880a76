//go:build oracle

package native_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// mutantDirs are the folders of compiled code whose instructions are changed.
var mutantDirs = []struct {
	dir string
	t   native.Target
}{{"bdw", native.BDW}, {"skl", native.SKL}, {"bxt", native.BXT}, {"lkf", native.LKF}, {"tgllp", native.TGL}}

// mutants are the changed instructions of each folder: 5,000 of the full corpus, of
// the subset a slice.
func mutants() int {
	if _, ok := corpus.Full(); ok {
		return 1000
	}
	return 200
}

// pick draws one of a list.
func pick[T any](rnd *rand.Rand, list ...T) T { return list[rnd.IntN(len(list))] }

// fields are the single fields of an instruction that a mutation draws anew.
var fields = []func(*rand.Rand, *native.Inst){
	func(r *rand.Rand, i *native.Inst) { i.ExecSize = pick[uint8](r, 1, 2, 4, 8, 16, 32) },
	func(r *rand.Rand, i *native.Inst) { i.ChanOff = uint8(4 * r.IntN(8)) },
	func(r *rand.Rand, i *native.Inst) { i.Sat = !i.Sat },
	func(r *rand.Rand, i *native.Inst) { i.AccWr = !i.AccWr },
	func(r *rand.Rand, i *native.Inst) { i.NoMask = !i.NoMask },
	func(r *rand.Rand, i *native.Inst) { i.Flag.Sub ^= 1 },
	func(r *rand.Rand, i *native.Inst) { i.Cond = native.CondMod(r.IntN(10)) },
	func(r *rand.Rand, i *native.Inst) { i.PredCtrl = native.PredCtrl(r.IntN(2)) },
	func(r *rand.Rand, i *native.Inst) { i.DepCtrl = uint8(r.IntN(4)) },
	func(r *rand.Rand, i *native.Inst) { i.Thread = uint8(r.IntN(3)) },
	func(r *rand.Rand, i *native.Inst) { i.MathFC = uint8(1 + r.IntN(15)) },
	func(r *rand.Rand, i *native.Inst) { i.Dst.Region.H = pick[uint8](r, 1, 2, 4) },
	func(r *rand.Rand, i *native.Inst) { place(r, &i.Dst) },
	func(r *rand.Rand, i *native.Inst) { i.Dst.Type = native.Type(r.IntN(11)) },
	source(place),
	source(func(r *rand.Rand, o *native.Operand) { o.Type = native.Type(r.IntN(11)) }),
	source(func(r *rand.Rand, o *native.Operand) { o.Mod = native.SrcMod(r.IntN(4)) }),
	source(func(r *rand.Rand, o *native.Operand) { o.Region.V = pick[uint8](r, 0, 1, 2, 4, 8, 16, 32) }),
	source(func(r *rand.Rand, o *native.Operand) { o.Region.W = pick[uint8](r, 1, 2, 4, 8, 16) }),
	source(func(r *rand.Rand, o *native.Operand) { o.Region.H = pick[uint8](r, 0, 1, 2, 4) }),
	source(func(r *rand.Rand, o *native.Operand) {
		o.File, o.Reg, o.Sub = native.ARF, pick[int32](r, native.ARFAcc0, native.ARFAcc1, native.ARFA0, native.ARFNull), 0
	}),
}

// place draws register or sub-register.
func place(r *rand.Rand, o *native.Operand) {
	if r.IntN(3) == 0 {
		o.Reg = int32(r.IntN(native.GRFs))
		return
	}
	o.Sub = uint16(r.IntN(native.GRFBytes/o.Type.Size()) * o.Type.Size())
}

// source is a mutation of one of the register sources.
func source(f func(*rand.Rand, *native.Operand)) func(*rand.Rand, *native.Inst) {
	return func(r *rand.Rand, i *native.Inst) {
		if o := &i.Src[r.IntN(3)]; o.File == native.GRF || o.File == native.ARF {
			f(r, o)
		}
	}
}

// mutant is a changed instruction and what iga64 -Wall says of it: remarks that it does
// not make about the instruction before the change.
type mutant struct {
	was, now sample
	found    []string // rules
	said     []string
	refused  bool
}

// TestMutantsBesideIGA: single-field mutations of compiled instructions, with the
// verdicts of the rules and of iga64 -Wall. docs/restrictions.md counts them.
func TestMutantsBesideIGA(t *testing.T) {
	_, full := corpus.Full()
	tally := newTally()
	for k, d := range mutantDirs {
		files, err := filepath.Glob(filepath.Join(corpus.Dir(), d.dir, "*.dat"))
		require.NoError(t, err)
		if len(files) == 0 {
			require.False(t, full, d.dir)
			continue
		}
		list := drawMutants(t, rand.New(rand.NewPCG(14, uint64(k))), d.t, files)
		judgeMutants(t, d.t, list)
		for i := range list {
			tally.add(t, &list[i])
		}
	}
	floor.Exact(t, "mutations on which rules and iga64 agree in "+corpus.Which(), tally.both+tally.neither)
	if full {
		floor.Table(t, restrictionsDoc, "mutations", tally.table())
	}
}

// drawMutants changes one field of instructions without branch offsets; what has no
// encoding, or no text that says all of it, is drawn anew.
func drawMutants(t *testing.T, rnd *rand.Rand, target native.Target, files []string) (list []mutant) {
	t.Helper()
	var pool []native.Inst
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(target, code)
		require.NoError(t, err)
		for _, in := range insts {
			if in.Op.IsALU() && (!in.Align16 || in.Op.Sources() == 3) {
				in.Compact = false
				pool = append(pool, in)
			}
		}
	}
	for len(list) < mutants() {
		was := pool[rnd.IntN(len(pool))]
		now := was
		fields[rnd.IntN(len(fields))](rnd, &now)
		a, errA := sampleOf(target, &was)
		b, errB := sampleOf(target, &now)
		if errA != nil || errB != nil || bytes.Equal(a.word, b.word) || a.text == b.text {
			continue
		}
		in, _, err := native.Decode(target, b.word)
		require.NoError(t, err)
		list = append(list, mutant{was: a, now: b, found: findings(target, in)})
	}
	return list
}

// sampleOf is an instruction's bytes and text.
func sampleOf(target native.Target, in *native.Inst) (sample, error) {
	b, err := native.Encode(target, in)
	if err != nil {
		return sample{}, err
	}
	back, _, err := native.Decode(target, b)
	if err != nil {
		return sample{}, err
	}
	return sample{b, strings.Join(strings.Fields(asm.Inst(target, &back, 0)), " ")}, nil
}

// judgeMutants asks iga64 about all instructions before and after.
func judgeMutants(t *testing.T, target native.Target, list []mutant) {
	t.Helper()
	ask := func(get func(*mutant) sample) (said [][]string, refused []bool) {
		said, refused = make([][]string, len(list)), make([]bool, len(list))
		for {
			var left []sample
			var index []int
			for i := range list {
				if !refused[i] {
					left, index = append(left, get(&list[i])), append(index, i)
				}
			}
			code, remarks := assemble(t, target, left, "-Wall")
			for _, r := range remarks {
				if code != nil || r.fatal {
					i := index[r.sample]
					said[i], refused[i] = append(said[i], remarkKind(r.text)), refused[i] || r.fatal
				}
			}
			if code != nil {
				return said, refused
			}
		}
	}
	before, _ := ask(func(m *mutant) sample { return m.was })
	after, refused := ask(func(m *mutant) sample { return m.now })
	for i := range list {
		list[i].refused = refused[i]
		for _, s := range after[i] {
			if !slices.Contains(before[i], s) && !slices.Contains(list[i].said, s) {
				list[i].said = append(list[i].said, s)
			}
		}
	}
}

var remarkNumbers = regexp.MustCompile(`^(dst|src[0-2])|\b(dst|src[0-2])\b|0x[0-9A-Fa-f]+|\d+`)

// remarkKind is a remark without its operand and numbers.
func remarkKind(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSpace(remarkNumbers.ReplaceAllString(text, "~"))
}

// tally counts verdicts.
type tally struct {
	all, both, neither int
	ours, theirs       map[string]int // by rule, by remark
	example            map[string]string
}

func newTally() *tally {
	return &tally{ours: map[string]int{}, theirs: map[string]int{}, example: map[string]string{}}
}

func (y *tally) add(t *testing.T, m *mutant) {
	t.Helper()
	y.all++
	switch {
	case len(m.found) > 0 && len(m.said) > 0:
		y.both++
	case len(m.found) == 0 && len(m.said) == 0:
		y.neither++
	case len(m.found) > 0:
		y.ours[m.found[0]]++
		y.example["ours "+m.found[0]] = m.now.text
	default:
		kind := m.said[0]
		y.theirs[kind]++
		if y.example["theirs "+kind] == "" {
			y.example["theirs "+kind] = m.now.text
		}
		assert.NotEmpty(t, whoIsRight(kind), "iga64 says %q of %s: no rule finds anything", kind, m.now.text)
	}
}

// remarkVerdicts say who is right where iga64 finds something and no rule does.
var remarkVerdicts = []struct{ remark, who string }{
	{"old-style access to mme", "both: iga64 is about the name in the text"},
}

func whoIsRight(kind string) string {
	for _, v := range remarkVerdicts {
		if strings.Contains(kind, v.remark) {
			return v.who
		}
	}
	return ""
}

func (y *tally) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Of %d mutations both find something in %d and neither in %d.\n\n", y.all, y.both, y.neither)
	b.WriteString("| only | finds | mutations | one of them | who is right |\n| --- | --- | --- | --- | --- |\n")
	quoted := func(s string) string { return "`" + strings.ReplaceAll(s, "|", `\|`) + "`" }
	for _, kind := range slices.Sorted(maps.Keys(y.theirs)) {
		fmt.Fprintf(&b, "| iga64 | %s | %d | %s | %s |\n", strings.ReplaceAll(kind, "~", "…"), y.theirs[kind], quoted(y.example["theirs "+kind]), whoIsRight(kind))
	}
	for _, r := range native.AllRules() {
		if n := y.ours[r.ID]; n > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %s | %s |\n", r.ID, r.Text, n, quoted(y.example["ours "+r.ID]), "the rule: "+r.Citation)
		}
	}
	return b.String()
}
