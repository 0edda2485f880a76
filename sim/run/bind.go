package run

import "github.com/genvisa/genvisa/sim/mem"

// bind gives the binding table what the metadata lists, and the arguments handles of it.
func (s *Session) bind(to *memory, images []*mem.Image) {
	for _, b := range s.kernel.BTIs {
		if b.Arg >= len(to.args) || to.buffers[b.Arg] == nil {
			continue
		}
		to.args[b.Arg].Handle = mem.Handle(b.BTI)
		if images[b.Arg] != nil {
			to.m.BindImage(b.BTI, images[b.Arg])
		} else {
			to.m.Bind(b.BTI, to.buffers[b.Arg])
		}
	}
}
