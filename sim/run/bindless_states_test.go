package run_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/run"
)

// TestSampledBindless: the surface at 0x100 of its base by the extended descriptor, and the sampler at 0x70 of its own by the
// header, whose bit 0 says that it is bindless; the index of the message does not count. Sampler 0 there takes the
// nearest texel of coordinates that are not normalized.
//
// seed: Broxton vol. 6 Bindless Sampler State
func TestSampledBindless(t *testing.T) {
	const bases = "bindless_surface_base: 0x10000\nbindless_sampler_base: 0x11000\n"
	for _, c := range []struct {
		target native.Target
		send   string
		tail   string
	}{
		{native.ICL, "(W)     mov (1|M0)   a0.2<1>:ud  0x4082:ud\n(W)     sends (8|M0) r12:ud  r20  r21  a0.2  0x024A07FC", sampleTail[0]},
		{native.TGL, "(W)     mov (1|M0)   a0.2<1>:ud  0x4002:ud\n(W)     send.smpl (8|M0)  r12  r20  null  a0.2  0x064A07FC  {@1,$1}", sampleTail[1]},
	} {
		code, err := nasm.Assemble("bindless.asm", c.target, strings.NewReader(c.send+c.tail))
		require.NoError(t, err)
		for header, want := range map[int32][2]float32{0x71: {1, 5}, 0x41: {0, 0}} {
			s := sampleCase{name: "sample", payload: []string{registerText[int32](0, 0, 0, header, 0), registerText[float32](0.375), registerText[float32](0.5)}}
			_, grf := s.sample(t, c.target)
			rep, err := run.Run(context.Background(), byStates(t, code, c.target, &layouts[0], bases+grf), run.Options{})
			require.NoError(t, err, "%s %#x", c.target, header)
			assert.Equal(t, eight(want[0]), floatsAt(rep.Buffers[1], 0), "%s %#x", c.target, header)
			assert.Equal(t, eight(100), floatsAt(rep.Buffers[1], 2), "%s %#x", c.target, header)
			assert.Equal(t, eight(want[1]), floatsAt(rep.Buffers[1], 1), "%s %#x", c.target, header)
		}
	}
}
