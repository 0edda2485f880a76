package diag

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestList: a list is unsupported only when all of it is, and gives its faults.
func TestList(t *testing.T) {
	known := &Error{File: "a", Line: 1, Col: 2, Msg: "no such thing here", Err: fmt.Errorf("why: %w", errors.ErrUnsupported)}
	wrong := &Error{File: "a", Line: 3, Col: 4, Msg: "nonsense"}
	assert.NotErrorIs(t, List{}, errors.ErrUnsupported)
	assert.ErrorIs(t, List{known}, errors.ErrUnsupported)
	assert.NotErrorIs(t, List{known, wrong}, errors.ErrUnsupported)
	assert.EqualError(t, List{known, wrong}, "a:1:2: error: no such thing here\na:3:4: error: nonsense")
	var one *Error
	if assert.ErrorAs(t, List{wrong, known}, &one) {
		assert.Same(t, wrong, one)
	}
}
