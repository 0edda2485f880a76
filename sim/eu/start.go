package eu

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
	for _, s := range t.prog.Written {
		if s.To > n {
			clear(t.regs[max(s.From, n):s.To])
		}
	}
}
