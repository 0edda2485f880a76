package eu

import "github.com/genvisa/genvisa/sim/eu/code"

// quartersAgree stops the thread where an op that quarters is about runs for some channels only.
func (t *thread) quartersAgree(o *code.Op) bool {
	run := t.exec & o.Quarters
	if run == 0 || run == o.Quarters {
		return true
	}
	t.unmodelled(o, "channel enables of 32 channels, or of two registers of a destination without 8 channels in each, while not all channels run", 0)
	return false
}
