package launch

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestQuickFill: AVX2 generates the bytes that the loops in Go generate, from any
// place on and for any number of elements, and nothing behind them.
func TestQuickFill(t *testing.T) {
	if !quickFill {
		t.Skip("this processor has no AVX2")
	}
	defer func() { quickFill = true }()
	for _, fill := range []string{
		"type: u32, min: 0, max: 4294967295", "type: u32, min: 3, max: 3", "type: i32, min: -9, max: 6",
		"type: i32, min: -2147483648, max: 2147483647", "type: u32, min: 0, max: 98",
		"type: f32, min: 0, max: 1", "type: f32, min: -0.1, max: 1e30", "type: f32, min: -3e38, max: 3e38",
		"type: f32, min: -1e-43, max: 1e-43", "type: f32, min: -1e-320, max: 1e-310", "type: f32, min: 2, max: 2",
	} {
		for _, seed := range []string{"0", "7", "18446744073709551615"} {
			_, f, err := generated(scalar(t, fmt.Sprintf("{bytes: 80, fill: {random: %s, %s}}", seed, fill)))
			require.NoError(t, err)
			for n := range 20 {
				var got [2][96]byte
				for i := range got {
					quickFill = i == 1
					f.at(got[i][:4*n], 4*n)
				}
				assert.Equal(t, hex.EncodeToString(got[0][:]), hex.EncodeToString(got[1][:]), "%s seed %s, %d elements", fill, seed, n)
			}
		}
	}
}
