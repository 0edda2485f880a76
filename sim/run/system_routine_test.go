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

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

const routineExample = "../../examples/system-routine/"

// TestSystemRoutine: a thread goes to the routine of its launch and back, with the registers
// that it had (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8). The code of the example is its text.
//
// seed: Ivy Bridge EU 3.3.3.8
func TestSystemRoutine(t *testing.T) {
	text, err := os.ReadFile(routineExample + "kernel.asm")
	require.NoError(t, err)
	want, err := nasm.Assemble("kernel.asm", native.SKL, bytes.NewReader(text))
	require.NoError(t, err)
	code, err := os.ReadFile(routineExample + "kernel.dat")
	require.NoError(t, err)
	assert.Equal(t, want, code)

	l, err := launch.Read(routineExample + "launch.yaml")
	require.NoError(t, err)
	for _, o := range []run.Options{{}, {Stats: true}, {Hazards: true}} {
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%v", rep.Compared)
		assert.EqualValues(t, 22, rep.Instructions, "eleven of the kernel, as many of the routine")
	}
	assert.NoError(t, run.Accepts(l, run.Options{}))
}

// TestSystemRoutineOfALaunch: without the routine the thread stops by name; it may begin in
// the code; what is no routine is named.
func TestSystemRoutineOfALaunch(t *testing.T) {
	yaml, err := os.ReadFile(routineExample + "launch.yaml")
	require.NoError(t, err)
	end := strings.Index(string(yaml), "sip:")
	try := func(sip string) error {
		text := string(yaml[:end]) + sip + string(yaml[end+len("sip: routine.asm"):])
		l, err := launch.Parse(filepath.Join(routineExample, "made.yaml"), []byte(text))
		if err != nil {
			return err
		}
		rep, err := run.Run(context.Background(), l, run.Options{Limit: 1000})
		if err == nil && !rep.OK() {
			err = errors.New("other results")
		}
		return err
	}
	assert.NoError(t, try("sip: routine.asm"))
	none := try("")
	assert.ErrorContains(t, none, "ip 0x00050: or (1|M0): not modelled: a software exception without a system routine (cr0.0 0x0, cr0.1 0x20002000)")
	assert.ErrorIs(t, none, errors.ErrUnsupported)
	assert.ErrorContains(t, try("sip: 0x60"), "other results", "the rest of the kernel as the routine, which ends the thread")
	assert.ErrorContains(t, try("sip: 0x64"), "jump to ip 0x00064: no instruction begins there")
	assert.ErrorContains(t, try("sip: absent.asm"), "absent.asm")
	assert.ErrorContains(t, try("sip: 0"), "want a file, or the offset of an instruction behind the first")
	assert.ErrorContains(t, try("sip: launch.yaml"), "launch.yaml")
	assert.ErrorContains(t, try("sip: README.md"), "README.md")
}

// stateText writes sr0.0, sr0.1, tdr0.0, n0.1 and n0.2 and the result of waits to row 0, after
// it has waited for one notification of each kind.
const stateText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     mov (2|M0)   r11.0<1>:ud  sr0.0<2;2,1>:ud
(W)     mov (1|M0)   r11.2<1>:ud  tdr0.0<0;1,0>:uw
(W)     wait         n0.1
(W)     wait         n0.2
(W)     mov (2|M0)   r11.3<1>:ud  n0.1<2;2,1>:ud
(W)     send (8|M0)  null  r10  0xA  0x040A0205
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// TestDispatcherKeys: what a launch says of the state registers arrives there, and where it
// says nothing of a place the thread has that of its number.
//
// seed: Ivy Bridge EU 3.3.3.7
// seed: Ivy Bridge EU 3.3.3.9
// seed: Lakefield enumerations Fixed Function ID
func TestDispatcherKeys(t *testing.T) {
	dir := t.TempDir()
	code, err := nasm.Assemble("state.asm", native.SKL, strings.NewReader(stateText))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "state.dat"), code, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zero.in"), make([]byte, 32), 0o600))
	head := "kernel: state.dat\ntarget: skl\nsimd: 8\ndispatch: media_object\nsurfaces:\n- {bti: 5, type: BUFFER, initial: zero.in}\n"
	r0 := "grf: {r0: \"" + dwords("00000000") + "\"}"
	result := func(text string) ([]byte, error) {
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(head+text))
		if err != nil {
			return nil, err
		}
		rep, err := run.Run(context.Background(), l, run.Options{Limit: 1000})
		if err != nil {
			return nil, err
		}
		return rep.Buffers[0], nil
	}
	got, err := result("notified: [1, 3]\nthreads:\n- {" + r0 + ", tdr: [0x8011, 0, 0, 0, 0, 0, 0, 2], place: {slice: 2, subslice: 1, eu: 9, thread: 5, ffid: 7, fftid: 165, priority: 3, high: true}}\n")
	require.NoError(t, err)
	assert.Equal(t, []byte{0x05, 0x99, 0x83, 0x07, 0, 0, 0, 0xA5, 0x11, 0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, got[:20])
	got, err = result("notified: [1, 1]\nthreads:\n- {" + r0 + "}\n")
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 0, 0, 0x07, 0, 0, 0, 0, 0, 0, 0, 0}, got[:12], "number 0, made by the thread spawner")
	_, err = result("threads:\n- {" + r0 + "}\n")
	assert.ErrorContains(t, err, "threads [0] wait for a notification (n0.1 or n0.2) that nobody sends")
	for text, want := range map[string]string{
		"exceptions: 0x20000000\n": "bits 0x20000000 of cr0.1: legal are those of 0xb800",
		"notified: [2, 0]\n":       "want a whole number from 0 to 1",
		"notified: [0, 0x10000]\n": "want a whole number from 0 to 65535",
		"notified: [0]\n":          "1 numbers: want 2",
		"halt_after: 0\n":          "want a number of instructions from 1 on",
		"halt_after: -1\n":         "want a whole number",
	} {
		_, err := result(text + "threads:\n- {" + r0 + "}\n")
		assert.ErrorContains(t, err, want, text)
	}
	for text, want := range map[string]string{
		"tdr: [0, 0]":                       "2 numbers: want 8",
		"tdr: [0x100, 0, 0, 0, 0, 0, 0, 0]": "word 0: bits 0x100: legal are an FFTID up to 255",
		"place: {slice: 256}":               "want a whole number from 0 to 255",
		"place: {floor: 1}":                 "floor",
		"place: {high: maybe}":              "want",
	} {
		_, err := result("threads:\n- {" + r0 + ", " + text + "}\n")
		assert.ErrorContains(t, err, want, text)
	}
	_, err = result("halt_after: 3\nnotified: [1, 1]\nthreads:\n- {" + r0 + "}\n")
	assert.ErrorContains(t, err, "ip 0x00030: mov (1|M0): not modelled: an external halt without a system routine")
}
