package eu

import (
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// dpas computes the rows from copies of the sources: the destination may be one of them.
func (t *thread) dpas(o *code.Op, em uint32) {
	if em != o.Full {
		t.unmodelled(o, "dpas under a mask that leaves out channels", 0)
		return
	}
	d := &t.prog.Dpas[o.Ext]
	var columns [code.DpasRow * code.DpasRow]uint32
	var out [code.DpasRow * code.DpasRow]uint32
	copy(columns[:], unsafe.Slice(t.u32(d.Columns), d.ColumnDwords()*code.DpasRow))
	for r := range d.Repeat {
		row := unsafe.Slice((*byte)(unsafe.Add(t.base, d.Rows+r*d.Pitch())), d.RowBytes())
		for i := range code.DpasRow {
			add := uint32(0)
			if d.Added >= 0 {
				add = *t.u32(d.Added + 4*(r*code.DpasRow+i))
			}
			if d.AddFloat {
				out[r*code.DpasRow+i] = floats(d, add, columns[i:], row)
			} else {
				out[r*code.DpasRow+i] = integers(d, add, columns[i:], row)
			}
		}
	}
	copy(unsafe.Slice(t.u32(int(o.Dst.Addr)), d.Repeat*code.DpasRow), out[:])
}

// integers adds exact products; the sum wraps, or is clamped once.
func integers(d *code.Dpas, add uint32, column []uint32, row []byte) uint32 {
	sum := int64(int32(add))
	if d.Unsigned {
		sum = int64(add)
	}
	n := d.Terms()
	for k := range d.Depth * n {
		at := k * d.Weights.Bits
		w := column[at/32*code.DpasRow] >> (at & 31)
		at = k * d.Activations.Bits
		sum += value(&d.Weights, w) * value(&d.Activations, uint32(row[at/8])>>(at&7))
	}
	switch {
	case d.Sat && d.Unsigned:
		sum = min(max(sum, 0), math.MaxUint32)
	case d.Sat:
		sum = min(max(sum, math.MinInt32), math.MaxInt32)
	}
	return uint32(sum)
}

// value is the integer in the low bits of v.
func value(e *code.DpasElement, v uint32) int64 {
	high := 64 - e.Bits
	if e.Signed {
		return int64(v) << high >> high
	}
	return int64(uint64(v) << high >> high)
}

// floats adds one product after the other, each rounded once to the nearest, denormals kept:
// what the vISA page DPAS says too.
func floats(d *code.Dpas, add uint32, column []uint32, row []byte) uint32 {
	sum := math.Float32frombits(add)
	for k := range d.Depth {
		w := column[k*code.DpasRow]
		for i := range 2 {
			a := uint16(row[4*k+2*i]) | uint16(row[4*k+2*i+1])<<8
			sum = num.FmaF(num.IEEE, half(d, uint16(w>>(16*i))), half(d, a), sum)
		}
	}
	return math.Float32bits(sum)
}

func half(d *code.Dpas, v uint16) float32 {
	if d.Weights.Brain {
		return math.Float32frombits(uint32(v) << 16)
	}
	return math.Float32frombits(num.WidenHalf(v))
}
