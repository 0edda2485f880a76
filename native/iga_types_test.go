//go:build oracle

package native_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// TestTypesBesideIGA: the types of specs/eu/types.md, but those of the column also, are the
// combinations of which iga64 does not say that they are invalid, on every target that it has:
// all instructions with all types of destination and sources that can be encoded.
func TestTypesBesideIGA(t *testing.T) {
	asked := 0
	for target := native.HSW; target < native.NumTargets; target++ {
		type pair struct {
			op       native.Op
			dst, src native.Type
		}
		var list []sample
		pairs := map[string]pair{}
		for o := native.Op(0); o < native.NumOps; o++ {
			if listed, also := o.Takes(target, native.F, native.F); !o.IsALU() || listed && also {
				continue // not on the target
			}
			for dst := range native.NumTypes {
				for src := range native.NumTypes {
					if s, err := typed(target, o, dst, src); err == nil && pairs[s.text] == (pair{}) {
						list, pairs[s.text] = append(list, s), pair{o, dst, src}
					}
				}
			}
		}
		taken, _, remarks := assembled(t, target, list, "-Wtypes")
		refused, differ := map[int]bool{}, map[string]bool{}
		for _, r := range remarks {
			refused[r.sample] = refused[r.sample] || strings.Contains(r.text, "invalid operand type combination")
		}
		for i, s := range taken {
			p := pairs[s.text]
			if listed, _ := p.op.Takes(target, p.dst, p.src); listed == refused[i] {
				differ[fmt.Sprintf("%s %s < %s, listed %v: %s", p.op, p.dst, p.src, listed, s.text)] = true
			}
		}
		assert.Empty(t, slices.Sorted(maps.Keys(differ)), target)
		t.Log(target, len(taken), "of", len(list))
		asked += len(taken)
	}
	floor.Exact(t, "types of operands that iga64 was asked about", asked)
}

// typed is an instruction of two channels or more with sources of one type.
func typed(target native.Target, o native.Op, dst, src native.Type) (sample, error) {
	in := op(o, 8, native.GRFOperand(10, 0, native.Dst1, dst))
	for i := range o.Sources() {
		in.Src[i] = native.GRFOperand(20+2*i, 0, native.Scalar, src)
	}
	if o.IsMath() {
		in.MathFC = native.MathPow
	}
	if o.Sources() == 3 && !target.Caps().TernaryAlign1 {
		in.Align16, in.Dst.ChanEn = true, 15
	}
	return sampleOf(target, &in)
}
