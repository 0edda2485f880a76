package asm

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// TestComplete: a text that is not read back, since one of its shape said all, says all:
// reading it gives the instruction but for bits of no field. Code is that of the corpus
// with bits changed, and with registers and numbers of any value.
func TestComplete(t *testing.T) {
	const pc = 960
	rounds := 6000
	if testing.Short() {
		rounds = 1500
	}
	files, err := filepath.Glob(filepath.Join(corpus.Subset(), "skl", "*.dat"))
	require.NoError(t, err)
	var words [][]byte
	for _, f := range files {
		code, err := os.ReadFile(f)
		require.NoError(t, err)
		for len(code) > 0 {
			n := native.RawSize(code)
			words, code = append(words, code[:n]), code[n:]
		}
	}
	for target := range native.NumTargets {
		if !target.Decodes() {
			continue
		}
		d := disassembler{printer: newPrinter(target), check: newParser(target), code: make([]byte, 2*pc)}
		d.starts = newPlaces(2 * pc)
		for at := 0; at < 2*pc; at += 24 { // labels, and between them numbers
			d.starts.add(at)
		}
		r := rand.New(rand.NewPCG(7, uint64(target)))
		spared, ops := 0, map[native.Op]bool{}
		for i := range rounds {
			code := changed(r, target, words[i%len(words)])
			copy(d.code[pc:], code)
			n, shape, err := d.check.codec.Next(&d.in, code)
			if err != nil {
				continue
			}
			for again := range 2 { // first it is read back, then perhaps spared
				d.out = d.out[:0]
				d.inst(&d.in, pc)
				if again == 1 && shape != 0 && d.says[shape] == complete && d.faithful(&d.in) {
					spared++
					ops[d.in.Op] = true
				}
				got, ok := d.lacks(shape, d.out, pc, n)
				want, okWant := d.check.missing(d.out, pc, code)
				require.Equal(t, okWant, ok, "%v %x %s", target, code, d.out)
				if ok {
					require.Equal(t, want.Mask, got.Mask, "%v %x %s", target, code, d.out)
					require.Equal(t, want.Bits[0]&want.Mask[0], got.Bits[0]&got.Mask[0])
					require.Equal(t, want.Bits[1]&want.Mask[1], got.Bits[1]&got.Mask[1])
				}
				_, _, err = d.check.codec.Next(&d.in, code) // reading back uses the codec
				require.NoError(t, err)
			}
		}
		assert.Greater(t, spared, rounds/20, target)
		assert.Greater(t, len(ops), 7, target)
	}
}

// changed is an instruction with an opcode of the target or its own, some bits changed.
func changed(r *rand.Rand, target native.Target, word []byte) []byte {
	code := append([]byte(nil), word...)
	if r.IntN(2) == 0 {
		op := native.Op(r.IntN(int(native.NumOps)))
		if in, err := native.Encode(target, &native.Inst{Op: op}); err == nil {
			code[0] = code[0]&0x80 | in[0]&0x7f
		}
	}
	switch r.IntN(4) {
	case 0:
		code[4+r.IntN(len(code)-4)] = byte(r.Uint32())
	case 1:
		if len(code) == 16 {
			binary.LittleEndian.PutUint32(code[12:], r.Uint32()>>r.IntN(32))
		}
	case 2:
		for range r.IntN(4) {
			code[r.IntN(len(code))] ^= 1 << r.IntN(8)
		}
	}
	if native.RawSize(code) != len(code) {
		code[3] ^= 0x20
	}
	return code
}
