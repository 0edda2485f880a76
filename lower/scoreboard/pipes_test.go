package scoreboard_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/scoreboard"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
)

const (
	fadd   = "add (8|M0) r%d.0<1>:f r%d.0<1;1,0>:f r%d.0<1;1,0>:f\n"
	iadd   = "add (8|M0) r%d.0<1>:d r%d.0<1;1,0>:d r%d.0<1;1,0>:d\n"
	toF    = "mov (8|M0) r%d.0<1>:f r%d.0<1;1,0>:d\n"
	invert = "math.inv (8|M0) r%d.0<1>:f r%d.0<1;1,0>:f\n"
	load   = "send.dc1 (8|M0) r%d r%d null:0 0x0 0x02106E02\n"
	put    = "send.dc1 (8|M0) null r%d r%d:1 0x0 0x02026E03\n"
	double = "add (8|M0) r%d.0<1>:df r%d.0<1;1,0>:df r%d.0<1;1,0>:df\n"
	widen  = "mov (8|M0) r%d.0<1>:df r%d.0<2;1,0>:ud\n"
	setA0  = "(W) mov (1|M0) a0.0<1>:ud r%d.0<0;1,0>:ud\n"
	finish = "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n"
)

// TestPipes: distances by pipe (xe-hpg 1.5), one by one; of df on mtl, tokens.
func TestPipes(t *testing.T) {
	f := fmt.Sprintf
	for name, c := range map[string]struct {
		target native.Target
		text   string
		want   []string
	}{
		"in the pipe":               {native.DG2, f(iadd+iadd, 4, 2, 3, 5, 4, 3), []string{"add", "add I@1"}},
		"of another":                {native.DG2, f(fadd+iadd, 4, 2, 3, 5, 4, 3), []string{"add", "add F@1"}},
		"others are not counted":    {native.DG2, f(fadd+iadd+iadd+iadd, 4, 2, 3, 6, 2, 3, 7, 2, 3, 5, 4, 3), []string{"add", "add", "add", "add F@1"}},
		"of its pipe they are":      {native.DG2, f(fadd+fadd+iadd+iadd, 4, 2, 3, 8, 2, 3, 7, 2, 3, 5, 4, 3), []string{"add", "add", "add", "add F@2"}},
		"of two pipes":              {native.DG2, f(fadd+iadd+iadd, 4, 2, 3, 6, 2, 3, 5, 4, 6), []string{"add", "add", "add A@1"}},
		"the least of two":          {native.DG2, f(fadd+fadd+iadd+iadd+iadd+iadd, 4, 2, 3, 8, 2, 3, 6, 2, 3, 7, 2, 3, 9, 2, 3, 5, 4, 6), []string{"add", "add", "add", "add", "add", "add A@2"}},
		"one wait for both":         {native.DG2, f(fadd+iadd+iadd+iadd, 4, 2, 3, 6, 2, 3, 5, 4, 6, 9, 4, 6), []string{"add", "add", "add A@1", "add"}},
		"the wait is for one pipe":  {native.DG2, f(fadd+iadd+iadd+iadd, 4, 2, 3, 6, 2, 3, 5, 6, 3, 9, 4, 3), []string{"add", "add", "add I@1", "add F@1"}},
		"written again in the pipe": {native.DG2, f(fadd+fadd, 4, 2, 3, 4, 5, 3), []string{"add", "add"}},
		"written again by another":  {native.DG2, f(fadd+iadd, 4, 2, 3, 4, 5, 6), []string{"add", "add F@1"}},
		"a source of the pipe":      {native.DG2, f(fadd+fadd, 4, 2, 3, 2, 5, 6), []string{"add", "add"}},
		"a source of another":       {native.DG2, f(fadd+iadd, 4, 2, 3, 2, 5, 6), []string{"add", "add F@1"}},
		"a source, by a message":    {native.DG2, f(iadd+load, 4, 2, 3, 2, 10), []string{"add", "send A@1,$0"}},
		"a message of a result":     {native.DG2, f(iadd+load, 10, 2, 3, 20, 10), []string{"add", "send A@1,$0"}},
		"and a second one":          {native.DG2, f(iadd+fadd+iadd+load, 10, 2, 3, 4, 2, 3, 5, 2, 3, 20, 10), []string{"add", "add", "add", "send A@2,$0"}},
		"a token":                   {native.DG2, f(load+iadd, 20, 10, 4, 20, 3), []string{"send $0", "add $0.dst"}},
		"a token and the pipe":      {native.DG2, f(iadd+load+iadd, 5, 2, 3, 20, 10, 4, 20, 5), []string{"add", "send $0", "add @1,$0.dst"}},
		"a token and another pipe":  {native.DG2, f(fadd+load+iadd, 5, 2, 3, 20, 10, 4, 20, 5), []string{"add", "send $0", "sync.nop $0.dst", "add F@1"}},
		"no pipe for sure":          {native.DG2, f(fadd+load, 20, 2, 3, 21, 10) + "add (8|M0) r4.0<1>:f r21.0<1;1,0>:d r20.0<1;1,0>:f\n", []string{"add", "send $0", "sync.nop $0.dst", "add F@1"}},
		"sources of a message":      {native.DG2, f(load+iadd, 20, 10, 10, 2, 3), []string{"send $0", "add $0.src"}},
		"sources and a distance":    {native.DG2, f(iadd+load+iadd, 5, 2, 3, 20, 10, 10, 5, 3), []string{"add", "send $0", "sync.nop $0.src", "add I@1"}},
		"math of floats":            {native.DG2, f(fadd+invert, 5, 2, 3, 6, 5), []string{"add", "math @1,$0"}},
		"math of an integer":        {native.DG2, f(iadd+invert, 5, 2, 3, 6, 5), []string{"add", "sync.nop I@1", "math $0"}},
		"math of both":              {native.DG2, f(iadd+fadd, 5, 2, 3, 4, 2, 3) + f(invert, 4, 5), []string{"add", "add", "sync.nop A@1", "math $0"}},
		"conversions":               {native.DG2, f(toF+fadd, 4, 2, 5, 4, 3), []string{"mov", "add F@1"}},
		"an address":                {native.DG2, f(iadd+fadd+setA0, 4, 2, 3, 5, 2, 3, 9), []string{"add", "add", "mov A@1"}},
		"nothing in front of it":    {native.DG2, f(setA0, 9), []string{"mov A@1"}},
		"the end":                   {native.DG2, "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n" + finish, []string{"mov", "send I@1"}},
		"the accumulator":           {native.DG2, "mul (8|M0) acc0.0<1>:d r4.0<1;1,0>:d r6.0<2;1,0>:uw\nmov (8|M0) r8.0<1>:d acc0.0<1;1,0>:d\nmov (8|M0) acc0.0<1>:f r9.0<1;1,0>:f\n", []string{"mul", "mov", "mov I@1"}},
		"landed in its pipe":        {native.DG2, f(iadd, 4, 2, 3) + strings.Repeat(f(fadd, 6, 2, 3), 12) + f(iadd, 5, 4, 3), append(append([]string{"add"}, repeated("add", 12)...), "add I@1")},
		"landed":                    {native.DG2, f(iadd, 4, 2, 3) + strings.Repeat(f(iadd, 6, 2, 3), 10) + f(fadd, 5, 4, 3), repeated("add", 12)},
		"df on mtl":                 {native.MTL, f(double+double, 10, 12, 14, 16, 10, 14), []string{"add $0", "sync.nop $0.dst", "add $1"}},
		"df of an integer":          {native.MTL, f(iadd+widen, 10, 2, 3, 12, 10), []string{"add", "mov @1,$0"}},
		"df of a float":             {native.MTL, f(fadd+widen, 10, 2, 3, 12, 10), []string{"add", "sync.nop F@1", "mov $0"}},
		"df and then f":             {native.MTL, f(double+fadd, 10, 12, 14, 4, 10, 3), []string{"add $0", "add $0.dst"}},
		"sources of df":             {native.MTL, f(double+iadd, 10, 12, 14, 12, 2, 3), []string{"add $0", "add $0.src"}},
		"df reads in turn":          {native.MTL, f(double+double, 10, 12, 14, 12, 16, 18), []string{"add $0", "add $1"}},
		"a flag of df":              {native.MTL, "cmp (8|M0) (lt)f0.0 null<1>:df r10.0<1;1,0>:df r12.0<1;1,0>:df\n(f0.0) mov (8|M0) r4.0<1>:d r5.0<1;1,0>:d\n", []string{"cmp $0", "mov $0.dst"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := programOf(t, c.target, c.text)
			require.NoError(t, scoreboard.Place(p, c.target))
			assert.Equal(t, c.want, codesOf(c.target, p))
			insts, offs := encoded(t, c.target, p)
			r, err := hazard.Check(c.target, insts, offs)
			require.NoError(t, err)
			assert.Empty(t, r.Findings)
		})
	}
}

