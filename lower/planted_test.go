package lower_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/visa/asm"
)

// probes are what shows a fact that is wrong: pages of testdata/values, whose cases run, or
// instructions in the same way, whose code is compared only.
var probes = map[native.Fact][]string{
	native.FactSplitSend:        {"SCATTER_SCALED", "SVM_SCATTER"},
	native.FactDwordMul:         {"mul (M1, 1) D:d A:d B:d", "MUL"},
	native.FactSplitGRFs:        {"svm_scatter.4.8 (M1, 16) X_uq.0 X_ud.0"},
	native.FactFirstEOT:         {"BARRIER", "mov (M1, 16) D:d A:d"},
	native.FactAddressWords:     {"mov (M1, 16) D:d r[A1(0),0]<1,0>:d"},
	native.FactDenormals:        {"or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud"},
	native.FactDoubleEnables:    {"ADD", "MAD"},
	native.FactDoublePairs:      {"ADD", "MAD"},
	native.FactThreadIDMask:     {"mov (M1, 1) D:ud %hw_id(0,0)<0;1,0>"},
	native.FactBarrierIDMask:    {"BARRIER"},
	native.FactTernaryAlign1:    {"MAD"},
	native.FactIntegerMad:       {"MAD"},
	native.FactMachLow:          {"MUL", "MADW"},
	native.FactMacroAcc:         {"DIVM"},
	native.FactInt64:            {"SVM_SCATTER", "FADDR"},
	native.FactFloat64:          {"add (M1, 4) D:df A:df B:df"},
	native.FactPackedQword:      {"SHL", "MOV"},
	native.FactGotoTrueJumps:    {"GOTO"},
	native.FactSamplerHeader:    {"3D_SAMPLE"},
	native.FactLevelSecond:      {"3D_LOAD"},
	native.FactLevelZero:        {"3D_SAMPLE"},
	native.FactBareStateless:    {"gather4_scaled.RG (M1, 16) %scratch 0x0:ud A_ud.0 D_ud.0"},
	native.FactBindless:         {"movs (M1_NM, 1) %bss(0) A_ud(0,0)<0;1,0>\ngather4_scaled.RG (M1, 16) %bss 0x0:ud A_ud.0 D_ud.0"},
	native.FactBindlessOffset:   {"movs (M1_NM, 1) %bss(0) A_ud(0,0)<0;1,0>\ngather4_scaled.RG (M1, 16) %bss 0x0:ud A_ud.0 D_ud.0"},
	native.FactBindlessSamplers: {"movs (M1_NM, 1) S31(0) A_ud(0,0)<0;1,0>\nmovs (M1_NM, 1) T6(0) 0x0:ud\nsample_lz.R (M1, 8) 0x0:uw S31 T6 D_ud.0 A_ud.0 A_ud.32"},
	native.FactLocalFence:       {"FENCE_LOCAL"},
	native.FactBarrierCounts:    {"BARRIER"},
	native.FactPayloadMemory:    {"mov (M1, 16) D:d A:d"},
	native.FactInlineData:       {"mov (M1, 16) D:d A:d"},
	native.FactSecondEntry:      {"mov (M1, 16) D:d A:d"},
}

// silent are the faults that change no code, and why.
var silent = map[string]string{
	"ivb ThreadIDMask": refusedUnknown, "hsw ThreadIDMask": refusedUnknown,
	"ivb FirstEOT": rulesOfLater, "hsw FirstEOT": rulesOfLater,
	"ivb PackedQword": rulesOfOne, "hsw PackedQword": rulesOfOne,
	"bdw DoubleEnables": rulesOfTwo,
	"skl DoubleEnables": rulesOfTwo,
	"bxt DoubleEnables": rulesOfTwo,
	"icl DoubleEnables": rulesOfTwo,
	"lkf DoubleEnables": rulesOfTwo,
	"tgl DoubleEnables": rulesOfTwo,
	"bdw MachLow":       wholeProducts,
	"skl MachLow":       wholeProducts,
	"bdw PackedQword":   rulesOfOne,
	"skl PackedQword":   rulesOfOne,
	"dg2 PackedQword":   noQwords,
	"dg2 LocalFence":    ownFence, "mtl LocalFence": ownFence, "arl LocalFence": ownFence,
	"dg2 BarrierIDMask": countedThreads, "dg2 PayloadMemory": behindEntry, "dg2 InlineData": behindEntry, "dg2 SecondEntry": behindEntry,
	"mtl BarrierIDMask": countedThreads, "mtl PayloadMemory": behindEntry, "mtl InlineData": behindEntry, "mtl SecondEntry": behindEntry,
	"arl BarrierIDMask": countedThreads, "arl PayloadMemory": behindEntry, "arl InlineData": behindEntry, "arl SecondEntry": behindEntry,
	"ivb BindlessOffset": noHandles, "hsw BindlessOffset": noHandles, "bdw BindlessOffset": noHandles,
}

