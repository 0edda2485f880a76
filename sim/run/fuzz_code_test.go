package run

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/eu"
)

// FuzzNativeCode decodes, checks, prints, loads and runs native code. seed
// flips bits of it.
func FuzzNativeCode(f *testing.F) {
	for i, code := range subsetFiles(f, "skl/*.dat") {
		f.Add(code, uint64(0))
		f.Add(code, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, code []byte, seed uint64) {
		if len(code) > 1<<14 {
			return
		}
		bounded(t, func() {
			if err := tryNative(flipBits(code, seed), seed); err != nil {
				t.Error(err)
			}
		})
	})
}

// flipBits changes up to six bits, or cuts the code off; seed 0 does nothing.
func flipBits(code []byte, seed uint64) []byte {
	if seed == 0 || len(code) == 0 {
		return code
	}
	r := rand.New(rand.NewPCG(seed, 11))
	bad := append([]byte(nil), code...)
	for range 1 + r.IntN(6) {
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
	}
	if r.IntN(8) == 0 {
		bad = bad[:r.IntN(len(bad))]
	}
	return bad
}

func tryNative(code []byte, seed uint64) error {
	insts, offsets, err := native.DecodeAll(native.SKL, code)
	if err != nil {
		var at *native.DecodeError
		if !errors.As(err, &at) || at.Offset < 0 || at.Offset > len(code) {
			return fmt.Errorf("decoding: no offset in %T %w", err, err)
		}
		if nasm.Print(io.Discard, native.SKL, code) == nil {
			return fmt.Errorf("printed what does not decode: %w", err)
		}
		return nil
	}
	if len(insts) != len(offsets) {
		return fmt.Errorf("%d instructions, %d offsets", len(insts), len(offsets))
	}
	native.Check(native.SKL, insts)
	for i := range insts {
		_, err := native.DecodeMessage(native.SKL, &insts[i].Msg)
		if err != nil && !is[*native.MessageError](err) && !is[*native.UnknownMessageError](err) {
			return fmt.Errorf("message: %T %w", err, err)
		}
	}
	if err := nasm.Print(io.Discard, native.SKL, code); err != nil {
		return fmt.Errorf("printing what decodes: %w", err)
	}
	p, err := eu.Load("f", native.SKL, code)
	if err != nil {
		return nil // refused
	}
	return runAnything(nil, p, seed)
}
