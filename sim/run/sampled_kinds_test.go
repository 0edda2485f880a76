package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// numbered is 12 slices of 4 by 4 texels R32_FLOAT: texel (x, y) of slice s is 100 s + 10 y + x.
func numbered() []byte {
	b := make([]byte, 4096)
	for i := range 12 * 16 {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(float32(100*(i/16)+10*(i/4%4)+i%4)))
	}
	return b
}

// Surfaces that numbered is, and the fields that all have.
const (
	squareFields = "SurfaceFormat=R32_FLOAT Width=4 Height=4 SurfacePitch=16 SurfaceBaseAddress=0x20000 SurfaceVerticalAlignment=VALIGN_4 SurfaceHorizontalAlignment=HALIGN_4 SurfaceQPitch=4 " +
		"ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ALPHA "
	levelsFields  = "SurfaceType=SURFTYPE_2D MIPCountOrLOD=1 "
	samplesFields = "SurfaceType=SURFTYPE_2D SurfaceArray=yes Depth=2 NumberOfMultisamples=MULTISAMPLECOUNT_4 "
	cubeFields    = "SurfaceType=SURFTYPE_CUBE CubeFaceEnablePositiveX=yes CubeFaceEnableNegativeX=yes CubeFaceEnablePositiveY=yes CubeFaceEnableNegativeY=yes CubeFaceEnablePositiveZ=yes CubeFaceEnableNegativeZ=yes "
	threeLinear   = linear + "MipModeFilter=LINEAR MaxLOD=14 TCXAddressControlMode=CLAMP TCYAddressControlMode=CLAMP TCZAddressControlMode=CLAMP "
)

// byFields is a launch of a message whose payload is in r20 and on, with states of those fields, that writes r12 to r15.
func byFields(t *testing.T, desc uint32, surface, sampler string, payload []string) *launch.Launch {
	t.Helper()
	states := make([]byte, 0x2000)
	copy(states[0x100:], stateBytes(t, native.SKL, "RENDER_SURFACE_STATE", surface+squareFields))
	copy(states[0x200:], stateBytes(t, native.SKL, "RENDER_SURFACE_STATE", "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=256 SurfaceBaseAddress=0x30000"))
	binary.LittleEndian.PutUint32(states[0x400+4*7:], 0x100)
	binary.LittleEndian.PutUint32(states[0x400+4*5:], 0x200)
	copy(states[0x1040:], stateBytes(t, native.SKL, "SAMPLER_STATE", sampler))
	code := gen9Code(t, fmt.Sprintf("(W)     send (8|M0)  r12:ud  r20  0x2  0x%08X", desc)+sampleTail[0])
	dir := t.TempDir()
	for name, data := range map[string][]byte{"sample.dat": code, "texels.in": numbered(), "out.in": make([]byte, 256), "states.in": states} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	var grf strings.Builder
	for i, p := range payload {
		fmt.Fprintf(&grf, "  r%d: %q\n", 20+i, p)
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: sample.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nthreads: [{grf: {}}]\n"+
		"surface_state_base: 0x10000\nbinding_table: 0x400\ndynamic_state_base: 0x11000\nsampler_state: 0x40\nsurfaces:\n"+
		"- {type: BUFFER, address: 0x20000, initial: texels.in}\n- {type: BUFFER, address: 0x30000, initial: out.in}\n"+
		"- {type: BUFFER, address: 0x10000, initial: states.in}\ncommon_grf:\n%s", grf.String()))
	require.NoError(t, err)
	return l
}

