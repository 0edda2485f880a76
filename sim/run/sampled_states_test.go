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
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// stateBytes are those of a structure with fields "Name=value ...".
func stateBytes(t *testing.T, target native.Target, name, fields string) []byte {
	t.Helper()
	l, err := state.Struct(target, name)
	require.NoError(t, err)
	o := l.New()
	for f := range strings.FieldsSeq(fields) {
		key, value, _ := strings.Cut(f, "=")
		require.NoError(t, o.Set(key, value))
	}
	return o.Encode()
}

// linear are the fields of a sampler whose filter is linear.
const linear = " MinModeFilter=LINEAR MagModeFilter=LINEAR UAddressMinFilterRoundingEnable=yes UAddressMagFilterRoundingEnable=yes VAddressMinFilterRoundingEnable=yes " +
	"VAddressMagFilterRoundingEnable=yes RAddressMinFilterRoundingEnable=yes RAddressMagFilterRoundingEnable=yes "

// Samplers 0, 3 and 15 of samplersText.
var stateSamplers = map[int]string{
	0:  "NonNormalizedCoordinateEnable=yes TCXAddressControlMode=CLAMP TCYAddressControlMode=CLAMP TCZAddressControlMode=CLAMP",
	3:  linear,
	15: linear + "NonNormalizedCoordinateEnable=yes TCXAddressControlMode=CLAMP_BORDER TCYAddressControlMode=CLAMP_BORDER BorderColorPointer=0x800",
}

// layout is how a picture of 4 by 2 texels of 16 bytes lies in memory: bytes from texel to texel, and from row to row.
type layout struct {
	name          string
	across, down  int
	pitch         int
	before, since string // fields of the state of Gen7, and of later targets
}

var layouts = []layout{
	{"rows", 16, 64, 64, "", ""},
	{"tiles X", 16, 512, 512, " TiledSurface=yes", " TileMode=XMAJOR"},
	{"tiles Y", 512, 16, 128, " TiledSurface=yes TileWalk=TILEWALK_YMAJOR", " TileMode=YMAJOR"},
}

// texels is the picture of sampleLaunch in whole tiles of 4096 bytes.
func (l *layout) texels() []byte {
	b := make([]byte, 4096)
	for y := range 2 {
		for x := range 4 {
			for c, v := range []float32{float32(x), float32(10 * y), 100, 0.5} {
				binary.LittleEndian.PutUint32(b[x*l.across+y*l.down+4*c:], math.Float32bits(v))
			}
		}
	}
	return b
}

// sampledStates is the memory of the states from 0x10000 on: those of surfaces at 0x100 and 0x200, the binding table at 0x400,
// and from 0x11000 on samplers at 0x40.
func sampledStates(t *testing.T, target native.Target, l *layout) []byte {
	b := make([]byte, 0x2000)
	tiles, selects := l.since, "ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ALPHA"
	if target < native.BDW {
		tiles = l.before
	}
	if target < native.HSW {
		selects = ""
	}
	copy(b[0x100:], stateBytes(t, target, "RENDER_SURFACE_STATE", fmt.Sprintf("SurfaceType=SURFTYPE_2D SurfaceFormat=R32G32B32A32_FLOAT Width=4 Height=2 SurfacePitch=%d SurfaceBaseAddress=0x20000 %s %s", l.pitch, tiles, selects)))
	copy(b[0x200:], stateBytes(t, target, "RENDER_SURFACE_STATE", "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=256 SurfaceBaseAddress=0x30000"))
	binary.LittleEndian.PutUint32(b[0x400+4*7:], 0x100)
	binary.LittleEndian.PutUint32(b[0x400+4*5:], 0x200)
	for i, fields := range stateSamplers {
		copy(b[0x1040+16*i:], stateBytes(t, target, "SAMPLER_STATE", fields))
	}
	return b
}

// byStates is sampleLaunch with surfaces and samplers by states in memory.
func byStates(t *testing.T, code []byte, target native.Target, l *layout, grf string) *launch.Launch {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{"sample.dat": code, "texels.in": l.texels(), "out.in": make([]byte, 256), "states.in": sampledStates(t, target, l)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	out, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: sample.dat\ntarget: %s\nsimd: 8\ndispatch: media_object\nthreads: [{grf: {}}]\n"+
		"surface_state_base: 0x10000\nbinding_table: 0x400\ndynamic_state_base: 0x11000\nsampler_state: 0x40\nsurfaces:\n"+
		"- {type: BUFFER, address: 0x20000, initial: texels.in}\n- {type: BUFFER, address: 0x30000, initial: out.in}\n"+
		"- {type: BUFFER, address: 0x10000, initial: states.in}\n%s", target, grf))
	require.NoError(t, err)
	return out
}

