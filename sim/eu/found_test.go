package eu

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// TestRefusedRegistersAreFound: what a load calls wrong about an architecture register, because no
// such bytes are there, a rule of native.Check finds: every register and sub-register of
// every target, as source and destination.
func TestRefusedRegistersAreFound(t *testing.T) {
	refused, silent := 0, map[string]bool{}
	for target := range native.NumTargets {
		for reg := int32(native.ARFA0); reg < 0x100; reg++ {
			for sub := range 16 {
				for _, ty := range []native.Type{native.UB, native.UW, native.UD, native.F} {
					if sub*ty.Size() >= 32 {
						continue
					}
					o := arf(reg, sub, ty)
					o.Region = native.Scalar
					to := o
					to.Region = native.Dst1
					for _, in := range []native.Inst{ins(native.OpMov, 1, dst(10, ty), o), ins(native.OpMov, 1, to, one(10, 0, ty))} {
						in.Thread = native.ThreadSwitch
						_, err := loadInsts("x", target, []native.Inst{in, eot()})
						undefined := reg == native.ARFTM0 && sub*ty.Size() >= 12 // dwords 3 to 7 are there, with no value (3.3.3.12)
						if err == nil || undefined || errors.Is(err, errors.ErrUnsupported) && !strings.Contains(err.Error(), ", which has ") {
							continue
						}
						refused++
						if len(native.Check(target, []native.Inst{in})) == 0 {
							silent[fmt.Sprintf("%s %#x.%d:%s: %v", target, reg, sub, ty, err)] = true
						}
					}
				}
			}
		}
	}
	assert.Empty(t, slices.Sorted(maps.Keys(silent)))
	floor.Exact(t, "architecture registers that are not there", refused)
}
