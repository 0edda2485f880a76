package eu

import "github.com/genvisa/genvisa/sim/eu/code"

// load makes the registers of a thread what they are at its start: the payload, which may lie
// there already, and zeros behind it. Where the program never writes they still are what the
// thread before left there, which is zeros too when its payload was as long.
func (t *thread) load(payload []byte) {
	n := len(payload)
	if n == 0 || n > t.grf || &payload[0] != &t.regs[0] {
		n = copy(t.regs[:t.grf], payload)
	}
	if t.payload != n || t.prog.Written == nil {
		clear(t.regs[n:])
		t.payload = n
		return
	}
	for _, s := range t.work.behind(n) {
		clear(t.regs[s.From:s.To])
	}
}

// behind is the registers that a thread can change and that are not of its payload of n bytes.
func (w *Worker) behind(n int) []code.Span {
	if w.clears.payload != n {
		w.clears.payload, w.clears.spans = n, w.clears.spans[:0]
		for _, s := range w.prog.Written {
			if s.To > n {
				w.clears.spans = append(w.clears.spans, code.Span{From: max(s.From, n), To: s.To})
			}
		}
	}
	return w.clears.spans
}
