package lower

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestRulesCoverOps: every op of the specification is lowered or says why not,
// never both.
func TestRulesCoverOps(t *testing.T) {
	for op := range visa.NumOps {
		if op.Info().Sem == visa.SemData {
			continue // its page has the reason
		}
		r := &rules[op]
		has := r.emit != nil || r.op != native.OpIllegal
		assert.NotEqual(t, has, r.why != "", "op %v: want an op or emitter, or a reason", op)
	}
}

// TestRulesSaturate: an op with .sat becomes an instruction that can clamp.
func TestRulesSaturate(t *testing.T) {
	var not []string
	for op := range visa.NumOps {
		if r := &rules[op]; op.Info().Sat && r.op != native.OpIllegal && !r.op.Saturates() {
			not = append(not, op.String())
		}
	}
	assert.Empty(t, not)
}

// TestNoRule: an op that only has a page is refused with a reason.
func TestNoRule(t *testing.T) {
	reason := &rules[visa.OpFret].why
	defer func(old string) { *reason = old }(*reason)
	*reason = ""
	k, err := asm.Parse("k.visaasm", []byte(".version 4.1\n.kernel \"k\"\n"+
		".kernel_attr SimdSize=8\n.function \"m\"\nm:\nfret (M1, 8)\nret (M1, 1)\n"))
	require.NoError(t, err)
	_, err = Compile(k, native.SKL, Options{})
	assert.ErrorContains(t, err, "fret: not supported: the compiler has no rule for the op")
}

// TestPassOrder: every pass comes behind the ones that it needs.
func TestPassOrder(t *testing.T) {
	names := Passes()
	for i := range passes {
		for _, need := range passes[i].needs {
			assert.Contains(t, names[:i], need, "pass %s", passes[i].name)
		}
		assert.Equal(t, i, slices.Index(names, passes[i].name), "name used twice")
	}
}
