package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/latency"
)

// TestClock: clocks that follow from the table by hand.
func TestClock(t *testing.T) {
	const mov, use = "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n", "mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n"
	for name, c := range map[string]struct {
		target native.Target
		text   string
		now    uint64
		stalls map[latency.Class]uint64
	}{
		"independent":   {native.TGL, mov + "mov (8|M0) r3.0<1>:d r4.0<8;8,1>:d\n", 2, nil},
		"a result":      {native.TGL, mov + use, 11, map[latency.Class]uint64{latency.ClassAlu: 9}},
		"before Gen12":  {native.SKL, mov + use, 16, map[latency.Class]uint64{latency.ClassAlu: 12}},
		"a message":     {native.SKL, "send (8|M0) r1 r8 0xC 0x02106E01\n" + use, 402, map[latency.Class]uint64{latency.ClassFunction: 398}},
		"its source":    {native.SKL, "send (8|M0) r9 r1 0xC 0x02106E01\n" + mov, 38, map[latency.Class]uint64{latency.ClassSources: 34}},
		"a flag":        {native.TGL, "cmp (8|M0) (lt)f0.0 null<1>:d r2.0<8;8,1>:d 0:w\n(f0.0) " + mov, 17, map[latency.Class]uint64{latency.ClassFlag: 15}},
		"another flag":  {native.TGL, "cmp (8|M0) (lt)f0.0 null<1>:d r2.0<8;8,1>:d 0:w\n(f1.0) " + mov, 2, nil},
		"accumulator":   {native.TGL, "mov (8|M0) acc0.0<1>:d r2.0<8;8,1>:d\nmov (8|M0) r3.0<1>:d acc0.0<8;8,1>:d\n", 7, map[latency.Class]uint64{latency.ClassAcc: 5}},
		"twice written": {native.TGL, mov + mov, 2, nil},
		"watched":       {native.SKL, mov + mov, 16, map[latency.Class]uint64{latency.ClassAlu: 12}},
		"Align16 macro": {native.SKL, "madm (4|M0) r1.nomme:df r2.nomme:df r3.nomme:df r4.nomme:df\n" + use, 16, map[latency.Class]uint64{latency.ClassAlu: 12}},
		"math":          {native.TGL, "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$1}\n" + use, 18, map[latency.Class]uint64{latency.ClassMath: 13}},
	} {
		insts, _ := assemble(t, c.target, c.text)
		clock := Estimate(c.target, insts)
		assert.Equal(t, c.now, clock.Now, name)
		want := [latency.NumClasses]uint64{}
		sum := clock.Issue
		for class, n := range c.stalls {
			want[class] = n
		}
		for _, n := range clock.Stalls {
			sum += n
		}
		assert.Equal(t, want, clock.Stalls, name)
		assert.Equal(t, clock.Now, sum, name)
	}
}

// TestClockEdges: what ends without a wait takes what it issues, whatever is still on its
// way; a loop counts once; a thread that starts again owes nothing to the one before; and
// the same code takes the same clocks.
func TestClockEdges(t *testing.T) {
	const load = "send (8|M0) r1 r8 0xC 0x02106E01\n"
	for name, c := range map[string]struct {
		target native.Target
		text   string
		now    uint64
	}{
		"the end alone":        {native.SKL, "send (8|M0) null r127 0x7 0x02000010 {EOT}\n", 2},
		"the end alone, Gen12": {native.TGL, "send.ts (1|M0) null r127 null 0x0 0x02000010 {EOT}\n", 1},
		"an answer in flight":  {native.SKL, load + "send (8|M0) null r127 0x7 0x02000010 {EOT}\n", 4},
		"a loop for ever":      {native.TGL, "L:\njmpi L\n", 23},
		"nop":                  {native.SKL, "nop\n", 2},
	} {
		insts, _ := assemble(t, c.target, c.text)
		clock := Estimate(c.target, insts)
		assert.Equal(t, c.now, clock.Now, name)
		assert.Equal(t, c.now, clock.Issue, name)
		assert.Zero(t, clock.Stalls, name)
		assert.Equal(t, clock.Now, Estimate(c.target, insts).Now, name)
	}
	assert.Zero(t, Estimate(native.SKL, nil).Now, "no instruction")
	insts, _ := assemble(t, native.SKL, load+"mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n")
	code := NewTiming(native.SKL, insts)
	var clock Clock
	clock.Start(code)
	clock.Step(0)
	clock.Start(code)
	clock.Step(1)
	assert.EqualValues(t, 2, clock.Now, "a new thread waits for no message of the one before")
	assert.EqualValues(t, 4, clock.Issue, "the counts go on")
}

// TestClockLate: a message that takes longer holds its result and its sources as much longer.
func TestClockLate(t *testing.T) {
	const load = "send (8|M0) r1 r8 0xC 0x02106E01\n"
	for name, c := range map[string]struct {
		text string
		now  uint64
	}{
		"its result": {load + "mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n", 402 + 15},
		"a source":   {load + "mov (8|M0) r8.0<1>:d r2.0<8;8,1>:d\n", 38 + 15},
		"neither":    {load + "mov (8|M0) r3.0<1>:d r2.0<8;8,1>:d\n", 4},
	} {
		insts, _ := assemble(t, native.SKL, c.text)
		var clock Clock
		clock.Start(NewTiming(native.SKL, insts))
		clock.Late(0, 15)
		clock.Step(1)
		assert.Equal(t, c.now, clock.Now, name)
	}
}

