package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/run"
)

// TestMoreRegisters: metadata that says 256 registers a thread (-cl-intel-256-GRF-per-thread) changes nothing for vISA
// text, interpreted or compiled, and gives native code a larger file where the target has one.
func TestMoreRegisters(t *testing.T) {
	for _, c := range []struct {
		device, file, kernel string
		code                 load.CodeName
		refused              string
	}{
		{"dg2", "subgroup", "sg_reduce", load.InterpCode, ""},
		{"mtl-h", "subgroup", "sg_shuffle", load.InterpCode, ""},
		{"tgllp", "image_rw", "image_gray", load.InterpCode, ""},
		{"tgllp", "image_rw", "image_gray", load.OurCode, ""},
		{"dg2", "subgroup", "sg_reduce", load.IntelCode, ""},
		{"mtl-h", "subgroup", "sg_shuffle", load.IntelCode, ""},
		{"tgllp", "image_rw", "image_gray", load.IntelCode, "256 registers a thread: legal on tgl are [128]"},
	} {
		src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", c.device, c.file+".bin"))
		require.NoError(t, err)
		more := bytes.ReplaceAll(src, []byte("grf_count:       128"), []byte("grf_count:       256"))
		require.False(t, bytes.Equal(src, more), c.file)
		program := filepath.Join(t.TempDir(), "k.bin")
		require.NoError(t, os.WriteFile(program, more, 0o600))
		l, err := launch.Read(filepath.Join(corpus.Subset(), "run", c.file+"__"+c.kernel, "launch.yaml"))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Programs: []string{program}, Code: c.code})
		if c.refused != "" {
			require.NotErrorIs(t, err, errors.ErrUnsupported)
			assert.ErrorContains(t, err, c.refused)
			continue
		}
		require.NoError(t, err, "%s %s", c.device, c.code)
		assert.True(t, rep.OK(), "%s %s: %s", c.device, c.code, describe(rep))
	}
}

// largeText adds r1 and r2 in registers behind r127, one of them by its address, and writes the row of 32 bytes that r0.1 numbers.
const largeText = `
(W)     mov (8|M0)   r200.0<1>:ud  0x0:ud
(W)     shl (1|M0)   r200.2<1>:ud  r0.1<0;1,0>:ud  0x1:uw  {I@1}
(W)     mov (8|M0)   r130.0<1>:ud  r1.0<1;1,0>:ud
(W)     mov (1|M0)   a0.0<1>:uw  0x1040:uw
(W)     add (8|M0)   r201.0<1>:ud  r[a0.0]<1;1,0>:ud  r2.0<1;1,0>:ud  {A@1}
(W)     send.dc0 (8|M0)  null  r200  null:0  0x0  0x040A0200  {A@1,$1}
(W)     mov (8|M0)   r255.0<1>:ud  r0.0<1;1,0>:ud
(W)     send.gtwy (8|M0)  null  r255  null:0  0x0  0x02000010  {EOT,A@1}
`

// TestLargeFileInAssembly: code that names registers behind r127 has them, without metadata that say so, and no hazards; on a target
// without them it does not assemble.
func TestLargeFileInAssembly(t *testing.T) {
	for _, target := range []native.Target{native.DG2, native.MTL, native.ARL} {
		dir := nativeFiles(t, eights(6, 0, 0x105))
		code, err := nasm.Assemble("large.asm", target, strings.NewReader(largeText))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "kernel.dat"), code, 0o600))
		r0 := func(n string) string { return "00000000 " + n + strings.Repeat(" 00000000", 6) }
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(strings.Replace(nativeHead, "skl", target.String(), 1)+
			"dispatch: media_object\ncommon_grf: {r1: \""+dwords("05000000")+"\"}\nthreads:\n"+
			"- grf: {r0: \""+r0("00000000")+"\", r2: \""+dwords("01000000")+"\"}\n"+
			"- grf: {r2: \""+dwords("00010000")+"\", r0: \""+r0("02000000")+"\"}\n"))
		require.NoError(t, err)
		for _, o := range []run.Options{{}, {Hazards: true}} {
			rep, err := run.Run(context.Background(), l, o)
			require.NoError(t, err, "%v", target)
			assert.True(t, rep.OK(), "%v: %s", target, describe(rep))
			assert.EqualValues(t, 16, rep.Instructions)
		}
		insts, offs, err := native.DecodeAll(target, code)
		require.NoError(t, err)
		assert.Empty(t, native.Check(target, insts))
		found, err := hazard.Check(target, insts, offs)
		require.NoError(t, err)
		assert.Empty(t, found.Findings)
	}
	_, err := nasm.Assemble("large.asm", native.TGL, strings.NewReader(largeText))
	assert.ErrorContains(t, err, `large.asm:2:23: error: register "200": want 0..127`)
}

// TestMetadataOfRawCode: raw code has the registers that the launch's metadata say, and names no other.
func TestMetadataOfRawCode(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", "dg2", "subgroup.bin"))
	require.NoError(t, err)
	f, err := container.Open("subgroup.bin", src, native.DG2)
	require.NoError(t, err)
	k, err := f.Kernel("sg_reduce")
	require.NoError(t, err)
	more, err := nasm.Assemble("more.asm", native.DG2, strings.NewReader("mov (1|M0) r200.0<1>:d 1:d\n"))
	require.NoError(t, err)
	large := bytes.ReplaceAll(f.ZeInfo, []byte("grf_count:       128"), []byte("grf_count:       256"))
	for _, c := range []struct {
		info, code []byte
		grfs       int
		err        string
	}{
		{f.ZeInfo, k.Code, 128, ""},
		{large, k.Code, 256, ""},
		{large, append(bytes.Clone(k.Code), more...), 256, ""},
		{f.ZeInfo, append(bytes.Clone(k.Code), more...), 0, "an operand behind r127: the metadata of kernel sg_reduce say 128 registers a thread"},
	} {
		dir := t.TempDir()
		code, info := filepath.Join(dir, "k.dat"), filepath.Join(dir, "k.zeinfo")
		require.NoError(t, os.WriteFile(code, c.code, 0o600))
		require.NoError(t, os.WriteFile(info, c.info, 0o600))
		l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "subgroup__sg_reduce", "launch.yaml"))
		require.NoError(t, err)
		o := run.Options{Programs: []string{code}, Info: info, Target: load.Only(native.DG2), Deterministic: true}
		all, err := run.Run(context.Background(), l, o)
		if c.err != "" {
			require.ErrorContains(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		assert.True(t, all.OK(), describe(all))
		// A preempted thread has as many.
		if o.Machine, err = machine.Named("tgl"); err != nil {
			t.Fatal(err)
		}
		o.Preempt = all.Instructions / 2
		half, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		o.Preempt, o.Resume = 0, half.Image
		rest, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rest.OK(), describe(rest))
		if o.Info = filepath.Join(dir, "other.zeinfo"); c.grfs == 256 {
			require.NoError(t, os.WriteFile(o.Info, f.ZeInfo, 0o600))
		} else {
			require.NoError(t, os.WriteFile(o.Info, large, 0o600))
		}
		_, err = run.Run(context.Background(), l, o)
		assert.Error(t, err, "a thread of another file")
	}
}
