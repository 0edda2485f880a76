package genvisa_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa"
	"github.com/genvisa/genvisa/visa"
)

// TestNil: what is left out is an error, not a crash.
func TestNil(t *testing.T) {
	_, err := genvisa.Run(context.Background(), nil, genvisa.Options{})
	require.ErrorContains(t, err, "no launch: want one from ReadLaunch or ParseLaunch")
	_, err = genvisa.Compile(nil, "skl")
	require.ErrorContains(t, err, "no kernel: want one from Parse, ReadKernel or a Builder")
	_, err = genvisa.Interpret(nil)
	require.ErrorContains(t, err, "no kernel")
	require.ErrorContains(t, genvisa.Print(nil, nil), "no kernel")
	require.ErrorContains(t, genvisa.MadeFor(nil, "skl"), "no kernel")
	assert.Empty(t, genvisa.Verify(nil))
	var zero genvisa.Builder
	zero.Input(zero.Var("X", visa.UD, 8), 32)
	_, err = zero.Kernel()
	require.ErrorContains(t, err, "has no SimdSize")
	require.ErrorContains(t, new(genvisa.Code).Print(nil), "no code")
	_, err = genvisa.Simulate(nil, "")
	require.ErrorContains(t, err, "no kernel")
	for _, l := range []*genvisa.Launch{{}, {Kernel: "k"}} {
		_, err = genvisa.Run(context.Background(), l, genvisa.Options{})
		require.EqualError(t, err, `missing key "program"`)
	}
	k, err := squares()
	require.NoError(t, err)
	p, err := genvisa.Interpret(k)
	require.NoError(t, err)
	_, err = genvisa.Run(context.Background(), &genvisa.Launch{Kernel: "squares"}, genvisa.Options{Program: p})
	require.ErrorContains(t, err, `missing key "info"`)
	_, err = genvisa.Run(context.Background(), &genvisa.Launch{Kernel: "squares", Inputs: []genvisa.Input{{Name: "X", Data: make([]byte, 32)}}},
		genvisa.Options{Program: &genvisa.Program{VISA: k}})
	require.ErrorContains(t, err, "no program: want one from")
	_, err = genvisa.Run(context.Background(), &genvisa.Launch{Kernel: "squares"}, genvisa.Options{Program: p, Target: "skylake"})
	require.ErrorContains(t, err, `unknown target "skylake"`)
}

// TestZeroContainer: a container that was not read is an error, and so is a kernel
// that it has not.
func TestZeroContainer(t *testing.T) {
	for _, c := range []*genvisa.Container{nil, {}} {
		_, err := c.Program("k", genvisa.IntelCode)
		require.ErrorContains(t, err, "no container: want one from ReadContainer or OpenContainer")
		_, err = c.Text("k")
		require.ErrorContains(t, err, "no container")
		_, err = c.Encode()
		require.ErrorContains(t, err, "no container")
	}
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.bin", "skl")
	require.NoError(t, err)
	_, err = c.Program("other", genvisa.IntelCode)
	require.ErrorContains(t, err, `no kernel "other"; it has saxpy`)
	_, err = c.Text("") // patch tokens hold no vISA
	require.ErrorIs(t, err, errors.ErrUnsupported)
	c.Target = "gen9"
	_, err = c.Encode()
	require.ErrorContains(t, err, `unknown target "gen9"`)
	_, err = genvisa.ReadContainer("examples/saxpy/saxpy.visaasm", "")
	require.ErrorContains(t, err, "want a container")
	_, err = genvisa.OpenContainer("k.bin", nil, "")
	require.ErrorContains(t, err, "k.bin")
}

// TestContainerEngines: a kernel of a container runs from its vISA and from its
// native code, with the container's metadata.
func TestContainerEngines(t *testing.T) {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.zebin", "")
	require.NoError(t, err)
	k, err := c.Text("")
	require.NoError(t, err)
	assert.Equal(t, "saxpy", k.Name)
	assert.Empty(t, genvisa.Verify(k))
	l, _ := saxpy(t)
	_, err = c.Program("", "theirs")
	require.ErrorContains(t, err, `code "theirs": legal are [interp ours intel]`)
	for code, about := range map[genvisa.CodeName]string{
		genvisa.InterpCode: "vISA interpreter", genvisa.OurCode: "EU model (skl), compiled from vISA", genvisa.IntelCode: "EU model (skl), from zebin",
	} {
		p, err := c.Program("", code)
		require.NoError(t, err)
		rep, err := genvisa.Run(context.Background(), l, genvisa.Options{Program: p})
		require.NoError(t, err)
		assert.True(t, rep.OK())
		assert.Equal(t, about, rep.Engine)
	}
}

