package agree

import (
	"fmt"

	"github.com/genvisa/genvisa/visa"
)

// indirect emits an address computation and an instruction that reads or
// writes through it.
func (g *gen) indirect() {
	if g.saved > 0 && g.chance(40) && !(g.intel && g.depth > 0) { // testdata/finalizer/address_flow
		g.throughSaved()
		return
	}
	t := pick(g, []visa.Type{visa.UD, visa.D, visa.F, visa.UW, visa.W, visa.UB, visa.UQ, visa.HF})
	if !g.on.types.Has(t) || g.on.flatAddresses && g.depth > 0 {
		return
	}
	r := &g.roots[g.r.IntN(7)]
	size := t.Size()
	if g.chance(50) { // one address per lane
		exec := min(g.simd, 16, 64/size)
		if g.chance(30) {
			exec = min(exec, 8)
		}
		window := 32
		for 2*window <= r.bytes && g.chance(60) {
			window *= 2
		}
		g.emit("and (M1_NM, %d) TW(0,0)<1> %s<1;1,0> %#x:uw", min(g.simd, 16), g.place(&g.roots[6], visa.UW, 0), window-size)
		g.emit("addr_add (M1_NM, %d) A0(0)<1> &%s[%d] TW(0,0)<1;1,0>", min(g.simd, 16), r.name, r.bytes-window)
		s := shape{op: visa.OpAdd, exec: exec, dst: t, mask: g.maskFor(exec)}
		g.through(&s, fmt.Sprintf("r[A0(0),0]<1,0>:%s", t))
		return
	}
	exec := min(g.simd, 64/size, 16)
	if g.chance(40) {
		exec = min(exec, 4)
	}
	span := exec * size
	if span > r.bytes {
		span, exec = r.bytes, r.bytes/size
	}
	at := g.r.IntN((r.bytes-span)/size+1) * size
	if at/grf+1 < (at+span-1)/grf {
		at = at / grf * grf
	}
	imm := g.r.IntN(at/size+1) * size
	imm = min(imm, 256)
	g.emit("addr_add (M1_NM, 1) A0(0)<1> &%s[%d] %#x:uw", r.name, at/size*size-imm, 0)
	s := shape{op: visa.OpAdd, exec: exec, dst: t, mask: g.maskFor(exec)}
	if g.chance(35) {
		for {
			o, ok := g.source(&s, t, visa.ModNone, 0)
			if ok {
				g.emit("mov (%s, %d) r[A0(0),%d]<1>:%s %s", s.mask, s.exec, imm, t, o)
				return
			}
		}
	}
	region := pick(g, []string{"<1;1,0>", "<0;1,0>"})
	g.through(&s, fmt.Sprintf("r[A0(0),%d]%s:%s", imm, region, t))
}

// saveAddress emits an address that later statements of any depth use.
func (g *gen) saveAddress() {
	r := &g.roots[g.r.IntN(7)]
	g.saved++
	n := 1 << ((g.saved - 1) % 4)
	g.emit("addr_add (M1_NM, %d) AS%d(0)<1> &%s[%d] 0x0:uw", n, g.saved, r.name, g.r.IntN((r.bytes-28)/4+1)*4)
}

// throughSaved emits a use of an address of long ago: any element, one lane or
// a few dwords.
func (g *gen) throughSaved() {
	i := g.r.IntN(g.saved)
	t := pick(g, []visa.Type{visa.UD, visa.D, visa.UW, visa.UB})
	s := shape{op: visa.OpAdd, exec: pick(g, []int{1, 2, 4}), dst: t}
	s.mask = g.maskFor(s.exec)
	at := fmt.Sprintf("r[AS%d(%d),%d]", i+1, g.r.IntN(1<<(i%4)), 4*g.r.IntN(3))
	if o, ok := g.source(&s, t, visa.ModNone, 0); ok && g.chance(30) {
		g.emit("mov (%s, %d) %s<1>:%s %s", s.mask, s.exec, at, t, o)
		return
	}
	g.through(&s, fmt.Sprintf("%s%s:%s", at, pick(g, []string{"<1;1,0>", "<0;1,0>"}), t))
}

// mode sets another rounding or denormal mode for what follows.
func (g *gen) mode() {
	g.emit("and (M1_NM, 1) %%cr0(0,0)<1> %%cr0(0,0)<0;1,0> 0xfffffb0f:ud")
	if m := pick(g, g.on.modes); m != 0 {
		g.emit("or (M1_NM, 1) %%cr0(0,0)<1> %%cr0(0,0)<0;1,0> %#x:ud", m)
	}
}

