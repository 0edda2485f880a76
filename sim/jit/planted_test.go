package jit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// tries is how many ops are compared with what a planted fault makes of them.
const tries = 60

// finds says that some op of a kernel differs when change plants a fault into what is compiled of it. An op without the
// mistake is none that counts.
func finds(t *testing.T, k kernel, only func(o *code.Op) bool, change func(o *code.Op)) bool {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 8))
	for n := 0; n < tries; {
		o := opOf(rnd, k, lanesOf(rnd))
		if !only(&o) {
			continue
		}
		n++
		p := program(t, []code.Op{o})
		change(&p.Ops[1])
		c := compile(p)
		some := compileSome(p, c.sequences)
		p.Ops[1] = o
		p.Ops[1].Number(p)
		if len(c.sequences) == 1 && differs(t, p, onPages(t, p, c, some), maskOf(rnd), rnd.Uint64()) != "" {
			return true
		}
	}
	return false
}

// every op is one that a fault can be in.
func every(*code.Op) bool { return true }

// TestPlantedOps: compiled code that is of an op with another operand, mask or flag is found, for each kernel.
func TestPlantedOps(t *testing.T) {
	available(t)
	reads := func(i int) func(o *code.Op) bool {
		return func(o *code.Op) bool {
			n := templates[o.Class][o.Kern].sources
			if o.Form != code.FormALU {
				n = 2
			}
			if o.Form == code.FormCsel {
				n = 3
			}
			if o.Form == code.FormCsel && o.Class == code.ClassRaw && o.Kern == code.KernCmp && (o.Cond == native.CondGE || o.Cond == native.CondLT) {
				return false // nothing is below 0
			}
			if o.Form == code.FormSel && (i == 0 && o.Cond == native.CondEQ || i == 1 && o.Cond == native.CondNE) {
				return false // whose value is the other's
			}
			return i < n && o.Src[i].Space == code.SpaceRegs
		}
	}
	flags := func(o *code.Op) bool {
		return o.Form == code.FormCmp || o.Flags&(code.FlagPredicated|code.FlagReports) != 0 || o.Pred != native.PredNone
	}
	for name, fault := range map[string]struct {
		only   func(o *code.Op) bool
		change func(o *code.Op)
	}{
		"destination":        {func(o *code.Op) bool { return o.Dst.Mode == code.DstReg }, func(o *code.Op) { o.Dst.Addr += 4 }},
		"source 0":           {reads(0), func(o *code.Op) { o.Src[0].Addr += 4 }},
		"source 1":           {reads(1), func(o *code.Op) { o.Src[1].Addr += 4 }},
		"source 2":           {reads(2), func(o *code.Op) { o.Src[2].Addr += 4 }},
		"space of source 0":  {reads(0), func(o *code.Op) { o.Src[0].Space, o.Src[0].Addr = code.SpaceConsts, 0 }},
		"fewer lanes":        {func(o *code.Op) bool { return o.N > 8 }, func(o *code.Op) { o.N -= 8; o.Full >>= 8 }},
		"channels":           {func(o *code.Op) bool { return o.NoMask == 0 && o.Off == 0 && o.N < 32 }, func(o *code.Op) { o.Off += 8; o.FlagShift += 8 }},
		"NoMask":             {every, func(o *code.Op) { o.NoMask = ^o.NoMask }},
		"predicate":          {func(o *code.Op) bool { return o.Flags&code.FlagPredicated != 0 }, func(o *code.Op) { o.Flags &^= code.FlagPredicated }},
		"inverted predicate": {func(o *code.Op) bool { return o.Pred != native.PredNone }, func(o *code.Op) { o.PredInv = ^o.PredInv }},
		"flag register":      {flags, func(o *code.Op) { o.FlagReg ^= 1 }},
		"kinds":              {func(o *code.Op) bool { return o.AccWrites != 0 }, func(o *code.Op) { o.AccBecome >>= 1 }},
		"condition":          {func(o *code.Op) bool { return o.Flags&code.FlagReports != 0 }, func(o *code.Op) { o.Cond ^= 3 }},
		"no condition":       {func(o *code.Op) bool { return o.Flags&code.FlagReports != 0 && o.Dst.Mode == code.DstReg }, func(o *code.Op) { o.Flags ^= code.FlagReports | code.FlagDirect }},
		"flag bits":          {func(o *code.Op) bool { return flags(o) && o.FlagShift < 16 }, func(o *code.Op) { o.FlagShift++ }},
	} {
		for _, k := range kernels() {
			if !possible(k, fault.only) {
				continue
			}
			assert.True(t, finds(t, k, fault.only, fault.change), "%s of %+v", name, k)
		}
	}
}

// possible says that a kernel has ops with something.
func possible(k kernel, only func(o *code.Op) bool) bool {
	rnd := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		if o := opOf(rnd, k, lanesOf(rnd)); only(&o) {
			return true
		}
	}
	return false
}

// TestPlantedSteps: a template with another instruction, slot or immediate in one of its steps is found.
func TestPlantedSteps(t *testing.T) {
	available(t)
	n := 0
	for _, k := range kernels() {
		if k.form == code.FormCsel {
			continue // which has those of cmp
		}
		list := templates[k.class][k.kern].steps
		if k.form != code.FormALU {
			list = comparisons[k.class][k.kern][k.cond].steps
		}
		for i := range list {
			for name, change := range stepFaults(list[i]) {
				right := list[i]
				change(&list[i])
				found := finds(t, k, every, func(*code.Op) {})
				list[i] = right
				assert.True(t, found || alike(right, name), "%s of step %d of %+v", name, i, k)
				n++
			}
		}
	}
	assert.Equal(t, 436, n, "planted faults")
}

