package states

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/sim/mem"
)

// FuzzStates: any bytes of states are a surface or sampler inside of the memory of the launch, or an error.
func FuzzStates(f *testing.F) {
	for i, target := range described {
		b := newBench(f, target)
		b.set(f, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=9 Height=3 SurfacePitch=20"+base)
		b.set(f, samplersAt, samplerState, "TCXAddressControlMode=CLAMP_BORDER BorderColorPointer=0x400")
		f.Add(uint8(i), b.states.Contents()[surfaceAt:][:64], b.states.Contents()[samplersAt:][:16], b.states.Contents()[borderAt:][:80])
	}
	f.Fuzz(func(t *testing.T, at uint8, surface, sampler, border []byte) {
		b := newBench(t, described[int(at)%len(described)])
		copy(b.states.Contents()[surfaceAt:samplersAt], surface)
		copy(b.states.Contents()[samplersAt:borderAt], sampler)
		copy(b.states.Contents()[borderAt:], border)
		if s, err := b.Surface(ref); err == nil {
			assert.LessOrEqual(t, s.Len, uint64(1<<31))
		}
		if img, err := b.Image(ref); err == nil && !img.Null() && img.Levels.Count <= 1 && img.Samples <= 1 { // levels and samples have views, of a part of the memory each
			assert.LessOrEqual(t, img.Bytes(), int64(img.Buffer().Len()), "%+v", img.ImageShape)
		}
		for i := range 3 {
			_, _ = b.Sampler(mem.SamplerRef{Index: i})
		}
	})
}