// TestSampledByStates: messages to the sampler give the same bytes by states in memory as by the launch file, whatever the
// tiles are.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestSampledByStates(t *testing.T) {
	for _, target := range []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.ICL, native.TGL} {
		for i := range sampleCases {
			c := &sampleCases[i]
			if target < c.since {
				continue
			}
			code, grf := c.sample(t, target)
			want, err := run.Run(context.Background(), sampleLaunch(t, code, target, 8, samplersText+grf), run.Options{})
			require.NoError(t, err)
			require.NotEqual(t, make([]byte, 256), want.Buffers[1])
			for k := range layouts {
				got, err := run.Run(context.Background(), byStates(t, code, target, &layouts[k], grf), run.Options{})
				require.NoError(t, err, "%s %s %s", target, c.name, layouts[k].name)
				assert.Equal(t, want.Buffers[1], got.Buffers[1], "%s %s %s", target, c.name, layouts[k].name)
			}
		}
	}
}

// TestSampledByHeader: the pointer of a header is to the samplers, in place of the launch's: sampler 0 of the message is the
// one at 0x70 from the dynamic state base, which repeats.
//
// seed: Broxton vol. 6 Sampler State Fetch
func TestSampledByHeader(t *testing.T) {
	c := sampleCase{name: "sample", payload: []string{registerText[int32](0, 0, 0, 0x70, 0), registerText[float32](0.375), registerText[float32](0.5)}}
	_, grf := c.sample(t, native.SKL)
	code := gen9Code(t, "(W)     send (8|M0)  r12:ud  r20  0x2  0x064A0007"+sampleTail[0])
	rep, err := run.Run(context.Background(), byStates(t, code, native.SKL, &layouts[0], grf), run.Options{})
	require.NoError(t, err)
	assert.Equal(t, eight(1), floatsAt(rep.Buffers[1], 0))
	assert.Equal(t, eight(5), floatsAt(rep.Buffers[1], 1))

	// r0 has the pointer to sampler 0, at 0x40: a header that copies it and names sampler 3 finds the same.
	code = gen9Code(t, "(W)     mov (8|M0)   r20.0<1>:ud  r0.0<8;8,1>:ud\n(W)     send (8|M0)  r12:ud  r20  0x2  0x064A0307"+sampleTail[0])
	for _, r0 := range []string{"", "  r0: \"00000000 00000000 00000000 05000000 00000000 00000000 00000000 00000000\"\n"} {
		rep, err = run.Run(context.Background(), byStates(t, code, native.SKL, &layouts[0], grf+r0), run.Options{})
		require.NoError(t, err)
		assert.Equal(t, eight(5), floatsAt(rep.Buffers[1], 1))
	}
	r0 := "  r0: \"00000000 00000000 00000000 60000000 00000000 00000000 00000000 00000000\"\n" // sampler 2, and the message names the third from there
	rep, err = run.Run(context.Background(), byStates(t, code, native.SKL, &layouts[0], grf+r0), run.Options{})
	require.NoError(t, err)
	assert.Equal(t, eight(10), floatsAt(rep.Buffers[1], 1), "a state of zeros takes the nearest texel, normalized and repeated: that of row 1")
}

// writtenText writes (1, 2, 3, 300) to texel (2, 1) of surface 7, as eight lanes.
const writtenText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x2:ud
(W)     mov (8|M0)   r11.0<1>:ud  0x1:ud
(W)     mov (8|M0)   r12.0<1>:ud  0x1:ud
(W)     mov (8|M0)   r13.0<1>:ud  0x2:ud
(W)     mov (8|M0)   r14.0<1>:ud  0x3:ud
(W)     mov (8|M0)   r15.0<1>:ud  300:ud
(W)     sends (8|M0) null:ud  r10  r12  0x10C  0x04035007
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// TestWrittenByStates: typed writes reach the texel through tiles, and nothing by a null surface.
func TestWrittenByStates(t *testing.T) {
	code := gen9Code(t, writtenText)
	for k := range layouts {
		l := &layouts[k]
		rep, err := run.Run(context.Background(), byStates(t, code, native.SKL, l, ""), run.Options{})
		require.NoError(t, err)
		want, at := l.texels(), 2*l.across+l.down
		for c, v := range []uint32{1, 2, 3, 300} {
			binary.LittleEndian.PutUint32(want[at+4*c:], v)
		}
		assert.Equal(t, want, rep.Buffers[0], l.name)
		null := *l
		null.since += " SurfaceType=SURFTYPE_NULL"
		rep, err = run.Run(context.Background(), byStates(t, code, native.SKL, &null, ""), run.Options{})
		require.NoError(t, err)
		assert.Equal(t, l.texels(), rep.Buffers[0])
		assert.Empty(t, rep.Outside)
	}
}
