package abi

import "math/bits"

// Start is what threads start with of their payload.
type Start uint8

// Starts. With all but the first r0 has the address of the rest (fact PayloadMemory of targets;
// Xe-HPG 3.1).
const (
	StartInRegisters Start = iota // r0, local ids and all that they share: vISA, and targets without the fact
	StartByGroup                  // as a driver chooses by the size of groups: StartBehindIDs or StartFromMemory
	StartFromMemory               // r0 and inline data, at the first instruction
	StartBehindIDs                // r0, local ids that the dispatcher makes and inline data, behind the code that loads ids
)

// IndirectBase is where the payload lies that is in no register, in the space of addresses of 32
// bits: above all scratch space (ThreadIDs of maxScratch bytes), a multiple of 64.
const IndirectBase = 1 << 31

// choose sets what threads of the launch start with.
func (b *Builder) choose(s Start) error {
	b.start = s
	ids := b.idSize > 0 && b.k.SkipIDs > 0
	switch {
	case s == StartByGroup && ids && b.dispatched():
		b.start = StartBehindIDs
	case s == StartByGroup:
		b.start = StartFromMemory
	case s == StartBehindIDs && !ids:
		return b.unsupported("a start behind the code that loads local ids, which the kernel has not,")
	}
	return nil
}

// dispatched says that the dispatcher of such a target makes the local ids of a group: it counts in
// sizes that are powers of two in all dimensions but the last in some order of them (Xe-HPG 3.1;
// compute-runtime, isRuntimeLocalIdsGenerationRequired).
func (b *Builder) dispatched() bool {
	odd := 0
	for _, n := range b.local {
		if bits.OnesCount32(n) != 1 {
			odd++
		}
	}
	return b.k.SIMD > 1 && odd <= 1
}

// register is how many of the first n bytes of the image are in registers when the thread starts.
func (b *Builder) register(n int) int {
	switch b.start {
	case StartInRegisters:
		return n
	case StartFromMemory:
		return GRFSize + b.k.InlineData
	}
	return GRFSize + b.idSize + b.k.InlineData
}

// shared is the bytes of the data that all threads share which are in no register.
func (b *Builder) shared() int { return max(len(b.image)-b.base()-b.k.InlineData, 0) }

// IndirectSize is the bytes of a group's payload that are in no register when its threads start: data
// that they share, then the local ids of each. It is 0 when all are.
func (b *Builder) IndirectSize() int {
	if b.start == StartInRegisters {
		return 0
	}
	return b.shared() + b.threads*b.idSize
}

// IndirectBase is their address.
func (b *Builder) IndirectBase() uint64 { return IndirectBase }

// FillIndirect writes them into dst.
func (b *Builder) FillIndirect(dst []byte, group [3]uint32) {
	from := b.base() + b.k.InlineData
	copy(dst, b.image[min(from, len(b.image)):])
	shared := dst[:b.shared()]
	if b.Whole(group) {
		copy(dst[len(shared):], b.ids[:b.threads*b.idSize])
		return
	}
	size := b.size(group)
	b.putSizes(shared, from, size)
	for t := range b.Threads(group) {
		b.idsOf(dst[len(shared)+t*b.idSize:][:b.idSize], size, t)
	}
}

// Entry is the byte of the kernel's code that threads start at.
func (b *Builder) Entry() uint32 {
	if b.start == StartBehindIDs {
		return uint32(b.k.SkipIDs)
	}
	return 0
}

// Starting is the kernel with what code has to which a target's threads give so many bytes of inline
// data, and which loads local ids in front of byte skip.
func (k *Kernel) Starting(inline, skip int) *Kernel {
	out := *k
	out.InlineData, out.SkipIDs = inline, skip
	return &out
}

// Extent is the bytes of a thread's payload wherever they lie, as inputs of vISA text count them: r0,
// local ids and what all threads share.
func (b *Builder) Extent() int { return len(b.image) }
