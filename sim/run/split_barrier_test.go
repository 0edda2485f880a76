package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// exchanges is a kernel whose threads write a dword of local memory, signal, wait, and read that of another thread.
const exchanges = `.version 4.1
.kernel "k"
.decl AT v_type=G type=ud num_elts=8 align=GRF
.decl FROM v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl T6 v_type=T num_elts=1
.input AT offset=32 size=32
.input FROM offset=64 size=32
.kernel_attr SimdSize=8
movs (M1_NM, 1) T6(0) 0x0:ud
add (M1, 8) D(0,0)<1> AT(0,0)<1;1,0> 0x100:ud
scatter_scaled.4 (M1, 1) %slm 0x0:ud AT.0 D.0
SIGNALS
scatter_scaled.4 (M1, 1) T6 0x10:ud AT.0 D.0
WAITS
gather_scaled.4 (M1, 1) %slm 0x0:ud FROM.0 D.0
scatter_scaled.4 (M1, 1) T6 0x0:ud AT.0 D.0
ret (M1, 1)
`

// TestSplitBarrier: between the halves of a barrier a thread goes on; behind as many waits as signals it sees what all
// threads of the group wrote before theirs, on every engine. A wait too many is a deadlock.
func TestSplitBarrier(t *testing.T) {
	dwords := func(of ...uint32) string {
		var b []byte
		for _, v := range of {
			b = append(binary.LittleEndian.AppendUint32(b, v), make([]byte, 28)...)
		}
		return fmt.Sprintf("%x", b)
	}
	for _, c := range []struct {
		signals, waits int
		stuck          bool
	}{{1, 1, false}, {2, 2, false}, {1, 2, true}, {0, 1, true}} {
		dir := t.TempDir()
		text := strings.NewReplacer("SIGNALS\n", strings.Repeat("sbarrier.signal\n", c.signals), "WAITS\n", strings.Repeat("sbarrier.wait\n", c.waits)).Replace(exchanges)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(text), 0o600))
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: k\nprogram: k.visaasm\nthreads: 4\ninputs: {AT: %q, FROM: %q}\nargs:\n"+
			"- {buffer: {bytes: 32, fill: zero}, type: u32, output: true}\n- {local: 64}\n", dwords(0, 4, 8, 12), dwords(12, 8, 0, 4)))
		require.NoError(t, err)
		for _, o := range []run.Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}, {Engine: load.Sim, Target: load.Only(native.ICL)}, {Engine: load.Sim, Target: load.Only(native.TGL)}} {
			rep, err := run.Run(context.Background(), l, o)
			if c.stuck {
				var stuck *dispatch.DeadlockError
				require.ErrorAs(t, err, &stuck, "%d signals, %d waits", c.signals, c.waits)
				continue
			}
			require.NoError(t, err)
			var got []uint32
			for i := 0; i < len(rep.Buffers[0]); i += 4 {
				got = append(got, binary.LittleEndian.Uint32(rep.Buffers[0][i:]))
			}
			assert.Equal(t, []uint32{0x10c, 0x108, 0x100, 0x104, 0x100, 0x104, 0x108, 0x10c}, got, "%d signals on %s", c.signals, o.Engine)
		}
	}
}
