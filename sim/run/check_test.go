package run_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// nativeInMemory is TestNativeLaunch's launch of three groups, without a file.
func nativeInMemory(t *testing.T) (*launch.Launch, *load.Program) {
	t.Helper()
	code, err := os.ReadFile("testdata/native/kernel.dat")
	require.NoError(t, err)
	p, err := load.FromNative("kernel", code, native.SKL)
	require.NoError(t, err)
	common := make([]byte, 64)
	common[32] = 5
	return &launch.Launch{
		Kernel: "kernel", Args: []launch.Arg{{Data: make([]byte, 160), Output: true}},
		Native: &launch.Native{
			Target: native.SKL, Dispatch: "gpgpu_walker", SIMD: 8, Mask: 0xFF, Surfaces: []launch.NativeSurface{{BTI: 0}},
			Common: common, Grid: [2][3]uint32{{1, 0, 0}, {4, 1, 1}},
		},
	}, p
}

// TestNativeInMemory: what a program may not put into a launch is named.
func TestNativeInMemory(t *testing.T) {
	square := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat("r8ui"), Extent: [3]int{16, 16, 1}}
	whole, err := square.Complete()
	require.NoError(t, err)
	for want, change := range map[string]func(l *launch.Launch, n *launch.Native){
		"":                   func(*launch.Launch, *launch.Native) {},
		"unknown target 200": func(_ *launch.Launch, n *launch.Native) { n.Target = 200 },
		`unknown dispatch "": legal are gpgpu_walker, media_object, media_walker`: func(_ *launch.Launch, n *launch.Native) { n.Dispatch = "" },
		"40 channels: legal are 8, 16 and 32":                                     func(_ *launch.Launch, n *launch.Native) { n.SIMD = 40 },
		"mask 0x1ff of 8 channels: legal are 0 to 0xff":                           func(_ *launch.Launch, n *launch.Native) { n.Mask = 0x1FF },
		"bits 0x80000000 of cr0.0: legal are those of 0x4ff":                      func(_ *launch.Launch, n *launch.Native) { n.Control = 1 << 31 },
		"2 surfaces and 1 arguments": func(_ *launch.Launch, n *launch.Native) {
			n.Surfaces = append(n.Surfaces, launch.NativeSurface{BTI: 1})
		},
		"surface 0: binding table index 240: legal are 0 to 239": func(_ *launch.Launch, n *launch.Native) { n.Surfaces[0].BTI = 240 },
		"sampler index 16: legal are 0 to 15":                    func(_ *launch.Launch, n *launch.Native) { n.Samplers = []launch.NativeSampler{{Index: 16}} },
		"sampler index -1: legal are 0 to 15":                    func(_ *launch.Launch, n *launch.Native) { n.Samplers = []launch.NativeSampler{{Index: -1}} },
		"sampler index 3 has a sampler already":                  func(_ *launch.Launch, n *launch.Native) { n.Samplers = []launch.NativeSampler{{Index: 3}, {Index: 3}} },
		"unknown filter 2: legal are mem.Nearest and mem.Linear": func(_ *launch.Launch, n *launch.Native) {
			n.Samplers = []launch.NativeSampler{{State: mem.Sampler{Filter: 2}}}
		},
		"unknown address mode 5: legal are mem.AddressNone to mem.Mirror": func(_ *launch.Launch, n *launch.Native) {
			n.Samplers = []launch.NativeSampler{{State: mem.Sampler{Address: 5}}}
		},
		"address repeat and mirror go with normalized: true": func(_ *launch.Launch, n *launch.Native) {
			n.Samplers = []launch.NativeSampler{{State: mem.Sampler{Address: mem.Repeat}}}
		},
		"surface 0: binding table index -1: ": func(_ *launch.Launch, n *launch.Native) { n.Surfaces[0].BTI = -1 },
		"binding table index 0 has a surface already": func(l *launch.Launch, n *launch.Native) {
			n.Surfaces, l.Args = append(n.Surfaces, n.Surfaces[0]), append(l.Args, l.Args[0])
		},
		"surface 0: want its contents as an argument of the kind BufferArg": func(l *launch.Launch, _ *launch.Native) { l.Args[0] = launch.Arg{Kind: launch.LocalArg, Size: 4} },
		"surface 0: want the shape of an image 2d with a format":            func(_ *launch.Launch, n *launch.Native) { n.Surfaces[0].Shape = &mem.ImageShape{} },
		"surface 0: extent 0: legal are 1 to 16384": func(_ *launch.Launch, n *launch.Native) {
			n.Surfaces[0].Shape = &mem.ImageShape{Kind: mem.Image2D, Format: square.Format}
		},
		"surface 0 has 160 bytes: want a complete shape (ImageShape.Complete)":     func(_ *launch.Launch, n *launch.Native) { n.Surfaces[0].Shape = &square },
		"surface 0 has 160 bytes: want a complete shape (ImageShape.Complete) of ": func(_ *launch.Launch, n *launch.Native) { n.Surfaces[0].Shape = &whole },
		"33 bytes of common registers: want up to 128 whole registers of 32":       func(_ *launch.Launch, n *launch.Native) { n.Common = make([]byte, 33) },
		"4128 bytes of common registers: want up to 128":                           func(_ *launch.Launch, n *launch.Native) { n.Common = make([]byte, 129*32) },
		"dispatch media_object: want a list of threads":                            func(_ *launch.Launch, n *launch.Native) { n.Dispatch = "media_object" },
		"the grid ends at 0 and starts at 0 in dimension 1: want a group":          func(_ *launch.Launch, n *launch.Native) { n.Grid[1] = [3]uint32{4} },
		"more than 1048576 groups":                                                 func(_ *launch.Launch, n *launch.Native) { n.Grid[1] = [3]uint32{1 << 31, 1 << 31, 1 << 31} },
		"more than 1048576 group":                                                  func(_ *launch.Launch, n *launch.Native) { n.Grid[1] = [3]uint32{2 + 1<<20, 1, 1} },
		"surface 0 has 160 bytes: want a complete shape (ImageShape.Complete) of at most": func(_ *launch.Launch, n *launch.Native) {
			n.Surfaces[0].Shape = &mem.ImageShape{Kind: mem.Image2D, Format: square.Format, Extent: [3]int{4, 4, 1}}
		},
		"0 threads: legal are 1 to 1048576": func(_ *launch.Launch, n *launch.Native) { n.Threads = []launch.NativeThread{} },
		"thread 1 has 40 bytes of registers: want up to 128 whole registers of 32": func(_ *launch.Launch, n *launch.Native) {
			n.Threads = []launch.NativeThread{{}, {Registers: make([]byte, 40)}}
		},
		"thread 0: r64 is its own and not among its 64 registers": func(_ *launch.Launch, n *launch.Native) {
			n.Threads = []launch.NativeThread{{Registers: make([]byte, 64*32), Own: [4]uint64{1, 1}}}
		},
		"a launch with Native has no Inputs, Info, Platform or Printf": func(l *launch.Launch, _ *launch.Native) { l.Inputs = []launch.Input{} },
	} {
		l, p := nativeInMemory(t)
		change(l, l.Native)
		rep, err := run.Run(context.Background(), l, run.Options{Program: p})
		if want != "" {
			assert.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, uint64(3), rep.Threads)
		assert.Equal(t, []byte{0, 5, 5, 5, 0}, []byte{rep.Buffers[0][0], rep.Buffers[0][32], rep.Buffers[0][64], rep.Buffers[0][96], rep.Buffers[0][128]})
	}
}

