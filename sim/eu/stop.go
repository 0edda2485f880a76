package eu

import "github.com/genvisa/genvisa/sim/eu/code"

// stopAt ends the thread at what is not modelled, if a channel runs it.
func (t *thread) stopAt(o *code.Op) step {
	if s := t.prog.Stop(o); !s.Masked || t.mask(o) != 0 {
		t.err = s.Err
		return end
	}
	t.pc++
	return goOn
}
