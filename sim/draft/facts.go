package draft

import (
	"slices"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/run"
)

// facts are what the code tells about a kernel; the zero value is no code.
type facts struct {
	known bool
	dims  int             // dimensions of ids that the code reads, 1 to 3
	reads map[int][]field // of value arguments: the numbers that it reads, by their bytes
}

// payloadBytes is how much of the registers a thread's payload can have.
const payloadBytes = 128 * abi.GRFSize

// factsOf looks how a program reads what threads start with; p may be nil.
func factsOf(k *abi.Kernel, p *run.Program) facts {
	if p == nil {
		return facts{}
	}
	reads := p.PayloadReads(payloadBytes)
	f := facts{known: len(reads) > 0, dims: 1, reads: map[int][]field{}}
	for d := 1; d < 3; d++ {
		for _, place := range k.IDPlaces(d) {
			if slices.ContainsFunc(reads, func(r run.PayloadRead) bool { return meets(r, place) }) {
				f.dims = d + 1
			}
		}
	}
	for i := range k.Payload {
		piece := &k.Payload[i]
		if piece.Type != abi.ByValue || piece.Index < 0 {
			continue
		}
		at := k.CrossPlace(piece)
		for _, r := range reads {
			if r.Scalar && meets(r, at) && r.At >= at.At && r.At+r.Bytes <= at.At+at.Bytes {
				n := field{off: piece.SourceOffset + r.At - at.At, size: r.Bytes, float: r.Float}
				f.reads[piece.Index] = withField(f.reads[piece.Index], n)
			}
		}
	}
	return f
}

func meets(r run.PayloadRead, p abi.Place) bool { return r.At < p.At+p.Bytes && p.At < r.At+r.Bytes }

// withField adds a number that is read to those of an argument. One that is read as a float
// anywhere is one: moves of bits read them as whole numbers.
func withField(list []field, n field) []field {
	for i := range list {
		have := &list[i]
		if have.off < n.off+n.size && n.off < have.off+have.size {
			if have.off == n.off && have.size == n.size {
				have.float = have.float || n.float
			}
			return list
		}
	}
	return append(list, n)
}
