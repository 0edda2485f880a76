package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestRaw: a raw message is the one of the text, and waits for other threads where that says so.
func TestRaw(t *testing.T) {
	for text, want := range map[string]native.Inst{
		"raw_send (M1_NM, 8) 0xc 1 1 0x2106e00:ud V.0 V.32\n":  {Op: native.OpSend, ExecSize: 8, NoMask: true, Msg: native.Message{SFID: 12, Desc: 0x2106e00}},
		"raw_sendc (M1, 8) 0xc 2 0 0x4026e01:ud V.0 %null.0\n": {Op: native.OpSendc, ExecSize: 8, Msg: native.Message{SFID: 12, Desc: 0x4026e01}},
	} {
		k, err := asm.Parse("k", []byte(refuseHead+refuseMore+".kernel_attr SimdSize=16\n"+text+"ret (M1, 1)\n"))
		require.NoError(t, err)
		r, err := Compile(k, native.SKL, Options{})
		require.NoError(t, err)
		found := 0
		for i := range r.Program.Insts {
			in := &r.Program.Insts[i]
			if in.Op.IsSend() && !in.Msg.EOT {
				got := native.Inst{Op: in.Op, ExecSize: in.ExecSize, NoMask: in.NoMask, Msg: in.Msg}
				assert.Equal(t, want, got)
				found++
			}
		}
		assert.Equal(t, 1, found, text)
	}
}

// TestRawRefused: what a raw message cannot be is said with what is legal.
func TestRawRefused(t *testing.T) {
	for text, want := range map[string]string{
		"raw_send (M1, 8) 0xc 1 1 V(0,0)<0;1,0> V.0 V.32\n":    "raw_send: not supported: a raw message whose descriptor is no constant",
		"raw_send (M1, 8) 0x27 1 0 0x2000010:ud V.0 %null.0\n": "raw_send: not supported: a raw message that ends the thread (0x27): want ret behind a message without that bit",
		"raw_send (M1, 8) 0x4c 1 1 0x2106e00:ud V.0 V.32\n":    "raw_send: not supported: a raw message with the extended descriptor 0x4c: want a shared function, 0x0 to 0xf",
		"raw_send (M1, 8) 0xc 2 1 0x2106e00:ud V.0 V.32\n":     "raw_send: not supported: a raw message of 2 registers with 1 of response, whose descriptor has 1 and 1",
		"raw_send (M1, 8) 0xc 1 2 0x2106e00:ud V.0 V.32\n":     "raw_send: not supported: a raw message of 1 registers with 2 of response, whose descriptor has 1 and 1",
		"raw_send (M1, 8) 0x0 1 1 0x2106e00:ud V.0 V.32\n":     "raw_send: not supported: ",
	} {
		k, err := asm.Parse("k", []byte(refuseHead+refuseMore+".kernel_attr SimdSize=16\n"+text+"ret (M1, 1)\n"))
		require.NoError(t, err)
		_, err = Compile(k, native.SKL, Options{})
		assert.ErrorContains(t, err, want)
	}
}
