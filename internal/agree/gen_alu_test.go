package agree

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// aluOps are the row ops that alu draws from, repeated by weight.
var aluOps = []visa.Op{
	visa.OpAdd, visa.OpAdd, visa.OpAdd, visa.OpMul, visa.OpMul, visa.OpMul, visa.OpMov, visa.OpMov, visa.OpMov, visa.OpMov, visa.OpMov, visa.OpMov,
	visa.OpMad, visa.OpMad, visa.OpMad, visa.OpAvg, visa.OpMulh, visa.OpMulh, visa.OpDiv, visa.OpMod, visa.OpAnd, visa.OpOr, visa.OpXor, visa.OpNot,
	visa.OpShl, visa.OpShl, visa.OpShr, visa.OpShr, visa.OpAsr, visa.OpAsr, visa.OpRol, visa.OpRor, visa.OpMin, visa.OpMin, visa.OpMax, visa.OpMax,
	visa.OpSel, visa.OpSel, visa.OpCmp, visa.OpCmp, visa.OpBfe, visa.OpBfi, visa.OpBfrev, visa.OpAddc, visa.OpSubb, visa.OpLzd, visa.OpFbl, visa.OpFbh,
	visa.OpCbit, visa.OpFrc, visa.OpRndd, visa.OpRndu, visa.OpRnde, visa.OpRndz, visa.OpInv, visa.OpLog, visa.OpExp, visa.OpSqrt, visa.OpRsqrt,
	visa.OpSin, visa.OpCos, visa.OpPow, visa.OpDivm, visa.OpDivm, visa.OpSqrtm,
	visa.OpMadw, visa.OpDp4a,
}

// sklTypes leaves out the types that the target lacks.
const sklTypes = visa.TypeSet(1<<visa.UB | 1<<visa.B | 1<<visa.UW | 1<<visa.W | 1<<visa.UD | 1<<visa.D | 1<<visa.UQ | 1<<visa.Q |
	1<<visa.HF | 1<<visa.F | 1<<visa.DF)

func (g *gen) typeOf(set visa.TypeSet) visa.Type {
	var list []visa.Type
	for t := visa.Type(0); t < 32; t++ {
		if set.Has(t) {
			list = append(list, t)
			if t == visa.UD || t == visa.D || t == visa.F {
				list = append(list, t)
			}
		}
	}
	return pick(g, list)
}

// shape is the execution size, mask and types of one instruction.
type shape struct {
	op    visa.Op
	exec  int
	mask  string
	dst   visa.Type
	src   []visa.Type
	align bool // operands stand on 16 bytes
	more  bool // more lanes than the kernel has, so that no predicate fits
	imms  int
	half  bool    // the destination is hf
	roots []*root // of destinations
}

// alu emits one row instruction.
func (g *gen) alu() {
	op := pick(g, aluOps)
	g.row(op)
}

func (g *gen) shapeOf(op visa.Op) (shape, bool) {
	info := op.Info()
	s := shape{op: op}
	rule := pick(g, info.Types)
	dsts, srcs := rule.Dst&g.on.types, rule.Src&g.on.types
	if dsts == 0 || srcs == 0 {
		return s, false
	}
	s.dst = g.typeOf(dsts)
	s.half = s.dst == visa.HF
	widest := s.dst.Size()
	same := g.chance(50)
	for i := range info.Slots {
		if info.Slots[i].Access != visa.Reads {
			continue
		}
		t := g.typeOf(srcs)
		switch {
		case same && srcs.Has(s.dst):
			t = s.dst
		case same && len(s.src) > 0:
			t = s.src[0]
		}
		s.src = append(s.src, t)
		widest = max(widest, t.Size())
	}
	if !g.takes(&s) {
		return s, false
	}
	s.align = op == visa.OpBfe || op == visa.OpBfi
	g.chooseExec(&s, widest)
	return s, true
}

