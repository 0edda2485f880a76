package agree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// root is a variable that owns storage. All other general variables of a
// kernel are aliases of one, at some offset and type.
type root struct {
	name  string
	bytes int
	off   int // in the image of all roots
}

// text is a generated kernel. Lines of body may be deleted while a failure is
// made small; the rest is needed to run.
type text struct {
	simd     int
	prelude  []string
	body     []string
	epilogue []string
	subs     []string // what body calls
}

// String is the whole kernel.
func (k *text) String() string {
	var b strings.Builder
	for _, part := range [][]string{k.prelude, k.body, k.epilogue, k.subs} {
		for _, l := range part {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// gen is a kernel in the making.
type gen struct {
	r      *rand.Rand
	intel  bool // leave out what Intel's finalizer refuses or leaves undefined
	on     device
	simd   int
	small  int // roots from here on are smaller than a register
	user   int // predicates P1..Puser are the statements' own
	roots  []root
	views  map[string]string // declarations of aliases in use, by name
	order  []string          // their names, as first used
	preds  int               // predicates P1..; those above user belong to loops
	saved  int               // address variables AS1.. so far
	locals int               // sets of three predicates K1.. so far
	label  int
	loops  int // loops so far: each has its own counter
	depth  int
	inLoop []string // labels behind the loops that are open
	subs   int      // subroutines S1.. that may be called
	sub    int      // the one that the statements are in, 0 for the kernel itself
	lines  []string
	slm    bool
	owners map[string]string // which lanes own which bytes of the roots, in branches
}

const (
	grf      = 32
	hdr      = 64 // payload bytes before the image of the roots
	slice    = 256
	maxLoops = 6
)

// floatModes are bits of cr0: denormals of df, f and hf, and the rounding.
var floatModes = []int{0x4c0, 0x4c0, 0x4c0, 0x4c0, 0, 0x40, 0x80, 0x400, 0x4d0, 0x4e0, 0x4f0}

// device is what kernels for a target may have: what it has, and what the finalizer does
// as the pages say.
type device struct {
	types visa.TypeSet // of rows
	out   []visa.Op    // rows that are left out
	modes []int        // bits of cr0

	noFloatAtomics bool
	noFlat         bool // messages with 64-bit addresses
	noModifiers    bool // on sources
	flatAddresses  bool // address registers are used outside of branches only
	noNegatedUD    bool // in products
	noBfeImmediate bool
	noHalfMath     bool // of halves alone, where rounding a float is not rounding the function
	noMixedChoice  bool // of hf and f: a conversion loses what a NaN says, a choice does not
	dense          bool // three roots and many strides: operands overlap often
	placedFloats   bool // two channels of floats become instructions of one, and masks of halves floats
}

// gen9 takes everything.
var gen9 = device{types: sklTypes, modes: floatModes}

// gen8 is what our code for bdw does bit for bit: it has no atomics of floats, and some math
// of floats, which are rounded once more, gives other halves.
var gen8 = device{types: sklTypes, modes: floatModes, noFloatAtomics: true, noHalfMath: true}

// gen7 has no half floats, always flushes denormals of floats, and of doubles the model
// knows less than kernels have.
var gen7 = device{
	types: sklTypes &^ (1<<visa.DF | 1<<visa.HF), modes: []int{0, 0x10, 0x20, 0x30}, out: []visa.Op{visa.OpDivm, visa.OpSqrtm},
	noFloatAtomics: true, noFlat: true, noHalfMath: true,
}

// gen11 has no doubles, gen12 makes powers of functions that have other last bits, and keeps
// denormals of operands of two sizes in any mode.
var (
	gen11 = device{types: sklTypes &^ (1 << visa.DF), modes: floatModes, noMixedChoice: true}
	gen12 = device{
		types: sklTypes &^ (1 << visa.DF), modes: []int{0x4c0, 0x4d0, 0x4e0, 0x4f0},
		out: []visa.Op{visa.OpPow},
	}
	xeDoubles = device{types: sklTypes, modes: gen12.modes, out: gen12.out} // gen12 with doubles
)

// generate makes the kernel of a seed.
func generate(seed uint64, intel bool) *text { return generateFor(seed, intel, gen9) }

// generateFor makes the kernel of a seed for a device.
func generateFor(seed uint64, intel bool, on device) *text {
	return generateCalls(seed, intel, on, 0)
}

// generateCalls makes a kernel with so many subroutines.
func generateCalls(seed uint64, intel bool, on device, subs int) *text {
	r := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	g := &gen{r: r, intel: intel, on: on, subs: subs, views: map[string]string{}, owners: map[string]string{}}
	g.simd = []int{8, 16, 32, 16}[r.IntN(4)]
	g.user = []int{3, 3, 3, 6}[r.IntN(4)]
	g.preds = g.user
	g.makeRoots()
	mode := pick(g, g.on.modes)
	n := 4 + r.IntN(24)
	if on.dense {
		n *= 2
	}
	g.statements(n)
	k := &text{simd: g.simd, body: g.lines}
	k.subs = g.subroutines()
	g.lines = nil
	k.epilogue = g.epilogue()
	k.prelude = g.prelude(mode)
	return k
}

// makeRoots declares whole registers, sometimes so many that they fill half of
// the file or all of it, and then variables smaller than a register.
func (g *gen) makeRoots() {
	n := g.simd
	add := func(name string, bytes int) {
		off := 0
		if len(g.roots) > 0 {
			last := &g.roots[len(g.roots)-1]
			off = (last.off + last.bytes + min(bytes, grf) - 1) / min(bytes, grf) * min(bytes, grf)
		}
		g.roots = append(g.roots, root{name, bytes, off})
	}
	for i := range 4 {
		add(fmt.Sprintf("D%d", i), max(4*n, grf))
	}
	add("Q0", 8*n)
	add("Q1", 8*n)
	add("W0", 64)
	add("B0", 32)
	add("S0", 32)
	add("M0", 16*min(n, 16))
	wide := g.r.IntN(8)
	switch wide {
	case 0:
		add("H0", 1024)
	case 1, 2:
		for i := 0; g.imageSize() < (70+g.r.IntN(30))*grf; i++ {
			add(fmt.Sprintf("H%d", i), pick(g, []int{grf, 2 * grf, 4 * grf, 96, 160}))
		}
	}
	g.small = len(g.roots)
	for i, bytes := range []int{16, 16, 8, 8, 4, 4, 4, 2, 2, 1, 1} {
		add(fmt.Sprintf("C%d", i), bytes)
	}
}

// imageSize is the number of bytes of all roots, in whole dwords as the input
// that holds their image is declared.
func (g *gen) imageSize() int {
	last := g.roots[len(g.roots)-1]
	return (last.off + last.bytes + 3) &^ 3
}

func (g *gen) emit(format string, args ...any) {
	g.lines = append(g.lines, "    "+fmt.Sprintf(format, args...))
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *gen, list []T) T { return list[g.r.IntN(len(list))] }

// ofDevice are those types that its rows have.
func (g *gen) ofDevice(list []visa.Type) []visa.Type {
	return slices.DeleteFunc(list, func(t visa.Type) bool { return !g.on.types.Has(t) })
}

// view declares the alias of a root at a type and byte offset, once.
func (g *gen) view(r *root, t visa.Type, off int) string {
	name := fmt.Sprintf("%s_%s_%d", r.name, t, off)
	if _, ok := g.views[name]; !ok {
		g.views[name] = fmt.Sprintf(".decl %s v_type=G type=%s num_elts=%d align=%s alias=<%s, %d>",
			name, t, (r.bytes-off)/t.Size(), alignName(t, off), r.name, off)
		g.order = append(g.order, name)
	}
	return name
}

// unitOf is the widest integer type up to a dword that fits into n bytes.
func unitOf(n int) visa.Type {
	return []visa.Type{visa.UB, visa.UB, visa.UW, visa.UW, visa.UD}[min(n, 4)]
}

// alignOf is the alignment that a root of n bytes has.
var alignOf = map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "oword", 32: "hword"}

func alignName(t visa.Type, off int) string {
	switch {
	case off%32 == 0:
		return "hword"
	case t.Size() == 8:
		return "qword"
	}
	return "dword"
}

// place writes byte offset at of a root as an operand: an alias, row and column.
func (g *gen) place(r *root, t visa.Type, at int) string {
	base := 0
	switch g.r.IntN(4) {
	case 0:
		base = at / grf * grf
	case 1:
		if t.Size() >= 4 {
			base = at
		}
	}
	rel := at - base
	return fmt.Sprintf("%s(%d,%d)", g.view(r, t, base), rel/grf, rel%grf/t.Size())
}

func (g *gen) prelude(mode int) []string {
	l := []string{".version 4.1", `.kernel "fuzz"`}
	l = append(l, fmt.Sprintf("// SIMD%d", g.simd))
	l = append(l, ".decl R0 v_type=G type=ud num_elts=8 align=hword alias=<%r0, 0>")
	l = append(l, ".decl HDR v_type=G type=ud num_elts=8 align=hword", ".decl HDRQ v_type=G type=uq num_elts=4 align=hword alias=<HDR, 0>")
	l = append(l, ".decl TU v_type=G type=ud num_elts=8 align=hword", ".decl TX v_type=G type=ud num_elts=32 align=hword")
	l = append(l, ".decl TW v_type=G type=uw num_elts=32 align=hword", ".decl TQ v_type=G type=uq num_elts=16 align=hword",
		".decl TQD v_type=G type=ud num_elts=32 align=hword alias=<TQ, 0>", ".decl TXB v_type=G type=ub num_elts=128 align=hword alias=<TX, 0>")
	l = append(l, fmt.Sprintf(".decl CNT v_type=G type=d num_elts=%d align=hword", 32*maxLoops))
	for _, r := range g.roots {
		t := unitOf(r.bytes)
		l = append(l, fmt.Sprintf(".decl %s v_type=G type=%s num_elts=%d align=%s", r.name, t, r.bytes/t.Size(), alignOf[min(r.bytes, grf)]))
	}
	copied := g.chance(50) && g.imageSize() < payloadBytes/3
	if copied {
		l = append(l, fmt.Sprintf(".decl IN v_type=G type=ud num_elts=%d align=hword", g.imageSize()/4))
		for _, t := range []visa.Type{visa.UW, visa.UB} {
			l = append(l, fmt.Sprintf(".decl IN_%s v_type=G type=%s num_elts=%d align=hword alias=<IN, 0>", t, t, g.imageSize()/t.Size()))
		}
	}
	for _, name := range g.order {
		l = append(l, g.views[name])
	}
	l = append(l, ".decl A0 v_type=A num_elts=16")
	for i := 1; i <= g.preds; i++ {
		l = append(l, fmt.Sprintf(".decl P%d v_type=P num_elts=%d", i, g.simd))
	}
	l = append(l, ".decl PU v_type=P num_elts=1", fmt.Sprintf(".decl PE v_type=P num_elts=%d", g.simd), ".decl T10 v_type=T num_elts=1")
	for i := range 3 * g.locals {
		l = append(l, fmt.Sprintf(".decl K%d v_type=P num_elts=%d", i+1, g.simd))
	}
	for i := range g.saved {
		l = append(l, fmt.Sprintf(".decl AS%d v_type=A num_elts=%d", i+1, 1<<(i%4)))
	}
	for i := 6; i <= 9; i++ {
		l = append(l, fmt.Sprintf(".decl T%d v_type=T num_elts=1", i))
	}
	l = append(l, ".input HDR offset=32 size=32")
	if copied {
		l = append(l, fmt.Sprintf(".input IN offset=%d size=%d", hdr, g.imageSize()))
	} else {
		for _, r := range g.roots {
			l = append(l, fmt.Sprintf(".input %s offset=%d size=%d", r.name, hdr+r.off, r.bytes))
		}
	}
	l = append(l, `.kernel_attr Target="3d"`, fmt.Sprintf(".kernel_attr SimdSize=%d", g.simd), fmt.Sprintf(".kernel_attr SLMSize=%d", 1+slice*2*threadsPerGroup/1024))
	l = append(l, `.function "_main_0"`, "", "_main_0:")
	g.setUp(mode, copied)
	return append(l, g.lines...)
}

// setUp begins the code: float mode, surfaces and everything that is no input.
func (g *gen) setUp(mode int, copied bool) {
	g.lines = nil
	if mode != 0 {
		g.emit("or (M1_NM, 1) %%cr0(0,0)<1> %%cr0(0,0)<0;1,0> %#x:ud", mode)
	}
	for i := 6; i <= 9; i++ {
		g.emit("movs (M1_NM, 1) T%d(0) %#x:ud", i, i-6)
	}
	if copied {
		g.copyIn()
	}
	for i := range 2 * maxLoops {
		g.emit("mov (M1_NM, 16) CNT(%d,0)<1> 0x0:d", 2*i)
	}
	for i := range 2 {
		g.emit("mov (M1_NM, 16) TX(%d,0)<1> 0x0:ud", 2*i)
		g.emit("mov (M1_NM, 16) TQD(%d,0)<1> 0x0:ud", 2*i)
	}
	g.emit("mov (M1_NM, 16) TW(0,0)<1> 0x0:uw")
	g.emit("mov (M1_NM, 16) TW(1,0)<1> 0x0:uw")
	g.emit("mov (M1_NM, 8) TU(0,0)<1> 0x0:ud")
	for i := 1; i <= g.preds; i++ {
		g.emit("setp (M1_NM, %d) P%d HDR(0,%d)<0;1,0>", g.simd, i, 5+i%3)
	}
	g.emit("setp (M1_NM, 1) PU HDR(0,5)<0;1,0>")
	g.emit("addr_add (M1_NM, 16) A0(0)<1> &D0 0x0:uw")
	for i := range g.saved {
		g.emit("addr_add (M1_NM, %d) AS%d(0)<1> &D0 0x0:uw", 1<<(i%4), i+1)
	}
}

// lanesMask cuts a predicate to the lanes that it has: its register may hold
// anything above them.
func (g *gen) lanesMask() string { return fmt.Sprintf("%#x:ud", uint64(1)<<g.simd-1) }

func (g *gen) copyIn() {
	for i := range g.roots {
		r := &g.roots[i]
		if i >= g.small {
			t := unitOf(r.bytes)
			size := t.Size()
			in := map[visa.Type]string{visa.UB: "IN_ub", visa.UW: "IN_uw", visa.UD: "IN"}[t]
			g.emit("mov (M1_NM, %d) %s(0,0)<1> %s(%d,%d)<1;1,0>", r.bytes/size, r.name, in, r.off/grf, r.off%grf/size)
			continue
		}
		for at := 0; at < r.bytes; at += 64 {
			n := min(64, r.bytes-at) / 4
			g.emit("mov (M1_NM, %d) %s(%d,0)<1> IN(%d,0)<1;1,0>", n, r.name, at/grf, (r.off+at)/grf)
		}
	}
}

// epilogue stores all roots to T7, and what has no register of its own in the
// four registers of TX.
func (g *gen) epilogue() []string {
	g.lines = nil
	g.emit("mov (M1_NM, 1) TU(0,4)<1> HDR(0,1)<0;1,0>") // the place, in owords
	put := func(name string, bytes int) {
		for at := 0; at < bytes; {
			n := 8
			for n > (bytes-at)/16 {
				n /= 2
			}
			g.emit("oword_st (%d) T7 TU(0,4)<0;1,0> %s.%d", n, name, at)
			g.emit("add (M1_NM, 1) TU(0,4)<1> TU(0,4)<0;1,0> %#x:ud", n)
			at += 16 * n
		}
	}
	for _, r := range g.roots[:g.small] {
		put(r.name, r.bytes)
	}
	g.emit("mov (M1_NM, 16) TX(0,0)<1> 0x0:ud")
	g.emit("mov (M1_NM, 16) TX(2,0)<1> 0x0:ud")
	at := 0
	for i := g.small; i < len(g.roots); i++ {
		r := &g.roots[i]
		g.emit("mov (M1_NM, %d) TXB(%d,%d)<1> %s(0,0)<%d;1,0>", r.bytes, at/grf, at%grf, g.view(r, visa.UB, 0), min(r.bytes-1, 1))
		at += r.bytes
	}
	at = (at + 3) / 4
	for i := 1; i <= g.user; i++ {
		g.emit("mov (M1_NM, 1) TX(%d,%d)<1> P%d", at/8, at%8, i)
		g.emit("and (M1_NM, 1) TX(%d,%d)<1> TX(%d,%d)<0;1,0> %s", at/8, at%8, at/8, at%8, g.lanesMask())
		at++
	}
	put("TX", 128)
	g.emit("ret (M1, 1)")
	return g.lines
}

// outputSize is the place of a thread in T7: more than any kernel writes.
const outputSize = payloadBytes