// tries is how many draws may fail, where an instruction has to be of some shape,
// before it is left out.
const tries = 10_000

// through emits a use of the indirect source o.
func (g *gen) through(s *shape, o string) {
	for range tries {
		d, ok := g.dest(s)
		if !ok {
			continue
		}
		if g.chance(50) {
			g.emit("mov (%s, %d) %s %s", s.mask, s.exec, d, o)
			return
		}
		if b, ok := g.source(s, s.dst, visa.ModNone, 1); ok {
			g.emit("%s (%s, %d) %s %s %s", pick(g, []string{"add", "add", "max"}), s.mask, s.exec, d, o, b)
			return
		}
	}
}

func (g *gen) memory() {
	pick(g, []func(){
		g.gather4, g.gather4, g.scatter4, g.scatter4, g.gatherBytes, g.gatherBytes, g.scatterBytes, g.scatterBytes, g.atomic, g.atomic,
		g.block, g.block, g.svm, g.svm, g.exchange,
	})()
}

// lanes is an execution size and mask for a message; the operands of a half
// stand for lanes from its first on.
func (g *gen) lanes() (exec int, mask string) {
	exec = min(g.simd, 16)
	if g.chance(25) {
		exec = 8
	}
	if g.chance(25) && !g.intel { // testdata/finalizer/few_lanes
		exec = pick(g, []int{1, 2, 4})
	}
	return exec, g.maskFor(exec)
}

// window emits the offsets of a message into TX: mostly in the thread's own
// slice of a surface, sometimes far outside of it.
func (g *gen) window(exec int, mask string, unit, bytes int, base string) {
	r := g.roots[g.r.IntN(4)]
	g.emit("and (M1_NM, %d) TX(0,0)<1> %s<1;1,0> %#x:ud", exec, g.place(&r, visa.UD, 0), (slice-bytes)&^(unit-1))
	if base != "" {
		g.emit("add (M1_NM, %d) TX(0,0)<1> TX(0,0)<1;1,0> %s<0;1,0>", exec, base)
	}
	if base != "" && g.chance(15) {
		g.emit("add (%s, %d) TX(0,0)<1> TX(0,0)<1;1,0> %#x:ud", mask, exec, pick(g, []uint32{0x10000, 0x7fffff00, 0xffff0000}))
	}
}

// surface is a surface variable and the header element that holds the slice.
func (g *gen) surface(write bool) (name, base string) {
	if !write && g.chance(40) {
		return "T6", ""
	}
	if g.chance(35) {
		g.slm = true
		return "%slm", "HDR(0,4)"
	}
	if g.chance(15) {
		if len(g.lines)%2 == 0 {
			g.emit("movs (M1_NM, 1) T10(0) 0x2:ud")
			return "T10", "HDR(0,0)"
		}
		g.emit("shr (M1_NM, 1) TU(0,7)<1> HDR(0,0)<0;1,0> 0x1f:ud") // 0, but no constant
		g.emit("add (M1_NM, 1) TU(0,7)<1> TU(0,7)<0;1,0> 0x2:ud")
		g.emit("movs (M1_NM, 1) T10(0) TU(0,7)<0;1,0>")
		return "T10", "HDR(0,0)"
	}
	return "T8", "HDR(0,0)"
}

func (g *gen) pred() string {
	if !g.chance(25) {
		return ""
	}
	return fmt.Sprintf("(%sP%d) ", pick(g, []string{"", "!"}), 1+g.r.IntN(g.user))
}

// raw is a raw operand of bytes in a root, at a register boundary.
func (g *gen) raw(bytes int) (string, bool) {
	for range 40 {
		r := &g.roots[g.r.IntN(g.small)]
		if bytes <= r.bytes {
			return fmt.Sprintf("%s.%d", r.name, g.r.IntN((r.bytes-bytes)/grf+1)*grf), true
		}
	}
	return "", false
}

// typed is a raw operand whose variable has a type.
func (g *gen) typed(bytes int, t visa.Type) string {
	for range 40 {
		r := &g.roots[g.r.IntN(g.small)]
		if bytes <= r.bytes {
			return fmt.Sprintf("%s.%d", g.view(r, t, 0), g.r.IntN((r.bytes-bytes)/grf+1)*grf)
		}
	}
	return "%null.0"
}