// takes leaves out types that an engine refuses by name.
func (g *gen) takes(s *shape) bool {
	qwords := map[visa.Type]bool{}
	signed := false
	for _, t := range s.src {
		switch t {
		case visa.Q, visa.UQ:
			qwords[t] = true
		case visa.D, visa.W, visa.B:
			signed = true
		}
	}
	if len(qwords) == 2 || qwords[visa.UQ] && signed { // the exact value has more than 64 bits
		return false
	}
	mixed := false
	for _, t := range s.src {
		mixed = mixed || t != s.dst
	}
	if g.intel && s.op == visa.OpMov && s.dst.Size() == 1 && s.src[0] == visa.DF { // it clamps to dwords only
		return false
	}
	if g.intel && (s.op == visa.OpShr && signed || s.op == visa.OpMulh && (s.src[0] != s.src[1] || s.dst != s.src[0])) {
		return false
	}
	if g.on.noHalfMath && s.half && !mixed && (s.op == visa.OpExp || s.op == visa.OpSin || s.op == visa.OpCos || s.op == visa.OpPow) {
		return false
	}
	if g.on.noMixedChoice && mixedHalf(s) && (s.op == visa.OpSel || s.op == visa.OpMin || s.op == visa.OpMax) {
		return false
	}
	if g.on.placedFloats && s.op == visa.OpCmp && s.dst == visa.HF {
		return false
	}
	switch s.op {
	case visa.OpDiv, visa.OpMod: // the finalizer takes D or UD by the wider source
		if g.intel && mixed {
			return false
		}
	case visa.OpMul: // the finalizer takes 64-bit factors for dwords
		if g.intel && len(qwords) > 0 {
			return false
		}
	}
	switch s.op {
	case visa.OpMadw, visa.OpDp4a, visa.OpDivm, visa.OpSqrtm: // not on the finalizer's SKL; testdata/finalizer/sqrtm_region
		return !g.intel
	case visa.OpLog, visa.OpExp, visa.OpSqrt, visa.OpRsqrt, visa.OpSin, visa.OpCos, visa.OpPow:
		return !g.intel || !mixed
	case visa.OpRol, visa.OpRor:
		return !g.intel && s.dst == visa.UD && s.src[0] == visa.UD && s.src[1] == visa.UD
	case visa.OpInv, visa.OpDiv:
		return s.dst != visa.DF && (!g.intel || !isFloat(s.dst) || !mixed)
	}
	return true
}

// chooseExec picks the execution size and mask: no operand spans more than 64
// bytes.
func (g *gen) chooseExec(s *shape, widest int) {
	most := min(g.simd, 64/widest)
	if g.intel {
		most = min(most, 16)
	}
	s.exec = most
	if g.chance(25) && !(g.intel && s.half && isMath(s.op)) {
		s.exec = min(1<<g.r.IntN(6), most)
	}
	if (s.align || g.on.placedFloats && isFloat(s.dst)) && s.exec == 2 {
		s.exec = 4
	}
	s.mask = g.maskFor(s.exec)
	switch n := min(64/widest, 32); {
	case !g.intel && g.chance(4): // operands of more than two registers
		s.exec, s.mask = g.simd, "M1"
	case n > g.simd && s.dst != visa.BOOL && s.op != visa.OpSel && !(g.intel && n > 16) && g.chance(10):
		s.exec, s.mask, s.more = n, "M1_NM", true
	}
	if execs := s.op.Info().Execs; execs != 0 && execs>>(bits.Len(uint(s.exec))-1)&1 == 0 {
		s.exec, s.mask, s.more = s.exec/2, "M1", false // the one size too many
	}
}

// maskFor is a mask name for exec lanes: an offset, sometimes without masking.
func (g *gen) maskFor(exec int) string {
	first := 0
	if exec >= 8 && exec < g.simd && g.chance(50) || !g.intel && exec < g.simd && g.chance(50) {
		first = g.r.IntN(g.simd/max(exec, 4)) * max(exec, 4)
	}
	nm := ""
	if g.chance(25) || exec < 4 && g.chance(70) {
		nm = "_NM"
	}
	return fmt.Sprintf("M%d%s", first/4+1, nm)
}

