package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// said are the reasons of each pair, behind which blocks are in it.
func said(c *Comparison) []string {
	out := []string{}
	for i := range c.Pairs {
		p := &c.Pairs[i]
		text := fmt.Sprintf("%d..%d %d..%d %+d", p.Ours.Start, p.Ours.End, p.Theirs.Start, p.Theirs.End, p.Clocks())
		for _, r := range p.Reasons {
			text += "\n" + r.String()
		}
		out = append(out, text)
	}
	return out
}

// both compares two codes for skl, and checks what must hold of every comparison.
func both(t *testing.T, ours, theirs string) *Comparison {
	t.Helper()
	a, b := of(t, native.SKL, ours), of(t, native.SKL, theirs)
	for _, e := range []*Estimate{a, b} {
		assert.True(t, Compare(Side{Estimate: e}, Side{Estimate: e}).Same(), "with itself")
	}
	return Compare(Side{Estimate: a}, Side{Estimate: b})
}

// TestReasons: one block beside one, and why one takes longer.
func TestReasons(t *testing.T) {
	const fill, other = "mov (8|M0) r20.0<1>:d r3.0<8;8,1>:d\n", "mov (8|M0) r7.0<1>:d r6.0<8;8,1>:d\n"
	const add, mul = "add (8|M0) r3.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n", "mul (8|M0) r3.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f\n"
	for name, c := range map[string]struct {
		ours, theirs string
		want         []string
	}{
		"nothing":         {load + use + end, load + use + end, []string{"0..1 0..1 +0"}},
		"other registers": {free + end, other + end, []string{"0..1 0..1 +0"}},
		"a load is not moved up": {load + use + free + other + end, load + free + other + use + end,
			[]string{"0..1 0..1 +4\nwaits for memory: 398 clocks, theirs 394 (waits: 1, theirs 1; instructions between: 0, theirs 2), what is waited for is not moved up: +4 clocks"}},
		"a payload is copied": {fill + store + end, store + end,
			[]string{"0..1 0..1 +14\nwaits for registers: 12 clocks, theirs 0 (waits: 1, theirs 0): +12 clocks\n" +
				"+1 moves into payloads (1, theirs 0), values are copied to where the payload of a message wants them: +2 clocks"}},
		"theirs has more":    {end, free + other + end, []string{"0..1 0..1 -4\n-2 moves (0, theirs 2): -4 clocks"}},
		"other widths":       {"mov (16|M0) r10.0<1>:d r6.0<8;8,1>:d\n" + end, free + end, []string{"0..1 0..1 +2\nas many moves (1, of other widths): +2 clocks"}},
		"other arithmetic":   {add + strings.Replace(add, "r3", "r6", 1) + end, mul + end, []string{"0..1 0..1 +2\n+1 arithmetic (2, theirs 1: +2 add, -1 mul): +2 clocks"}},
		"more, and narrower": {free + other + end, "mov (16|M0) r10.0<1>:d r6.0<8;8,1>:d\n" + end, []string{"0..1 0..1 +0\n+1 moves (2, theirs 1, of other widths): no clocks"}},
		"a spill": {"send (8|M0) r1 r8 0xA 0x021C0000\n" + end, end,
			[]string{"0..1 0..1 +2\n+1 scratch accesses (1, theirs 0), registers are spilled, or private memory is used: +2 clocks"}},
	} {
		r := both(t, c.ours, c.theirs)
		assert.Equal(t, c.want, said(r), name)
		assert.Equal(t, r.Pairs[0].Reasons, r.Reasons, "%s: one block is the whole", name)
		assert.Equal(t, len(r.Reasons) == 0, r.Same(), name)
	}
}

// TestMatch: which blocks stand beside which.
func TestMatch(t *testing.T) {
	const (
		add    = "add (8|M0) r9.0<1>:d r10.0<8;8,1>:d 1:d\n"
		inv    = "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n"
		branch = "(f0.0) jmpi %[1]s\n%[1]s:\n"
	)
	to := func(label string) string { return fmt.Sprintf(branch, label) }
	loop := func(body string) string { return "K:\n" + body + "(f0.0) while (8|M0) K\n" }
	for name, c := range map[string]struct {
		ours, theirs string
		want         []string
	}{
		"one by one":               {load + to("A") + store + to("B") + end, load + to("A") + store + to("B") + end, []string{"0..1 0..1", "1..2 1..2", "2..3 2..3"}},
		"one that they have not":   {load + to("A") + inv + to("B") + store + to("C") + end, load + to("A") + store + to("C") + end, []string{"0..1 0..1", "1..2 1..1", "2..3 1..2", "3..4 2..3"}},
		"one that only they have":  {load + to("A") + store + to("C") + end, load + to("A") + inv + to("B") + store + to("C") + end, []string{"0..1 0..1", "1..1 1..2", "1..2 2..3", "2..3 3..4"}},
		"two that are one of them": {load + "B:\n" + to("A") + store + end, load + store + end, []string{"0..2 0..1"}},
		"loops stay together":      {add + loop(add+load) + end, add + load + loop(add+load) + end, []string{"0..1 0..1", "1..2 1..2", "2..3 2..3"}},
	} {
		r := both(t, c.ours, c.theirs)
		var got []string
		for _, p := range r.Pairs {
			got = append(got, fmt.Sprintf("%d..%d %d..%d", p.Ours.Start, p.Ours.End, p.Theirs.Start, p.Theirs.End))
		}
		assert.Equal(t, c.want, got, name)
	}
}

