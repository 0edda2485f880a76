package agree

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

var (
	firstSeed = flag.Uint64("first", 1, "first seed")
	seeds     = flag.Uint64("seeds", 200, "number of seeds")
	most      = flag.Int("most", 20, "stop after so many failures")
	keep      = flag.String("keep", "", "folder for failing kernels, made small")
	all       = flag.Bool("all", false, "let TestAgree compare with our code for bxt and bdw too")
	verified  = flag.Uint64("verified", 1, "verify the registers of one seed in so many: that takes most of the time")
)

// comparison is compareOurs or its counterpart with the finalizer's code.
type comparison func(src string, l *launch) (verdict, error)

// tally counts what became of the seeds; of those that ran, two were compared without our code.
type tally struct {
	ran, two, skipped, failed int
	why                       map[string]int
}

// seedsOf compares the kernels of the seeds of the flags.
func seedsOf(t *testing.T, intel bool, compare comparison) *tally {
	return seedsFor(t, intel, gen9, compare)
}

// seedsFor is seedsOf with kernels for a device.
func seedsFor(t *testing.T, intel bool, on device, compare comparison) *tally {
	c := &tally{why: map[string]int{}}
	n := *seeds
	if testing.Short() {
		n = max(n/16, 5)
	}
	for seed := *firstSeed; seed < *firstSeed+n; seed++ {
		k := generateFor(seed, intel, on)
		l := newLaunch(seed, k.simd, intel)
		v, err := compare(k.String(), l)
		require.NoError(t, err, "seed %d makes an invalid kernel:\n%s", seed, k)
		switch {
		case v.skip != "":
			c.skipped++
			c.why[v.skip]++
		case v.diff != "":
			c.failed++
			fail(t, seed, k, l, compare, v.diff)
		case v.two != "":
			c.ran++
			c.two++
			c.why[v.two]++
		default:
			c.ran++
		}
		if c.failed >= *most {
			break
		}
	}
	reasons := []string{}
	for w, n := range c.why {
		reasons = append(reasons, fmt.Sprintf("%5d %s", n, w))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(reasons)))
	t.Logf("%d kernels agree (%d without our code), %d disagree, %d refused:\n%s", c.ran, c.two, c.failed, c.skipped, strings.Join(reasons, "\n"))
	return c
}

// fail reports a disagreement with a kernel as small as lines can make it.
func fail(t *testing.T, seed uint64, k *text, l *launch, compare comparison, diff string) {
	small := shrink(k, func(s string) bool {
		v, err := compare(s, l)
		return err == nil && v.diff != "" && kind(v.diff) == kind(diff)
	})
	v, err := compare(small.String(), l)
	require.NoError(t, err)
	t.Errorf("seed %d (SIMD%d): %s\nsmaller: %s\n%s", seed, k.simd, diff, v.diff, strings.Join(small.body, "\n"))
	if *keep != "" {
		src := fmt.Sprintf("// seed %d: %s\n%s", seed, v.diff, small)
		assert.NoError(t, os.WriteFile(filepath.Join(*keep, fmt.Sprintf("seed%d.visaasm", seed)), []byte(src), 0o644))
	}
}

// kind is the part of a difference that a smaller kernel keeps.
func kind(diff string) string {
	return diff[:min(len(diff), 32)]
}

// shrink deletes lines of the body while the kernel stays bad.
func shrink(k *text, bad func(string) bool) *text {
	small := *k
	for n := max(len(small.body)/2, 1); ; n /= 2 {
		for at := 0; at < len(small.body); {
			try := small
			try.body = append(append([]string{}, small.body[:at]...), small.body[min(at+n, len(small.body)):]...)
			if bad(try.String()) {
				small = try
			} else {
				at += n
			}
		}
		if n <= 1 {
			return &small
		}
	}
}

// floor holds the usual seeds to the numbers of today: those that agree, those
// that the compiler refuses.
func (c *tally) floor(t *testing.T, side string) {
	if *firstSeed == 1 && *seeds == 200 {
		floor.Exact(t, fmt.Sprintf("kernels that agree with %s, of %d", side, c.ran+c.skipped+c.failed), c.ran)
		if c.two > 0 {
			floor.Exact(t, fmt.Sprintf("kernels that agree with %s and our code, of %d", side, c.ran+c.skipped+c.failed), c.ran-c.two)
		}
	}
}

// TestAgree compares the interpreter with our Gen9 code on random kernels.
func TestAgree(t *testing.T) {
	if *all {
		seedsFor(t, false, gen8, compareAll)
		return
	}
	c := seedsOf(t, false, compareOurs)
	c.floor(t, "our code")
}

// TestAgreeOthers is TestAgree with an eighth of the seeds for the target whose operands
// of 64 bits stay in their places, and for the one whose messages have one payload.
func TestAgreeOthers(t *testing.T) {
	defer func(n uint64) { *seeds = n }(*seeds)
	*seeds = max(*seeds/8, 8)
	for target, other := range others {
		t.Run(target.String(), func(t *testing.T) {
			c := seedsFor(t, false, other.on, other.compare)
			if *firstSeed == 1 && *seeds == 25 {
				floor.Exact(t, fmt.Sprintf("kernels that agree with our code for %v, of %d", target, c.ran+c.skipped+c.failed), c.ran)
			}
		})
	}
}

// TestAgreeDense is TestAgreeOthers, and TestAgree, with kernels whose operands overlap often.
func TestAgreeDense(t *testing.T) {
	defer func(n uint64) { *seeds = n }(*seeds)
	*seeds = max(*seeds/8, 8)
	run := func(on device, target native.Target, compare comparison) {
		on.dense = true
		t.Run(target.String(), func(t *testing.T) {
			c := seedsFor(t, false, on, compare)
			if *firstSeed == 1 && *seeds == 25 {
				floor.Exact(t, fmt.Sprintf("dense kernels that agree with our code for %v, of %d", target, c.ran+c.skipped+c.failed), c.ran)
			}
		})
	}
	run(gen9, native.SKL, compareOurs)
	for target, other := range others {
		run(other.on, target, other.compare)
	}
}

// FuzzAgree is TestAgree with seeds from the fuzzer.
func FuzzAgree(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		k := generate(seed, false)
		v, err := compareOurs(k.String(), newLaunch(seed, k.simd, false))
		require.NoError(t, err, "%s", k)
		assert.Empty(t, v.diff, "%s", k)
	})
}