// row emits an instance of op. Some draws fit no root; then another is made.
func (g *gen) row(op visa.Op) {
	for {
		if g.intel && (op == visa.OpRol || op == visa.OpRor || op == visa.OpMadw || op == visa.OpDp4a || op == visa.OpDivm || op == visa.OpSqrtm) {
			op = visa.OpShl
		}
		if slices.Contains(g.on.out, op) {
			op = visa.OpAdd
		}
		s, ok := g.shapeOf(op)
		if ok && g.rowOf(&s) {
			return
		}
	}
}

func (g *gen) rowOf(s *shape) bool {
	info := s.op.Info()
	var b strings.Builder
	if g.intel && (info.Writes2 || s.half && isMath(s.op)) {
		// the finalizer writes the carry, or the half, of all lanes
	} else if info.HasPred && !s.more && s.op != visa.OpMin && s.op != visa.OpMax && (s.op == visa.OpSel || g.chance(20)) {
		b.WriteString(pick(g, []string{"", "!"}))
		fmt.Fprintf(&b, "P%d", 1+g.r.IntN(g.user))
	}
	pred := b.String()
	if pred != "" {
		pred = "(" + pred + ") "
	}
	name := info.Name
	if s.op == visa.OpCmp {
		name += "." + g.relation()
	}
	if (info.Sat && !info.SatFloat || info.SatFloat && isFloat(s.dst)) && g.chance(15) && g.satFits(s) {
		name += ".sat"
	}
	args := []string{}
	n := 0
	for i := range info.Slots {
		slot := &info.Slots[i]
		switch {
		case slot.Access == visa.Writes:
			d, ok := g.dest(s)
			if !ok {
				return false
			}
			if g.intel && i > 0 && info.Writes2 && s.roots[0] == s.roots[1] {
				return false
			}
			args = append(args, d)
		case slot.Access == visa.Reads:
			o, ok := g.source(s, s.src[n], info.Mods, n)
			if !ok {
				return false
			}
			args = append(args, o)
			n++
		}
	}
	if g.intel && info.Writes2 && !strings.Contains(args[2], ";1,0>") && !strings.Contains(args[2], ",1>") || g.intel && info.Writes2 && strings.Contains(args[2], "<0;") {
		return false // of one value for all lanes the finalizer makes one carry
	}
	g.emit("%s%s (%s, %d) %s", pred, name, s.mask, s.exec, strings.Join(args, " "))
	return true
}

// satFits leaves out saturation where the page leaves the result open.
func (g *gen) satFits(s *shape) bool {
	float := isFloat(s.dst)
	widest := s.dst.Size()
	for _, t := range s.src {
		widest = max(widest, t.Size())
	}
	switch s.op {
	case visa.OpMul, visa.OpMad: // the vendor's pages say nothing about integers
		return float || !g.intel && (widest < 4 || g.chance(10))
	case visa.OpShl:
		return false
	case visa.OpMod:
		return !g.intel // the finalizer saturates to d whatever the type
	}
	return float || widest < 8 || !g.intel && g.chance(10) // refused by name
}

// isMath says that the EU's math unit does the op.
func isMath(op visa.Op) bool {
	switch op {
	case visa.OpInv, visa.OpLog, visa.OpExp, visa.OpSqrt, visa.OpRsqrt, visa.OpSin, visa.OpCos, visa.OpPow, visa.OpDiv, visa.OpMod:
		return true
	}
	return false
}

func isFloat(t visa.Type) bool { return t == visa.F || t == visa.HF || t == visa.DF }

// dest is a destination of s, with a random place and stride.
func (g *gen) dest(s *shape) (string, bool) {
	if s.op == visa.OpCmp && g.chance(60) && !s.more {
		return fmt.Sprintf("P%d", 1+g.r.IntN(g.user)), true
	}
	if s.dst == visa.BOOL {
		return fmt.Sprintf("P%d", 1+g.r.IntN(g.user)), true
	}
	if s.op == visa.OpMadw {
		return g.pair(s)
	}
	stride := 1
	often := 15
	if g.on.dense {
		often = 40
	}
	if g.chance(often) && !s.align {
		stride = pick(g, []int{2, 2, 4})
	}
	size := s.dst.Size()
	span := ((s.exec-1)*stride + 1) * size
	r, at, ok := g.spot(span, size, s.align)
	if !ok || !g.keepsLanes(r, s.mask, size*stride, at) {
		return "", false
	}
	s.roots = append(s.roots, r)
	return fmt.Sprintf("%s<%d>", g.place(r, s.dst, at), stride), true
}

