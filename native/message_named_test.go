package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNamedMessages: each argument in its bits, as intel-gen4asm -g 7 has them.
func TestNamedMessages(t *testing.T) {
	for _, c := range []struct {
		name string
		args []int
		sfid uint8
		desc Desc
	}{
		{"null", nil, 0, 0},
		{"gateway", nil, 3, 0},
		{"sampler", []int{1, 2, 0}, 2, 0xC0201},
		{"read", []int{4, 0, 3, 5}, 4, 0x94304},
		{"write", []int{0, 0, 10, 12}, 5, 0xA8000},
		{"write", []int{3, 7, 10, 0, 0}, 5, 0x28703},
		{"urb", []int{5, 1, 1, 0, 1}, 6, 0x8A450},
		{"urb", []int{0, 2, 0, 1, 0}, 6, 0x84800},
		{"thread_spawner", []int{1, 1, 1}, 7, 0x13},
		{"thread_spawner", []int{0, 0, 1}, 7, 0x10},
		{"vme", []int{9, 3, 2, 1}, 8, 0x83309},
		{"cre", []int{6, 2}, 13, 0x84006},
		{"data_port", []int{10, 5, 3, 2, 1, 0}, 10, 0x54302},
		{"data_port", []int{9, 0, 0, 255, 0, 1}, 9, 0x800FF},
	} {
		m := NamedMessages()[c.name]
		assert.LessOrEqual(t, m.Least, len(c.args), c.name)
		for i, v := range c.args {
			assert.True(t, m.Takes(i, v), "%s: argument %d", c.name, i)
		}
		assert.Equal(t, Message{SFID: c.sfid, Desc: c.desc}, m.Message(c.args), c.name)
	}
	port, write := NamedMessages()["data_port"], NamedMessages()["write"]
	for _, v := range []int{-1, 2, 3, 6, 12, 14, 64} {
		assert.False(t, port.Takes(0, v), "function %d", v)
	}
	assert.False(t, write.Takes(0, 256))
	assert.False(t, write.Takes(1, 64))
	assert.False(t, write.Takes(2, 16))
	assert.True(t, write.Ignores(3))
	assert.False(t, write.Ignores(2))
	assert.Equal(t, 5, write.Args())
}
