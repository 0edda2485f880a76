package run_test

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// multiplies is a kernel of one row of dpas: eight products of two pairs in each element.
const multiplies = `.version 4.1
.kernel "k"
.decl W v_type=G type=ud num_elts=64 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl O v_type=G type=ud num_elts=8 align=GRF
.kernel_attr SimdSize=8
mov (M1_NM, 32) W(0,0)<1> 0x3c003c00:ud
mov (M1_NM, 32) W(4,0)<1> 0x3c003c00:ud
mov (M1, 8) A(0,0)<1> 0x40003800:ud
mov (M1, 8) O(0,0)<1> 0x0:ud
dpas.TYPE.8.1 (M1, 8) D.0 %null.0 W.0 A(0,0)
lsc_store.ugm (M1, 8)  bti(0x0)[O]:a32  D:d32
ret (M1, 1)
`

// TestApproximate: a program with float sums of dpas says that its results are one choice
// of several, and --stats counts them; one with integers alone says nothing.
func TestApproximate(t *testing.T) {
	for _, c := range []struct {
		types string
		want  uint32
		says  []string
		count uint64
	}{
		{"hf.hf", 0x41a00000, []string{"dpas: sums of float products are added one by one in F, and no document says where hardware rounds"}, 1}, // 8 * (1*0.5 + 1*2) = 20
		{"u8.u8", 8 * (0x3c*0x38 + 0x3c*0x40), nil, 0},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(strings.Replace(multiplies, "TYPE", c.types, 1)), 0o600))
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k\nprogram: k.visaasm\ninputs: {}\nargs:\n- {buffer: {bytes: 4, fill: zero}, type: u32, output: true}\n"))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Code: load.InterpCode, Stats: true})
		require.NoError(t, err)
		assert.Equal(t, c.want, binary.LittleEndian.Uint32(rep.Buffers[0]), c.types)
		assert.Equal(t, c.says, rep.Approximate, c.types)
		assert.Equal(t, c.count, rep.Stats.Approximate, c.types)
	}
}
