package mem

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoEntry is wrapped by the error for a handle of no entry of the URB.
var ErrNoEntry = errors.New("no entry of the URB has it")

// BindEntry makes b the entry of the URB (unified return buffer) with a handle.
func (m *Memory) BindEntry(handle uint16, b *Buffer) {
	if m.entries == nil {
		m.entries = map[uint16]*Buffer{}
	}
	m.entries[handle] = b
}

// Entry is the entry with a handle, or an error that wraps ErrNoEntry.
func (m *Memory) Entry(handle uint16) (*Buffer, error) {
	if b := m.entries[handle]; b != nil {
		return b, nil
	}
	have := []string{}
	for h := range m.entries {
		have = append(have, fmt.Sprintf("%#x", h))
	}
	slices.Sort(have)
	return nil, fmt.Errorf("handle %#x: %w (entries: %v)", handle, ErrNoEntry, have)
}