// TestLaterContainer: of a container for dg2 text and native code run, also of the container as it is written
// again.
func TestLaterContainer(t *testing.T) {
	c, err := genvisa.ReadContainer("testdata/corpus/releases/igc-2.40/dg2/subgroup.bin", "")
	require.NoError(t, err)
	assert.False(t, c.Foreign)
	zebin, err := c.Encode()
	require.NoError(t, err)
	again, err := genvisa.OpenContainer("again.bin", zebin, "dg2")
	require.NoError(t, err)
	l, err := genvisa.ReadLaunch("testdata/corpus/run/subgroup__sg_reduce/launch.yaml")
	require.NoError(t, err)
	for _, of := range []*genvisa.Container{c, again} {
		for code, about := range map[genvisa.CodeName]string{genvisa.InterpCode: "vISA interpreter", genvisa.IntelCode: "EU model (dg2), from zebin"} {
			p, err := of.Program("sg_reduce", code)
			require.NoError(t, err)
			rep, err := genvisa.Run(context.Background(), l, genvisa.Options{Program: p})
			require.NoError(t, err)
			assert.True(t, rep.OK())
			assert.Equal(t, about, rep.Engine)
		}
	}
	require.NoError(t, c.Disassemble(io.Discard))
}

// TestEncodeTokens: what was read of patch tokens is written as a zebin, whose kernel
// does the same.
func TestEncodeTokens(t *testing.T) {
	c, err := genvisa.ReadContainer("examples/saxpy/saxpy.skl.bin", "")
	require.NoError(t, err)
	zebin, err := c.Encode()
	require.NoError(t, err)
	again, err := genvisa.OpenContainer("again.bin", zebin, "skl")
	require.NoError(t, err)
	assert.Equal(t, "patch tokens, zebin", c.Format.String()+", "+again.Format.String())
	assert.Equal(t, c.Kernels[0].Code, again.Kernels[0].Code)
	l, _ := saxpy(t)
	p, err := again.Program("saxpy", genvisa.IntelCode)
	require.NoError(t, err)
	rep, err := genvisa.Run(context.Background(), l, genvisa.Options{Program: p})
	require.NoError(t, err)
	assert.True(t, rep.OK())
}

// TestCompareRefuses: what cannot be compared is an error, not a difference.
func TestCompareRefuses(t *testing.T) {
	for _, c := range []struct {
		elem      string
		check     genvisa.Check
		got, want int
		err       string
	}{
		{"f33", genvisa.Check{}, 4, 4, `unknown element type "f33"`},
		{"f32", genvisa.Check{}, 4, 8, "compare 4 bytes with 8"},
		{"f32", genvisa.Check{}, 6, 6, "whole elements of 4 bytes"},
		{"f32", genvisa.Check{Kind: "ulps", Tol: 1}, 4, 4, `unknown check {"ulps", 1}`},
		{"f32", genvisa.Check{Tol: 1}, 4, 4, "exact and nan without a tolerance"},
		{"f32", genvisa.Check{Kind: "abs", Tol: -1}, 4, 4, "with one from 0 on"},
	} {
		_, err := genvisa.Compare(c.elem, c.check, make([]byte, c.got), make([]byte, c.want))
		assert.ErrorContains(t, err, c.err)
	}
	l, meta := saxpy(t)
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	require.NoError(t, err)
	p, err := genvisa.Interpret(k)
	require.NoError(t, err)
	l.Args[0].Check.Kind = "ulps"
	_, err = genvisa.Run(context.Background(), l, genvisa.Options{Program: p, Metadata: meta})
	require.ErrorContains(t, err, `argument 0: unknown check {"ulps", 0}`)
}

// TestTraceOfAll: a trace without filters shows everything that runs.
func TestTraceOfAll(t *testing.T) {
	l, err := genvisa.ReadLaunch("examples/saxpy/launch.yaml")
	require.NoError(t, err)
	var all bytes.Buffer
	rep, err := genvisa.Run(context.Background(), l, genvisa.Options{Trace: &genvisa.Trace{Out: &all}})
	require.NoError(t, err)
	assert.Equal(t, int(rep.Instructions), bytes.Count(all.Bytes(), []byte("group [")))
}

// saxpy is a launch with everything in memory, metadata too.
func saxpy(t *testing.T) (*genvisa.Launch, *genvisa.Metadata) {
	t.Helper()
	text, err := os.ReadFile("examples/saxpy/saxpy.zeinfo")
	require.NoError(t, err)
	meta, err := genvisa.ParseMetadata("saxpy", text)
	require.NoError(t, err)
	read := func(name string) []byte {
		data, err := os.ReadFile("examples/saxpy/" + name)
		require.NoError(t, err)
		return data
	}
	number := func(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }
	return &genvisa.Launch{
		Kernel: "saxpy", Global: [3]uint32{1024}, Local: [3]uint32{128},
		Args: []genvisa.Arg{
			{Kind: genvisa.BufferArg, Data: read("y.in"), Expect: read("y.exp")},
			{Kind: genvisa.BufferArg, Data: read("x.in")},
			{Kind: genvisa.ValueArg, Data: number(0x40200000)},
			{Kind: genvisa.ValueArg, Data: number(1000)},
		},
	}, meta
}

