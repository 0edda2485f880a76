package states

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// sampledSurface is 8 by 4 texels R8_UINT with so many samples in each of 2 layers from the second on: sample s of layer l lies in
// slice l n + s, rows of 512 bytes and 32 rows to a slice, in tiles Y unless it is linear. Its value is 100 l + 10 x + y + 50 s.
func sampledSurface(t *testing.T, target native.Target, code int, tiles string) *bench {
	t.Helper()
	b := newBench(t, target)
	store, err := b.memory.AllocAt("samples", 0x100000, 1<<20)
	require.NoError(t, err)
	n := 1 << code
	for i := range 8 * 4 * n * 3 {
		x, y, s, l := i%8, i/8%4, i/32%n, i/32/n
		row := (l*n+s)*32 + y
		at := row/32*4*4096 + y%32*16 + x%16
		if tiles == "LINEAR" {
			at = row*512 + x
		}
		store.SetBytes(at, []byte{byte(100*l + 10*x + y + 50*s)})
	}
	f := fmt.Sprintf("SurfaceType=SURFTYPE_2D SurfaceArray=yes SurfaceFormat=R8_UINT SurfaceBaseAddress=0x100000 Width=8 Height=4 Depth=2 MinimumArrayElement=1 SurfacePitch=512 "+
		"NumberOfMultisamples=MULTISAMPLECOUNT_%d SurfaceVerticalAlignment=VALIGN_4 ", n)
	b.set(t, surfaceAt, surfaceState, f+"TileMode="+tiles+" SurfaceQPitch=32 ShaderChannelSelectRed=RED")
	return b
}

// TestSamplesOfTexels: loads of a sample, whatever a control surface would say; a sample, a level or a texel that is not there is 0. Slices of samples follow each other
// within a layer (Mesa, isl.c: the physical array length is that of the layers times the samples).
// seed: Broxton PRM vol. 6, Messages (ld2dms, ld2dss, ld_mcs)
func TestSamplesOfTexels(t *testing.T) {
	for _, target := range []native.Target{native.BDW, native.SKL, native.TGL} {
		for code := 1; code <= 4 && (code < 4 || target >= native.SKL); code++ {
			b, n := sampledSurface(t, target, code, []string{"YMAJOR", "LINEAR"}[code%2]), 1<<code
			img, err := b.Image(ref)
			require.NoError(t, err)
			require.Equal(t, n, img.SampleCount())
			for message, order := range map[int][]int{31: {3, 0, 1, 2, 4}, 30: {3, -1, 0, 1, 2, 4}, 28: {3, -1, -1, 0, 1, 2, 4}} {
				op, err := mem.ParseSamplerOp(message, len(order), target < native.SKL)
				if message == 28 && target < native.SKL {
					assert.ErrorContains(t, err, "it came with Gen9")
					continue
				}
				require.NoError(t, err)
				at := func(lane int) [5]int { return [5]int{lane % 9, lane % 5, lane % 3, lane % (n + 1), lane / 30} } // x, y, layer, sample, level
				var x mem.Texels
				for i, from := range order {
					for lane := range mem.Lanes {
						v := uint32(0xFEDCBA98)
						if from >= 0 {
							v = uint32(at(lane)[from])
						}
						x.Param(op, i)[lane] = v
					}
				}
				a := mem.Access{Op: op, Image: img}
				require.NoError(t, a.Check())
				x.Run(&a, math.MaxUint32)
				for lane := range mem.Lanes {
					c, want := at(lane), uint32(0)
					if c[0] < 8 && c[1] < 4 && c[2] < 2 && c[3] < n && c[4] == 0 {
						want = uint32(byte(100*(c[2]+1) + 10*c[0] + c[1] + 50*c[3]))
					}
					assert.Equal(t, want, x.Out[0][lane], "%s, message %d, %d samples: %v", target, message, n, c)
				}
			}
			for message, want := range map[int][4]uint32{11: {uint32(n), 0, 0, 0}, 10: {8, 4, 2, 1}, 29: {}} { // sampleinfo, resinfo, ld_mcs
				op, err := mem.ParseSamplerOp(message, 1, false)
				require.NoError(t, err)
				var x mem.Texels
				a := mem.Access{Op: op, Image: img}
				require.NoError(t, a.Check())
				x.Run(&a, 1)
				assert.Equal(t, want, [4]uint32{x.Out[0][0], x.Out[1][0], x.Out[2][0], x.Out[3][0]}, "message %d", message)
			}
		}
	}
}

