package effects

import "github.com/genvisa/genvisa/native"

// memory is what a message does to memory. One that no table has, or whose descriptor
// a register has, may do anything to all of it.
func memory(t native.Target, m *native.Message, do func(Effect)) {
	e := Effect{Space: Memory, N: 1, At: Unknown, Lane: Thread, First: Thread}
	info, err := native.DecodeMessage(t, m)
	if err != nil {
		e.Does = native.DoesAtomic
		both(e, do)
		return
	}
	e.Does, e.Memory = info.Kind.Does(), info.Kind.Memory()
	if e.Memory == native.MemorySurface || e.Memory == native.MemoryTexels {
		e.At = int32(info.Field[native.DescBti])
	}
	switch {
	case e.Does == native.DoesNone:
	case e.Does.Reads() && !e.Does.Writes():
		do(e)
	case e.Does.Writes() && !e.Does.Reads():
		e.Write = true
		do(e)
	default: // an atomic, or what orders others
		both(e, do)
	}
	if e.Does == native.DoesBarrier {
		do(Effect{Space: State, At: native.ARFN0, N: 1, Lane: Thread, First: Thread, Write: true})
	}
}

// both is a read and a write.
func both(e Effect, do func(Effect)) {
	do(e)
	e.Write = true
	do(e)
}
