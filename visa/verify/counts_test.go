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

// TestCountsOfFields: one address or predicate more than the fields of the binary form count.
func TestCountsOfFields(t *testing.T) {
	k := parse(t, "barrier")
	for len(k.Addrs) < 1<<16 {
		k.Addrs = append(k.Addrs, visa.Decl{Name: "B", Elems: 1})
	}
	for len(k.Preds) < 1<<16 {
		k.Preds = append(k.Preds, visa.Decl{Name: "Q", Elems: 16})
	}
	var said []string
	for _, f := range verify.Kernel(k) {
		said = append(said, f.Rule+": "+f.Msg)
	}
	assert.Equal(t, []string{"decl.count: 65536 address variables: want at most 65535", "decl.count: 65536 predicates: want at most 65535"}, said)
}