// TestClockCodes: what codes ask for beyond registers is waited for when the clock is told so, and not otherwise.
func TestClockCodes(t *testing.T) {
	const load, other = "send.dc1 (8|M0) r9 r8 null 0x0 0x02106E01 {$1}\n", "mov (8|M0) r3.0<1>:d r4.0<8;8,1>:d"
	for name, c := range map[string]struct {
		text      string
		now, with uint64
		last      Wait
	}{
		"a token for nothing":    {load + other + " {$1.dst}\n", 2, 147, Wait{145, latency.ClassFunction, 0, false, true}},
		"its sources":            {load + other + " {$1.src}\n", 2, 37, Wait{35, latency.ClassSources, 0, false, true}},
		"another token":          {load + other + " {$2.dst}\n", 2, 2, Wait{}},
		"a token set anew":       {load + "send.dc1 (8|M0) r11 r10 null 0x0 0x02106E01 {$1}\n", 2, 147, Wait{145, latency.ClassFunction, 0, false, true}},
		"a distance":             {other + "\n" + "mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d {@1}\n", 2, 11, Wait{9, latency.ClassAlu, 0, false, true}},
		"two back":               {other + "\n" + other + "\n" + "mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d {@2}\n", 3, 11, Wait{8, latency.ClassAlu, 0, false, true}},
		"before the first":       {other + " {@1}\n", 1, 1, Wait{}},
		"a message has no place": {other + "\n" + load + "mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d {@1}\n", 3, 11, Wait{8, latency.ClassAlu, 0, false, true}},
		"a register wants it":    {load + "mov (8|M0) r3.0<1>:d r9.0<8;8,1>:d {$1.dst}\n", 147, 147, Wait{145, latency.ClassFunction, 0, false, false}},
	} {
		insts, _ := assemble(t, native.TGL, c.text)
		code := NewTiming(native.TGL, insts)
		for _, codes := range []bool{false, true} {
			clock := Clock{Codes: codes}
			clock.Start(code)
			for i := range insts {
				clock.Step(i)
			}
			if codes {
				assert.Equal(t, c.with, clock.Now, name)
				assert.Equal(t, c.last, clock.Last, name)
			} else {
				assert.Equal(t, c.now, clock.Now, name)
			}
		}
	}
}

// TestWait: whose result was waited for.
func TestWait(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Wait
	}{
		"the later of two": {"mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d\nmov (8|M0) r2.0<1>:d r9.0<8;8,1>:d\nadd (8|M0) r3.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n", Wait{12, latency.ClassAlu, 1, false, false}},
		"an address":       {"mov (1|M0) a0.0<1>:ud r9.0<0;1,0>:ud\nmov (1|M0) r3.0<1>:ud r[a0.0]<0;1,0>:ud\n", Wait{12, latency.ClassFlag, 0, true, false}},
		"a reader":         {"send (8|M0) r9 r1 0xC 0x02106E01\nmov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n", Wait{34, latency.ClassSources, 0, false, false}},
		"nothing":          {"mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\nmov (8|M0) r3.0<1>:d r4.0<8;8,1>:d\n", Wait{}},
	} {
		insts, _ := assemble(t, native.SKL, c.text)
		assert.Equal(t, c.want, Estimate(native.SKL, insts).Last, name)
	}
}

// TestLongest has chains counted by hand.
func TestLongest(t *testing.T) {
	const (
		load = "send (8|M0) r1 r8 0xC 0x02106E01\n"
		use  = "mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n"
		more = "mov (8|M0) r4.0<1>:d r3.0<8;8,1>:d\n"
		free = "mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d\n"
		at   = "mov (16|M0) r8.0<1>:d r20.0<8;8,1>:d\n"
	)
	for name, c := range map[string]struct {
		text   string
		clocks uint64
		insts  []int32
		parts  []uint64
	}{
		"alone":                {free, 2, []int32{0}, []uint64{0}},
		"written twice":        {free + free, 16, []int32{0, 1}, []uint64{0, 14}}, // the hardware watches
		"a load and its use":   {load + free + use, 402, []int32{0, 2}, []uint64{0, 400}},
		"an address before it": {at + load + free + use + more, 14 + 400 + 14 + 2, []int32{0, 1, 3, 4}, []uint64{0, 14, 400, 14}},
	} {
		insts, _ := assemble(t, native.SKL, c.text)
		path := Longest(NewTiming(native.SKL, insts))
		assert.Equal(t, c.clocks, path.Clocks, name)
		var list []int32
		var parts []uint64
		for _, l := range path.Links {
			list, parts = append(list, l.Inst), append(parts, l.Clocks)
		}
		assert.Equal(t, c.insts, list, name)
		assert.Equal(t, c.parts, parts, name)
		assert.LessOrEqual(t, path.Clocks, Estimate(native.SKL, insts).Now, name)
	}
	assert.Equal(t, Path{}, Longest(NewTiming(native.SKL, nil)), "no instruction")
}
