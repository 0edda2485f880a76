package schedule_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/schedule"
	"github.com/genvisa/genvisa/native"
)

// The loads and ends of ruleText.
const (
	load   = "send (8|M0) r40 r31 0xC 0x02106E01"
	second = "send (8|M0) r40 r31 0xC 0x02106EFE" // of local memory
)

// ruleText is a program in which instruction y gains when it passes x, in front of which a sum waits for a quotient. What
// comes first is before that.
func ruleText(first, x, y string) string {
	lines := []string{
		first,
		"math.inv (8|M0) r20.0<1>:f r30.0<8;8,1>:f",
		"add (8|M0) r21.0<1>:f r20.0<8;8,1>:f r20.0<8;8,1>:f",
		x,
		y,
		"math.inv (8|M0) r41.0<1>:f r40.0<8;8,1>:f",
		"math.inv (8|M0) r42.0<1>:f r41.0<8;8,1>:f",
		"END:",
		"(W) send (8|M0) null r127 0x27 0x02000010 {EOT}",
	}
	return strings.TrimLeft(strings.Join(lines, "\n"), "\n") + "\n"
}

// TestRules: which instructions pass which, each rule with the numbers that it is about.
func TestRules(t *testing.T) {
	for name, c := range map[string]struct {
		first, x, y string
		passes      bool
	}{
		"a load":                               {"", "send (8|M0) r43 r32 0xC 0x02106E01", load, true},
		"a store to another surface":           {"", "send (8|M0) null r44 0xC 0x04026E03", load, false},
		"a store to local memory":              {"", "send (8|M0) null r44 0xC 0x04026EFE", load, true},
		"local memory, a store to it":          {"", "send (8|M0) null r44 0xC 0x04026EFE", second, false},
		"local memory, a store elsewhere":      {"", "send (8|M0) null r44 0xC 0x04026E03", second, true},
		"a store to a surface in a0":           {"", "send (8|M0) null r44 0xC a0.2", load, false},
		"local memory, a surface in a0":        {"", "send (8|M0) null r44 0xC a0.2", second, false},
		"a load of a surface in a0":            {"", "send (8|M0) r43 r44 0xC a0.0", load, true},
		"an atomic":                            {"", "send (8|M0) r43 r44 0xC 0x0210B503", load, false},
		"an atomic without an answer":          {"", "send (8|M0) null r44 0xC 0x02009503", load, false},
		"an atomic behind a load":              {"", "send (8|M0) r43 r32 0xC 0x02106E03", "send (8|M0) r40 r31 0xC 0x0210B503", false},
		"an atomic behind one of local memory": {"", "send (8|M0) r43 r32 0xC 0x02106EFE", "send (8|M0) r40 r31 0xC 0x0210B503", true},
		"the rest of what was written": {
			"", "add (8|M0) r31.0<1>:f r21.0<8;8,1>:f r32.0<8;8,1>:f",
			"(W) mov (1|M0) r31.0<1>:f r33.0<0;1,0>:f\n(W) mov (1|M0) r40.0<1>:f r31.4<0;1,0>:f", false,
		},
		"the rest of what was read": {
			"", "add (8|M0) r43.0<1>:f r21.0<8;8,1>:f r40.0<8;8,1>:f",
			"(W) mov (1|M0) r40.0<1>:f r33.0<0;1,0>:f\n(W) mov (1|M0) r40.4<1>:f r31.4<0;1,0>:f", false,
		},
		"a fence":                             {"", "send (8|M0) r43 r33 0xA 0x0219E000", load, false},
		"a fence without an answer":           {"", "send (8|M0) null r33 0xA 0x0209C000", load, false},
		"the wait for a fence":                {"send (8|M0) r43 r33 0xA 0x0219E000", "mov (8|M0) null<1>:ud r43.0<8;8,1>:ud", load, false},
		"that behind another load":            {"send (8|M0) r43 r33 0xA 0x0219E000\nsend (8|M0) r44 r32 0xC 0x02106E01", "mov (8|M0) null<1>:ud r43.0<8;8,1>:ud", load, false},
		"no wait, the register is another's":  {"send (8|M0) r43 r33 0xA 0x0219E000\nmov (8|M0) r43.0<1>:ud 0x0:ud", "mov (8|M0) r44.0<1>:ud r43.0<8;8,1>:ud", load, true},
		"a barrier":                           {"", "(W) send (8|M0) null r34 0x3 0x02000004", load, false},
		"the wait for a barrier":              {"", "(W) wait n0.0<0;1,0>:ud", load, false},
		"a message that no table has":         {"", "send (8|M0) r43 r33 0xC 0x0217FE01", load, false},
		"a write of the control register":     {"", "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw", load, false},
		"a read of it":                        {"", "(W) mov (1|M0) r43.0<1>:ud cr0.0<0;1,0>:ud", load, false},
		"a read of the clock":                 {"", "(W) mov (1|M0) r43.0<1>:ud tm0.0<0;1,0>:ud", load, false},
		"nop":                                 {"", "nop", load, false},
		"no clear of dependencies":            {"", "mov (8|M0) r43.0<1>:d r44.0<8;8,1>:d {NoDDClr}", load, false},
		"no check of them":                    {"", "mov (8|M0) r43.0<1>:d r44.0<8;8,1>:d {NoDDChk}", load, false},
		"a switch of threads":                 {"", "mov (8|M0) r43.0<1>:d r44.0<8;8,1>:d {Switch}", load, false},
		"an address of any register":          {"", "mov (8|M0) r43.0<1>:d r[a0.0]<8;8,1>:d", load, false},
		"a call":                              {"", "call (8|M0) r43.0<1>:d END", load, false},
		"a return":                            {"", "ret (8|M0) r43.0<0;1,0>:d", load, false},
		"a jump":                              {"", "(W&f0.0) jmpi END", load, false},
		"a move":                              {"", "mov (8|M0) r43.0<1>:d r44.0<8;8,1>:d", load, true},
		"a reader of its destination":         {"", "mov (8|M0) r43.0<1>:d r40.0<8;8,1>:d", load, false},
		"a writer of its destination":         {"", "mov (8|M0) r40.0<1>:d r43.0<8;8,1>:d", load, false},
		"a writer of what it reads":           {"", "mov (8|M0) r31.0<1>:d r43.0<8;8,1>:d", load, false},
		"a writer of a byte of that":          {"", "(W) mov (1|M0) r31.31<1>:b 0x1:w", load, false},
		"a writer in front of that":           {"", "(W) mov (1|M0) r30.31<1>:b 0x1:w", load, true},
		"a predicated load of its place":      {"", "(f0.0) send (8|M0) r40 r32 0xC 0x02106E01", load, false},
		"predicated, a load of the place":     {"", "send (8|M0) r40 r32 0xC 0x02106E01", "(f0.0) " + load, false},
		"a writer of its other half":          {"", "(W) mov (4|M0) r40.4<1>:f r21.0<4;4,1>:f", "(W) mov (4|M0) r40.0<1>:f r31.0<4;4,1>:f", true},
		"predicated, by another flag":         {"", "cmp (8|M0) (lt)f1.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(f0.0) " + load, true},
		"predicated, by the flag":             {"", "cmp (8|M0) (lt)f0.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(f0.0) " + load, false},
		"the flag of other channels":          {"", "cmp (8|M8) (lt)f0.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(f0.0) mov (8|M0) r40.0<1>:f r31.0<8;8,1>:f", true},
		"the flag of the channels":            {"", "cmp (8|M8) (lt)f0.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(f0.0) mov (8|M8) r40.0<1>:f r31.0<8;8,1>:f", false},
		"the flag of any of sixteen channels": {"", "cmp (8|M8) (lt)f0.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(f0.0.any16h) mov (8|M0) r40.0<1>:f r31.0<8;8,1>:f", false},
		"the upper half of the flag":          {"", "cmp (8|M16) (lt)f0.0 null<1>:d r36.0<8;8,1>:d r37.0<8;8,1>:d", "(W) mov (1|M0) r40.0<1>:uw f0.1<0;1,0>:uw", false},
		"the descriptor":                      {"", "(W) mov (1|M0) a0.0<1>:ud r35.0<0;1,0>:ud", "send (8|M0) r40 r31 0xC a0.0", false},
		"another descriptor":                  {"", "(W) mov (1|M0) a0.2<1>:ud r35.0<0;1,0>:ud", "send (8|M0) r40 r31 0xC a0.0", true},
		"a reader of the descriptor":          {"", "send (8|M0) r43 r31 0xC a0.0", "(W) mov (1|M0) a0.0<1>:ud r35.0<0;1,0>:ud", false},
		"the accumulator":                     {"", "mul (8|M0) acc0.0<1>:d r36.0<8;8,1>:d r37.0<16;8,2>:uw", "mov (8|M0) r40.0<1>:f acc0.0<8;8,1>:f", false},
		"the other accumulator":               {"", "mov (8|M0) acc1.0<1>:f r36.0<8;8,1>:f", "mov (8|M0) r40.0<1>:f acc0.0<8;8,1>:f", true},
		"the accumulator of a sum":            {"", "mov (8|M0) acc0.0<1>:f r36.0<8;8,1>:f", "mac (8|M0) r40.0<1>:f r31.0<8;8,1>:f r32.0<8;8,1>:f", false},
		"a reader of the accumulator":         {"", "mov (8|M0) r43.0<1>:f acc0.0<8;8,1>:f", "add (8|M0) r40.0<1>:f r31.0<8;8,1>:f r32.0<8;8,1>:f {AccWrEn}", false},
		"the accumulators of a macro":         {"", "madm (8|M0) r43.mme3:f r44.mme3:f r45.mme3:f r46.mme3:f", "mov (8|M0) r40.0<1>:f acc5.0<8;8,1>:f", false},
		"the accumulator beside a result":     {"", "add (8|M0) r43.0<1>:f r31.0<8;8,1>:f r32.0<8;8,1>:f {AccWrEn}", "mov (8|M0) r40.0<1>:f acc0.0<8;8,1>:f", false},
	} {
		assert.Equal(t, c.passes, passes(t, ruleText(c.first, c.x, c.y), c.x, c.y, schedule.Allocated, 1), "%s: %s; %s; %s", name, c.first, c.x, c.y)
	}
}

