package states

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestBlockLevels: levels of blocks are rounded up to the alignment in blocks from Gen9 on, and to whole blocks before; layers lie SurfaceQPitch
// rows apart, of blocks or on Gen8 of texels (Mesa, isl_genX_helpers.h, isl_gfx9.c).
func TestBlockLevels(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		qpitch string
		rows   int       // of blocks from layer to layer
		places [4][2]int // of levels, in blocks
	}{
		{native.SKL, "SurfaceQPitch=12", 12, [4][2]int{{0, 0}, {0, 4}, {4, 4}, {4, 8}}},
		{native.BDW, "SurfaceQPitch=32", 8, [4][2]int{{0, 0}, {0, 4}, {2, 4}, {2, 5}}},
		{native.IVB, "", 4 + 2 + 12, [4][2]int{{0, 0}, {0, 4}, {2, 4}, {2, 5}}},
	} {
		b := newBench(t, c.target)
		fields := "SurfaceType=SURFTYPE_2D SurfaceArray=yes SurfaceFormat=BC1_UNORM Width=16 Height=16 Depth=2 SurfacePitch=64 MIPCountOrLOD=3 " + aligned + base + c.qpitch
		if c.target >= native.HSW {
			fields += " ShaderChannelSelectRed=RED"
		}
		b.set(t, surfaceAt, surfaceState, fields)
		number := func(level, layer, x, y int) int { return 1 + level*5 + layer*13 + x + 2*y } // red of 31
		for level, at := range c.places {
			for i := range max(4>>level, 1) * max(4>>level, 1) * 2 {
				n := max(4>>level, 1)
				x, y, layer := i%n, i/n%n, i/n/n
				block := make([]byte, 8)
				binary.LittleEndian.PutUint16(block, uint16(number(level, layer, x, y)%32<<11))
				b.data.SetBytes((at[1]+y+layer*c.rows)*64+(at[0]+x)*8, block)
			}
		}
		img, err := b.Image(ref)
		require.NoError(t, err)
		op, err := mem.ParseSamplerOp(2, 4, c.target < native.SKL)
		require.NoError(t, err)
		s := &mem.Sampler{Normalized: true, Address: mem.ClampEdge, Detail: &mem.Detail{Mip: mem.MipNearest, Most: 14 << 8}}
		for level := range 4 {
			for layer := range 2 {
				var x mem.Texels
				side := 16 >> level
				for lane := range mem.Lanes {
					for i, v := range []float64{float64(level), (float64(lane%side) + 0.5) / float64(side), (float64(lane*3%side) + 0.5) / float64(side), float64(layer)} {
						x.Param(op, i)[lane] = math.Float32bits(float32(v))
					}
				}
				x.Run(&mem.Access{Op: op, Image: img, Sampler: s}, math.MaxUint32)
				for lane := range mem.Lanes {
					want := float32(number(level, layer, lane%side/4, lane*3%side/4)%32) / 31
					assert.InDelta(t, want, math.Float32frombits(x.Out[0][lane]), 1e-6, "%s level %d, layer %d, lane %d", c.target, level, layer, lane)
				}
			}
		}
	}
}
