package abi

import "github.com/genvisa/genvisa/internal/fixed"

// Place is a range of the bytes that a thread starts with; r0 begins at 0.
type Place struct{ At, Bytes int }

// idRow is the bytes that the local ids of one dimension have.
func (k *Kernel) idRow() int { return roundUp(2*k.SIMD, GRFSize) }

// IDPlaces are where a thread finds its ids in dimension d: the group's number in r0, and
// its local ids when the kernel has them.
func (k *Kernel) IDPlaces(d int) []Place {
	out := []Place{{[...]fixed.Field{fixed.ThreadGroupX, fixed.ThreadGroupY, fixed.ThreadGroupZ}[d].Byte(), 4}}
	row := k.idRow()
	if k.idSize() >= (d+1)*row {
		out = append(out, Place{GRFSize + d*row, row})
	}
	return out
}

func (k *Kernel) idSize() (n int) {
	for _, a := range k.PerThread {
		if a.Type == LocalID {
			n = max(n, a.Size)
		}
	}
	return n
}

// CrossPlace is where a piece of the payload that all threads share lies.
func (k *Kernel) CrossPlace(p *PayloadArg) Place {
	return Place{k.crossBase(k.idSize()) + p.Offset, p.Size}
}
