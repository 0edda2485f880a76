package states

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
)

// cache has the bytes of states as they were when they were first read: the hardware's cache of states, of any size.
type cache struct {
	sync.Mutex
	held  map[uint64]held
	stale map[uint64]string // states that were named once more when memory had changed, by address
}

// mostHeld bounds the memory that states take: a binding table with a state for each entry, and as many bindless ones.
const mostHeld = 1024

// held is a state of a structure.
type held struct {
	name  string
	bytes []byte
}

// through is the bytes of a state, which lie in memory as now says: what is held, or now.
func (c *cache) through(name string, at uint64, now []byte) []byte {
	c.Lock()
	defer c.Unlock()
	if h, ok := c.held[at]; ok && len(h.bytes) == len(now) {
		if !bytes.Equal(h.bytes, now) {
			c.note(at, name)
		}
		return h.bytes
	}
	if c.held == nil {
		c.held = map[uint64]held{}
	}
	if len(c.held) < mostHeld {
		c.held[at] = held{name, now}
	}
	return now
}

// note remembers a state that is not what memory has.
func (c *cache) note(at uint64, name string) {
	if c.stale == nil {
		c.stale = map[uint64]string{}
	}
	c.stale[at] = name
}

// Forget lets states be read from memory again, as the message does that flushes the sampler's caches.
func (m *Memory) Forget() {
	m.cache.Lock()
	defer m.cache.Unlock()
	m.cache.held = nil
}

// Stale says, by address, of which states memory has changed since they were read, and nobody has flushed the caches: what
// named them got what was there before, as from the hardware's cache.
func (m *Memory) Stale() (out []string) {
	m.cache.Lock()
	defer m.cache.Unlock()
	for at, h := range m.cache.held {
		now := make([]byte, len(h.bytes))
		if err := m.memory.Flat().ReadBytes(at, now); err == nil && !bytes.Equal(now, h.bytes) {
			m.cache.note(at, h.name)
		}
	}
	places := make([]uint64, 0, len(m.cache.stale))
	for at := range m.cache.stale {
		places = append(places, at)
	}
	slices.Sort(places)
	for _, at := range places {
		out = append(out, fmt.Sprintf("%s at %#x was changed and the caches of states were not flushed: messages that named it got what was there before", m.cache.stale[at], at))
	}
	return out
}
