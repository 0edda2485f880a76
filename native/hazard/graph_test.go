package hazard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// TestLanesGoOnBehindAJoin: a thread that comes to a join from the instruction before has
// lanes, which go on behind it; only one that jumps there may go on to the JIP. Instructions
// between a jump and the join do not give it any.
func TestLanesGoOnBehindAJoin(t *testing.T) {
	const (
		inv  = "(W) math.inv (8|M0) r10.0<1>:f r1.0<8;8,1>:f {$1}\n"
		wait = "mov (8|M0) r3.0<1>:f r1.0<8;8,1>:f {$1.dst}\n"
		use  = "END: join (16|M0) OUT\nOUT: mov (8|M0) r2.0<1>:f r10.0<8;8,1>:f\n"
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"from the instruction before", "(f0.0) goto (16|M0) MID MID\n(f0.1) goto (16|M0) MID END\n" + inv + "MID: join (16|M0) END\n" + wait + use, []string{}},
		{"by a jump", inv + "(f0.0) goto (16|M0) MID END\nnop\nMID: join (16|M0) END\n" + wait + use,
			[]string{"6: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"by a jump to the next instruction", inv + "(f0.0) goto (16|M0) MID END\nMID: join (16|M0) END\n" + wait + use,
			[]string{"5: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"by a jump and instructions", "(f0.0) goto (16|M0) MID END\nnop\nMID: nop\n" + inv + "join (16|M0) END\n" + wait + use,
			[]string{"7: r10: read before it is written by instruction 3: wants $1.dst"}},
		{"by two joins", inv + "(f0.0) goto (16|M0) ONE END\nnop\nONE: join (16|M0) MID\nnop\nMID: join (16|M0) END\n" + wait + use,
			[]string{"8: r10: read before it is written by instruction 0: wants $1.dst"}},
		{"the join waits", inv + "(f0.0) goto (16|M0) MID END\nnop\nMID: join (16|M0) END {$1.dst}\n" + use, []string{}},
	} {
		text := c.text + "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
		assert.Equal(t, c.want, said(t, native.TGL, text), c.name)
	}
}

// places are the ways between instructions of a graph, of each whether lanes come.
func places(g *graph) map[[4]int32]bool {
	out, seen := map[[4]int32]bool{}, map[int32]bool{}
	lanes := func(n int32) int32 {
		if int(n) < len(g.of) && g.of[n] == n {
			return 1
		}
		return 0
	}
	for work := slices.Clone(g.begins); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if int(n) >= len(g.of) || seen[n] {
			continue
		}
		seen[n] = true
		for _, to := range g.next[n] {
			at := int32(-1)
			if int(to) < len(g.of) {
				at = g.of[to]
			}
			out[[4]int32{g.of[n], lanes(n), at, lanes(to)}] = true
			work = append(work, to)
		}
	}
	return out
}

// TestWays: the thread can go where lanes let it that choose freely, in all code of Gen12,
// and nowhere else.
func TestWays(t *testing.T) {
	if _, ok := corpus.Full(); !ok {
		t.Skip("no Gen12 code in the subset")
	}
	ways := 0
	for _, f := range files(t, native.TGL, "tgllp", "../shipped/tgl") {
		p, err := flow.Placed(native.TGL, f.insts, f.offs)
		require.NoError(t, err)
		g, err := newGraph(p, native.TGL)
		require.NoError(t, err)
		want, got := places(f.ways()), places(g)
		assert.Equal(t, want, got, f.name)
		ways += len(got)
	}
	floor.Exact(t, "ways of the thread through Gen12 code in "+corpus.Which(), ways)
}

