package run

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/visa"
)

// inputPayload is the payload of a launch without kernel metadata: one group
// whose threads get r0 and the .input variables that the launch names. It is a
// dispatch.Payloads.
type inputPayload struct {
	simd    int
	threads int
	slm     int
	scratch int
	entry   uint32   // byte of the code behind what loads a payload: this one is in registers
	images  [][]byte // by thread
}

// newInputPayload lays the inputs out where the kernel's .input records say. A
// value has the size of its record, or that size for every thread in turn.
func newInputPayload(l *launch.Launch, k *visa.Kernel) (*inputPayload, error) {
	p := &inputPayload{simd: k.SimdSize(), threads: l.Threads}
	if p.simd != 8 && p.simd != 16 && p.simd != 32 {
		return nil, fmt.Errorf("%s:1:1: error: kernel %s has SimdSize %d: a launch with inputs needs .kernel_attr SimdSize=8, 16 or 32", k.File, k.Name, p.simd)
	}
	size := abi.GRFSize
	for _, in := range k.Inputs {
		size = max(size, in.Offset+in.Size)
	}
	size = (size + abi.GRFSize - 1) / abi.GRFSize * abi.GRFSize
	for range p.threads {
		p.images = append(p.images, make([]byte, size))
	}
	for _, v := range l.Inputs {
		if err := p.place(l, v, k); err != nil {
			return nil, err
		}
	}
	return p, p.placeArgs(l)
}

// placeArgs checks what launches with metadata leave to the ABI: local memory
// and binding table fit.
func (p *inputPayload) placeArgs(l *launch.Launch) error {
	buffers := 0
	for i := range l.Args {
		at := func(format string, args ...any) error { return l.Errorf(launch.ArgPart(i), format, args...) }
		switch l.Args[i].Kind {
		case launch.LocalArg:
			p.slm += l.Args[i].Size
		case launch.BufferArg:
			buffers++
		case launch.ValueArg:
			return at("an argument by value: a launch with inputs gives values by the name of their .input variable")
		}
		if p.slm > abi.MaxSLM {
			return at("local memory of %d bytes with this argument: legal are 0 to %d", p.slm, abi.MaxSLM)
		}
		if buffers > fixed.SurfaceReserved {
			return at("buffer number %d: a launch with inputs binds at most %d", buffers, fixed.SurfaceReserved)
		}
	}
	return nil
}

func (p *inputPayload) place(l *launch.Launch, v launch.Input, k *visa.Kernel) error {
	var names []string
	for _, in := range k.Inputs {
		name := k.Vars[in.Var].Name
		names = append(names, name)
		if name != v.Name {
			continue
		}
		if len(v.Data) != in.Size && len(v.Data) != in.Size*p.threads {
			return l.Errorf(launch.InputPart(v.Name), "input %s has %d bytes: want %d, or %d for each of %d threads", v.Name, len(v.Data), in.Size, in.Size*p.threads, p.threads)
		}
		for t, image := range p.images {
			from := 0
			if len(v.Data) > in.Size {
				from = t * in.Size
			}
			copy(image[in.Offset:], v.Data[from:from+in.Size])
		}
		return nil
	}
	return l.Errorf(launch.InputPart(v.Name), "kernel %s has no .input %q: it has %v", k.Name, v.Name, names)
}

// Groups is one group.
func (p *inputPayload) Groups() [3]uint32 { return [3]uint32{1, 1, 1} }

// MaxThreads is the launch's thread count.
func (p *inputPayload) MaxThreads() int { return p.threads }

// Threads is the launch's thread count.
func (p *inputPayload) Threads([3]uint32) int { return p.threads }

// PayloadSize is r0 and all inputs, in whole registers.
func (p *inputPayload) PayloadSize() int { return len(p.images[0]) }

// SLMSize is the sum of the launch's local arguments.
func (p *inputPayload) SLMSize() int { return p.slm }

// ScratchSize is what the program's spilled registers need: without metadata
// nothing says that there is more.
func (p *inputPayload) ScratchSize() int { return p.scratch }

// Fill copies the thread's image; all lanes exist.
func (p *inputPayload) Fill(dst []byte, _ [3]uint32, thread int) uint32 {
	copy(dst, p.images[thread])
	return uint32(uint64(1)<<p.simd - 1)
}

// IndirectSize is 0: all inputs are in registers.
func (p *inputPayload) IndirectSize() int { return 0 }

// IndirectBase is where there would be others.
func (p *inputPayload) IndirectBase() uint64 { return abi.IndirectBase }

// FillIndirect has nothing to do.
func (p *inputPayload) FillIndirect([]byte, [3]uint32) {}

// Entry is where code begins that finds them there.
func (p *inputPayload) Entry() uint32 { return p.entry }

// Extent is PayloadSize.
func (p *inputPayload) Extent() int { return p.PayloadSize() }
