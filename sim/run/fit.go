package run

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// VerifyError is a vISA program that breaks rules: it is not run or compiled,
// since what it does would mean nothing.
type VerifyError struct{ Findings []verify.Finding }

// Error is one finding a line, the first twenty.
func (e *VerifyError) Error() string {
	const most = 20
	var b strings.Builder
	for i, f := range e.Findings {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == most {
			fmt.Fprintf(&b, "and %d more: genvisa verify lists them all", len(e.Findings)-most)
			break
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// ParseVISA parses and verifies vISA text. Errors begin with file, line and
// column.
func ParseVISA(path string, src []byte) (*visa.Kernel, error) {
	return parseBy(path, src, asm.PairedOpen)
}

func parseBy(path string, src []byte, paired asm.Paired) (*visa.Kernel, error) {
	k, err := asm.ParseBy(path, src, paired)
	if err != nil {
		return nil, err
	}
	if found := verify.Kernel(k); len(found) > 0 {
		return nil, &VerifyError{found}
	}
	return k, nil
}

// ReadVISA is ParseVISA of a file, or ISAVISA of one with one kernel.
func ReadVISA(path string) (*visa.Kernel, error) {
	want := []files.Kind{files.VISA, files.ISA}
	if files.KindOfName(path) == files.Unknown {
		want = want[:1] // text that says nothing of itself
	}
	src, kind, err := files.Read(path, want...)
	if err != nil {
		return nil, err
	}
	if kind == files.ISA {
		k, _, err := ISAVISA(path, src, "")
		return k, err
	}
	return ParseVISA(path, src)
}

// channelsOf is one more than the highest channel that a masked instruction
// computes, sends or branches for; 0 when there is none. Compilers use all channels of
// their SIMD width. A wait is for the thread, whatever channels it names. Doubles that are
// written as pairs of dwords have a channel each.
func channelsOf(t native.Target, insts []native.Inst) (n int) {
	insts = t.InElements(insts)
	for i := range insts {
		in := &insts[i]
		if !in.NoMask && in.Op.HasChannels() {
			n = max(n, int(in.ChanOff)+int(in.ExecSize))
		}
	}
	return n
}

// fits checks that the program is the one that the launch and its metadata are
// about: kernel name, SIMD width and payload. A wrong pair would run and give
// wrong results.
func (s *Session) fits(p *Program, payloads dispatch.Payloads) error {
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
	case p.channels > simd:
		return s.errorf("program", "program %s uses channels up to %d, the metadata of kernel %s says SIMD%d", p.Path, p.channels-1, name, simd)
	case p.channels > 0 && p.channels <= simd/2:
		return s.errorf("program", "program %s uses channels up to %d only, the metadata of kernel %s says SIMD%d", p.Path, p.channels-1, name, simd)
	case p.VISA == nil:
		if s.enqueues && p.link != nil && readsBehind(p.link.insts, payloads.PayloadSize()) {
			return enqueueError(p.Path, name)
		}
		return s.relocated(p)
	}
	for _, in := range p.VISA.Inputs {
		end := in.Offset + in.Size
		if end > payloads.PayloadSize() && s.enqueues {
			return enqueueError(p.Path, name)
		}
		if end > payloads.PayloadSize() {
			return fmt.Errorf("%s:%v: error: input at payload byte %d with %d bytes: the metadata of kernel %s gives a payload of %d bytes",
				p.Path, in.Pos, in.Offset, in.Size, name, payloads.PayloadSize())
		}
	}
	return nil
}

// fitsNative checks that native code of the launch's width runs.
func (s *Session) fitsNative(p *Program) error {
	switch {
	case p.VISA != nil:
		return s.errorf("kernel", "program %s is vISA: a launch with registers and surfaces runs native code", p.Path)
	case p.link != nil && p.link.target != s.launch.Native.Target:
		return s.errorf("kernel", "program %s is code for %s, the launch is for %s", p.Path, p.link.target, s.launch.Native.Target)
	case s.o.Kernel != "" && p.Kernel != s.o.Kernel:
		return s.errorf("kernel", "kernel %q: the program %s holds kernel %q", s.o.Kernel, p.Path, p.Kernel)
	case p.channels > s.launch.Native.SIMD && !s.launch.Native.Masked:
		return s.errorf("kernel", "program %s uses channels up to %d, the launch has SIMD%d: dispatch_mask says which channels run", p.Path, p.channels-1, s.launch.Native.SIMD)
	}
	return s.relocated(p)
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
