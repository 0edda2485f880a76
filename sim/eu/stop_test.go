package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// unknownSend is a message whose SFID no table has.
func unknownSend(eot bool) native.Inst {
	in := sendMsg(15, 1, 1, 0x1234)
	in.Msg.EOT = eot
	return in
}

// TestStopsAtUse: what is not modelled stops the thread that comes to it with a channel
// that runs, and nothing else.
func TestStopsAtUse(t *testing.T) {
	sumOverflow := cond(ins(native.OpAvg, 8, dst(11, native.D), vec(1, native.D), vec(2, native.D)), native.CondOV)
	never := func(in native.Inst) native.Inst { return predicated(in, 0, true) } // ~f0.0, all ones
	upper := at(sumOverflow, 8)
	all := upper
	all.NoMask = true
	for _, c := range []struct {
		name string
		code []native.Inst
		want string // empty: runs to its end
	}{
		{"jumped over", []native.Inst{jumpOver(2), sumOverflow}, ""},
		{"a message jumped over", []native.Inst{jumpOver(2), unknownSend(true)}, ""},
		{"no channel by its predicate", []native.Inst{never(sumOverflow)}, ""},
		{"no channel of a message", []native.Inst{never(unknownSend(false))}, ""},
		{"no channel of the upper half", []native.Inst{upper}, ""},
		{"channels that sleep, without a mask", []native.Inst{all}, "ip 0x00010: avg (8|M8): not modelled: condition modifier .o"},
		{"one channel", []native.Inst{predicated(sumOverflow, 2, false)}, "ip 0x00010: avg (8|M0): not modelled: condition modifier .o"},
		{"the end of the thread", []native.Inst{never(unknownSend(true))}, "ip 0x00010: send (8|M0): not modelled: message sfid 15 desc 0x02101234"},
		{"a branch", []native.Inst{never(branchTo(native.OpBrc, 1, 1))}, "ip 0x00010: brc (8|M0): not modelled: "},
	} {
		p, err := LoadInsts("stop", native.SKL, append(append([]native.Inst{addTo(5)}, c.code...), addTo(6), eot()))
		require.NoError(t, err, c.name)
		r := rigOf(p, 0xFF)
		*r.flagWord(0), *r.flagWord(1) = 0xFFFFFFFF, 4
		shown := &dispatch.Step{Values: true}
		for err == nil && !r.thread.done {
			r.w.(*Worker).Before(0, shown) // a trace shows it too
			_, err = r.w.Resume(0, 1)
		}
		if c.want != "" {
			var missing *code.UnmodelledError
			require.ErrorAs(t, err, &missing, c.name)
			assert.ErrorContains(t, err, c.want, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		assert.EqualValues(t, 11, get[int32](r, 10, 1)[0], c.name)
	}
}