var channels = []string{"R", "R", "R", "RG", "RGB", "RGBA", "G", "B", "RB", "GA"}

func (g *gen) gather4()  { g.untyped("gather4_scaled", false) }
func (g *gen) scatter4() { g.untyped("scatter4_scaled", true) }

func (g *gen) untyped(name string, write bool) {
	exec, mask := g.lanes()
	ch := pick(g, channels)
	o, ok := g.raw(max(4*exec, grf) * len(ch))
	if !ok || !write && !g.rawLanes(o, mask, exec, 4, len(ch)) {
		return
	}
	surf, base := g.surface(write)
	g.window(exec, mask, 4, 16, base)
	g.emit("%s%s.%s (%s, %d) %s %s TX.0 %s", g.pred(), name, ch, mask, exec, surf, g.offset(4), o)
}

// offset is the common offset of a message: an immediate or an element.
func (g *gen) offset(unit int) string {
	if g.chance(30) {
		g.emit("mov (M1_NM, 1) TU(0,6)<1> %#x:ud", unit)
		return "TU(0,6)<0;1,0>"
	}
	return fmt.Sprintf("%#x:ud", pick(g, []int{0, 0, 4, 8}))
}

func (g *gen) gatherBytes() {
	exec, mask := g.lanes()
	n := pick(g, []int{1, 2, 4})
	surf, base := g.surface(false)
	g.window(exec, mask, n, 16, base)
	off := g.offset(n)
	p := g.pred()
	// The bytes above a narrow element are undefined: they are cut off.
	g.emit("%sgather_scaled.%d (%s, %d) %s %s TX.0 TX.0", p, n, mask, exec, surf, off)
	if n < 4 {
		g.emit("and (M1_NM, %d) TX(0,0)<1> TX(0,0)<1;1,0> %#x:ud", exec, 1<<(8*n)-1)
	}
	s := shape{op: visa.OpMov, exec: exec, mask: mask, dst: visa.UD}
	if d, ok := g.dest(&s); ok {
		g.emit("%smov (%s, %d) %s TX(0,0)<1;1,0>", p, mask, exec, d)
	}
}

func (g *gen) scatterBytes() {
	exec, mask := g.lanes()
	n := pick(g, []int{1, 2, 4})
	o, ok := g.raw(max(4*exec, grf))
	if !ok {
		return
	}
	surf, base := g.surface(true)
	g.window(exec, mask, n, 16, base)
	g.emit("%sscatter_scaled.%d (%s, %d) %s %s TX.0 %s", g.pred(), n, mask, exec, surf, g.offset(n), o)
}

var atomicOps = []struct {
	name string
	args int
}{
	{"add", 1}, {"sub", 1}, {"inc", 0}, {"dec", 0}, {"min", 1}, {"max", 1}, {"xchg", 1}, {"cmpxchg", 2}, {"and", 1}, {"or", 1}, {"xor", 1},
	{"minsint", 1}, {"maxsint", 1}, {"fmax", 1}, {"fmin", 1}, {"fcmpwr", 2},
}

// floatAtomics is how many of them work on floats.
const floatAtomics = 3

func (g *gen) atomic() {
	exec, mask := g.lanes()
	op := pick(g, atomicOps)
	if g.on.noFloatAtomics && op.name[0] == 'f' {
		return
	}
	args := []any{g.pred(), op.name, mask, exec}
	operands := [3]string{"%null.0", "%null.0", "%null.0"} // src0, src1, dst
	t := visa.UD
	if op.name[0] == 'f' {
		t = visa.F
	}
	for i := range op.args {
		operands[i] = g.typed(max(4*exec, grf), t)
	}
	if g.chance(60) {
		operands[2] = g.typed(max(4*exec, grf), t)
	}
	if g.chance(20) && !g.on.noFlat {
		exec = min(exec, 8)
		mask = g.maskFor(exec)
		g.flat(exec, 8)
		size := 4
		if op.name[0] != 'f' && g.chance(40) {
			op.name += ".64"
			size = 8
			for i := range operands {
				if operands[i] != "%null.0" {
					r := pick(g, []*root{&g.roots[4], &g.roots[5]})
					operands[i] = g.view(r, visa.UQ, 0) + ".0"
				}
			}
		}
		if !g.rawLanes(operands[2], mask, exec, size, 1) {
			operands[2] = "%null.0"
		}
		g.emit("%ssvm_atomic.%s (%s, %d) TQ.0 %s %s %s", args[0], op.name, mask, exec, operands[2], operands[0], operands[1])
		return
	}
	if !g.rawLanes(operands[2], mask, exec, 4, 1) {
		operands[2] = "%null.0"
	}
	surf, base := g.surface(true)
	g.window(exec, mask, 4, 4, base)
	g.emit("%sdword_atomic.%s (%s, %d) %s TX.0 %s %s %s", append(args, surf, operands[0], operands[1], operands[2])...)
}

