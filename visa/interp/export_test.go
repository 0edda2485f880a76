package interp

// WithoutQuick runs f with programs made without the processor's vectors.
func WithoutQuick(f func()) {
	was := haveQuick
	defer func() { haveQuick = was }()
	haveQuick = false
	f()
}

// Quick counts the instructions that run by the processor's vectors.
func (p *Program) Quick() (n int) {
	for i := range p.code {
		if p.code[i].step == stepQuick {
			n++
		}
	}
	return n
}