const (
	wholeProducts  = "nothing: one multiply gives what a mach would, in as many channels as there are"
	rulesOfTwo     = "nothing: the fix that asks runs where its rules hold, which ivb and hsw alone have"
	rulesOfLater   = "nothing: the rule that it is asked for is one of bdw and later; drivers ship code for ivb and hsw that ends from lower registers"
	refusedUnknown = "nothing: kernels that ask are refused, since nobody knows the answer"
	behindEntry    = "nothing: threads of cases start behind what loads a payload, which TestEntry has"
	noHandles      = "nothing: surfaces with handles are refused"
	countedThreads = "nothing: the payload of a barrier has counts, and no number"
	ownFence       = "fences of local memory are messages of its own there"
	noQwords       = "nothing: no operand has 64 bits"
	rulesOfOne     = "nothing: the fix that asks runs where its rules hold, which bxt alone has"
)

// TestPlantedFacts compiles with a wrong fact, for each target and each of the facts that lowering
// reads, and looks at the code with the right ones: a restriction is broken, the EU model refuses
// it or gives other bytes, an instruction cannot be encoded, or at least there is other code, whose
// first other line stands there. testdata/planted has what is seen of each.
func TestPlantedFacts(t *testing.T) {
	for target := range native.NumTargets {
		if !lower.Supported(target) {
			continue
		}
		t.Run(target.String(), func(t *testing.T) {
			var b strings.Builder
			for _, fact := range lower.AskedFacts() {
				if !arises(t, target, fact) {
					fmt.Fprintf(&b, "%v: the question does not arise\n", fact)
					continue
				}
				change, seen := showing(t, target, fact)
				why := silent[fmt.Sprintf("%v %v", target, fact)]
				assert.Equal(t, seen == "", why != "", "%v: want a probe that shows it, or the reason why none does", fact)
				fmt.Fprintf(&b, "%v: %s: %s%s\n", fact, change, seen, why)
			}
			compareText(t, filepath.Join("testdata", "planted", target.String()+".txt"), b.String())
		})
		if testing.Short() {
			break
		}
	}
}

// compareText compares a text with a file, which -update writes.
func compareText(t *testing.T, file, is string) {
	t.Helper()
	if floor.Updating() {
		require.NoError(t, os.WriteFile(file, []byte(is), 0o644))
	}
	was, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(was), is, "-update writes what is seen now")
}

// enough is how many cases are tried for something worse behind one that shows other code.
const enough = 6

// showing is what the probes of a fact show when it is wrong: the first that is worse than other code, or
// the first other code.
func showing(t *testing.T, target native.Target, fact native.Fact) (change, seen string) {
	t.Helper()
	require.NotEmpty(t, probes[fact], "%v", fact)
	left := math.MaxInt
	for _, p := range probes[fact] {
		cases, runs := probeCases(t, p)
		for i := range cases {
			if left--; left == 0 {
				return change, seen
			}
			c := &cases[i]
			right := build(t, c, target)
			var undo func()
			change, undo = plant(t, target, fact)
			wrong := build(t, c, target)
			undo()
			switch s := wrong.against(right, c, target, runs); {
			case s == "":
			case !strings.HasPrefix(s, otherCode):
				if right.err == nil {
					assert.Empty(t, right.ran(c, target, runs), "%s: the right code", c.Pos)
				}
				return change, c.Pos + ": " + s
			case seen == "":
				seen, left = c.Pos+": "+s, enough
			}
		}
	}
	return change, seen
}

