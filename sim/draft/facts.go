package draft

import (
	"slices"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
)

// facts are what the code tells about a kernel; the zero value is no code.
type facts struct {
	known bool
	whole bool            // the code has no floats
	dims  int             // dimensions of ids that the code reads, 1 to 3
	reads map[int][]field // of value arguments: the numbers that it reads, by their bytes
}

// payloadBytes is how much of the registers a thread's payload can have.
const payloadBytes = grf.Count * grf.Bytes

// factsOf looks how a program reads what threads start with; p may be nil.
func factsOf(k *abi.Kernel, p *load.Program) facts {
	if p == nil {
		return facts{}
	}
	reads := p.PayloadReads(payloadBytes)
	f := facts{known: len(reads) > 0, whole: len(reads) > 0 && !p.Floats(), dims: dimensions(k, reads), reads: map[int][]field{}}
	for i := range k.ArgCount() {
		for _, p := range piecesOf(k, i) {
			for _, r := range reads {
				if r.Scalar && r.At >= p.at && r.At+r.Bytes <= p.at+p.to-p.from {
					f.reads[i] = withField(f.reads[i], field{off: p.from + r.At - p.at, size: r.Bytes, float: r.Float})
				}
			}
		}
	}
	return f
}

// piece is a part of a value, bytes from to to, and where threads find it.
type piece struct{ at, from, to int }

// piecesOf are the parts of value i in their order. A part of less than 4 bytes has a whole
// dword of the payload: it ends where the next one begins, or the value.
func piecesOf(k *abi.Kernel, i int) (out []piece) {
	for n := range k.Payload {
		if p := &k.Payload[n]; p.Type == abi.ByValue && p.Index == i {
			out = append(out, piece{k.CrossPlace(p).At, p.SourceOffset, p.SourceOffset + p.Size})
		}
	}
	slices.SortFunc(out, func(a, b piece) int { return a.from - b.from })
	size := valueSize(k, i)
	for n := range out {
		end := size
		if n+1 < len(out) {
			end = out[n+1].from
		}
		out[n].to = min(out[n].to, end)
	}
	return out
}

// valueSize is the bytes of value i: those of its type, or else of all its parts.
func valueSize(k *abi.Kernel, i int) int {
	lo, hi := k.ValueSize(i)
	if lo == 1 {
		lo = hi
	}
	return min(lo, payloadBytes)
}

// dimensions counts those whose group numbers the code reads. Local ids are read for other
// reasons, too: the number of a subgroup. Code that is not optimised moves r0 where its reads are
// not seen; then local ids count.
func dimensions(k *abi.Kernel, reads []load.PayloadRead) int {
	var groups, locals int
	for d := range 3 {
		for i, place := range k.IDPlaces(d) {
			switch read := slices.ContainsFunc(reads, func(r load.PayloadRead) bool { return meets(r, place) }); {
			case read && i == 0:
				groups = d + 1
			case read:
				locals = d + 1
			}
		}
	}
	if groups == 0 {
		groups = locals
	}
	return max(groups, 1)
}

func meets(r load.PayloadRead, p abi.Place) bool { return r.At < p.At+p.Bytes && p.At < r.At+r.Bytes }

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