// TestSampledKinds: levels, comparisons, cubes, samples and masks of null pixels through the EU model. In each lane a place of its own.
// seed: Broxton PRM vol. 6, 3D Sampler
func TestSampledKinds(t *testing.T) {
	f, n := registerText[float32], registerText[int32]
	third := [8]float32{0.375, 0.375, 0.375, 0.375, 0.375, 0.375, 0.375, 0.375} // texel 1 of 4
	mid := f(third[:]...)
	for _, c := range []struct {
		name             string
		code, mlen, rlen uint32
		header           string
		surface, sampler string
		payload          []string
		want             [4][8]float32
		bits             bool // want is integers
	}{
		{
			name: "sample_l", code: 2, mlen: 3, rlen: 1, surface: levelsFields, sampler: threeLinear,
			payload: []string{f(0, 1, 0.5, 9, -1, 0.25, 0, 1), f(0.375, 0.25, 0.375, 0.75, 0.375, 0.375, 0.625, 0.75), mid},
			want:    [4][8]float32{{11, 102.5, (11 + 102.75) / 2, 103.5, 11, 11*0.75 + 102.75*0.25, 12, 103.5}},
		},
		{
			name: "lod", code: 9, mlen: 2, rlen: 2, surface: levelsFields, sampler: threeLinear, // squares 2 and 1/2 texels wide
			payload: []string{f(0, 0.5, 0, 0.5, 0, 0.125, 0, 0.125), f(0, 0, 0.25, 0.25, 0, 0, 0.125, 0.125)},
			want:    [4][8]float32{{1, 1, 1, 1, 0, 0, 0, 0}, {1, 1, 1, 1, -1, -1, -1, -1}},
		},
		{
			name: "resinfo", code: 10, mlen: 1, rlen: 4, surface: levelsFields, bits: true, payload: []string{n(0, 1, 2)},
			want: [4][8]float32{{4, 2}, {4, 2}, {}, {2, 2, 2, 2, 2, 2, 2, 2}},
		},
		{
			name: "sample_c_lz", code: 25, mlen: 3, rlen: 4, surface: levelsFields, sampler: threeLinear + "ShadowFunction=LESS", // 1 unless the texel is less
			payload: []string{f(10.5, 11, 11.5, 12, 0, 99, 11.5, 11.5), f(0.375, 0.375, 0.375, 0.375, 0.5, 0.5, 0.5, 0.4375), mid},
			want:    [4][8]float32{{1, 1, 0, 0, 1, 0, 0.5, 0.25}, {}, {}, {1, 1, 1, 1, 1, 1, 1, 1}},
		},
		{
			name: "gather4_c", code: 16, mlen: 3, rlen: 4, surface: levelsFields, sampler: threeLinear + "ShadowFunction=GEQUAL", // 1 if it is less
			payload: []string{f(0, 1, 2, 11, 12, 99), f(0.25, 0.25, 0.25, 0.5, 0.5, 0.5), f(0.25, 0.25, 0.25, 0.5, 0.5, 0.5)},
			want:    [4][8]float32{{0, 0, 0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 1, 1, 1}, {0, 0, 1, 0, 0, 1, 1, 1}, {0, 1, 1, 0, 1, 1, 1, 1}},
		},
		{
			name: "sample_l of a cube", code: 2, mlen: 4, rlen: 1, surface: cubeFields, sampler: strings.ReplaceAll(threeLinear, "=CLAMP", "=CUBE"),
			payload: []string{f(0), f(4, -4, 0, 0, 0, 0, 1, 1), f(0, 0, 4, -4, 0, 0, 0, 0), f(0, 0, 0, 0, 4, -4, 0.999, -1)},
			// The middles of all faces; near and at an edge of +X beside those of +Z and -Z.
			want: [4][8]float32{{16.5, 116.5, 216.5, 316.5, 416.5, 516.5, (15*129 + 418*127) / 256., (18 + 515) / 2.}},
		},
		{
			name: "ld2dms", code: 30, mlen: 5, rlen: 1, surface: samplesFields,
			payload: []string{n(0, 1, 2, 3, 0, 3, 4, 1), n(-1), n(0, 1, 2, 3, 0, 1, 2, 3), n(0, 0, 0, 0, 1, 2, 3, 3), n(0, 0, 0, 0, 1, 1, 1, 1)},
			want:    [4][8]float32{{0, 101, 202, 303, 410, 721, 0, 533}},
		},
		{
			name: "sampleinfo", code: 11, mlen: 1, rlen: 4, surface: samplesFields, bits: true, payload: []string{n(0)},
			want: [4][8]float32{{4, 4, 4, 4, 4, 4, 4, 4}},
		},
		{
			name: "a mask of null pixels", code: 7, mlen: 4, rlen: 3, header: n(0, 0, 1<<23|12<<12, 0), surface: levelsFields,
			payload: []string{n(0, 1, 2, 3, 0, 1, 2, 3), n(0, 0, 0, 0, 1, 1, 1, 1), n(0)},
			want:    [4][8]float32{{0, 1, 2, 3, 10, 11, 12, 13}, {}, {math.Float32frombits(0xFF)}},
		},
	} {
		desc := c.mlen<<25 | c.rlen<<20 | 1<<17 | c.code<<12 | 7
		if c.header != "" {
			desc |= 1 << 19
			c.payload = append([]string{c.header}, c.payload...)
		}
		rep, err := run.Run(context.Background(), byFields(t, desc, c.surface, c.sampler, c.payload), run.Options{})
		require.NoError(t, err, c.name)
		for r := range int(c.rlen) {
			got := floatsAt(rep.Buffers[1], r)
			if c.bits {
				for i, v := range got {
					got[i] = float32(math.Float32bits(v))
				}
			}
			assert.Equal(t, c.want[r], got, "%s, component %d", c.name, r)
		}
	}
}