// probeCases are the cases of a page, which run, or the one of some instructions.
func probeCases(t *testing.T, p string) (cases []values.Case, runs bool) {
	t.Helper()
	name, text := p+".txt", p+"\nE= -\n"
	if runs = !strings.Contains(p, " "); runs {
		b, err := os.ReadFile(filepath.Join(corpus.Root(), "testdata", "values", name))
		require.NoError(t, err)
		text = string(b)
	} else {
		op, _, _ := strings.Cut(p, " ")
		name = op
	}
	cases, err := values.Parse(name, text)
	require.NoError(t, err)
	return cases, runs
}

// built is the code of a case, or the error, and its instructions before they have registers: those
// of the case, and all.
type built struct {
	code       *lower.Result
	own, lines []string
	err        error
}

func build(t *testing.T, c *values.Case, target native.Target) (b built) {
	t.Helper()
	k, err := caseKernel(c)
	require.NoError(t, err)
	from, to := c.Lines()
	dump := func(pass string, p *native.Program) {
		for i := range p.Insts {
			in := &p.Insts[i]
			if pass != "flow" || in.VISA == 0 {
				continue
			}
			b.lines = append(b.lines, listing.Text(p, in))
			if line := int(k.Insts[in.VISA-1].Pos.Line); from <= line && line < to {
				b.own = append(b.own, listing.Text(p, in))
			}
		}
	}
	b.code, b.err = lower.Compile(k, target, lower.Options{Alloc: regalloc.Options{Verify: true}, Dump: dump})
	return b
}

// otherCode begins what is seen of code that is right all the same.
const otherCode = "other code: "

// against is what is seen of code that was made with a wrong fact; nothing where it is the same as with
// the right one.
func (b built) against(right built, c *values.Case, target native.Target, runs bool) string {
	switch {
	case b.err != nil && right.err != nil && what(b.err) == what(right.err):
		return ""
	case b.err != nil:
		return "refused: " + what(b.err)
	}
	for _, f := range native.Check(target, b.code.Program.Insts) {
		return "breaks " + f.Rule.ID
	}
	if s := b.ran(c, target, runs); s != "" {
		return s
	}
	for _, l := range append(b.own, b.lines...) {
		if !slices.Contains(right.lines, l) {
			return otherCode + l
		}
	}
	return ""
}

// ran is what is seen when the code runs, or where it has no meaning without a launch, when it is loaded.
func (b built) ran(c *values.Case, target native.Target, runs bool) string {
	if !runs {
		if _, err := code.Load(c.Pos, target, b.code.Code); err != nil {
			return "does not load: " + what(err)
		}
		return ""
	}
	s, err := runCompiled(c, target, b.code)
	switch {
	case err != nil:
		return "does not run: " + what(err)
	case len(c.Diff(s)) > 0 && !bySteps(c, target) && !flushed(c, target):
		return "other bytes"
	}
	return ""
}

// what is an error without the place in a text.
func what(err error) string {
	var refused *lower.UnsupportedError
	s := err.Error()
	if errors.As(err, &refused) {
		s = ": " + refused.What
	}
	_, s, _ = strings.Cut(s, ": ")
	s, _, _ = strings.Cut(s, ": want") // which other targets have it
	return s
}

// TestUnknownFacts: a target of which nobody knows a fact that lowering reads has no code, and the
// error names the fact; or, where few kernels ask, these have none.
func TestUnknownFacts(t *testing.T) {
	late := map[native.Fact]string{native.FactThreadIDMask: "k:5:1: error: mov: not supported: the number of the thread, of which nobody knows the bits in r0 of target %v"}
	k, err := asm.Parse("k", []byte(`.version 3.8
.kernel "k"
.decl V32 v_type=G type=d num_elts=8 align=hword
.kernel_attr SimdSize=8
mov (M1, 1) V32(0,0)<1> %hw_id(0,0)<0;1,0>
ret (M1, 1)
`))
	require.NoError(t, err)
	for target := range native.NumTargets {
		if !lower.Supported(target) {
			continue
		}
		for _, fact := range lower.AskedFacts() {
			c := target.Caps()
			saved := *c
			*factBits(t, c, "unknown") |= 1 << fact
			_, err := lower.Compile(k, target, lower.Options{})
			*c = saved
			want := fmt.Sprintf("code for target %v, whose %v nobody knows", target, fact)
			if s := late[fact]; s != "" {
				want = fmt.Sprintf(s, target)
			}
			assert.ErrorContains(t, err, want)
			assert.ErrorIs(t, err, errors.ErrUnsupported)
		}
	}
}