func repeated(s string, n int) (list []string) {
	for range n {
		list = append(list, s)
	}
	return list
}

// TestRandomPipes: the check of hazards finds nothing in random programs with jumps, and something in each that lost
// a wait which the first use of a register needs.
func TestRandomPipes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	n, found := 0, 0
	for range 400 {
		target := []native.Target{native.DG2, native.MTL}[rng.IntN(2)]
		p := programOf(t, target, randomPipes(rng, target))
		require.NoError(t, scoreboard.Place(p, target))
		insts, offs := encoded(t, target, p)
		r, err := hazard.Check(target, insts, offs)
		require.NoError(t, err)
		require.Empty(t, r.Findings, "%v", codesOf(target, p))
		i := rng.IntN(len(insts))
		if s := insts[i].Sync(target); insts[i].Op != native.OpSync && s.Dist > 0 && insts[i].Guard(target) == 0 && s.Dst == 0 {
			s.Dist, s.Pipes = 0, 0
			require.True(t, insts[i].SetSync(target, s))
			r, err = hazard.Check(target, insts, offs)
			require.NoError(t, err)
			n++
			if len(r.Findings) > 0 {
				found++
			}
		}
	}
	assert.Greater(t, n, 50)
	assert.Equal(t, n, found, "the pass adds no distance that nothing needs")
}