// TestSpillRules: what the allocator has added depends on the registers of scratch memory that it loads and saves, and on nothing
// else of memory; what the text has, on all of it.
func TestSpillRules(t *testing.T) {
	const global = "send (8|M0) null r44 0xC 0x04026E03"
	for name, c := range map[string]struct {
		x, y   string
		origin int32
		passes bool
	}{
		"the register":              {"(W) send (8|M0) null r44 0xA 0x040F0001", "(W) send (8|M0) r40 r31 0xA 0x021C0001", 0, false},
		"the register of the text":  {"(W) send (8|M0) null r44 0xA 0x040F0001", "(W) send (8|M0) r40 r31 0xA 0x021C0001", 1, false},
		"another":                   {"(W) send (8|M0) null r44 0xA 0x040F0001", "(W) send (8|M0) r40 r31 0xA 0x021C0002", 0, true},
		"another of the text":       {"(W) send (8|M0) null r44 0xA 0x040F0001", "(W) send (8|M0) r40 r31 0xA 0x021C0002", 1, false},
		"the second of two":         {"(W) send (16|M0) null r44 0xA 0x060F1001", "(W) send (8|M0) r40 r31 0xA 0x021C0002", 0, false},
		"behind two":                {"(W) send (16|M0) null r44 0xA 0x060F1001", "(W) send (8|M0) r40 r31 0xA 0x021C0003", 0, true},
		"a store":                   {global, "(W) send (8|M0) r40 r31 0xA 0x021C0001", 0, true},
		"a store before the text's": {global, "(W) send (8|M0) r40 r31 0xA 0x021C0001", 1, false},
	} {
		assert.Equal(t, c.passes, passes(t, ruleText("", c.x, c.y), c.x, c.y, schedule.Allocated, c.origin), "%s: %s; %s", name, c.x, c.y)
		if c.origin == 0 { // as nothing has before there are registers
			assert.False(t, passes(t, ruleText("", c.x, c.y), c.x, c.y, schedule.Virtual, 0), "%s: %s; %s", name, c.x, c.y)
		}
	}
}

