package native

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMessagesReachable: the first row that matches a descriptor is its message, so that a
// row behind a wider one would never be found.
func TestMessagesReachable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	for i := range messages {
		m := &messages[i]
		for target := range NumTargets {
			if m.targets>>target&1 != 0 {
				assert.True(t, reachable(rnd, m, target), "%v of %v: rows above it take all its descriptors", m.kind, target)
			}
		}
	}
}

// reachable draws descriptors of a message until one is found as that.
func reachable(rnd *rand.Rand, m *message, target Target) bool {
	for range 300 {
		msg := Message{SFID: m.sfid, Desc: Desc(rnd.Uint32())&(m.named()&^descCommon) | 1<<25}
		for _, c := range m.match {
			msg.Desc = msg.Desc&^((1<<c.n-1)<<c.lo) | Desc(c.want)<<c.lo
		}
		info, err := DecodeMessage(target, &msg)
		if wrong := new(MessageError); info.Kind == m.kind && (err == nil || errors.As(err, &wrong)) {
			return true // its header and lengths are not drawn
		}
	}
	return false
}