// TestNativeOptions: options that a launch with registers and surfaces has no use
// for, or that say something else, are errors.
func TestNativeOptions(t *testing.T) {
	l, p := nativeInMemory(t)
	code, err := os.ReadFile("testdata/native/kernel.dat")
	require.NoError(t, err)
	other, err := load.FromNative("other", code, native.BDW)
	require.NoError(t, err)
	for want, o := range map[string]run.Options{
		"the launch is for skl, the target is tgl":                    {Program: p, Target: load.Only(native.TGL)},
		"--info k.zeinfo: a launch with registers":                    {Program: p, Info: "k.zeinfo"},
		"kernel metadata or program-scope data: a":                    {Program: p, Metadata: &abi.Info{}},
		"or program-scope data: a launch with reg":                    {Program: p, Data: &abi.Link{}},
		"--platform bdw: a launch with registers ":                    {Program: p, Platform: "bdw"},
		`--kernel: kernel "fill": the program kernel holds kernel ""`: {Program: p, Kernel: "fill"},
		"program other is code for bdw, the launch is for skl":        {Program: other},
	} {
		_, err := run.Run(context.Background(), l, o)
		assert.ErrorContains(t, err, want)
	}
	_, err = run.Run(context.Background(), l, run.Options{Program: p, Target: load.Only(native.SKL)})
	assert.NoError(t, err)
}

// TestArgsInMemory: arguments that cannot be compared or bound are named.
func TestArgsInMemory(t *testing.T) {
	const sampler = "argument 0 is a sampler without Sampler: want its filter and address mode"
	for _, c := range []struct {
		arg  launch.Arg
		want string
	}{
		{launch.Arg{Data: make([]byte, 4), Expect: make([]byte, 8)}, "argument 0: expected data has 8 bytes, the buffer 4"},
		{launch.Arg{Data: make([]byte, 8), Expect: make([]byte, 4)}, "argument 0: expected data has 4 bytes, the buffer 8"},
		{launch.Arg{Data: make([]byte, 6), Elem: launch.Elem{Name: "f32", Size: 4, Float: true}}, "argument 0: 6 bytes: want a multiple of the 4 of type f32"},
		{launch.Arg{Data: make([]byte, 8), Elem: launch.Elem{Name: "f32", Size: 2, Float: true}}, "argument 0: elements {Name:f32 Size:2 Float:true One:0}: want those of ParseElem, or none for bytes"},
		{launch.Arg{Kind: launch.LocalArg, Size: -1}, "argument 0: local memory of -1 bytes"},
		{launch.Arg{Kind: launch.SamplerArg}, sampler},
		{launch.Arg{Kind: launch.SamplerArg, Sampler: &mem.Sampler{Address: 9}}, sampler},
		{launch.Arg{Kind: launch.SamplerArg, Sampler: &mem.Sampler{Filter: 9}}, sampler},
		{launch.Arg{Kind: 9}, "argument 0 has the unknown kind 9"},
	} {
		_, err := run.NewSession(&launch.Launch{Kernel: "k", Args: []launch.Arg{c.arg}, Inputs: []launch.Input{}}, run.Options{})
		assert.EqualError(t, err, c.want)
	}
	_, err := run.NewSession(&launch.Launch{Kernel: "k", Threads: 1 << 40, Inputs: []launch.Input{}}, run.Options{})
	assert.EqualError(t, err, "1099511627776 threads: legal are 1 to 128")
}
