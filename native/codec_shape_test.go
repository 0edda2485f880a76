package native_test

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

// TestCodec: a codec says what Decode and Encode say, of instructions of every target
// whose shapes it knows and has not met, with bits and operands changed at random.
func TestCodec(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 200
	}
	files, err := filepath.Glob(filepath.Join(corpus.Subset(), "skl", "*.dat"))
	require.NoError(t, err)
	seeds, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for target := range native.NumTargets {
		if !target.Decodes() {
			continue
		}
		c, r := native.NewCodec(target), rand.New(rand.NewPCG(1, uint64(target)))
		decoded, encoded := 0, 0
		var like [16]byte
		for i := range rounds {
			if i%16 == 0 {
				newWord(r, seeds, like[:])
			}
			code := like
			for range r.IntN(3) {
				code[r.IntN(16)] ^= 1 << r.IntN(8)
			}
			in, n, err := native.Decode(target, code[:])
			got, n2, err2 := c.Decode(code[:])
			require.Equal(t, err, err2, "%v %x", target, code)
			require.Equal(t, in, got, "%v %x", target, code)
			require.Equal(t, n, n2)
			if err != nil {
				continue
			}
			decoded++
			change(r, &in)
			want, err := native.Encode(target, &in)
			have, err2 := c.AppendPatched(nil, &in, &native.Patch{})
			require.Equal(t, err, err2, "%v %+v", target, in)
			require.Equal(t, want, have, "%v %+v", target, in)
			if err == nil {
				encoded++
			}
		}
		assert.Greater(t, decoded, rounds/20, target)
		assert.Greater(t, encoded, rounds/100, target)
	}
}

// newWord makes an instruction: one of the seeds, or any bits behind its opcode.
func newWord(r *rand.Rand, seeds, to []byte) {
	at := r.IntN(len(seeds)/16-1) * 16
	copy(to, seeds[at:at+16])
	if r.IntN(2) == 0 {
		binary.LittleEndian.PutUint64(to[8:], r.Uint64())
	}
	if r.IntN(4) == 0 {
		to[0] = byte(r.IntN(128))
	}
}

// change changes what a codec looks at each time, or not.
func change(r *rand.Rand, in *native.Inst) {
	o := &in.Dst
	if k := r.IntN(4); k > 0 {
		o = &in.Src[k-1]
	}
	switch r.IntN(12) {
	case 0:
		o.Reg = int32(r.IntN(260))
	case 1:
		o.Sub = uint16(r.IntN(40))
	case 2:
		o.Imm = r.Uint64() >> r.IntN(64)
	case 3:
		o.AddrImm, o.AddrSub = int16(r.IntN(2048)-1024), uint8(r.IntN(20))
	case 4:
		in.JIP, in.UIP = int32(r.Uint32())&^7, int32(r.Uint32())&^7
	case 5:
		in.Msg.Desc, in.Msg.ExDesc = native.Desc(r.Uint32()), native.ExDesc(r.Uint32())
	case 6:
		o.Type = native.Type(r.IntN(int(native.NumTypes)))
	case 7:
		o.File = native.RegFile(r.IntN(6))
	case 8:
		in.Rest[r.IntN(2)] ^= 1 << r.IntN(64)
	case 9:
		in.Compact = !in.Compact
	case 10:
		in.Msg.ExBSO, in.Msg.Src1Len = !in.Msg.ExBSO, uint8(r.IntN(32))
		in.BoolFC, in.Systolic.Repeat, in.Systolic.Bits[r.IntN(2)] = uint8(r.IntN(256)), uint8(r.IntN(9)), uint8(4*r.IntN(2))
	}
}
