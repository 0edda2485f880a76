package draft

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/sim/abi"
)

// TestRanges: sizes stay whole groups, within what a kernel demands.
func TestRanges(t *testing.T) {
	l := &Launch{kernel: &abi.Kernel{SIMD: 8, SLMSize: 1280}, global: [3]uint32{100, 1, 1}, local: [3]uint32{8, 1, 1}}
	sizes := map[[3]uint32]bool{}
	for _, m := range rangeMoves(l) {
		next := l.clone()
		if m(next) && next.global != l.global {
			assert.Zero(t, next.global[0]%next.local[0])
			sizes[next.local] = true
		}
	}
	for _, n := range []uint32{320, 160, 80, 64, 128, 256, 32, 16} { // the first three hold 1280 bytes of 4, 8 and 16 each
		assert.True(t, sizes[[3]uint32{n, 1, 1}], "%d", n)
	}

	next := l.clone()
	assert.True(t, next.setLocal([3]uint32{64, 1, 1}))
	assert.Equal(t, [3]uint32{64, 1, 1}, next.global)
	assert.False(t, next.setLocal([3]uint32{64, 1, 1}))
	assert.False(t, next.setLocal([3]uint32{1025, 1, 1}))
	assert.False(t, next.setLocal([3]uint32{0, 1, 1}))
	assert.True(t, next.setGlobal([3]uint32{200, 2, 1}))
	assert.Equal(t, [3]uint32{192, 2, 1}, next.global)
	assert.False(t, next.setGlobal([3]uint32{250, 2, 1}))
	next.kernel = &abi.Kernel{RequiredLocal: [3]uint32{64, 1, 1}}
	assert.False(t, next.setLocal([3]uint32{32, 1, 1}))
}

// TestFormats: all images change their format together, and each alone.
func TestFormats(t *testing.T) {
	l := &Launch{kernel: &abi.Kernel{}, args: []arg{
		{kind: abi.Image, image: image{"2d", "rgba8", [3]uint32{4, 4, 1}}},
		{kind: abi.Sampler},
		{kind: abi.Image, image: image{"2d", "rgba8", [3]uint32{4, 4, 1}}},
	}}
	got := map[[2]string]int{}
	linear := 0
	for _, m := range imageMoves(l) {
		next := l.clone()
		if m(next) {
			got[[2]string{next.args[0].image.format, next.args[2].image.format}]++
		}
		if next.args[1].linear {
			linear++
		}
	}
	assert.Equal(t, 1, linear)
	for _, f := range formats[:len(formats)-1] {
		assert.Equal(t, 1, got[[2]string{f, f}], f)
		assert.Equal(t, 1, got[[2]string{f, "rgba8"}], f)
		assert.Equal(t, 1, got[[2]string{"rgba8", f}], f)
	}
}

// TestImageGrowth: sides double together, those that an image lacks stay 1.
func TestImageGrowth(t *testing.T) {
	im := image{kind: "2d", sides: [3]uint32{64, 256, 1}}
	assert.True(t, im.grow())
	assert.Equal(t, [3]uint32{128, 512, 1}, im.sides)
	assert.False(t, im.grow())
	assert.Equal(t, [3]uint32{128, 512, 1}, im.sides)
}

// TestGrowth: buffers take what was reached in whole pages, not what no buffer has.
func TestGrowth(t *testing.T) {
	l := &Launch{kernel: &abi.Kernel{}, args: []arg{{kind: abi.Buffer, bytes: 4096}, {kind: abi.Buffer, bytes: 4096}}}
	grown := func(s score, past map[int]uint64) (bool, int, int) {
		next := l.clone()
		ok := next.grow(&tried{score: s, past: past})
		return ok, next.args[0].bytes, next.args[1].bytes
	}
	for _, c := range []struct {
		s     score
		past  map[int]uint64
		ok    bool
		sizes [2]int
	}{
		{score{trouble: left}, map[int]uint64{0: 4097}, true, [2]int{8192, 4096}},
		{score{trouble: left}, map[int]uint64{1: 8 << 20}, true, [2]int{4096, 8 << 20}},
		{score{trouble: left}, map[int]uint64{1: 8<<20 + 1}, false, [2]int{4096, 4096}},
		{score{trouble: left}, map[int]uint64{0: 1 << 32}, false, [2]int{4096, 4096}},
		{score{trouble: fault}, map[int]uint64{0: 4100}, true, [2]int{16384, 4096}},
		{score{trouble: fault}, map[int]uint64{0: 40960}, true, [2]int{40960, 4096}},
		{score{}, nil, false, [2]int{4096, 4096}},
	} {
		ok, a, b := grown(c.s, c.past)
		assert.Equal(t, c.ok, ok, "%v", c.past)
		assert.Equal(t, c.sizes, [2]int{a, b}, "%v", c.past)
	}
}

// TestFields: numbers that are read twice are one, floats when any read says so; numbers side
// by side are two.
func TestFields(t *testing.T) {
	var list []field
	for _, f := range []field{{off: 4, size: 4}, {off: 0, size: 4}, {off: 8, size: 4, float: true}, {off: 4, size: 4, float: true}, {off: 6, size: 2}, {off: 12, size: 1}} {
		list = withField(list, f)
	}
	assert.Equal(t, []field{{off: 4, size: 4, float: true}, {off: 0, size: 4}, {off: 8, size: 4, float: true}, {off: 12, size: 1}}, list)
}

// TestUntyped: values of a number's size are numbers where the metadata has no types.
func TestUntyped(t *testing.T) {
	for size, want := range map[int]string{1: "{u8: 3}", 2: "{u16: 3}", 4: "{u32: 32}", 8: "{u64: 32}", 12: "{struct: [{i32: 4}, {i32: 4}, {i32: 4}]}"} {
		l := New(kernelOf(t, "", valueAt(0, size, 0), ""), Names{}, nil)
		assert.Equal(t, want, l.args[0].text(0))
	}
}
