package interp

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa"
)

func lanesAt(pc int32, m uint32) *thread {
	return &thread{pc: pc, exec: m, live: m, wait: nobody}
}

// A divergent forward branch: the lanes that stay run first, then both join.
func TestForwardBranchJoins(t *testing.T) {
	th := lanesAt(3, 0xFF)
	th.move(0x0F, 7)
	assert.Equal(t, int32(4), th.pc)
	assert.Equal(t, uint32(0xF0), th.exec)
	assert.Equal(t, int32(7), th.wait)
	th.pc = 7
	th.merge()
	assert.Equal(t, uint32(0xFF), th.exec)
	assert.Equal(t, int32(nobody), th.wait)
}

// A backward branch runs the lanes that jump; the others wait behind it.
func TestBackwardBranchWaits(t *testing.T) {
	th := lanesAt(9, 0xFF)
	th.move(0x3, 2)
	assert.Equal(t, int32(2), th.pc)
	assert.Equal(t, uint32(0x3), th.exec)
	assert.Equal(t, int32(10), th.wait)
	th.pc = 9
	th.move(0, 2) // leave the loop
	assert.Equal(t, int32(10), th.pc)
	assert.Equal(t, uint32(0xFF), th.exec)
}

// All active lanes leave past a label where others wait: those run first and
// both groups meet at the target.
func TestBranchPastWaitingLanes(t *testing.T) {
	th := lanesAt(0, 0xF)
	th.move(0xC, 5)
	th.move(0x3, 8) // uniform for the active lanes
	assert.Equal(t, int32(5), th.pc)
	assert.Equal(t, uint32(0xC), th.exec)
	assert.Equal(t, int32(8), th.wait)
	th.pc = 8
	th.merge()
	assert.Equal(t, uint32(0xF), th.exec)
}

// A uniform branch to the label where others wait joins them at once.
func TestBranchToWaitingLanes(t *testing.T) {
	th := lanesAt(0, 0xF)
	th.move(0xC, 5)
	th.move(0x3, 5)
	assert.Equal(t, int32(5), th.pc)
	assert.Equal(t, uint32(0xF), th.exec)
	assert.Equal(t, int32(nobody), th.wait)
}

func TestEndLeavesWaitingLanes(t *testing.T) {
	th := lanesAt(0, 0xF)
	th.move(0x8, 5)
	th.end(0x7)
	assert.Equal(t, uint32(0x8), th.live)
	assert.Equal(t, int32(5), th.pc)
	th.end(0x8)
	assert.Zero(t, th.live)
}

// A partial end lets the other active lanes go on behind it.
func TestPartialEnd(t *testing.T) {
	th := lanesAt(4, 0xF)
	th.end(0x5)
	assert.Equal(t, uint32(0xA), th.live)
	assert.Equal(t, uint32(0xA), th.exec)
	assert.Equal(t, int32(5), th.pc)
}

func TestBranchLanes(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    inst
		preds uint32
		want  uint32
	}{
		{"uniform, bit 0 set, lane 0 inactive", inst{n: 1, full: 1, pred: predicate{v: 1, full: 1}}, 0x1, 0xFF00},
		{"uniform, bit 0 clear", inst{n: 1, full: 1, pred: predicate{v: 1, full: 1}}, 0xFFFE, 0},
		{"uniform, inverted", inst{n: 1, full: 1, pred: predicate{v: 1, full: 1, inv: true}}, 0xFFFE, 0xFF00},
		{"uniform, no predicate", inst{n: 1, full: 1, pred: predicate{full: 1}}, 0, 0xFF00},
		{"16 lanes", inst{n: 16, full: 0xFFFF, pred: predicate{v: 1, full: 0xFFFF}}, 0x1234, 0x1200},
		{"upper half", inst{n: 8, full: 0xFF, first: 8, pred: predicate{v: 1, first: 8, full: 0xFF}}, 0x5A00, 0x5A00},
	} {
		th := &thread{exec: 0xFF00, preds: []uint32{0, c.preds}}
		assert.Equal(t, c.want, c.in.branchLanes(th), c.name)
	}
}

func TestPredicateGroups(t *testing.T) {
	th := &thread{preds: []uint32{0, 0x00F1}}
	p := predicate{v: 1, full: 0xF}
	for _, c := range []struct {
		first   uint8
		combine uint8
		inv     bool
		want    uint32
	}{
		{0, 0, false, 0x1}, {0, 0, true, 0xE}, {0, 1, false, 0xF}, {0, 1, true, 0},
		{0, 2, false, 0}, {0, 2, true, 0xF}, {4, 2, false, 0xF}, {4, 2, true, 0}, {8, 1, false, 0}, {8, 1, true, 0xF},
	} {
		p.first, p.inv, p.combine = c.first, c.inv, visa.PredCombine(c.combine)
		assert.Equal(t, c.want, p.bits(th), "%+v", c)
	}
}
