//go:build oracle

package asm_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// shipped are the folders of kernels and assembler tests that drivers shipped, below the one
// that holds the corpus, with the instructions whose text iga64 cannot say: jmpi without (W),
// which is compared with (W), and Align16 with one or two sources, which it refuses or gives as
// Align1 and which is left out, as are the others that it refuses. It knows no Ivy Bridge: that
// code is compared as Haswell's. dim, whose immediate iga64 takes for one of 32 bits, is left out too.
var shipped = []struct {
	dir              string
	target           native.Target
	unmasked, beside int
}{
	{"shipped/ivb", native.IVB, 71, 0}, {"shipped/mesa/ivb", native.IVB, 0, 239},
	{"shipped/hsw", native.HSW, 66, 0}, {"shipped/mesa/hsw", native.HSW, 0, 401},
	{"shipped/bdw", native.BDW, 64, 0}, {"shipped/mesa/bdw", native.BDW, 0, 0},
	{"shipped/skl", native.SKL, 64, 0}, {"shipped/mesa/skl", native.SKL, 0, 0}, {"shipped/bxt", native.BXT, 0, 0},
	{"shipped/cnl", native.CNL, 0, 0}, {"shipped/icl", native.ICL, 0, 0}, {"shipped/mesa/icl", native.ICL, 0, 0},
	{"shipped/tgl", native.TGL, 0, 0},
}

// TestIGATextOfShipped: our text of shipped code is iga64's. The padding behind the end of
// the thread, nenop and zeros, is left out: iga64 refuses nenop.
func TestIGATextOfShipped(t *testing.T) {
	for _, d := range shipped {
		files := corpus.FilesBeside(t, d.dir, "*.dat")
		unmasked, beside := 0, 0
		for _, file := range files {
			t.Run(d.dir+"/"+filepath.Base(file), func(t *testing.T) {
				code, err := os.ReadFile(file)
				require.NoError(t, err)
				s := &shippedCode{t: t, target: d.target, as: d.target}
				if d.target == native.IVB {
					s.as = native.HSW
				}
				unmasked += s.read(code)
				beside += s.leaveOut()
				s.compare()
			})
		}
		assert.Equal(t, [2]int{d.unmasked, d.beside}, [2]int{unmasked, beside}, d.dir)
	}
}

// shippedCode is a program of target that iga64 reads as code of another.
type shippedCode struct {
	t          *testing.T
	target, as native.Target
	insts      []native.Inst
}

// read takes over code without what pads it, and masks every jmpi; it counts those.
func (s *shippedCode) read(code []byte) (unmasked int) {
	last := 0
	for off := 0; len(bytes.Trim(code[off:], "\x00")) > 0; {
		in, n, err := native.Decode(s.target, code[off:])
		require.NoError(s.t, err)
		off += n
		if in.Op == native.OpJmpi && !in.NoMask {
			in.NoMask = true
			unmasked++
		}
		s.insts = append(s.insts, in)
		if in.Op != native.OpNenop {
			last = len(s.insts)
		}
	}
	s.insts = s.insts[:last]
	return unmasked
}

// disassembled runs iga64.
func (s *shippedCode) disassembled() (text, complaints string) {
	code, err := native.EncodeAll(s.as, s.insts)
	require.NoError(s.t, err)
	file := filepath.Join(s.t.TempDir(), "k.dat")
	require.NoError(s.t, os.WriteFile(file, code, 0o600))
	cmd := exec.Command("iga64", "-d", oracle.Platform(s.as), "-Xprint-hex-floats", file)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // what it refuses is in its text
	return out.String(), errs.String()
}

var complaint = regexp.MustCompile(`byte offset 0x([0-9a-f]+): error`)

var sendUD = regexp.MustCompile(`(?m)(^.*\bsendc? \([^)]*\) +[^ :]+):ud`)

// leaveOut puts nops in place of what iga64 refuses, and counts.
func (s *shippedCode) leaveOut() (n int) {
	_, complaints := s.disassembled()
	at := map[int]bool{}
	for _, m := range complaint.FindAllStringSubmatch(complaints, -1) {
		off, err := strconv.ParseInt(m[1], 16, 0)
		require.NoError(s.t, err)
		at[int(off)] = true
	}
	off := 0
	for i := range s.insts {
		compact := s.insts[i].Compact
		in := &s.insts[i]
		if at[off] || in.Op == native.OpDim || in.Align16 && in.Src[2].File == native.NoFile && !in.IsMacro() {
			require.False(s.t, compact)
			s.insts[i] = native.Inst{Op: native.OpNop}
			n++
		}
		if off += 16; compact {
			off -= 8
		}
	}
	return n
}

// compare wants the same text.
func (s *shippedCode) compare() {
	want, complaints := s.disassembled()
	require.NotContains(s.t, complaints, "error")
	code, err := native.EncodeAll(s.target, s.insts)
	require.NoError(s.t, err)
	var text bytes.Buffer
	require.NoError(s.t, asm.Print(&text, s.target, code))
	if s.as == native.HSW { // where iga64 gives the type of every message's destination
		want = sendUD.ReplaceAllString(want, "$1")
	}
	assert.Equal(s.t, oracle.Plain(want), oracle.Plain(text.String()))
}
