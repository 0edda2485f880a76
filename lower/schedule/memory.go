package schedule

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
)

// Classes of memory that never are the same bytes. Two surfaces may be: arguments of a kernel can be one
// buffer, and a flat address can be in it.
const (
	global = iota // surfaces, flat addresses, images, and scratch memory that the text knows of
	local         // surface SurfaceLocal
	numMemories
)

// use is which memory a message reads and writes: a bit for each class.
type use struct{ reads, writes uint8 }

// add adds classes that are read, or written.
func (u *use) add(classes uint8, write bool) {
	if write {
		u.writes |= classes
	} else {
		u.reads |= classes
	}
}

// classes are those of an effect of a message.
func classes(in *native.Inst, e *effects.Effect) uint8 {
	switch {
	case e.Memory != native.MemorySurface: // of none are those that stay
		return 1 << global
	case in.Msg.SFID == native.SFIDSLM:
		return 1 << local
	case in.Msg.DescReg: // with an index that nobody knows
		return 1<<global | 1<<local
	case e.At == fixed.SurfaceLocal:
		return 1 << local
	}
	return 1 << global
}

// spillOf is the part of scratch memory, in registers, that a message which the allocator has added loads or
// saves: it lies beside the text's own, and nothing else is in it.
func (c *collector) spillOf(in *native.Inst) (first, n int32, ok bool) {
	if c.stage != Allocated || in.Origin != 0 || !in.Op.IsSend() {
		return 0, 0, false
	}
	info, err := native.DecodeMessage(c.target, &in.Msg)
	if err != nil || info.Kind.Memory() != native.MemoryScratch {
		return 0, 0, false
	}
	return int32(info.Field[native.DescHword]), int32(info.Field[native.DescGrfs]), true
}
