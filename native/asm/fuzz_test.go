package asm_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// targetOf picks one of the targets that decode.
func targetOf(n uint8) native.Target {
	var have []native.Target
	for t := range native.NumTargets {
		if t.Decodes() {
			have = append(have, t)
		}
	}
	return have[int(n)%len(have)]
}

// FuzzAssemble: any text assembles or is refused; what assembles is the same
// after the way to text and back.
func FuzzAssemble(f *testing.F) {
	for i, text := range []string{
		"L0:\n(W&~f0.1.any2h) mov (8|M0) r10.0<1>:f -(abs)r20.0<8;8,1>:f {AccWrEn}\nif (8|M0) L0 L1\nL1: nop //!bits 30=1",
		"mad (1|M0) r10.6<1>:f r20.1<0;0>:f r30.5<0;0>:f r40.3<0>:f", "sends (8|M0) r14:w r15 r13 0x8C a0.2 // x",
		"madm (8|M0) r10.mme3:f r20.mme3:f r30.mme3:f r40.mme3:f", "mov (8|M0) r10.0<1>:d r[a0.0,16]<1,0>:d {Compacted}",
		"/* a\n*/ .raw 0x7E 0 0 0", "sync.allrd ($1,$3) {@1,$2.dst}", "(W) jmpi L0:w", "add (4|M0) r2.0<1>.xz:f r4.0<4>.xyzw:f r6.0<0>.y:f",
	} {
		f.Add(text, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		target := targetOf(n)
		code, err := asm.Assemble("f", target, strings.NewReader(text))
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		lossless(t, target, "f", code)
	})
}

// FuzzDisassemble: any bytes of whole instructions come back from their text.
func FuzzDisassemble(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0x40, 0, 0x60, 0, 0xe8, 0x3a, 0x40, 0x21}, 2), uint8(0))
	f.Add([]byte{0x7d, 0, 0, 0x20, 0x0c, 0, 0, 0x20}, uint8(1))
	f.Fuzz(func(t *testing.T, code []byte, n uint8) {
		target := targetOf(n)
		var text bytes.Buffer
		if err := asm.Disassemble(&text, target, code, asm.Options{Raw: true}); err != nil {
			return
		}
		got, err := asm.Assemble("f", target, bytes.NewReader(text.Bytes()))
		require.NoError(t, err, text.String())
		require.Equal(t, code, got, text.String())
	})
}
