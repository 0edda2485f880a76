package jit

import (
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// hasBoolean says that an op is a function of three bits of dwords, stored as a row.
func hasBoolean(o *code.Op) bool {
	return o.Class == code.ClassRaw && o.Flags&^(may|code.FlagPredicated) == 0 && o.Conv == code.ConvNone && stored(o) && reads(o, 3)
}

// boolean emits a function of three bits.
func (e *emitter) boolean(o *code.Op) {
	src := e.sources(o, 3, 0)
	out := e.compute(o, booleanSteps(uint8(o.Ext)), &src, false)
	e.store(o, out, e.running(o))
}

// bit is a function of source 0: what it is where that is 0, and where it is 1.
type bit [2]bool

// inverted is the other one everywhere.
func (b bit) inverted() bit { return bit{!b[0], !b[1]} }

// slot is where it is: a constant, source 0, or that inverted, which is in tmp.
func (b bit) slot() slot {
	switch b {
	case bit{false, false}:
		return k(zeros)
	case bit{true, true}:
		return k(ones)
	case bit{false, true}:
		return s0
	}
	return tmp
}

// booleanSteps compute the function whose bits are those of fc, in the order of source 0 + 2 * source 1 + 4 * source 2: by source 0 for
// each value of the others, between which these choose.
func booleanSteps(fc uint8) []step {
	list := booleanOf(fc)
	for i := range list {
		if list[i].last == tmp {
			return append([]step{{op: x64.VPXOR, to: tmp, a: s0, last: k(ones)}}, list...)
		}
	}
	return list
}

// booleanOf is booleanSteps behind what makes tmp.
func booleanOf(fc uint8) []step {
	var by [4]bit
	for i := range by {
		by[i] = bit{fc>>(2*i)&1 != 0, fc>>(2*i+1)&1 != 0}
	}
	list := choice(res, by[0], by[1])
	switch {
	case by[0] == by[2] && by[1] == by[3]:
		return list
	case by[0] == by[2].inverted() && by[1] == by[3].inverted():
		return append(list, step{op: x64.VPXOR, to: res, a: res, last: s2})
	}
	list = append(list, choice(tmp2, by[2], by[3])...)
	return append(list, step{op: x64.VPXOR, to: tmp2, a: tmp2, last: res}, step{op: x64.VPAND, to: tmp2, a: tmp2, last: s2},
		step{op: x64.VPXOR, to: res, a: res, last: tmp2})
}

// choice is one function where source 1 is 0 and another where it is 1.
func choice(to slot, zero, one bit) []step {
	switch {
	case zero == one:
		return []step{{op: x64.VMOVDQULoad, to: to, last: zero.slot()}}
	case zero == one.inverted():
		return []step{{op: x64.VPXOR, to: to, a: s1, last: zero.slot()}}
	case zero == bit{}:
		return []step{{op: x64.VPAND, to: to, a: s1, last: one.slot()}}
	case one == bit{true, true}:
		return []step{{op: x64.VPOR, to: to, a: s1, last: zero.slot()}}
	}
	return []step{{op: x64.VMOVDQULoad, to: to, last: zero.slot()}, {op: x64.VPXOR, to: to, a: to, last: one.slot()},
		{op: x64.VPAND, to: to, a: to, last: s1}, {op: x64.VPXOR, to: to, a: to, last: zero.slot()}}
}