// TestMatchLines: source lines decide where the instructions leave it open.
func TestMatchLines(t *testing.T) {
	block := func(label string) string {
		return "add (8|M0) r9.0<1>:d r10.0<8;8,1>:d 1:d\n(f0.0) jmpi " + label + "\n" + label + ":\n"
	}
	a, b := of(t, native.SKL, block("A")+end), of(t, native.SKL, block("A")+block("B")+end)
	pairs := func(ours, theirs []int32) (out []Span) {
		c := Compare(Side{a, ours}, Side{b, theirs})
		require.Equal(t, ours != nil && theirs != nil, c.SourceLines)
		for _, p := range c.Pairs {
			if !p.Ours.Empty() {
				out = append(out, p.Theirs)
			}
		}
		return out
	}
	assert.Equal(t, []Span{{0, 1}, {2, 3}}, pairs([]int32{7, 0, 0}, []int32{7, 0, 8, 0, 0}))
	assert.Equal(t, []Span{{1, 2}, {2, 3}}, pairs([]int32{8, 0, 0}, []int32{7, 0, 8, 0, 0}))
	assert.Equal(t, []Span{{0, 1}, {2, 3}}, pairs(nil, []int32{7, 0, 8, 0, 0}), "one side has none: the first")
}

// brute is the most that any way to match counts.
func brute(a, b []shape) int {
	if len(a)+len(b) == 0 {
		return 0
	}
	all := func(list []shape) (s shape, same bool) {
		s, same = list[0], true
		for i := range list[1:] {
			x := &list[1+i]
			same = same && x.depth == s.depth
			for k, n := range x.kinds {
				s.kinds[k] += n
			}
		}
		return s, same
	}
	best := math.MinInt
	if len(a) > 0 {
		best = max(best, a[0].alone()+brute(a[1:], b))
	}
	if len(b) > 0 {
		best = max(best, b[0].alone()+brute(a, b[1:]))
	}
	for n := 1; n <= min(len(a), MostMerged) && len(b) > 0; n++ {
		if x, ok := all(a[:n]); ok {
			best = max(best, x.like(&b[0])+merged*(n-1)+brute(a[n:], b[1:]))
		}
	}
	for n := 2; n <= min(len(b), MostMerged) && len(a) > 0; n++ {
		if x, ok := all(b[:n]); ok {
			best = max(best, a[0].like(&x)+merged*(n-1)+brute(a[1:], b[n:]))
		}
	}
	return best
}

// TestMatchBest: no other way to match random blocks counts more.
func TestMatchBest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	blocks := func() []shape {
		out := make([]shape, r.IntN(6))
		for i := range out {
			out[i].depth = r.IntN(2)
			for _, k := range []Kind{KindLoad, KindBranch, KindArithmetic, KindMove} {
				out[i].kinds[k] = r.IntN(3)
			}
		}
		return out
	}
	for range 300 {
		m := &matcher{a: blocks(), b: blocks()}
		pairs := m.match()
		assert.EqualValues(t, brute(m.a, m.b), m.best[0])
		score := 0
		for _, p := range pairs {
			score += m.score(p)
		}
		assert.EqualValues(t, m.best[0], score, "what is found")
	}
}

// score is what a pair counts.
func (m *matcher) score(p Pair) int {
	a, b := m.a[p.Ours.Start:p.Ours.End], m.b[p.Theirs.Start:p.Theirs.End]
	switch {
	case len(b) == 0:
		return a[0].alone()
	case len(a) == 0:
		return b[0].alone()
	}
	x, y := a[0], b[0]
	for i := range a[1:] {
		x, _ = x.with(&a[1+i])
	}
	for i := range b[1:] {
		y, _ = y.with(&b[1+i])
	}
	return x.like(&y) + merged*(len(a)+len(b)-2)
}
