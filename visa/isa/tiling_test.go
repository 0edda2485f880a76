package isa

import (
	"errors"
	"fmt"
	"slices"
)

// errTiling: header, routines and binaries do not fill the file exactly.
var errTiling = errors.New("CISA parts do not fill the file")

// checkTiling checks that header, routines and binaries fill a file of size
// bytes without gap or overlap, as every compiler writes it.
func (h *Header) checkTiling(size int) error {
	parts := []Range{{0, h.Size}}
	for _, k := range h.Kernels {
		parts = append(parts, k.Routine)
		for _, b := range k.Binaries {
			parts = append(parts, b.Range)
		}
	}
	for _, f := range h.Functions {
		parts = append(parts, f.Routine)
	}
	slices.SortStableFunc(parts, func(a, b Range) int { return int(int64(a.Offset) - int64(b.Offset)) })
	end := uint64(0)
	for _, p := range parts {
		if uint64(p.Offset) != end {
			return fmt.Errorf("offset %d: %w: the next part begins at %d", end, errTiling, p.Offset)
		}
		end += uint64(p.Size)
	}
	if end != uint64(size) {
		return fmt.Errorf("offset %d: %w: the file has %d bytes", end, errTiling, size)
	}
	return nil
}
