package eu

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// archMask is what an instruction reads and writes of flags, a0 and accumulators, bit by
// bit of the architecture registers' bytes; must are the writes that are certain, follows
// the bits of those three.
type archMask struct{ reads, writes, must, follows []byte }

// accEnd is where the accumulators end, with the bits above their elements.
const accEnd = code.OffAccKind

func archOf(in *native.Inst, runs func(lane int) bool) archMask {
	m := archMask{make([]byte, accEnd), make([]byte, accEnd), make([]byte, accEnd), make([]byte, accEnd)}
	for _, x := range [...]code.Span{{From: code.OffA0, To: code.OffA0 + 32}, {From: code.OffF, To: code.OffF + 8}, {From: code.OffAcc, To: accEnd}} {
		for k := x.From; k < x.To; k++ {
			m.follows[k] = 0xFF
		}
	}
	effects.Registers(in, func(e effects.Effect) {
		switch {
		case e.Write && e.Full:
			m.mark(m.writes, &e)
			if e.Space != effects.Flag || runs(1) { // each second result of sad2 is undefined, and so is its flag
				m.mark(m.must, &e)
			}
		case e.Write:
			m.mark(m.writes, &e)
		default:
			m.mark(m.reads, &e)
		}
	})
	return m
}

// mark adds the bits of an effect.
func (m *archMask) mark(bits []byte, e *effects.Effect) {
	switch e.Space {
	case effects.Flag:
		for k := e.At; k < e.At+e.N; k++ {
			bits[code.OffF+k/8] |= 1 << (k % 8)
		}
	case effects.Address:
		fillOnes(bits, code.OffA0+int(e.At), int(e.N))
	case effects.Accumulator:
		fillOnes(bits, code.OffAcc+int(e.At), int(e.N))
		fillOnes(bits, code.OffAccHigh, accEnd-code.OffAccHigh) // of each element, wherever it is
	}
}

func fillOnes(bits []byte, at, n int) {
	for k := at; k < min(at+n, accEnd); k++ {
		bits[k] = 0xFF
	}
}

// fill are the registers of a new trial: other flags, and where accumulators are read
// nothing else, since they hold numbers of a type.
func (m *archMask) fill(start []byte, rng *rand.Rand) []byte {
	image := slices.Clone(start)
	binary.LittleEndian.PutUint64(image[code.OffF:], rng.Uint64())
	return image
}

// other are those of a trial with other bits wherever the instruction reads none.
func (m *archMask) other(image []byte, rng *rand.Rand) []byte {
	out := slices.Clone(image)
	for k, f := range m.follows {
		out[k] ^= byte(rng.Uint32()) & f &^ m.reads[k]
	}
	return out
}

// kept requires that what the effects do not write is what it was.
func (m *archMask) kept(t *testing.T, b *probe) {
	t.Helper()
	for k, now := range b.arfs()[:accEnd] {
		changed := (now ^ b.image[k]) & m.follows[k] &^ m.writes[k]
		require.Zero(t, changed, "%s: byte %d of the architecture registers, which its effects lack: %+v", b.name, k, *b.in)
	}
}
