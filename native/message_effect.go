package native

// messageEffect is what a kind of message does to memory.
type messageEffect struct {
	does   Does
	memory Memory
}

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

// Reads says that bytes of memory, or texels, come into the thread.
func (d Does) Reads() bool { return d == DoesRead || d == DoesAtomic || d == DoesSample }

// Writes says that bytes of memory, or texels, may change.
func (d Does) Writes() bool { return d == DoesWrite || d == DoesAtomic }
