package load

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
)

// TestStarts: of native code for Gen7 that of a zebin which says so runs as an OpenCL
// kernel. Patch tokens, a zebin that names no device, and raw code are refused by the
// target's name; for Gen8 all run.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		format  container.Format
		targets []native.Target
		target  native.Target
		runs    bool
	}{
		{container.Zebin, []native.Target{native.IVB}, native.IVB, true}, {container.Zebin, []native.Target{native.HSW}, native.HSW, true},
		{container.PatchTokens, []native.Target{native.IVB}, native.IVB, false}, {container.PatchTokens, []native.Target{native.HSW}, native.HSW, false},
		{container.Zebin, nil, native.IVB, false}, {container.Zebin, nil, native.BDW, true}, {container.PatchTokens, []native.Target{native.BDW}, native.BDW, true},
	} {
		code, err := asm.Assemble("k.asm", c.target, strings.NewReader("(W) mov (8|M0) r112.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r112 0x27 0x02000010 {EOT}\n"))
		require.NoError(t, err)
		f := &container.File{Name: "k.bin", Format: c.format, Targets: c.targets, Info: &abi.Info{}, Kernels: []container.Kernel{{Name: "k", Code: code}}}
		p, err := FromContainer(f, "k", IntelCode, c.target)
		require.NoError(t, err)
		starts(t, p, c.target, c.runs)
		p, err = FromNative("k.bin", code, c.target)
		require.NoError(t, err)
		starts(t, p, c.target, c.target == native.BDW)
	}
}

func starts(t *testing.T, p *Program, target native.Target, runs bool) {
	t.Helper()
	err := p.Starts()
	if runs {
		assert.NoError(t, err, target)
		return
	}
	assert.EqualError(t, err, "k.bin: unsupported operation: what threads of an OpenCL kernel start with on "+target.String()+" is not known: "+
		"want a zebin that genvisa compile --zebin made, or a launch with registers and surfaces (dispatch)")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}
