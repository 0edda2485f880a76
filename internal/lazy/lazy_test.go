package lazy

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTable: it is made once, and when it is asked for.
func TestTable(t *testing.T) {
	var squares Table[[4]int]
	made := 0
	build := func() *[4]int {
		made++
		return &[4]int{0, 1, 4, 9}
	}
	assert.Zero(t, made)
	assert.Equal(t, 9, squares.From(build)[3])
	assert.Equal(t, 4, squares.From(build)[2])
	assert.Equal(t, 1, made)
}
