package native

// messageEffect is what a kind of message does to memory.
type messageEffect struct {
	does   Does
	memory Memory
	ends   uint8
}

// How a send of a message ends its thread.
const (
	endsNever = iota
	endsMust
	endsMay
)

// Does is what messages of the kind do to memory, on all targets.
func (k MessageKind) Does() Does {
	if k >= numMessageKinds {
		return DoesNone
	}
	return messageEffects[k].does
}

// Memory is what the addresses of messages of the kind mean; MemoryNone for messages
// that touch no memory.
func (k MessageKind) Memory() Memory {
	if k >= numMessageKinds {
		return MemoryNone
	}
	return messageEffects[k].memory
}

// Ends says that a send of a message of the kind may end its thread, or must.
func (k MessageKind) Ends() (may, must bool) {
	if k >= numMessageKinds {
		return false, false
	}
	e := messageEffects[k].ends
	return e != endsNever, e == endsMust
}

// Reads says that bytes of memory, or texels, come into the thread.
func (d Does) Reads() bool { return d == DoesRead || d == DoesAtomic || d == DoesSample }

// Writes says that bytes of memory, or texels, may change.
func (d Does) Writes() bool { return d == DoesWrite || d == DoesAtomic }
