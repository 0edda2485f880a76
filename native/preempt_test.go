package native_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// TestRulesPreemptible: what is wrong in a thread that may be preempted in the middle.
// seed: broxton GPGPU Context Switch, headers; Register Region Restrictions, vx1 and vxh
func TestRulesPreemptible(t *testing.T) {
	for text, want := range map[string]string{
		"send (8|M0) r4:w r10 0x2 0x04420001":                                  "bxt.preempt.header", // no header
		"send (8|M0) r4:w r10 0x2 0x044A0001":                                  "",
		"send (16|M0) r115:w r14 0xC 0x04205E01":                               "", // of another function
		"send (8|M0) r4:w r10 0x2 a0.0":                                        "", // nobody knows
		"mov (16|M0) r2.0<1>:d r[a0.0]<8,1>:d":                                 "bxt.preempt.index",
		"mov (16|M0) r2.0<1>:d r[a0.0]<16,1>:d":                                "bxt.preempt.index",
		"mov (16|M0) r2.0<1>:d r[a0.0]<4,1>:d":                                 "",
		"mov (8|M0) r2.0<2>:d r[a0.0]<4,1>:d":                                  "bxt.preempt.index", // two registers by its destination
		"mov (8|M0) r2.0<1>:d r[a0.0]<4,1>:d":                                  "",                  // one register
		"mov (8|M0) r2.0<1>:d r[a0.0]<1,0>:d":                                  "",                  // vx1
		"mov (16|M0) r2.0<1>:w r[a0.0]<8,1>:w":                                 "",                  // one register
		"mov (16|M0) r2.0<1>:d r[a0.0]<8;8,1>:d":                               "",                  // one address
		"add (16|M0) r2.0<1>:d r4.0<8;8,1>:d 1:w":                              "",
		"add (16|M0) (eq)f0.0 null<1>:d r[a0.0]<8,1>:d r8.0<8;8,1>:d {Switch}": "bxt.preempt.index",
	} {
		code, err := nasm.Assemble("x.asm", native.BXT, bytes.NewReader([]byte(text)))
		require.NoError(t, err, text)
		insts, _, err := native.DecodeAll(native.BXT, code)
		require.NoError(t, err)
		var got string
		for _, f := range native.Preemptible(native.BXT, insts) {
			got += f.Rule.ID
		}
		assert.Equal(t, want, got, text)
		assert.Empty(t, native.Preemptible(native.ICL, insts[:0]))
	}
}

// TestCorpusPreemptible: Intel's compiler for the devices of the rules keeps them.
func TestCorpusPreemptible(t *testing.T) {
	sends, addresses := 0, 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(d.t, bytes.TrimRight(code, "\x00"))
			if err != nil {
				insts, _, err = native.DecodeAll(d.t, code)
			}
			require.NoError(t, err, file)
			for i := range insts {
				if insts[i].Op.IsSend() && insts[i].Msg.SFID == native.SFIDSampler {
					sends++
				}
				if src := &insts[i].Src[0]; src.Indirect && src.Region.V == native.VxH {
					addresses++
				}
			}
			for _, f := range native.Preemptible(d.t, insts) {
				assert.Fail(t, f.Rule.ID, "%s: instruction %d", file, f.Inst)
			}
		}
	}
	floor.Exact(t, "messages to the sampler in "+corpus.Which(), sends)
	floor.Exact(t, "sources with an address for each row in "+corpus.Which(), addresses)
}