// others are instructions in the place of others with the same operands.
var others = map[x64.Op]x64.Op{
	x64.VPADDD: x64.VPSUBD, x64.VPSUBD: x64.VPADDD, x64.VPMULLD: x64.VPADDD, x64.VPAND: x64.VPOR, x64.VPOR: x64.VPAND, x64.VPXOR: x64.VPOR,
	x64.VPSLLVD: x64.VPSRLVD, x64.VPSRLVD: x64.VPSRAVD, x64.VPSRAVD: x64.VPSRLVD, x64.VPCMPEQD: x64.VPCMPGTD, x64.VPCMPGTD: x64.VPCMPEQD,
	x64.VPMAXUD: x64.VPCMPGTD, x64.VADDPS: x64.VMULPS, x64.VMULPS: x64.VADDPS, x64.VFMADD231PS: x64.VADDPS, x64.VCVTPS2PD: x64.VSQRTPD,
	x64.VSQRTPD: x64.VMOVDQULoad, x64.VDIVPD: x64.VADDPS, x64.VMOVDQULoad: x64.VPABSD, x64.VCVTPD2PS: x64.VMOVDQULoad,
}

// stepFaults are what can be wrong in a step.
func stepFaults(s step) map[string]func(s *step) {
	out := map[string]func(s *step){}
	if other, ok := others[s.op]; ok {
		out["instruction"] = func(s *step) { s.op = other }
	}
	if s.op == x64.VCMPPS || s.op == x64.VROUNDPS {
		out["immediate"] = func(s *step) { s.imm ^= 1 }
	}
	if s.op == x64.VEXTRACTF128 || s.op == x64.VINSERTF128 {
		out["half"] = func(s *step) { s.imm = 0 }
	}
	out["last slot"] = func(s *step) { s.last = otherSlot(s.last) }
	if s.op.ReadsV() {
		out["slot"] = func(s *step) { s.a = otherSlot(s.a) }
	}
	return out
}

// otherSlot is one in the place of another: a source, the result or a constant.
func otherSlot(s slot) slot {
	switch {
	case s == s0:
		return k(lanes)
	case s == k(width):
		return k(counts)
	case s >= numSlots:
		return k(width)
	}
	return s0
}

// alike says that a fault changes nothing: what is compared with itself is a NaN or not whatever number it is compared
// with; the first half of a row is taken from a copy.
func alike(s step, name string) bool {
	switch {
	case s.op == x64.VCMPPS && s.a == s.last:
		return name != "immediate"
	case s.op == x64.VCVTPS2PD && s.last == res:
		return name == "last slot"
	}
	return s.op == x64.VMOVDQULoad && s.last == k(width) && name == "instruction"
}

// TestPlantedModifiers: so is one in what modifiers are made of.
func TestPlantedModifiers(t *testing.T) {
	available(t)
	for float, class := range []code.Class{code.ClassRaw, code.ClassFloat} {
		for m, list := range modifiers[float] {
			for i := range list {
				right := list[i]
				list[i].last = k(uppers)
				found := finds(t, kernel{form: code.FormALU, class: class, kern: code.KernMov}, func(o *code.Op) bool {
					return o.Src[0].Mod == code.Modifier(m) && o.Src[0].Mode != code.SrcRow
				}, func(*code.Op) {})
				list[i] = right
				assert.True(t, found, fmt.Sprintf("step %d of modifier %d of %v", i, m, class))
			}
		}
	}
}

// TestPlantedStrides: so is one in what loads narrow elements and ones apart.
func TestPlantedStrides(t *testing.T) {
	available(t)
	for _, ty := range []native.Type{native.UD, native.UW, native.W, native.UB, native.B} {
		for by, right := range strided[ty] {
			wrong := right
			wrong.op = map[x64.Op]x64.Op{
				x64.VMOVDQULoad: x64.VPMOVZXWD, x64.VPMOVZXWD: x64.VPMOVSXWD, x64.VPMOVSXWD: x64.VPMOVZXWD, x64.VPMOVZXBD: x64.VPMOVSXBD, x64.VPMOVSXBD: x64.VPMOVZXBD,
			}[right.op]
			if right.then != nil && right.op == x64.VPMOVZXWD {
				wrong.op = x64.VPMOVZXBD // what is above the byte is dropped
			}
			short := right
			short.then = nil
			for _, plant := range []eights{wrong, short} {
				if plant.then == nil && right.then == nil && plant.op == right.op {
					continue
				}
				strided[ty][by] = plant
				found := finds(t, kernel{form: code.FormALU, class: code.ClassRaw, kern: code.KernMov}, func(o *code.Op) bool {
					return o.Src[0].Mode == code.SrcStrided && o.Src[0].Type == ty && o.Src[0].Step == by
				}, func(*code.Op) {})
				strided[ty][by] = right
				assert.True(t, found, "%v, %d bytes apart: %+v", ty, by, plant)
			}
		}
	}
}
