package mem

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLevelMemory: the memory of levels, layers and samples, in texels of a byte and rows of 64: the last row and column that any level of the last
// slice has.
func TestLevelMemory(t *testing.T) {
	four := [2]int{4, 4}
	for _, c := range []struct {
		name  string
		shape ImageShape
		bytes int64
	}{
		{"one level", ImageShape{Kind: Image2D, Extent: [3]int{9, 5, 1}}, 4*64 + 9},
		{"levels below, and right of the second", ImageShape{Kind: Image2D, Extent: [3]int{5, 5, 1}, Levels: Levels{Count: 3, Align: four}}, 9*64 + 5},
		{"layers of levels", ImageShape{Kind: Image2DArray, Extent: [3]int{16, 16, 3}, Slice: 32 * 64, Levels: Levels{Count: 5, Align: four}}, (2*32+24)*64 + 16},
		{"from a layer on", ImageShape{Kind: Image2DArray, Extent: [3]int{16, 16, 1}, Slice: 32 * 64, Layer: 2}, (2*32+15)*64 + 16},
		{"samples", ImageShape{Kind: Image2D, Extent: [3]int{8, 4, 1}, Slice: 4 * 64, Samples: 8}, (7*4+3)*64 + 8},
		{"a line of levels", ImageShape{Kind: Image1D, Extent: [3]int{16, 1, 1}, Row: 256, Levels: Levels{Count: 4, Layout: LevelsBeside, Align: [2]int{64, 1}}}, 192 + 2},
		// 2 by 2 by 16: 16 slices of 4 rows, 4 rows of 2 slices, 4 slices in a row, 2, and 1.
		{"stacked", ImageShape{Kind: Image3D, Extent: [3]int{2, 2, 16}, Levels: Levels{Count: 5, Layout: LevelsStacked, Align: four}}, 88*64 + 13},
		{"stacked, to the last row of slices", ImageShape{Kind: Image3D, Extent: [3]int{2, 2, 16}, Levels: Levels{Count: 2, Layout: LevelsStacked, Align: four}}, 76*64 + 5},
		{"tiles", ImageShape{Kind: Image2D, Extent: [3]int{16, 16, 1}, Row: 512, Tiling: TiledX, Levels: Levels{Count: 2, Align: four}}, 24 * 512},
	} {
		c.shape.Format = FindFormat("r8")
		if c.shape.Row == 0 {
			c.shape.Row = 64
		}
		s, err := c.shape.Complete()
		require.NoError(t, err, c.name)
		assert.Equal(t, c.bytes, s.Bytes(), c.name)
	}
	s, err := ImageShape{Kind: Image3D, Format: FindFormat("r8"), Extent: [3]int{2, 2, 16}, Levels: Levels{Count: 5, Layout: LevelsStacked, Align: four}}.Complete()
	require.NoError(t, err)
	assert.Equal(t, 13, s.Row)
}

// TestWrongLevels: levels, samples and cubes that cannot be.
func TestWrongLevels(t *testing.T) {
	for want, s := range map[string]ImageShape{
		"levels 0 to 4: an image of [8 4 1] texels has levels 0 to 3":                                   {Kind: Image2D, Format: FindFormat("r8"), Extent: [3]int{8, 4, 1}, Levels: Levels{Count: 5}},
		"levels 4 to 4: an image of [8 4 1] texels has levels 0 to 3":                                   {Kind: Image2D, Format: FindFormat("r8"), Extent: [3]int{8, 4, 1}, Levels: Levels{First: 4, Count: 1}},
		"levels 0 to 1 of an image 1d_buffer of format r8: want one level":                              {Kind: Image1DBuffer, Format: FindFormat("r8"), Extent: [3]int{8, 1, 1}, Levels: Levels{Count: 2}},
		"3 samples: legal are 1, 2, 4, 8 and 16":                                                        {Kind: Image2D, Format: FindFormat("r8"), Extent: [3]int{8, 4, 1}, Samples: 3},
		"4 samples in an image 1d: legal are 2d and 2d_array":                                           {Kind: Image1D, Format: FindFormat("r8"), Extent: [3]int{8, 1, 1}, Samples: 4},
		"4 samples in levels 0 to 1: want level 0":                                                      {Kind: Image2D, Format: FindFormat("r8"), Extent: [3]int{8, 4, 1}, Samples: 4, Levels: Levels{Count: 2}},
		"4 samples of the format BC1_UNORM: want a format whose texels have bytes of their own":         {Kind: Image2D, Format: FindSurfaceFormat("BC1_UNORM"), Extent: [3]int{8, 4, 1}, Samples: 4},
		"cube of [8 8 5] texels and layers: want as many rows as columns, and six layers for each cube": {Kind: Image2DArray, Format: FindFormat("r8"), Extent: [3]int{8, 8, 5}, Cube: true},
	} {
		_, err := s.Complete()
		var wrong *ShapeError
		require.True(t, errors.As(err, &wrong), want)
		assert.EqualError(t, err, want)
	}
}