// owords is the size of a block, for the finalizer of whole registers
// (testdata/finalizer/block_half).
func (g *gen) owords() int {
	n := pick(g, []int{1, 2, 4, 8})
	if g.intel {
		n = max(n, 2)
	}
	return n
}

func (g *gen) block() {
	n := g.owords()
	o, ok := g.raw(max(16*n, grf))
	if !ok {
		return
	}
	at := g.r.IntN(slice/16 - n + 1)
	switch g.r.IntN(3) {
	case 0:
		g.emit("shr (M1_NM, 1) TU(0,6)<1> HDR(0,0)<0;1,0> 0x4:ud")
		g.emit("add (M1_NM, 1) TU(0,6)<1> TU(0,6)<0;1,0> %#x:ud", at)
		g.emit("oword_st (%d) T8 TU(0,6)<0;1,0> %s", n, o)
	case 1:
		g.emit("shr (M1_NM, 1) TU(0,6)<1> HDR(0,0)<0;1,0> 0x4:ud")
		g.emit("add (M1_NM, 1) TU(0,6)<1> TU(0,6)<0;1,0> %#x:ud", at)
		g.emit("oword_ld (%d) T8 TU(0,6)<0;1,0> %s", n, o)
	case 2:
		if g.chance(30) { // at the end of a surface and beyond
			at := pick(g, []int{inputBytes - 12, slice*threads - 12, slice * threads, 0x10000, 0x7ffffff0})
			g.emit("oword_ld_unaligned (%d) %s %#x:ud %s", n, pick(g, []string{"T6", "T8"}), at, o)
			return
		}
		g.emit("add (M1_NM, 1) TU(0,6)<1> HDR(0,0)<0;1,0> %#x:ud", 4*g.r.IntN(slice/4-4*n+1))
		g.emit("oword_ld_unaligned (%d) T8 TU(0,6)<0;1,0> %s", n, o)
	}
}

// flat emits addresses in the thread's slice of flat memory into TQ.
func (g *gen) flat(exec, unit int) {
	for half := range (exec + 7) / 8 {
		r := g.roots[g.r.IntN(4)]
		g.emit("and (M1_NM, 8) TX(0,0)<1> %s<1;1,0> %#x:ud", g.place(&r, visa.UD, grf*g.r.IntN(r.bytes/grf)), (slice-64)&^(unit-1))
		g.emit("add (M1_NM, 8) TQ(%d,0)<1> HDRQ(0,1)<0;1,0> TX(0,0)<1;1,0>", 2*half)
	}
}

// quadAtomic emits an atomic of qwords in flat memory.
func (g *gen) quadAtomic() {
	quads := func() string { return g.view(pick(g, []*root{&g.roots[4], &g.roots[5]}), visa.UQ, 0) + ".0" }
	op := pick(g, atomicOps[:len(atomicOps)-floatAtomics])
	if g.intel && op.args > 0 { // the finalizer's payload is too short
		op = pick(g, atomicOps[2:4])
	}
	operands := [3]string{"%null.0", "%null.0", "%null.0"} // src0, src1, dst
	for i := range op.args {
		operands[i] = quads()
	}
	if g.chance(60) {
		operands[2] = quads()
	}
	g.flat(8, 8)
	pred, mask := g.pred(), g.maskFor(8)
	if !g.rawLanes(operands[2], mask, 8, 8, 1) {
		operands[2] = "%null.0"
	}
	g.emit("%ssvm_atomic.%s.64 (%s, 8) TQ.0 %s %s %s", pred, op.name, mask, operands[2], operands[0], operands[1])
}

// flatBlock emits a block access to flat memory.
func (g *gen) flatBlock() {
	n := g.owords()
	if o, ok := g.raw(max(16*n, grf)); ok {
		g.emit("add (M1_NM, 1) TQ(0,0)<1> HDRQ(0,1)<0;1,0> %#x:ud", 4*g.r.IntN(slice/4-4*n+1))
		g.emit("svm_block_%s (%d) TQ(0,0)<0;1,0> %s", pick(g, []string{"ld", "st"}), n, o)
	}
}

