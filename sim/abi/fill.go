package abi

import (
	"encoding/binary"

	"github.com/genvisa/genvisa/internal/fixed"
)

// Groups is the number of thread groups in each dimension.
func (b *Builder) Groups() [3]uint32 { return b.groups }

// MaxThreads is the number of threads of a whole group.
func (b *Builder) MaxThreads() int { return b.threads }

// Threads is the number of threads of one group: less than MaxThreads when the
// group is the last of a dimension and the global size is no multiple of the
// local size.
func (b *Builder) Threads(group [3]uint32) int {
	if b.Whole(group) {
		return b.threads
	}
	return b.threadsOf(b.size(group))
}

// PayloadSize is what a thread has in registers of its payload in bytes: a multiple of GRFSize,
// r0 included.
func (b *Builder) PayloadSize() int { return b.register(len(b.image)) }

// SLMSize is the shared local memory of a group, local arguments included.
func (b *Builder) SLMSize() int { return b.slm }

// ScratchSize is Kernel.ScratchSize, or more when the launch's code needs more.
func (b *Builder) ScratchSize() int { return b.scratch }

// BTIs lists which argument each binding table index is bound to.
func (b *Builder) BTIs() []BTI { return b.k.BTIs }

// Kernel is the kernel of the launch.
func (b *Builder) Kernel() *Kernel { return b.k }

// Whole says that a group has the local size, as all but the last of a row may have: the payloads of a thread of two of them differ in the
// number of the group alone.
func (b *Builder) Whole(group [3]uint32) bool {
	return b.last == b.local || b.size(group) == b.local
}

// size is the local size of one group.
func (b *Builder) size(group [3]uint32) [3]uint32 {
	out := b.local
	for d := range out {
		if group[d] == b.groups[d]-1 {
			out[d] = b.last[d]
		}
	}
	return out
}

// Fill writes the payload of one thread into dst (PayloadSize bytes), over what another left there, and
// returns its dispatch mask: bit i for each lane i that has a work item.
func (b *Builder) Fill(dst []byte, group [3]uint32, thread int) uint32 {
	size := b.local
	if b.Whole(group) {
		n := len(b.ready) / b.threads
		copy(dst, b.ready[thread*n:][:n])
	} else {
		size = b.size(group)
		b.fill(dst, size, thread, b.Threads(group))
	}
	binary.LittleEndian.PutUint32(dst[fixed.ThreadGroupX.Byte():], group[0])
	binary.LittleEndian.PutUint32(dst[fixed.ThreadGroupY.Byte():], group[1])
	binary.LittleEndian.PutUint32(dst[fixed.ThreadGroupZ.Byte():], group[2])
	left := int(size[0]*size[1]*size[2]) - thread*b.k.SIMD
	return uint32(uint64(1)<<min(left, b.k.SIMD) - 1)
}

// prepare makes what Fill copies for whole groups.
func (b *Builder) prepare() {
	n := b.PayloadSize()
	b.ready = make([]byte, b.threads*n)
	for t := range b.threads {
		b.fill(b.ready[t*n:][:n], b.local, t, b.threads)
	}
}

// fill writes the payload of one of so many threads of a group of a size, without the group's number.
func (b *Builder) fill(dst []byte, size [3]uint32, thread, threads int) {
	clear(dst[copy(dst, b.image):])
	if b.k.InlineData > 0 {
		count := fixed.ThreadThreads.In(uint32(threads)) | fixed.ThreadInGroup.In(uint32(thread))
		binary.LittleEndian.PutUint32(dst[fixed.ThreadThreads.Byte():], count)
	}
	cross, at := dst, 0
	if b.start == StartFromMemory {
		cross, at = dst[GRFSize:], b.base()
		clear(cross)
		copy(cross, b.image[at:])
	} else {
		b.idsOf(dst[GRFSize:][:b.idSize], size, thread)
	}
	if size != b.local {
		b.putSizes(cross, at, size)
	}
}

// putSizes writes the size of a group where the payload has it. dst are the bytes of the image from
// byte at on, as far as they are there.
func (b *Builder) putSizes(dst []byte, at int, size [3]uint32) {
	for _, off := range b.sizes {
		for d, v := range size {
			if to := off - at + 4*d; to >= 0 && to+4 <= len(dst) {
				binary.LittleEndian.PutUint32(dst[to:], v)
			}
		}
	}
}

// idsOf writes the local ids of a thread of a group of a size.
func (b *Builder) idsOf(dst []byte, size [3]uint32, thread int) {
	if size == b.local {
		copy(dst, b.ids[thread*b.idSize:])
	} else {
		b.fillIDs(dst, size, thread)
	}
}

// SetThread completes r0 of a payload with what depends on where the thread
// runs: the address of its scratch space (a multiple of 1024) and a number
// below ThreadIDs that no other running thread has.
func SetThread(payload []byte, scratch, id uint32) {
	binary.LittleEndian.PutUint32(payload[fixed.ThreadID.Byte():], scratch&fixed.ThreadScratch.Mask()|fixed.ThreadID.In(id))
}

// fillIDs writes the rows of local ids, X fastest, u16 each. Lanes past the
// group's end go on counting in Z.
func (b *Builder) fillIDs(dst []byte, size [3]uint32, thread int) {
	for d := range len(dst) / b.rowSize {
		row := dst[d*b.rowSize:]
		for lane := range b.k.SIMD {
			n := uint32(thread*b.k.SIMD + lane)
			id := [3]uint32{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}[d]
			binary.LittleEndian.PutUint16(row[2*lane:], uint16(id))
		}
	}
}
