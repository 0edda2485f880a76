package run

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
)

// fits checks that the program is the one that the launch and its metadata are
// about: kernel name, SIMD width and payload. A wrong pair would run and give
// wrong results.
func (s *Session) fits(p *load.Program, payloads dispatch.Payloads) error {
	if s.native != nil {
		return s.fitsNative(p)
	}
	name, simd := s.kernelName(), 0
	if s.kernel != nil {
		simd = s.kernel.SIMD
	} else {
		simd = s.inputs.simd
	}
	switch {
	case p.Kernel != "" && p.Kernel != name:
		return s.errorf("kernel", "kernel %q: the program %s holds kernel %q", name, p.Path, p.Kernel)
	case p.VISA != nil && p.VISA.SimdSize() == 0:
		return fmt.Errorf("%s:1:1: error: kernel %s has no SimdSize attribute: want .kernel_attr SimdSize=%d", p.Path, name, simd)
	case p.VISA != nil && p.VISA.SimdSize() != simd:
		return s.errorf("program", "program %s is SIMD%d, the metadata of kernel %s says SIMD%d", p.Path, p.VISA.SimdSize(), name, simd)
	case p.Channels > simd:
		return s.errorf("program", "program %s uses channels up to %d, the metadata of kernel %s says SIMD%d", p.Path, p.Channels-1, name, simd)
	case p.Channels > 0 && p.Channels <= simd/2:
		return s.errorf("program", "program %s uses channels up to %d only, the metadata of kernel %s says SIMD%d", p.Path, p.Channels-1, name, simd)
	case p.VISA == nil:
		if err := s.linkage.Registers(p); err != nil {
			return err
		}
		if s.enqueues && p.ReadsBehind(payloads.PayloadSize()) {
			return enqueueError(p.Path, name)
		}
		return s.linkage.Relocated(p)
	}
	size := payloads.PayloadSize()
	if in, ok := payloads.(dispatch.Indirect); ok {
		size = in.Extent()
	}
	for _, in := range p.VISA.Inputs {
		end := in.Offset + in.Size
		if end > size && s.enqueues {
			return enqueueError(p.Path, name)
		}
		if end > size {
			return fmt.Errorf("%s:%v: error: input at payload byte %d with %d bytes: the metadata of kernel %s gives a payload of %d bytes",
				p.Path, in.Pos, in.Offset, in.Size, name, size)
		}
	}
	return nil
}

// fitsNative checks that native code of the launch's width runs.
func (s *Session) fitsNative(p *load.Program) error {
	target, linked := p.Native()
	switch {
	case p.VISA != nil:
		return s.errorf("kernel", "program %s is vISA: a launch with registers and surfaces runs native code", p.Path)
	case linked && target != s.launch.Native.Target:
		return s.errorf("kernel", "program %s is code for %s, the launch is for %s", p.Path, target, s.launch.Native.Target)
	case s.o.Kernel != "" && p.Kernel != s.o.Kernel:
		return s.errorf("kernel", "kernel %q: the program %s holds kernel %q", s.o.Kernel, p.Path, p.Kernel)
	case p.Channels > s.launch.Native.SIMD && !s.launch.Native.Masked:
		return s.errorf("kernel", "program %s uses channels up to %d, the launch has SIMD%d: dispatch_mask says which channels run", p.Path, p.Channels-1, s.launch.Native.SIMD)
	}
	return s.linkage.Relocated(p)
}

// kernelName is the kernel that runs.
func (s *Session) kernelName() string { return kernelName(s.launch, s.o) }

// kernelName is the kernel of the launch, unless the options name another.
func kernelName(l *launch.Launch, o Options) string {
	if o.Kernel != "" {
		return o.Kernel
	}
	return l.Kernel
}

// errorf is an error at a key of the launch, or about the option that replaced
// it.
func (s *Session) errorf(key, format string, args ...any) error {
	replaced := map[string]string{"kernel": s.o.Kernel, "info": s.o.Info, "program": strings.Join(s.o.Programs, " ")}
	if v := replaced[key]; v != "" {
		return fmt.Errorf("--%s: %w", key, &launch.Error{Msg: fmt.Sprintf(format, args...)})
	}
	return s.launch.Errorf(key, format, args...)
}
