package states

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// FuzzStates: any bytes of states are a surface or sampler inside of the memory of the launch, or an error.
func FuzzStates(f *testing.F) {
	seeds := map[native.Target]string{
		native.SKL: "SurfaceType=SURFTYPE_2D SurfaceFormat=R8_UINT Width=60 Height=30 SurfacePitch=128 SurfaceQPitch=32 NumberOfMultisamples=MULTISAMPLECOUNT_8 TileMode=YMAJOR AuxiliarySurfaceMode=AUX_CCS_D AuxiliarySurfaceBaseAddress=0x2a000 AuxiliarySurfacePitch=2",
		native.BXT: "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_UINT Width=16 Height=16 Depth=16 SurfacePitch=128 SurfaceQPitch=32 MIPCountOrLOD=3 TileMode=YMAJOR TiledResourceMode=TILEYS",
		native.ICL: "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UINT Width=60 Height=60 SurfacePitch=128 SurfaceQPitch=64 NumberOfMultisamples=MULTISAMPLECOUNT_8 MipTailStartLOD=15 TileMode=YMAJOR TiledResourceMode=TILEYS",
		native.DG2: "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_UINT Width=16 Height=32 Depth=16 SurfacePitch=128 SurfaceQPitch=32 MIPCountOrLOD=4 TileMode=TILE64",
	}
	for i, target := range described {
		b := newBench(f, target)
		b.set(f, surfaceAt, surfaceState, cmp.Or(seeds[target], "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=9 Height=3 SurfacePitch=20")+base)
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
		left := b.data.OutOfBounds.Load()
		if img, err := b.Image(ref); err == nil && !img.Null() {
			b.farthest(t, img)
			assert.Equal(t, left, b.data.OutOfBounds.Load(), "%+v", img.ImageShape)
			if l := img.Levels; l.Count > 1 || l.First > 0 || img.Samples > 1 || l.Tail.First > 0 {
				return // levels and samples have views, of a part of the memory each
			}
			assert.LessOrEqual(t, img.Bytes(), int64(img.Buffer().Len()), "%+v", img.ImageShape)
		}
		for i := range 3 {
			_, _ = b.Sampler(mem.SamplerRef{Index: i})
		}
	})
}
