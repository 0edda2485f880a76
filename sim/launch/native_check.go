package launch

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// maxNativeThread is the most threads of a native launch.
const maxNativeThread = 1 << 20

// channels are those of the launch's SIMD width, all enabled.
func (n *Native) channels() uint32 { return uint32(uint64(1)<<n.SIMD - 1) }

// legalSIMD says that threads can have so many channels.
func legalSIMD(n int) bool { return n == 8 || n == 16 || n == 32 }

// check finds what a native launch may not be, from a file or made by a program;
// at is the place of a key of the file, or of a surface by its argument.
func (n *Native) check(args []Arg, at func(part string) node) error {
	switch {
	case n.Target >= native.NumTargets:
		return at("target").errorf("unknown target %d", n.Target)
	case !slices.Contains(dispatches, n.Dispatch):
		return at("dispatch").errorf("unknown dispatch %q: legal are %s", n.Dispatch, strings.Join(dispatches, ", "))
	case !legalSIMD(n.SIMD):
		return at("simd").errorf("%d channels: legal are 8, 16 and 32", n.SIMD)
	case n.Mask&^n.channels() != 0:
		return at("dispatch_mask").errorf("mask %#x of %d channels: legal are 0 to %#x", n.Mask, n.SIMD, n.channels())
	case n.Control&^fixed.ControlModes != 0:
		return at("cr0").errorf("bits %#x of cr0.0: legal are those of %#x", n.Control&^fixed.ControlModes, uint32(fixed.ControlModes))
	case len(n.Surfaces) != len(args):
		return at("surfaces").errorf("%d surfaces and %d arguments: want the contents of each surface", len(n.Surfaces), len(args))
	}
	for i := range n.Surfaces {
		if err := n.checkSurface(i, &args[i], at(ArgPart(i))); err != nil {
			return err
		}
	}
	if err := n.checkSamplers(at("samplers")); err != nil {
		return err
	}
	if err := n.checkState(at); err != nil {
		return err
	}
	if err := n.checkTables(at); err != nil {
		return err
	}
	if wrongRegisters(n.Common) {
		return at("common_grf").errorf("%d bytes of common registers: want up to %d whole registers of %d", len(n.Common), native.GRFs, grfBytes)
	}
	if err := n.checkGroups(at); err != nil {
		return err
	}
	switch {
	case n.Walker != nil:
		return n.checkWalker(at)
	case n.Threads == nil:
		return n.checkGrid(at)
	}
	return n.checkThreads(n.Threads, at("threads"))
}

// wrongRegisters says that bytes are no registers from r0 on.
func wrongRegisters(b []byte) bool { return len(b)%grfBytes != 0 || len(b) > native.GRFs*grfBytes }

// checkSurface checks surface i, whose contents are those of an argument.
func (n *Native) checkSurface(i int, a *Arg, at node) error {
	s := &n.Surfaces[i]
	if a.Kind != BufferArg {
		return at.errorf("surface %d: want its contents as an argument of the kind BufferArg", i)
	}
	if s.Entry {
		return n.checkEntry(i, a, at)
	}
	if err := n.checkUnbound(i, a, at); err != nil || s.Unbound {
		return err
	}
	switch {
	case s.BTI < 0 || s.BTI >= maxInputBuffers:
		return at.errorf("surface %d: binding table index %d: legal are 0 to %d", i, s.BTI, maxInputBuffers-1)
	case slices.ContainsFunc(n.Surfaces[:i], func(o NativeSurface) bool { return !o.Unbound && o.BTI == s.BTI }):
		return at.errorf("binding table index %d has a surface already", s.BTI)
	case s.Shape == nil:
		return nil
	case s.Shape.Format == nil || s.Shape.Kind != mem.Image2D:
		return at.errorf("surface %d: want the shape of an image 2d with a format", i)
	}
	whole, err := s.Shape.Complete()
	if err != nil {
		return at.errorf("surface %d: %v", i, err)
	}
	if whole != *s.Shape || whole.Bytes() > int64(a.Len()) {
		return at.errorf("surface %d has %d bytes: want a complete shape (ImageShape.Complete) of at most those, found one of %d", i, a.Len(), whole.Bytes())
	}
	return nil
}

// checkGrid checks the groups of a walker whose threads are not listed.
func (n *Native) checkGrid(at func(part string) node) error {
	if n.Dispatch != dispatches[0] {
		return at("dispatch").errorf("dispatch %s: want a list of threads", n.Dispatch)
	}
	count := uint64(1)
	for d, end := range n.Grid[1] {
		from := n.Grid[0][d]
		if end <= from {
			return at("group_grid_end").errorf("the grid ends at %d and starts at %d in dimension %d: want a group", end, from, d)
		}
		if count *= uint64(end - from); count > maxNativeThread {
			return at("group_grid_end").errorf("more than %d groups", maxNativeThread)
		}
	}
	return nil
}

// checkThreads checks a list of threads.
func (n *Native) checkThreads(threads []NativeThread, at node) error {
	if len(threads) == 0 || len(threads) > maxNativeThread {
		return at.errorf("%d threads: legal are 1 to %d", len(threads), maxNativeThread)
	}
	for i := range threads {
		t := &threads[i]
		if wrongRegisters(t.Registers) {
			return at.errorf("thread %d has %d bytes of registers: want up to %d whole registers of %d", i, len(t.Registers), native.GRFs, grfBytes)
		}
		if t.Mask != nil && *t.Mask&^n.channels() != 0 {
			return at.errorf("thread %d: mask %#x of %d channels: legal are 0 to %#x", i, *t.Mask, n.SIMD, n.channels())
		}
		if own := t.registers(); own*grfBytes > len(t.Registers) {
			return at.errorf("thread %d: r%d is its own and not among its %d registers", i, own-1, len(t.Registers)/grfBytes)
		}
	}
	return nil
}

// registers is one more than the last register that is the thread's own.
func (t *NativeThread) registers() int {
	for w, set := range slices.Backward(t.Own[:]) {
		if set != 0 {
			return 64*w + bits.Len64(set)
		}
	}
	return 0
}
