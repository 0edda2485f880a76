package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// slot is an operand of a step: a source of the op, its result, a register for a value in between, or a constant.
type slot uint8

// Slots. Constants follow.
const (
	s0 slot = iota
	s1
	s2
	res
	tmp
	tmp2
	numSlots
)

// k is a constant as an operand.
func k(c constant) slot { return numSlots + slot(c) }

// step is one instruction of a template.
type step struct {
	op      x64.Op
	to, a   slot // a is what the instruction reads beside its last operand, if anything
	last    slot
	imm     uint8 // or the slot of the fourth register
	commute bool  // a and last may change places
}

// template computes eight lanes of res.
type template struct {
	steps   []step
	sources int
	uniform int // 1 + the source that is one element for all lanes; 0 for none
	mode    bool
}

// two is an instruction on two sources.
func two(op x64.Op) []step { return []step{{op: op, to: res, a: s0, last: s1, commute: true}} }

// shift is an instruction that takes counts, of which the upper bits do not count.
func shift(op x64.Op) []step {
	return []step{{op: x64.VPAND, to: tmp, a: s1, last: k(counts), commute: true}, {op: op, to: res, a: s0, last: tmp}}
}

// number makes a NaN the one that arithmetic gives.
var number = []step{
	{op: x64.VCMPPS, to: tmp, a: res, last: res, imm: unordered},
	{op: x64.VBLENDVPS, to: res, a: res, last: k(canonical), imm: uint8(tmp)},
}

// floats are steps whose result may be a NaN.
func floats(steps ...step) []step { return append(steps, number...) }

var (
	sum       = two(x64.VPADDD)
	product   = two(x64.VPMULLD)
	sumF      = floats(two(x64.VADDPS)...)
	productF  = floats(two(x64.VMULPS)...)
	productsF = floats(step{op: x64.VMOVDQULoad, to: res, last: s0}, step{op: x64.VFMADD231PS, to: res, a: s1, last: s2, commute: true})
	move      = []step{{op: x64.VMOVDQULoad, to: res, last: s0}}
)

// Directions of VROUNDPS, without the flag of inexact results.
const (
	toNearest = 8 + iota
	down
	up
	towardZero
)

// rounded rounds to integers.
func rounded(direction uint8) template {
	return template{steps: floats(step{op: x64.VROUNDPS, to: res, last: s0, imm: direction}), sources: 1, mode: true}
}

// doubles are steps on the four doubles of tmp, for both halves of a row.
func doubles(steps ...step) template {
	list := []step{{op: x64.VMOVDQULoad, to: res, last: s0}, {op: x64.VEXTRACTF128, to: res, last: tmp2, imm: 1}}
	for half, from := range []slot{res, tmp2} {
		to := from
		if half == 0 {
			to = tmp
		}
		list = append(list, step{op: x64.VCVTPS2PD, to: to, last: from})
		for _, s := range steps {
			s.to, s.last = to, to
			list = append(list, s)
		}
		list = append(list, step{op: x64.VCVTPD2PS, to: to, last: to})
	}
	list = append(list, step{op: x64.VINSERTF128, to: res, a: tmp, last: tmp2, imm: 1})
	return template{steps: append(list, number...), sources: 1, mode: true}
}

var root, inverse = step{op: x64.VSQRTPD}, step{op: x64.VDIVPD, a: k(one)}

// templates are those of kernels on rows.
var templates = [code.NumClasses][code.NumKernels]template{
	code.ClassRaw: {
		code.KernMov: {steps: move, sources: 1},
		code.KernAdd: {steps: sum, sources: 2},
		code.KernMul: {steps: product, sources: 2},
		code.KernMad: {sources: 3, steps: []step{
			{op: x64.VPMULLD, to: tmp, a: s1, last: s2, commute: true}, {op: x64.VPADDD, to: res, a: tmp, last: s0},
		}},
		code.KernAdd3: {sources: 3, steps: []step{
			{op: x64.VPADDD, to: tmp, a: s0, last: s1, commute: true}, {op: x64.VPADDD, to: res, a: tmp, last: s2},
		}},
		code.KernMachLow: {sources: 3, steps: []step{
			{op: x64.VPAND, to: tmp, a: s2, last: k(uppers), commute: true}, {op: x64.VPMULLD, to: tmp, a: tmp, last: s1},
			{op: x64.VPADDD, to: res, a: tmp, last: s0},
		}},
		code.KernAnd: {steps: two(x64.VPAND), sources: 2},
		code.KernOr:  {steps: two(x64.VPOR), sources: 2},
		code.KernXor: {steps: two(x64.VPXOR), sources: 2},
		code.KernNot: {steps: []step{{op: x64.VPXOR, to: res, a: s0, last: k(ones)}}, sources: 1},
		code.KernShl: {steps: shift(x64.VPSLLVD), sources: 2},
		code.KernShr: {steps: shift(x64.VPSRLVD), sources: 2},
		code.KernAsr: {steps: shift(x64.VPSRAVD), sources: 2},
		code.KernRol: {sources: 2, steps: []step{
			{op: x64.VPAND, to: tmp, a: s1, last: k(counts), commute: true}, {op: x64.VPSLLVD, to: res, a: s0, last: tmp},
			{op: x64.VMOVDQULoad, to: tmp2, last: k(width)}, {op: x64.VPSUBD, to: tmp2, a: tmp2, last: tmp},
			{op: x64.VPSRLVD, to: tmp2, a: s0, last: tmp2}, {op: x64.VPOR, to: res, a: res, last: tmp2},
		}},
		code.KernAddSpread: {steps: sum, sources: 2, uniform: 2},
		code.KernMulSpread: {steps: product, sources: 2, uniform: 2},
	},
	code.ClassFloat: {
		code.KernMov:       {steps: move, sources: 1},
		code.KernAdd:       {steps: sumF, sources: 2, mode: true},
		code.KernMul:       {steps: productF, sources: 2, mode: true},
		code.KernMad:       {steps: productsF, sources: 3, mode: true},
		code.KernRnde:      rounded(toNearest),
		code.KernRndd:      rounded(down),
		code.KernRndu:      rounded(up),
		code.KernRndz:      rounded(towardZero),
		code.KernInv:       doubles(inverse),
		code.KernSqt:       doubles(root),
		code.KernRsqt:      doubles(root, inverse),
		code.KernAddSpread: {steps: sumF, sources: 2, uniform: 2, mode: true},
		code.KernMulSpread: {steps: productF, sources: 2, uniform: 2, mode: true},
		code.KernMadSpread: {steps: productsF, sources: 3, uniform: 3, mode: true},
	},
}

