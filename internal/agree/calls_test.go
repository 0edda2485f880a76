package agree

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// callTargets are those of TestAgreeCalls.
var callTargets = []native.Target{native.SKL, native.BDW, native.ICL, native.TGL, native.DG2}

// TestAgreeCalls is TestAgree with subroutines, which lanes that are apart call, with a
// sixteenth of the seeds for each target.
func TestAgreeCalls(t *testing.T) {
	for _, target := range callTargets {
		t.Run(target.String(), func(t *testing.T) {
			on := gen9
			if target != native.SKL {
				on = others[target].on
			}
			n, agree := max(*seeds/16, 4), 0
			if testing.Short() {
				n = 2
			}
			for seed := *firstSeed; seed < *firstSeed+n; seed++ {
				k := generateCalls(seed, false, on, 1+int(seed%4))
				v, err := compareOn(k.String(), newLaunch(seed, k.simd, false), target)
				require.NoError(t, err, "seed %d makes an invalid kernel:\n%s", seed, k)
				assert.Empty(t, v.diff, "seed %d:\n%s", seed, k)
				if v.skip == "" {
					agree++
				}
			}
			t.Logf("%d of %d agree", agree, n)
			if *firstSeed == 1 && *seeds == 200 && !testing.Short() {
				floor.Exact(t, fmt.Sprintf("kernels with subroutines that agree with our code for %v, of %d", target, n), agree)
			}
		})
	}
}
