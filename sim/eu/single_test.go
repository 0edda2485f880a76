package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestSingleFlowCalls: in single program flow a call and a return take all channels along
// when those that they name agree, with NoMask too.
//
// seed: Ivy Bridge EU 3.3.3.8
func TestSingleFlowCalls(t *testing.T) {
	two := func(in native.Inst) native.Inst { in.ExecSize = 2; return in }
	everyone := func(in native.Inst) native.Inst { in.NoMask = true; return in }
	call, ret := two(callTo(3, 20)), two(retBy(20))
	for _, c := range []struct {
		name  string
		call  native.Inst
		ret   native.Inst
		flags uint16
		want  string
	}{
		{"two channels", call, ret, 0, ""},
		{"NoMask", everyone(call), everyone(ret), 0, ""},
		{"both", predicated(call, 0, false), predicated(ret, 0, false), 3, ""},
		{"nobody", predicated(call, 0, false), ret, 0xFC, "skipped"},
		{"one calls", predicated(call, 0, false), ret, 1, "ip 0x00000: call (2|M0): not modelled: a call of single program flow on which the channels do not agree: all of them branch identically (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8)"},
		{"one returns", call, predicated(ret, 0, false), 2, "ip 0x00040: ret (2|M0): not modelled: a ret of single program flow on which the channels do not agree: all of them branch identically (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8)"},
	} {
		p, err := LoadInsts("single", native.SKL, []native.Inst{c.call, addTo(100), eot(), addTo(1), c.ret})
		require.NoError(t, err)
		r := rigOf(p, 0xFF)
		*r.u32(r.grf + code.OffCR0) = fixed.ControlSingle
		r.setMode(&code.Op{})
		*r.flagWord(0) = uint32(c.flags)
		_, err = r.w.Resume(0, 20)
		switch c.want {
		case "", "skipped":
			require.NoError(t, err, c.name)
			want := []int32{101, 101, 101, 101, 101, 101, 101, 101}
			if c.want != "" {
				want = []int32{100, 100, 100, 100, 100, 100, 100, 100}
			}
			assert.Equal(t, want, get[int32](r, 10, 8), c.name)
		default:
			assert.EqualError(t, err, c.want, c.name)
		}
	}
	for want, code := range map[string][]native.Inst{
		"ip 0x00000: call (2|M0): not modelled: call of fewer elements than active channels": {call, addTo(100), eot(), addTo(1), ret},
		"ip 0x00000: call (8|M0): not modelled: call with NoMask":                            {everyone(callTo(3, 20)), addTo(100), eot(), addTo(1), ret},
	} {
		_, err := load(t, 0xFF, code...).w.Resume(0, 20)
		assert.EqualError(t, err, want)
	}
}

// TestStartMode: a launch that starts threads in a mode that the target does not have stops
// them before they do anything; another one they have from the first instruction on.
func TestStartMode(t *testing.T) {
	third := ins(native.OpMul, 1, dst(10, native.F), one(1, 0, native.F), imm(0x3EAAAAAB, native.F))
	for round, want := range map[uint32]uint32{0: 0x3F800000, 0x20: 0x3F800000, 0x10: 0x3F800001, 0x30: 0x3F800000} {
		r := load(t, 1, third)
		r.env.Control = round
		r.w.Start(0, r.env)
		set(r, 1, float32(3))
		assert.Equal(t, want, get[uint32](r.run(t), 10, 1)[0], "%#x", round)
	}
	r := loadFor(t, native.IVB, addTo(1))
	r.env.Control = fixed.ControlKeepF
	r.w.Start(0, r.env)
	_, err := r.w.Resume(0, 10)
	assert.EqualError(t, err, "ip 0x00000: add (8|M0): not modelled: cr0.0 of 0x80 and cr0.1 of 0x0: bits that the target does not have")
}