// pair is a destination of low elements and, in the registers behind them, of
// high ones.
func (g *gen) pair(s *shape) (string, bool) {
	whole := (s.exec*s.dst.Size() + grf - 1) / grf * grf
	for range 20 {
		r := &g.roots[g.r.IntN(g.small)]
		if 2*whole <= r.bytes {
			s.roots = append(s.roots, r)
			return g.place(r, s.dst, g.r.IntN((r.bytes-2*whole)/grf+1)*grf) + "<1>", true
		}
	}
	return "", false
}

// root is one of all roots, or of D0, Q0 and M0.
func (g *gen) root() *root {
	if g.on.dense {
		return &g.roots[pick(g, []int{0, 4, 9})]
	}
	return &g.roots[g.r.IntN(len(g.roots))]
}

// spot is a root and byte offset for span bytes that lie in two registers, or
// sometimes in more: no page forbids it, only the finalizer does.
func (g *gen) spot(span, size int, align bool) (*root, int, bool) {
	if span > 64 && (g.intel || !g.chance(20)) {
		return nil, 0, false
	}
	for range 20 {
		r := g.root()
		if span > r.bytes {
			continue
		}
		at := g.r.IntN((r.bytes-span)/size+1) * size
		switch {
		case align:
			at = at / 16 * 16
		case g.on.dense && g.chance(60):
			at = 0
		case g.chance(65):
			at = at / grf * grf
		}
		if span > 64 || at/grf+1 >= (at+span-1)/grf {
			return r, at, true
		}
	}
	return nil, 0, false
}

// regions are source regions <V;W,H> by weight, in elements.
var regions = [][3]int{
	{1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 0}, {8, 8, 1}, {2, 1, 0}, {4, 1, 0}, {4, 4, 1}, {2, 2, 1}, {16, 16, 1},
	// rows that overlap or lie apart
	{4, 2, 1}, {8, 4, 2}, {4, 2, 2}, {8, 4, 1}, {0, 4, 1}, {0, 2, 1}, {1, 2, 1}, {1, 2, 0}, {1, 4, 0},
}

// plainRegions is how many of the regions the finalizer splits as it should when
// they cross registers.
const plainRegions = 13

// source is a source of type t: a region, an immediate, or an element.
func (g *gen) source(s *shape, t visa.Type, mods visa.SrcMods, n int) (string, bool) {
	if s.imms == 0 && g.chance(20) && !g.finalizerNarrows(s, t) {
		if imm, ok := g.immediate(t); ok {
			s.imms++
			return imm, true
		}
	}
	if t == visa.UD && mods != visa.ModLogic && !s.align && g.chance(3) {
		return pick(g, []string{"R0(0,1)<0;1,0>", "R0(0,6)<0;1,0>"}), true
	}
	reg := pick(g, regions)
	switch {
	case g.intel:
		reg = pick(g, regions[:plainRegions])
	case g.chance(8):
		reg = [3]int{pick(g, []int{0, 1, 2, 4, 8, 16, 32}), pick(g, []int{1, 2, 4, 8, 16}), pick(g, []int{0, 1, 2, 4})}
	}
	if s.exec == 1 {
		reg = [3]int{0, 1, 0}
	}
	if s.align && reg != [3]int{0, 1, 0} {
		reg = [3]int{1, 1, 0}
	}
	if reg[1] > s.exec || s.exec < 4 && reg[1] > 1 {
		return "", false
	}
	size := t.Size()
	rows := s.exec / reg[1]
	last := (rows-1)*reg[0] + (reg[1]-1)*reg[2]
	r, at, ok := g.spot((last+1)*size, size, s.align)
	if !ok || g.intel && slices.Contains(s.roots, r) { // undefined where an instruction is split
		return "", false
	}
	return fmt.Sprintf("%s%s<%d;%d,%d>", g.modifier(s, mods), g.place(r, t, at), reg[0], reg[1], reg[2]), true
}

