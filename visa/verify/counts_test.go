package verify_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// TestCountsOfCompilers: more variables and predicates than the page counts, as Intel's compiler writes.
func TestCountsOfCompilers(t *testing.T) {
	k := parse(t, "barrier")
	grow(k, 161282)
	for len(k.Preds) < 5159 {
		k.Preds = append(k.Preds, visa.Decl{Name: "Q", Elems: 16})
	}
	assert.Empty(t, verify.Kernel(k))
}
