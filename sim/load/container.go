package load

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// OpenContainer reads a container for the target of the options. What it was
// compiled for takes the place of that target when it is open; otherwise a
// container for another one is refused.
func OpenContainer(path string, src []byte, o Options) (*container.File, native.Target, error) {
	device := o.Target.Device()
	f, err := container.Open(path, src, device)
	if err != nil {
		return nil, 0, err
	}
	for i := range f.Kernels {
		if k := &f.Kernels[i]; int64(len(k.Code)) > files.Native.Limit() {
			return nil, 0, fmt.Errorf("%s: kernel %s has %d bytes of code: the limit is %d", f.Name, k.Name, len(k.Code), files.Native.Limit())
		}
	}
	switch {
	case f.Foreign:
		return nil, 0, ForeignError(f)
	case f.For(device):
		return f, device, nil
	case o.Target.Open():
		return f, f.Targets[0], nil
	}
	return nil, 0, fmt.Errorf("%s: code for %s (%v): the target is %s", path, f.Device, f.Targets, device)
}

// ForeignError refuses native code of a file that is for a device that is no target.
func ForeignError(f *container.File) error {
	return &UnsupportedError{f.Name, fmt.Sprintf("code for %s, which is no target here, is", f.Device)}
}

// fromContainer prepares the kernel of that name.
func fromContainer(path string, src []byte, kernel string, o Options) (*Program, error) {
	open := o
	if o.Code == OurCode { // whose target need not be the container's
		open.Target = Prefer(o.Target.Device())
	}
	f, t, err := OpenContainer(path, src, open)
	if err != nil {
		return nil, err
	}
	return fromKernel(f, kernel, o, t)
}

// FromContainer prepares a kernel of a container with code for target t; "" is
// the only kernel there. All codes but Intel's need its vISA text in the container;
// AnyCode is Intel's.
func FromContainer(f *container.File, kernel string, code CodeName, t native.Target) (*Program, error) {
	o := Options{Code: code, Target: Prefer(t)}
	if err := o.Check(); err != nil {
		return nil, err
	}
	return fromKernel(f, kernel, o, t)
}

// fromKernel is FromContainer with the engine or the code of the options.
func fromKernel(f *container.File, kernel string, o Options, t native.Target) (p *Program, err error) {
	k, err := ContainedKernel(f, kernel)
	if err != nil {
		return nil, err
	}
	if o.wantsText(k) {
		text, err := ContainedVISA(f, k)
		if err == nil {
			err = MadeFor(text, o.Platform)
		}
		if err == nil {
			t, err = o.ourTarget(f, t)
		}
		if err != nil {
			return nil, err
		}
		grfs := o.GRFs
		if grfs == 0 {
			grfs = fileOf(t, f.GRFs(k))
		}
		p, err = fromVISA(text.File, text, o.Needs(), t, grfs)
		if err == nil {
			p.Info, p.Data = f.Info, f.Link()
		}
		return p, err
	}
	if f.Foreign {
		return nil, ForeignError(f)
	}
	if p, err = fromNative(f.Name, k.Code, o.Needs(), t, "from "+f.Format.String(), f.GRFs(k)); err != nil {
		return nil, err
	}
	p.Kernel, p.Info, p.Data, p.bound = k.Name, f.Info, f.Link(), k.Bound
	p.Origin, p.ownStart = origin.OfContainer(f, k), f.Format == container.Zebin && slices.Contains(f.Targets, t)
	if f.Format == container.PatchTokens {
		p.Strings = append([]string{}, f.Strings...)
	}
	return p, nil
}

// NoVISAError is a kernel of a container without its vISA text.
type NoVISAError struct{ Path, Kernel string }

// Error says how compilers add the text.
func (e *NoVISAError) Error() string {
	return fmt.Sprintf("%s: no vISA text of kernel %s: ocloc compile --format zebin -internal_options -ze-emit-zebin-visa-sections adds it", e.Path, e.Kernel)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *NoVISAError) Is(target error) bool { return target == errors.ErrUnsupported }

// ContainedVISA parses the text of a kernel of a container. Compilers call all
// kernels "kernel" there; it has its name in the container.
func ContainedVISA(f *container.File, k *container.Kernel) (*visa.Kernel, error) {
	if k.VISA == nil {
		return nil, &NoVISAError{f.Name, k.Name}
	}
	text, err := parseBy(f.Name+":"+k.Name+".visaasm", k.VISA, pairedOf(f))
	if err != nil {
		return nil, err
	}
	text.Name = k.Name
	if len(f.Targets) > 0 {
		madeFor(text, f.Targets[0])
	}
	functions, err := containedFunctions(f, k)
	if err != nil {
		return nil, err
	}
	if t, err := f.Kernel(abi.SymbolTable); err == nil && slices.ContainsFunc(append(functions, text), usesSymbols) {
		shared, err := containedFunctions(f, t)
		if err != nil {
			return nil, err
		}
		functions = append(functions, called(slices.Concat([]*visa.Kernel{text}, functions), shared)...)
	}
	if len(functions) == 0 {
		return text, nil
	}
	return visa.Link(text, functions)
}

// Versions of the metadata of compilers that are known not to write paired surfaces, and
// to write them (IGC 1.0.12504 and 1.0.17791).
const (
	lastUnpaired = 20
	firstPaired  = 49
)

// pairedOf says whether the texts of a container have paired surfaces, by the version of
// its metadata, which tells more than that of the texts.
func pairedOf(f *container.File) asm.Paired {
	_, minor, _ := strings.Cut(f.Info.Version, ".")
	n, err := strconv.Atoi(minor)
	switch {
	case err != nil || n > lastUnpaired && n < firstPaired:
		return asm.PairedOpen
	case n <= lastUnpaired:
		return asm.PairedAbsent
	}
	return asm.PairedWritten
}

// containedFunctions parses the texts of functions that follow a kernel's.
func containedFunctions(f *container.File, k *container.Kernel) (out []*visa.Kernel, err error) {
	for _, text := range functionTexts(f, k) {
		fn, err := parseBy(text.Name, text.Source, text.paired)
		if err != nil {
			return nil, err
		}
		out = append(out, fn)
	}
	return out, nil
}

// called are the functions that texts name, or that those name, in their order.
func called(texts, functions []*visa.Kernel) (out []*visa.Kernel) {
	names := map[string]bool{}
	taken := make([]bool, len(functions))
	for work := texts; len(work) > 0; {
		for _, s := range work[0].Strings {
			names[s] = true
		}
		work = work[1:]
		for i, f := range functions {
			if !taken[i] && names[f.Name] {
				taken[i], work = true, append(work, f)
			}
		}
	}
	for i, f := range functions {
		if taken[i] {
			out = append(out, f)
		}
	}
	return out
}

// ContainedKernel finds a kernel of a container; "" is the only one there.
func ContainedKernel(f *container.File, name string) (*container.Kernel, error) {
	if name != "" {
		return f.Kernel(name)
	}
	var names []string
	for i := range f.Kernels {
		if k := f.Kernels[i].Name; k != abi.SymbolTable {
			names = append(names, k)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no kernel: the program has functions or data only", f.Name)
	}
	if slices.Sort(names); len(names) != 1 {
		return nil, fmt.Errorf("%s: %d kernels: want the name of one of %v", f.Name, len(names), names)
	}
	return f.Kernel(names[0])
}