// mixedHalf: a source of hf beside f. The finalizer makes a modifier on it a move,
// which flushes denormals.
func mixedHalf(s *shape) bool {
	return slices.Contains(s.src, visa.HF) && (!s.half || slices.Contains(s.src, visa.F))
}

func (g *gen) modifier(s *shape, mods visa.SrcMods) string {
	if !g.chance(15) || g.on.noModifiers || g.on.noNegatedUD && (s.op == visa.OpMul || s.op == visa.OpMad) && slices.Contains(s.src, visa.UD) || g.intel && (s.op == visa.OpShr || s.op == visa.OpMulh || isMath(s.op) || mixedHalf(s)) {
		return ""
	}
	switch mods {
	case visa.ModArithmetic:
		return pick(g, []string{"(-)", "(abs)", "(-abs)"})
	case visa.ModLogic:
		return "(~)"
	}
	return ""
}

// edges are values with a meaning of their own, by type.
var edges = map[visa.Type][]uint64{
	visa.F:  {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 1, 0x807fffff, 0x00800000, 0x7f7fffff, 0x4f000000, 0x4effffff, 0xcf000000, 0x40200000, 0x3f000000, 0x477ff000, 0x33800000, 0x43000000},
	visa.HF: {0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 1, 0x83ff, 0x0400, 0x7bff, 0x3800, 0x4100, 0x5800, 0xd800},
	visa.DF: {0, 1 << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 1, 0x0010000000000000, 0x41e0000000000000, 0x43e0000000000000, 0x36a0000000000000, 0x3810000000000000, 0x47efffffe0000000, 0x3e60000000000000, 0x40effc0000000000},
}

// value is a bit pattern for type t: an edge or random.
func (g *gen) value(t visa.Type) uint64 {
	v := g.r.Uint64()
	bits := uint(8 * t.Size())
	if list := edges[t]; list != nil {
		if g.chance(70) {
			v = pick(g, list)
		}
		return v & (^uint64(0) >> (64 - bits))
	}
	switch g.r.IntN(4) {
	case 0:
		v = pick(g, []uint64{0, 1, 2, ^uint64(0), 1<<(bits-1) - 1, 1 << (bits - 1), 31, 32, 0x7f, 0x80, 0xff, 0x8000, 0x7fff})
	case 1:
		v = uint64(int64(g.r.IntN(41) - 20))
	}
	return v & (^uint64(0) >> (64 - bits))
}

// finalizerNarrows: the finalizer makes a small immediate a word, which changes
// the shift count of a 64-bit shift and the low half of a mulh, and takes the bits
// of a half for a number (testdata/finalizer/half_immediate).
func (g *gen) finalizerNarrows(s *shape, t visa.Type) bool {
	switch s.op {
	case visa.OpShl, visa.OpShr, visa.OpAsr:
		return g.intel && t.Size() == 8
	case visa.OpMulh:
		return g.intel
	case visa.OpMov:
		return g.intel && t == visa.HF && !isFloat(s.dst)
	case visa.OpMin, visa.OpMax: // it swaps the sources, which shows for equal ones
		return g.intel && (isFloat(t) || t == visa.UQ)
	case visa.OpCmp:
		return g.intel && t == visa.UQ
	case visa.OpBfe:
		return g.on.noBfeImmediate
	}
	return false
}

func (g *gen) immediate(t visa.Type) (string, bool) {
	switch t {
	case visa.UB, visa.B:
		return "", false
	case visa.W, visa.UW, visa.D, visa.UD, visa.F:
		vector := map[visa.Type]string{visa.W: "v", visa.UW: "uv", visa.D: "v", visa.UD: "uv", visa.F: "vf"}[t]
		if g.chance(10) && !g.intel {
			return fmt.Sprintf("%#x:%s", g.r.Uint32(), vector), true
		}
	}
	v := g.value(t)
	if g.intel && (t == visa.F && v&0x7fffff != 0 && v>>23&255 == 255 || t == visa.DF && v<<12 != 0 && v>>52&2047 == 2047) {
		return "", false // the finalizer makes NaNs quiet while it reads
	}
	return fmt.Sprintf("%#x:%s", v, t), true
}