// TestInMemory: nothing of a launch has to be a file, on any engine, and errors
// have no place in one.
func TestInMemory(t *testing.T) {
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	require.NoError(t, err)
	interpreted, err := genvisa.Interpret(k)
	require.NoError(t, err)
	compiled, err := genvisa.Simulate(k, "skl")
	require.NoError(t, err)
	code, err := genvisa.Compile(k, "")
	require.NoError(t, err)
	ours, err := genvisa.Native("ours", "skl", code.Bytes)
	require.NoError(t, err)
	l, meta := saxpy(t)
	for _, p := range []*genvisa.Program{interpreted, compiled, ours} {
		rep, err := genvisa.Run(context.Background(), l, genvisa.Options{Program: p, Metadata: meta, Deterministic: true})
		require.NoError(t, err)
		assert.True(t, rep.OK())
		assert.Equal(t, uint64(8), rep.Groups)
	}
	l.Args = l.Args[:3]
	_, err = genvisa.Run(context.Background(), l, genvisa.Options{Program: interpreted, Metadata: meta})
	require.EqualError(t, err, "saxpy: kernel saxpy: 3 arguments given; it has 4")
	l.Kernel = "other"
	_, err = genvisa.Run(context.Background(), l, genvisa.Options{Program: interpreted, Metadata: meta})
	require.EqualError(t, err, `saxpy: no kernel "other"; it has saxpy`)
}

// TestLaunchTarget: a launch that names its device runs on it, and not on another.
func TestLaunchTarget(t *testing.T) {
	l, err := genvisa.ParseLaunch("sim/run/testdata/native/none.yaml", []byte(`{kernel: kernel.dat, target: bdw, dispatch: gpgpu_walker, simd: 8,
  group_grid_end: [2], surfaces: [{bti: 0, type: BUFFER, initial: kernel.dat}]}`))
	require.NoError(t, err)
	rep, err := genvisa.Run(context.Background(), l, genvisa.Options{})
	require.NoError(t, err)
	assert.Equal(t, "EU model (bdw), native code", rep.Engine)
	_, err = genvisa.Run(context.Background(), l, genvisa.Options{Target: "skl"})
	require.ErrorContains(t, err, "none.yaml:1:22: error: the launch is for bdw, the target is skl")
}

// TestCompiled: the code and its text are those of the command line.
func TestCompiled(t *testing.T) {
	k, err := genvisa.ReadKernel("examples/saxpy/saxpy.visaasm")
	require.NoError(t, err)
	code, err := genvisa.Compile(k, "")
	require.NoError(t, err)
	assert.Equal(t, 26, code.Instructions)
	assert.Equal(t, 7, code.Sends)
	assert.Zero(t, code.SpillBytes)
	assert.Positive(t, code.GRFs)
	var a, b bytes.Buffer
	require.NoError(t, code.Print(&a))
	require.NoError(t, genvisa.Disassemble(&b, "skl", code.Bytes))
	assert.Equal(t, a.String(), b.String())
	assert.Contains(t, a.String(), "send (")
	require.ErrorContains(t, genvisa.Disassemble(&b, "x", nil), "unknown target")
	_, err = genvisa.Compile(k, "cnl")
	require.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = genvisa.Compile(k, "x")
	require.ErrorContains(t, err, "unknown target")
	_, err = genvisa.Simulate(k, "x")
	require.ErrorContains(t, err, "unknown target")
	_, err = genvisa.Native("n", "x", code.Bytes)
	require.ErrorContains(t, err, "unknown target")
}

// TestLargeFile: code for threads with 256 registers spills nothing where that for 128 does.
func TestLargeFile(t *testing.T) {
	k, err := genvisa.ReadKernel("testdata/corpus/skl/pressure__spill_sums_simd16.visaasm")
	require.NoError(t, err)
	for grfs, spilled := range map[int]int{0: 2048, 128: 2048, 256: 0} {
		code, err := genvisa.CompileGRFs(k, "dg2", grfs)
		require.NoError(t, err)
		assert.Equal(t, spilled, code.SpillBytes, grfs)
	}
	_, err = genvisa.CompileGRFs(k, "skl", 256)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "threads of 256 registers on skl: legal are [128]")
}

// TestBuilderRefuses: a kernel with findings is not handed out; each has the
// kernel's name and the number of the instruction.
func TestBuilderRefuses(t *testing.T) {
	b := genvisa.NewBuilder("bad", 8)
	x := b.Var("X", visa.UD, 4)
	b.Add(visa.NewMov(genvisa.Lanes(1), visa.Pred{}, x.Dst(), x.One()))
	b.Add(visa.NewMov(genvisa.Lanes(8), visa.Pred{}, x.Dst(), genvisa.Imm(visa.UD, 1)), visa.NewRet(genvisa.Lanes(1), visa.Pred{}))
	_, err := b.Kernel()
	require.EqualError(t, err, "bad:2:1: error: operand dst of mov reaches bytes 0 to 32 of X, which has 16 bytes [operand.bounds]")
	_, err = genvisa.NewBuilder("wide", 64).Kernel()
	require.ErrorContains(t, err, "SimdSize")
}
