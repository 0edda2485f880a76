package mem

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Lanes that follow each other in memory, in a buffer of 40 bytes: where a run ends at the last byte, one
// beyond it, where one lane is missing or elsewhere, of shared storage and of one's own.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		name    string
		size    int
		mask    uint32
		at      []uint64
		outside uint32
	}{
		{"four quads", 8, 0b1111, []uint64{0, 8, 16, 24}, 0},
		{"four quads to the end", 8, 0b1111, []uint64{8, 16, 24, 32}, 0},
		{"quads past the end", 8, 0b1111, []uint64{16, 24, 32, 40}, 8},
		{"quads that begin at the end", 8, 0b1111, []uint64{40, 48, 56, 64}, 15},
		{"quads at an odd dword", 8, 0b1111, []uint64{4, 12, 20, 28}, 0},
		{"dwords to the end", 4, 0b111110, []uint64{99, 20, 24, 28, 32, 36}, 0},
		{"dwords at an odd word", 4, 0b1111, []uint64{2, 6, 10, 14}, 0},
		{"three dwords", 4, 0b111, []uint64{4, 8, 12}, 0},
		{"a gap in the mask", 4, 0b11011, []uint64{4, 8, 12, 16, 20}, 0},
		{"a gap in memory", 4, 0b1111, []uint64{4, 8, 16, 20}, 0},
		{"the last elsewhere", 4, 0b1111, []uint64{4, 8, 12, 0}, 0},
		{"downwards", 4, 0b1111, []uint64{12, 8, 4, 0}, 0},
		{"every second dword", 4, 0b1111, []uint64{0, 8, 16, 24}, 0},
		{"overlapping quads", 8, 0b1111, []uint64{0, 4, 8, 12}, 0},
		{"one place", 4, 0b1111, []uint64{36, 36, 36, 36}, 0},
		{"one quad", 8, 0b11110, []uint64{99, 32, 32, 32, 32}, 0},
		{"one place, partly outside", 8, 0b1111, []uint64{36, 36, 36, 36}, 15},
		{"wraps around", 4, 0b1111, []uint64{0xFFFFFFF8, 0xFFFFFFFC, 0x100000000, 0x100000004}, 3},
	} {
		for _, shared := range []bool{false, true} {
			for _, stride := range []int{c.size, c.size + 8} {
				run := Row{Mask: c.mask, Size: c.size, Cell: c.size, Stride: stride, Count: 1, Data: ee(Lanes * stride)}
				want, m := ee(len(run.Data)), model(numbered("", 0, 40, false).Bytes())
				each := func(do func(addr uint64, cell []byte)) {
					eachElement(&run, addresses(c.at...), func(_ int, addr uint64, cell int) { do(uint64(uint32(addr)), want[cell:][:c.size]) })
				}
				b := numbered("b", 0, 40, shared)
				s := b.Surface(Bounded)
				assert.Equal(t, c.outside, s.Load(addresses(c.at...), &run), c.name)
				each(func(addr uint64, cell []byte) { putBytes(cell, m.load(addr, c.size)) })
				assert.Equal(t, want, run.Data, "load of %s, shared %v, stride %d", c.name, shared, stride)

				for i := range run.Data {
					run.Data[i], want[i] = byte(i+100), byte(i+100)
				}
				assert.Equal(t, c.outside, s.Store(addresses(c.at...), &run), c.name)
				each(func(addr uint64, cell []byte) { m.store(addr, c.size, model(cell).load(0, c.size)) })
				assert.Equal(t, []byte(m), b.Bytes(), "store of %s, shared %v, stride %d", c.name, shared, stride)
			}
		}
	}
}

// A surface without storage is a bug of who uses it.
func TestRowsOfAnUnboundSurface(t *testing.T) {
	r := Row{Mask: 1, Size: 4, Cell: 4, Stride: 4, Count: 1, Data: ee(4)}
	assert.PanicsWithValue(t, "BUG: access to an unbound surface", func() { (&Surface{}).Load(addresses(0), &r) })
}

// Each element of rows that lie apart, or not, in both orders: what the last store to a byte
// leaves does not depend on the way that the loops take.
func TestStoresThatMeet(t *testing.T) {
	for _, at := range [][]uint64{{0, 8}, {0, 7}, {0, 9}, {8, 0}, {0, 4}, {4, 4}, {0, 20, 8}, {16, 8, 0}, {0xFFFFFFFF_FFFFFFFC, 0}} {
		for _, byLane := range []bool{false, true} {
			for _, step := range []uint64{0, 2, 4, 8} {
				r := Row{Mask: 1<<len(at) - 1, Size: 4, Cell: 4, Stride: 8, Count: 2, Step: step, Next: 4, ByLane: byLane, Data: make([]byte, 8*Lanes)}
				for i := range r.Data {
					r.Data[i] = byte(i + 1)
				}
				b, m := NewBuffer("b", 0, 40), make(model, 40)
				s := b.Surface(Bounded)
				s.Store(addresses(at...), &r)
				eachElement(&r, addresses(at...), func(_ int, addr uint64, cell int) {
					m.store(uint64(uint32(addr)), 4, model(r.Data).load(uint64(cell), 4))
				})
				assert.Equal(t, []byte(m), b.Bytes(), "%v, step %d, by lane %v", at, step, byLane)
			}
		}
	}
}