// comparison computes all ones or zeros in res from s0 and s1.
type comparison struct {
	steps  []step
	swap   bool // of the sources
	invert bool // of the result
}

// Conditions of VCMPPS.
const (
	equal     = 0
	less      = 1
	lessEqual = 2
	unordered = 3
	notEqual  = 4
	ordered   = 7
)

func compareF(imm uint8) []step {
	return []step{{op: x64.VCMPPS, to: res, a: s0, last: s1, imm: imm}}
}

// numbersFirst is a comparison in which a number wins against a NaN.
func numbersFirst(imm uint8, a, b slot) []step {
	return []step{
		{op: x64.VCMPPS, to: tmp, a: s0, last: s0, imm: ordered}, {op: x64.VCMPPS, to: tmp2, a: s1, last: s1, imm: unordered},
		{op: x64.VPAND, to: tmp, a: tmp, last: tmp2}, {op: x64.VCMPPS, to: res, a: a, last: b, imm: imm}, {op: x64.VPOR, to: res, a: res, last: tmp},
	}
}

var (
	same    = two(x64.VPCMPEQD)
	greater = []step{{op: x64.VPCMPGTD, to: res, a: s0, last: s1}}
	atLeast = []step{{op: x64.VPMAXUD, to: res, a: s0, last: s1, commute: true}, {op: x64.VPCMPEQD, to: res, a: res, last: s0}} // unsigned
)

// comparisons are those of kernels that compare, by condition; none has no steps.
var comparisons = map[code.Class]map[code.Kernel]map[native.CondMod]comparison{
	code.ClassRaw: {
		code.KernCmp: {
			native.CondEQ: {steps: same}, native.CondNE: {steps: same, invert: true},
			native.CondGE: {steps: atLeast}, native.CondLT: {steps: atLeast, invert: true},
			native.CondLE: {steps: atLeast, swap: true}, native.CondGT: {steps: atLeast, swap: true, invert: true},
		},
		code.KernCmpSigned: {
			native.CondEQ: {steps: same}, native.CondNE: {steps: same, invert: true},
			native.CondGT: {steps: greater}, native.CondLE: {steps: greater, invert: true},
			native.CondLT: {steps: greater, swap: true}, native.CondGE: {steps: greater, swap: true, invert: true},
		},
	},
	code.ClassFloat: {
		code.KernCmp: {
			native.CondEQ: {steps: compareF(equal)}, native.CondNE: {steps: compareF(notEqual)},
			native.CondLT: {steps: compareF(less)}, native.CondGT: {steps: compareF(less), swap: true},
			native.CondLE: {steps: compareF(lessEqual)}, native.CondGE: {steps: compareF(lessEqual), swap: true},
			native.CondUN: {steps: compareF(unordered)},
		},
		code.KernCmpNumber: {
			native.CondGE: {steps: numbersFirst(lessEqual, s1, s0)}, native.CondLT: {steps: numbersFirst(less, s0, s1)},
			native.CondGT: {steps: numbersFirst(less, s1, s0)}, native.CondLE: {steps: numbersFirst(lessEqual, s0, s1)},
			native.CondEQ: {steps: numbersFirst(equal, s0, s1)},
		},
	},
}

// modifiers of sources, by whether they are floats: from res to res.
var modifiers = [2][code.ModNot + 1][]step{
	{
		code.ModNeg:    {{op: x64.VMOVDQULoad, to: tmp, last: k(zeros)}, {op: x64.VPSUBD, to: res, a: tmp, last: res}},
		code.ModAbs:    {{op: x64.VPABSD, to: res, last: res}},
		code.ModNegAbs: {{op: x64.VPABSD, to: res, last: res}, {op: x64.VMOVDQULoad, to: tmp, last: k(zeros)}, {op: x64.VPSUBD, to: res, a: tmp, last: res}},
		code.ModNot:    {{op: x64.VPXOR, to: res, a: res, last: k(ones)}},
	},
	{
		code.ModNeg:    {{op: x64.VPXOR, to: res, a: res, last: k(signs)}},
		code.ModAbs:    {{op: x64.VPAND, to: res, a: res, last: k(magnitudes)}},
		code.ModNegAbs: {{op: x64.VPOR, to: res, a: res, last: k(signs)}},
	},
}
