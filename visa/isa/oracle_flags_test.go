//go:build oracle

package isa

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// lost is how many of the last bytes of the instruction the vendor's file lacks: those of as many
// operands as the instruction has sizes and predicates, which are raw ones.
const lost = 2 * 6

// TestFlagsOfTheVendor: Intel's text reader takes each set of flags but the index of a sample,
// which it reads and does not write, with the operands that we take, and its file has our bytes
// up to the operands that it loses. That file is known as one that lacks operands.
func TestFlagsOfTheVendor(t *testing.T) {
	names := map[uint64]string{2: "RTI", 3: "A", 4: "O", 5: "Z", 6: "ST", 7: "LRTW", 8: "CPS", 9: "PS", 10: "CM", 12: "NULLRT"}
	before := map[uint64]string{8: " 0x2:ud", 2: " 0x3:ud", 3: " X.128", 4: " X.160"}
	compared := 0
	for low := uint64(0); low < 1<<13; low += 1 << 7 {
		if low>>11&1 != 0 {
			continue
		}
		var body strings.Builder
		for mode := low; mode < low+1<<7; mode += 4 {
			flags, first, last := "", "", ""
			for bit := range uint64(13) {
				if mode>>bit&1 != 0 {
					flags += "<" + names[bit] + ">"
				}
			}
			for _, bit := range []uint64{8, 2, 3, 4} {
				if mode>>bit&1 != 0 {
					first += before[bit]
				}
			}
			for _, bit := range []uint64{5, 6} {
				if mode>>bit&1 != 0 {
					last += fmt.Sprintf(" X.%d", 128+32*bit)
				}
			}
			if flags != "" {
				flags = "." + flags
			}
			fmt.Fprintf(&body, "rt_write_3d%s (M1, 8) T6 X.320%s X.0 X.32 X.64 X.96%s\n", flags, first, last)
		}
		compared += theirBytes(t, body.String())
	}
	assert.Equal(t, 1024, compared)
}

// theirBytes compares the instructions of a text, and gives their number.
func theirBytes(t *testing.T, body string) (n int) {
	src := ".version 4.1\n.kernel \"k\"\n.decl X v_type=G type=f num_elts=256 align=GRF\n.decl T6 v_type=T num_elts=1\n.kernel_attr Target=\"3d\"\nmain:\n" + body + "ret (M1, 1)\n"
	k, err := asm.Parse("k", []byte(src))
	require.NoError(t, err)
	var want []byte
	for i := range k.Insts {
		if k.Insts[i].Op == visa.OpRtWrite3d {
			part := *k
			part.Insts = k.Insts[i : i+1]
			b, err := encoded(&part)
			require.NoError(t, err)
			want = append(want, b[:len(b)-lost]...)
			n++
		}
	}
	g := oracle.GenX{Dir: t.TempDir(), Platform: "TGLLP"}
	_, refusal, err := g.Compile(src)
	require.NoError(t, err)
	require.Empty(t, refusal, body)
	out, err := os.ReadFile(filepath.Join(g.Dir, "o.isa"))
	require.NoError(t, err)
	if !bytes.Contains(out, want) {
		at := bytes.Index(out, want[:2])
		assert.Equal(t, hex.EncodeToString(want), hex.EncodeToString(out[max(at, 0):]), body)
	}
	_, err = Read("", out, "")
	assert.ErrorIs(t, err, ErrCut)
	return n
}
