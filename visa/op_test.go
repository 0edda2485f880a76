package visa_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa"
)

// TestUnsaid: engines stop at an op of which its page says nothing with the page's
// reason, and at one without a page.
func TestUnsaid(t *testing.T) {
	data := visa.OpInfo{Page: "MELT", Sem: visa.SemData, Why: "nobody wrote it down"}
	assert.Equal(t, "page MELT says nothing of what it does: nobody wrote it down", data.Unsaid())
	assert.Equal(t, "no page in specs/visa says what it does", visa.NumOps.Info().Unsaid())
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		if op.Info().Sem != visa.SemData {
			assert.Empty(t, op.Info().Unsaid(), op.String())
		}
	}
}