// TestSamplesRefused: other messages are for surfaces with one sample, and these for others.
func TestSamplesRefused(t *testing.T) {
	b := sampledSurface(t, native.SKL, 2, "YMAJOR")
	b.sampler0(t, &looker{mode: "WRAP", min: "NEAREST", mag: "NEAREST", mip: "NONE"}, "")
	refused := map[bool]map[int]string{
		false: {7: "sampler message ld on a surface with 4 samples of each texel: want one, or a message that loads a sample", 2: "sampler message sample_l on a surface with 4 samples"},
		true: {
			31: "sampler message ld2dss on a surface with one sample of each texel: want several", 30: "sampler message ld2dms on a surface with one sample", 29: "sampler message ld_mcs on a surface with one sample",
		},
	}
	for _, one := range []bool{false, true} {
		list := refused[one]
		if one {
			b.change(t, "NumberOfMultisamples", "MULTISAMPLECOUNT_1")
		}
		img, err := b.Image(ref)
		require.NoError(t, err)
		for code, want := range list {
			op, err := mem.ParseSamplerOp(code, 3, false)
			require.NoError(t, err)
			a := mem.Access{Op: op, Image: img}
			if op.Filters() {
				a.Sampler, err = b.Sampler(mem.SamplerRef{})
				require.NoError(t, err)
			}
			assert.ErrorContains(t, a.Check(), want)
		}
	}
}

// TestAnisotropy: a filter takes as many places along the longer derivative as it is longer than the other, up to the state's most, and the
// level of the part that each of them stands for (EXT_texture_filter_anisotropic).
//
// seed: Broxton vol. 6 Sampler State Fetch
func TestAnisotropy(t *testing.T) {
	p := &picture{"2d", codecs[0], ""}
	b := newGallery(t, native.SKL, p)
	l := trilinear("MIRROR")
	for _, c := range []struct {
		long, short float64 // in texels
		most        string
		places      int
		level       float64
	}{
		{8, 2, "16", 4, 1}, {8, 2, "2", 2, 2}, {8, 8, "16", 1, 3}, {16, 1, "8", 8, 1}, {4, 0, "4", 4, 0}, {3, 1.5, "16", 2, math.Log2(1.5)}, {5, 2, "16", 3, math.Log2(5. / 3)}, {0, 0, "16", 1, 0},
	} {
		aniso := *l
		aniso.min, aniso.mag = "ANISOTROPIC", "ANISOTROPIC"
		b.sampler0(t, &aniso, "MaximumAnisotropy=RATIO_"+c.most+"_TO_1 ")
		at := [2]float64{133. / 512, 67. / 512}
		for axis := range 2 { // along u by x, and along v by y
			x := b.sampled(t, 4, 6, false, func(_, param int) float32 { // u, du/dx, du/dy, v, dv/dx, dv/dy
				return float32([2][6]float64{
					{at[0], c.long / 16, 0, at[1], 0, c.short / 16}, {at[0], c.short / 16, 0, at[1], 0, c.long / 16},
				}[axis][param])
			})
			var want [4]float64
			for k := 1; k <= c.places; k++ {
				u := [3]float64{at[0], at[1]}
				u[axis] += c.long / 16 * (float64(k)/float64(c.places+1) - 0.5)
				for i, v := range l.mixed(p, c.level, u) {
					want[i] += v / float64(c.places)
				}
			}
			for i := range want {
				got := float64(math.Float32frombits(x.Out[i][0]))
				assert.InDelta(t, want[i], got, 16./256*2, "%+v", c) // texels are 0 to 16, places and levels rounded to 1/256
			}
		}
	}
}