func randomPipes(rng *rand.Rand, target native.Target) string {
	var text strings.Builder
	reg := func() int { return 10 + 2*rng.IntN(6) }
	n := 10 + rng.IntN(20)
	for i := range n {
		fmt.Fprintf(&text, "L%d:\n", i)
		switch k := rng.IntN(12); {
		case k == 0:
			fmt.Fprintf(&text, load, reg(), reg())
		case k == 1:
			fmt.Fprintf(&text, put, reg(), 30+rng.IntN(3))
		case k == 2:
			fmt.Fprintf(&text, invert, reg(), reg())
		case k == 3:
			fmt.Fprintf(&text, "(f0.0) jmpi L%d\n", rng.IntN(n))
		case k == 4:
			fmt.Fprintf(&text, toF, reg(), reg())
		case k == 5:
			fmt.Fprintf(&text, setA0, reg())
		case k == 6 && target == native.MTL:
			fmt.Fprintf(&text, double, reg(), reg(), reg())
		case k == 7 && target == native.MTL:
			fmt.Fprintf(&text, widen, reg(), reg())
		case k < 10:
			fmt.Fprintf(&text, iadd, reg(), reg(), reg())
		default:
			fmt.Fprintf(&text, fadd, reg(), reg(), reg())
		}
	}
	return text.String() + finish
}
