package estimate

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// Code is native code with what it costs.
type Code struct {
	*Estimate
	Native  []native.Inst // what Insts are of
	Offsets []int         // bytes, of each
}

// OfCode estimates code of target t as bytes, of threads with simd channels that start with values in the first registers, payload
// bytes of them. of is what the instructions are lowered from, when that is known: one for each, or nil. The error names the offset.
func OfCode(t native.Target, code []byte, simd, payload int, of []native.Inst) (*Code, error) {
	insts, offsets, err := native.DecodeAll(t, code)
	if err != nil {
		return nil, err
	}
	if of != nil && len(of) != len(insts) {
		return nil, fmt.Errorf("%d instructions of code: want those of %d", len(insts), len(of))
	}
	for i := range of {
		insts[i].VISA, insts[i].Uses, insts[i].Placed = of[i].VISA, of[i].Uses, of[i].Placed
	}
	p, err := flow.Placed(t, insts, offsets)
	if at := (*flow.InstError)(nil); errors.As(err, &at) {
		return nil, fmt.Errorf("offset %#x: %w", offsets[at.Inst], at.Err)
	} else if err != nil {
		return nil, err
	}
	p.SIMD = simd
	registers := (max(payload, native.GRFBytes) + native.GRFBytes - 1) / native.GRFBytes
	return &Code{Of(p, t, offsets, len(code), registers), insts, offsets}, nil
}