// TestVariableRules: what goes through an address stays between the writes and the reads of the variables that it may lead to, all of
// whose registers count; those of others pass it.
func TestVariableRules(t *testing.T) {
	for name, c := range map[string]struct {
		x, y   string
		passes bool
	}{
		"a read, of what is written":              {"mov (8|M0) d<1>:f r[x.0,0]<8;8,1>:f {Uses=a}", "mov (8|M0) a.32<1>:f b<8;8,1>:f", false},
		"a read, of another":                      {"mov (8|M0) d<1>:f r[x.0,0]<8;8,1>:f {Uses=other}", "mov (8|M0) a.32<1>:f b<8;8,1>:f", true},
		"a write, of what is read":                {"mov (8|M0) r[x.0,0]<1>:f b<8;8,1>:f {Uses=a}", "add (8|M0) d<1>:f a.32<8;8,1>:f b<8;8,1>:f", false},
		"a write, of another":                     {"mov (8|M0) r[x.0,0]<1>:f b<8;8,1>:f {Uses=other}", "add (8|M0) d<1>:f a.32<8;8,1>:f b<8;8,1>:f", true},
		"a write of one variable, a read of both": {"mov (8|M0) d<1>:f r[x.0,0]<8;8,1>:f {Uses=other} {Uses=a}", "mov (8|M0) a.32<1>:f b<8;8,1>:f", false},
	} {
		p, err := listing.Read("simd 8\nvar a 64\nvar other 64\nvar b 32\nvar d 32\nvar in 32\nvar q 32\nvar s 32\nvar e 32\nvar end 32\naddr x 4\n\n" +
			"math (8|M0) q<1>:f in<8;8,1>:f {Math=1}\nadd (8|M0) s<1>:f q<8;8,1>:f q<8;8,1>:f\n" + c.x + "\n" + c.y + "\n" +
			"math (8|M0) e<1>:f a.32<8;8,1>:f {Math=1}\nmath (8|M0) e<1>:f d<8;8,1>:f {Math=1}\nsend (8|M0) null<1>:ud end<8;8,1>:ud 7 0x0 0x2000010 {EOT}\n")
		require.NoError(t, err, name)
		for i := range p.Insts {
			p.Insts[i].VISA = int32(i)
		}
		schedule.Run(p, native.SKL, schedule.Options{Stage: schedule.Virtual})
		at := func(k int32) int { return slices.IndexFunc(p.Insts, func(in native.Inst) bool { return in.VISA == k }) }
		assert.Equal(t, c.passes, at(3) < at(2), "%s: %s; %s", name, c.x, c.y)
	}
}

// passes says whether the last line of y comes in front of x in the schedule of a text with both. Messages to SFID 10 have an origin;
// a descriptor in a0.0 is that of a load, one in a0.2 of a store.
func passes(t *testing.T, text, x, y string, stage schedule.Stage, origin int32) bool {
	p := programOf(t, native.SKL, text)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line != "" && !strings.HasSuffix(line, ":") {
			lines = append(lines, line)
		}
	}
	for i := range p.Insts {
		p.Insts[i].VISA = int32(i)
		m := &p.Insts[i].Msg
		if m.SFID == 10 {
			p.Insts[i].Origin = origin
		}
		if m.DescReg { // what the allocator knows of them
			m.Desc = map[uint8]native.Desc{0: 0x02106E00, 8: 0x04026E00}[m.DescSub]
		}
	}
	schedule.Run(p, native.SKL, schedule.Options{Stage: stage})
	at := func(line string) int {
		return slices.IndexFunc(p.Insts, func(in native.Inst) bool { return lines[in.VISA] == line })
	}
	assert.Equal(t, len(lines)-1, int(p.Insts[len(p.Insts)-1].VISA), "the end of the thread is last")
	return at(y[strings.LastIndex(y, "\n")+1:]) < at(x)
}
