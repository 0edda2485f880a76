package hazard

import (
	"math/bits"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/latency"
)

// mostDist is the longest distance of a scoreboard code.
const mostDist = 7

// board is what scoreboard codes can name: the holders of tokens, and the last instructions
// of each pipe in order.
type board struct {
	tokens [native.Tokens]holder
	pipes  [native.NumPipes]struct {
		last [mostDist]holder // a ring
		n    int              // instructions so far
	}
}

// holder is an instruction that others wait for.
type holder struct {
	by            int32
	class         latency.Class
	written, read uint64
}

// waits does wait with all that the code of an instruction asks for. A token that it will
// hold has to be free.
func (b *board) waits(x *timed, wait func(uint64, Wait)) {
	for set := x.sync.Dst | x.sync.Set; set != 0; set &= set - 1 {
		h := &b.tokens[bits.TrailingZeros32(set)]
		wait(h.written, Wait{Class: h.class, By: h.by, Code: true})
	}
	for set := x.sync.Src; set != 0; set &= set - 1 {
		h := &b.tokens[bits.TrailingZeros32(set)]
		wait(h.read, Wait{Class: latency.ClassSources, By: h.by, Code: true})
	}
	for p := range b.pipes {
		ring := &b.pipes[p]
		if d := x.sync.Dist; d > 0 && d <= ring.n && x.sync.Pipes.Has(native.Pipe(p)) {
			h := &ring.last[(ring.n-d)%mostDist]
			wait(h.written, Wait{Class: h.class, By: h.by, Code: true})
		}
	}
}

// issued takes over instruction i, which issues at a time.
func (b *board) issued(x *timed, i int32, at, more uint64) {
	h := holder{i, x.cost.Class, at + uint64(x.cost.Latency) + more, at + uint64(x.sources) + more}
	if x.counted {
		ring := &b.pipes[x.pipe]
		ring.last[ring.n%mostDist] = h
		ring.n++
	}
	for set := x.sync.Set; set != 0; set &= set - 1 {
		b.tokens[bits.TrailingZeros32(set)] = h
	}
}