// svm emits an access to flat memory.
func (g *gen) svm() {
	if g.on.noFlat {
		return
	}
	exec, mask := min(g.simd, 16), "M1"
	if g.chance(30) {
		g.quadAtomic()
		return
	}
	if g.chance(20) {
		g.flatBlock()
		return
	}
	if g.chance(50) {
		exec = 8
	}
	if !g.intel {
		exec, mask = g.lanes()
	}
	size, n := pick(g, []int{1, 4, 8}), pick(g, []int{1, 2, 4, 8})
	if g.intel {
		n = min(n, 4)
	}
	if g.intel && size == 8 && n == 4 && exec == 16 {
		n = 2
	}
	write := g.chance(50)
	if g.intel && write && size == 8 {
		n = 1 // the finalizer's payload is too short for more
	}
	bytes := max(exec, 8) * max(size*n, 4)
	switch g.r.IntN(3) {
	case 0:
		ch := pick(g, channels)
		o, ok := g.raw(max(4*exec, grf) * len(ch))
		if !ok || !write && !g.rawLanes(o, mask, exec, 4, len(ch)) {
			return
		}
		g.flat(exec, 4)
		name := "svm_gather4scaled"
		if write {
			name = "svm_scatter4scaled"
		}
		from := "0x0:uq"
		if !g.intel && g.chance(30) {
			from = pick(g, []string{"0x0:ud", "0x8:uq", "HDRQ(0,1)<0;1,0>"})
		}
		if from[0] == 'H' { // TX has the offsets of the last eight
			g.emit("mov (M1_NM, 8) TQ(0,0)<1> TX(0,0)<1;1,0>")
			exec = min(exec, 8)
		}
		g.emit("%s%s.%s (%s, %d) %s TQ.0 %s", g.pred(), name, ch, mask, exec, from, o)
	default:
		o, ok := g.raw(bytes)
		if size == 8 && g.intel { // the finalizer counts payload by the type of the variable
			r := pick(g, []*root{&g.roots[4], &g.roots[5]})
			o, ok = g.view(r, visa.UQ, 0)+".0", bytes <= r.bytes
		}
		if !ok || size == 1 && !write && g.intel {
			return // the bytes above a narrow element are undefined
		}
		if !write && !g.rawLanes(o, mask, exec, max(size, 4), n) {
			return
		}
		g.flat(exec, size)
		name := "svm_gather"
		if write {
			name = "svm_scatter"
		}
		g.emit("%s%s.%d.%d (%s, %d) TQ.0 %s", g.pred(), name, size, n, mask, exec, o)
	}
}

// exchange passes values between the threads of a group through SLM; barriers
// need all threads, so it stands outside of branches.
func (g *gen) exchange() {
	if g.depth > 0 {
		g.scatter4()
		return
	}
	g.slm = true
	exec := min(g.simd, 16)
	src, _ := g.raw(4 * exec)
	dst, _ := g.raw(4 * exec)
	lane := "0x76543210:v"
	g.emit("mov (M1_NM, 8) TW(0,0)<1> %s", lane)
	if exec == 16 {
		g.emit("add (M1_NM, 8) TW(0,8)<1> TW(0,0)<1;1,0> 0x8:uw")
	}
	g.emit("mul (M1_NM, %d) TX(0,0)<1> TW(0,0)<1;1,0> 0x4:uw", exec)
	g.emit("add (M1_NM, %d) TX(0,0)<1> TX(0,0)<1;1,0> HDR(0,4)<0;1,0>", exec)
	fence := pick(g, []string{"fence_sw", "fence_global.E", "fence_sw"})
	g.emit("%s", fence)
	g.emit("barrier")
	g.emit("scatter4_scaled.R (M1_NM, %d) %%slm 0x0:ud TX.0 %s", exec, src)
	g.emit("%s", fence)
	g.emit("barrier")
	g.emit("xor (M1_NM, %d) TX(0,0)<1> TX(0,0)<1;1,0> %#x:ud", exec, slice)
	g.emit("gather4_scaled.R (M1_NM, %d) %%slm 0x0:ud TX.0 %s", exec, dst)
	g.emit("%s", fence)
	g.emit("barrier")
}
