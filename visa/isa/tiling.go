package isa

import (
	"fmt"
	"slices"
)

// maxPadding is what may follow the last part: some writers end a file at a dword.
const maxPadding = 3

// elsewhere says that a function is one of another file, which has no offset and size
// here. Compilers write the linkage of such also for those that are here.
func (f *Function) elsewhere() bool { return f.Linkage == Extern && f.Routine == Range{} }

// checkTiling checks that header, routines and binaries fill a file of size
// bytes without gap or overlap, as every compiler writes it.
func (h *Header) checkTiling(size int) error {
	parts := h.parts()
	slices.SortStableFunc(parts, func(a, b Range) int { return int(int64(a.Offset) - int64(b.Offset)) })
	end := uint64(0)
	for _, p := range parts {
		if uint64(p.Offset) != end {
			return fmt.Errorf("offset %d: %w: the next part begins at %d", end, ErrTiling, p.Offset)
		}
		end += uint64(p.Size)
	}
	if end > uint64(size) || uint64(size)-end > maxPadding {
		return fmt.Errorf("offset %d: %w: the file has %d bytes", end, ErrTiling, size)
	}
	return nil
}

// end is where the last part ends.
func (h *Header) end() (end uint32) {
	for _, p := range h.parts() {
		end = max(end, p.Offset+p.Size)
	}
	return end
}

// parts are the header and what it says to be in the file.
func (h *Header) parts() []Range {
	parts := []Range{{0, h.Size}}
	for _, k := range h.Kernels {
		parts = append(parts, k.Routine)
		for _, b := range k.Binaries {
			parts = append(parts, b.Range)
		}
	}
	for _, f := range h.Functions {
		if !f.elsewhere() {
			parts = append(parts, f.Routine)
		}
	}
	return parts
}
