package genvisa

import (
	"errors"
	"io"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
	"github.com/genvisa/genvisa/visa/verify"
)

// Kernel is one vISA kernel: declarations and instructions. Package visa has the
// types of its parts, and a constructor for each opcode.
type Kernel = visa.Kernel

// Finding is one violation of a rule, with its place and the rule's ID.
type Finding = verify.Finding

// Parse reads vISA text (.visaasm); name stands for it in messages. Only the text
// is checked: Verify says whether the kernel is right.
func Parse(name string, text []byte) (*Kernel, error) { return asm.Parse(name, text) }

// ReadKernel reads and verifies a .visaasm file, or a .isa file with one kernel.
func ReadKernel(path string) (*Kernel, error) { return load.ReadVISA(path) }

// ReadProgram is ReadKernel of several texts, a kernel and functions, linked. A
// kernel alone that calls functions is linked with those in <name>_f0.visaasm and
// so on beside it.
func ReadProgram(paths ...string) (*Kernel, error) { return load.ReadProgram(paths...) }

// MadeFor says for which device, "skl" or "bdw", the text of a kernel was made. It
// does not say so itself, and load_3d has its parameters in another order up to
// Gen8: a kernel that leaves the order open is refused by Interpret and Compile.
func MadeFor(k *Kernel, platform string) error {
	if k == nil {
		return errNoKernel
	}
	return load.MadeFor(k, platform)
}

// Verify lists everything in a kernel that breaks a rule; nil when nothing does, and
// for no kernel.
func Verify(k *Kernel) []Finding {
	if k == nil {
		return nil
	}
	return verify.Kernel(k)
}

// Print writes a kernel as text, laid out as Intel's compiler does it. Parse of
// that text gives the same kernel; one that has no such text is an error.
func Print(w io.Writer, k *Kernel) error {
	if k == nil {
		return errNoKernel
	}
	return asm.Print(w, k)
}

// ParseBinary reads the vISA of a .isa file: its kernels, then its functions. As with
// Parse, Verify says whether they are right. docs/isa.md says which files can be read.
func ParseBinary(name string, src []byte) ([]*Kernel, error) {
	f, err := isa.Read(name, src, "")
	if err != nil {
		return nil, err
	}
	var out []*Kernel
	for _, list := range [][]isa.Routine{f.Kernels, f.Functions} {
		for i := range list {
			out = append(out, list[i].Kernel)
		}
	}
	return out, nil
}

// Binary is a .isa file with a kernel or function, without native code: what ParseBinary
// reads, and Intel's tools.
func Binary(k *Kernel) ([]byte, error) {
	if k == nil {
		return nil, errNoKernel
	}
	f := isa.File{Major: k.Major, Minor: k.Minor}
	if k.IsFunction {
		f.Functions = []isa.Routine{{Kernel: k, Linkage: isa.Global}}
	} else {
		f.Kernels = []isa.Routine{{Kernel: k}}
	}
	return f.Encode("")
}

// Code is native code of one kernel.
type Code struct {
	Bytes        []byte // instructions of 8 or 16 bytes, as in a .dat file
	Instructions int
	GRFs         int    // most registers of 32 bytes that hold values at once, payload included
	SpillBytes   int    // of scratch, per thread
	Sends        int    // messages to memory and others, the end of the thread included
	Clocks       uint64 // estimate, of a thread that runs each instruction once (docs/hazards.md)

	target native.Target
}

// Compile makes native code of a kernel for a target such as "skl". It refuses a
// kernel with findings.
func Compile(k *Kernel, target string) (*Code, error) { return CompileGRFs(k, target, 0) }

// CompileGRFs is Compile for threads with a number of general registers that threads of the target can have: 128, from
// Xe-HPG on 256; 0 stands for 128. The kernel's metadata have to say it too, as grf_count.
func CompileGRFs(k *Kernel, target string, grfs int) (*Code, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	if err := verified(k); err != nil {
		return nil, err
	}
	res, err := lower.Compile(k, t, lower.Options{GRFs: grfs})
	if err != nil {
		return nil, origin.WithSource(k, err)
	}
	s := &res.Stats
	return &Code{res.Code, s.Instructions, s.GRFs, s.SpillBytes, s.Sends, hazard.Estimate(t, res.Program.Insts).Now, t}, nil
}

// Print writes the code as assembly in the syntax of Intel's assembler IGA, one
// instruction a line.
func (c *Code) Print(w io.Writer) error { return nasm.Print(w, c.target, c.Bytes) }

// DefaultTarget is the device that "" stands for: Skylake, Gen9.
const DefaultTarget = "skl"

func targetOf(name string) (native.Target, error) {
	if name == "" {
		name = DefaultTarget
	}
	return native.ParseTarget(name)
}

// runTarget is a choice of device; "" leaves it to the container or launch.
func runTarget(name string) (load.Target, error) {
	if name == "" {
		return load.Target{}, nil
	}
	t, err := native.ParseTarget(name)
	return load.Only(t), err
}

// errNoKernel is what takes the place of a crash.
var errNoKernel = errors.New("no kernel: want one from Parse, ReadKernel or a Builder")

func verified(k *Kernel) error {
	if k == nil {
		return errNoKernel
	}
	if found := verify.Kernel(k); len(found) > 0 {
		return &load.VerifyError{Findings: found}
	}
	return nil
}

// InstText is instruction i of a kernel as a line of text.
func InstText(k *Kernel, i int) string { return asm.Text(k, &k.Insts[i]) }
