package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A condition on two pieces sees both, however narrow the second is.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		w    word
		at   [2]frag
		code uint64
	}{
		{word{0b101 << 4}, [2]frag{{lo: 4, n: 3}}, 5},
		{word{0b101 << 4, 1 << 9}, [2]frag{{lo: 4, n: 3}, {lo: 73, n: 1}}, 13},
		{word{0b101 << 4, 0}, [2]frag{{lo: 4, n: 3}, {lo: 73, n: 1}}, 5},
		{word{0b10 << 4, 0b110}, [2]frag{{lo: 4, n: 2}, {lo: 64, n: 3}}, 26},
	} {
		assert.True(t, c.w.holds([]cond{{at: c.at, set: 1 << c.code}}), "%+v", c)
		assert.False(t, c.w.holds([]cond{{at: c.at, set: ^(uint64(1) << c.code)}}), "%+v", c)
	}
}