// TestWithoutLanes: a thread without lanes does not begin a loop anew, nor does it go
// where nobody waits (seeds 105 and 118 of internal/agree/opencl for tgl: a break of the
// last lanes leads to the while, and no further back).
func TestWithoutLanes(t *testing.T) {
	const (
		inv   = "(W) math.inv (8|M0) r10.0<1>:f r1.0<8;8,1>:f {@1,$1}\n"
		write = "mov (8|M0) r1.0<1>:f r3.0<8;8,1>:f\n"
		wait  = "mov (8|M0) r1.0<1>:f r3.0<8;8,1>:f {$1.dst}\n"
		late  = "r1: written before it is read by instruction "
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a break", "L: " + write + inv + "(f0.0) break (16|M0) END END\n" + wait + "END: while (16|M0) L\n" + wait, []string{}},
		{"a break by halves", "L: " + write + inv + "(f0.0) break (8|M0) END END\n" + wait + "END: while (16|M0) L\n" + wait, []string{}},
		{"a break beside a cont", "L: " + write + inv + "(f0.0) break (16|M0) END END\n(f0.1) cont (16|M0) END END\n" + wait + "END: while (16|M0) L\n" + wait,
			[]string{"0: " + late + "1: wants $1.src"}},
		{"a cont", "L: " + write + inv + "(f0.0) cont (16|M0) END END\n" + wait + "END: while (16|M0) L\n" + wait, []string{"0: " + late + "1: wants $1.src"}},
		{"lanes wait behind the loop", inv + "L: (f0.0) break (16|M0) END END\n" + wait + "END: while (16|M0) L\nOUT: endif (16|M0) FAR\n" + wait + "FAR: " + write, []string{}},
		{"all go on", inv + "goto (16|M0) END END\n" + write + "END: join (16|M0) OUT\n" + wait + "OUT: nop\n", []string{}},
		{"some wait behind", inv + "(f0.0) goto (16|M0) MID MID\ngoto (16|M0) END END\nMID: " + write + "END: join (16|M0) OUT\n" + wait + "OUT: nop\n",
			[]string{"3: " + late + "0: wants $1.src"}},
		{"some are not asked", inv + "goto (8|M0) END END\n" + write + "END: join (16|M0) OUT\n" + wait + "OUT: nop\n", []string{"2: " + late + "0: wants $1.src"}},
		{"a call", inv + "(f0.0) goto (16|M0) MID END\nnop\nMID: call (16|M0) r20.0 F\n" + write + "END: join (16|M0) OUT\nOUT: jmpi OVER\nF: " + wait + "ret (16|M0) r20.0 {@1}\nOVER: ",
			[]string{"4: " + late + "0: wants $1.src"}},
		{"the other side", "(f0.0) if (16|M0) ELSE END\n" + inv + "else (16|M0) END END\nELSE: " + write + "END: endif (16|M0) OUT\nOUT: " + wait,
			[]string{"3: " + late + "1: wants $1.src"}},
	} {
		text := c.text + "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
		assert.Equal(t, c.want, said(t, native.TGL, text), c.name)
	}
}

// TestLost: paths end where a register has the place, and begin again behind a call and
// where no other path leads.
func TestLost(t *testing.T) {
	const (
		inv = "(W) math.inv (8|M0) r10.0<1>:f r1.0<8;8,1>:f {$1}\n"
		use = "mov (8|M0) r2.0<1>:f r10.0<8;8,1>:f\n"
		end = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}\n"
	)
	early := func(at, by string) []string {
		return []string{at + ": r10: read before it is written by instruction " + by + ": wants $1.dst"}
	}
	for name, c := range map[string]struct {
		text string
		want []string
		lost []int
	}{
		"over a call":        {inv + "call (8|M0) r20.0 r3.0\n" + use + end, []string{}, []int{1}},
		"behind a call":      {"call (8|M0) r20.0 r3.0\n" + inv + use + end, early("2", "1"), []int{0}},
		"a call by some":     {inv + "(f0.0) call (8|M0) r20.0 r3.0\n" + use + end, early("2", "0"), []int{1}},
		"calla":              {inv + "calla (8|M0) r20.0 r3.0\n" + use + end, []string{}, []int{1}},
		"calla to a place":   {inv + "calla (8|M0) r20.0 F\n" + use + end + "F: ret (8|M0) r20.0 {@1}\n", early("2", "0"), nil},
		"a jump":             {"(W) jmpi r3.0\n" + inv + use + end, early("2", "1"), []int{0}},
		"a jump by some":     {inv + "(W&f0.0) jmpi r3.0\n" + use + end, early("2", "0"), []int{1}},
		"a move into ip":     {inv + "(W) mov (1|M0) ip.0<1>:ud r3.0<0;1,0>:ud\n" + use + end, []string{}, []int{1}},
		"a function":         {"call (8|M0) r20.0 r3.0\n" + end + inv + use + "ret (8|M0) r20.0\n", early("4", "3"), []int{0}},
		"no one's code":      {end + inv + use, []string{}, nil},
		"a call at the end":  {inv + "call (8|M0) r20.0 r3.0\n", []string{}, []int{1}},
		"what called comes":  {"call (8|M0) r20.0 F\n" + use + end + "F: " + inv + "call (8|M0) r21.0 r3.0\nret (8|M0) r20.0 {@1}\n", []string{}, []int{5}},
		"what called passes": {"call (8|M0) r20.0 F\n" + use + end + "F: call (8|M0) r21.0 r3.0\n" + inv + "ret (8|M0) r20.0 {@1}\n", early("1", "5"), []int{4}},
	} {
		insts, offs := assemble(t, native.TGL, c.text)
		r, err := Check(native.TGL, insts, offs)
		require.NoError(t, err, name)
		assert.Equal(t, c.lost, r.Lost, name)
		assert.Equal(t, c.want, said(t, native.TGL, c.text), name)
	}
}
