package run

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// scratchText writes the numbers of work items to scratch space by one message
// and gives what another reads there.
const scratchText = countsHead + `.decl B v_type=G type=ud num_elts=1 align=dword
.decl S v_type=G type=ud num_elts=8 align=GRF
.function "m"

m:
    mov (M1_NM, 8) ITEM(0,0)<1> 0x76543210:v
    shl (M1_NM, 8) S(0,0)<1> ITEM(0,0)<1;1,0> 0x2:ud
    and (M1_NM, 1) B(0,0)<1> R0(0,5)<0;1,0> 0xfffffc00:ud
    add (M1_NM, 8) S(0,0)<1> S(0,0)<1;1,0> B(0,0)<0;1,0>
    mul (M1_NM, 8) AT(0,0)<1> R0(0,1)<0;1,0> 0x8:uw
    add (M1_NM, 8) ITEM(0,0)<1> AT(0,0)<1;1,0> ITEM(0,0)<1;1,0>
    STORE
    LOAD
` + countsTail

// TestScratchMessages: blocks and scattered messages reach the same bytes of
// scratch space, at addresses that the kernel makes from r0.5.
func TestScratchMessages(t *testing.T) {
	const shift = "shr (M1_NM, 1) B(0,0)<1> B(0,0)<0;1,0> 0x4:ud\n    "
	stores := []string{
		shift + "oword_st (2) %scratch B(0,0)<0;1,0> ITEM.0\n    shl (M1_NM, 1) B(0,0)<1> B(0,0)<0;1,0> 0x4:ud",
		"scatter_scaled.4 (M1, 8) %scratch 0x0:ud S.0 ITEM.0",
		"scatter4_scaled.R (M1, 8) %scratch 0x0:ud S.0 ITEM.0",
	}
	loads := []string{
		"oword_ld_unaligned (2) %scratch B(0,0)<0;1,0> V.0",
		shift + "oword_ld (2) %scratch B(0,0)<0;1,0> V.0",
		"gather_scaled.4 (M1, 8) %scratch 0x0:ud S.0 V.0",
		"gather4_scaled.R (M1, 8) %scratch 0x0:ud S.0 V.0",
	}
	l := inPrivate(t, 12)
	info, err := os.ReadFile("k.zeinfo")
	require.NoError(t, err)
	text := strings.Replace(string(info), "type: global, usage: private_space, size: 12, is_simt_thread: true", "type: scratch, usage: single_space, size: 2048", 1)
	require.NoError(t, os.WriteFile("k.zeinfo", []byte(text), 0o600))
	for _, store := range stores {
		for _, read := range loads {
			text := strings.NewReplacer("STORE", store, "LOAD", read).Replace(scratchText)
			require.NoError(t, os.WriteFile("k.visaasm", []byte(text), 0o600))
			for _, way := range []Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.BDW)}, {Engine: load.Sim, Target: load.Only(native.SKL)}} {
				way.Workers = 2
				rep, err := Run(context.Background(), l, way)
				require.NoError(t, err, "%s; %s", store, read)
				assert.Equal(t, numbers(25*8), rep.Buffers[0][:4*25*8], "%+v: %s; %s", way, store, read)
			}
		}
	}
}
