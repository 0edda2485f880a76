package load

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
)

// ISATexts are the vISA texts of a kernel of a .isa file and of all its functions, or of
// all kernels for "". The text is what Intel's compiler would write of the same program,
// so that messages can name lines; profile is that of isa.Read.
func ISATexts(path string, src []byte, kernel, profile string) (out []Text, err error) {
	f, err := readISA(path, src, profile)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range f.Kernels {
		k := f.Kernels[i].Kernel
		names = append(names, k.Name)
		if kernel != "" && k.Name != kernel {
			continue
		}
		t, err := isaText(path, f, k)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	if len(out) == 0 && kernel != "" {
		return nil, fmt.Errorf("%s: no kernel %q; %s", path, kernel, abi.Have(names))
	}
	for i := range f.Functions {
		t, err := isaText(path, f, f.Functions[i].Kernel)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func readISA(path string, src []byte, profile string) (*isa.File, error) {
	f, err := isa.Read(path, src, profile)
	if errors.Is(err, isa.ErrAmbiguous) {
		return nil, fmt.Errorf("%s: %w: genvisa dis --profile NAME makes text of it", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// isaText prints a routine.
func isaText(path string, f *isa.File, k *visa.Kernel) (Text, error) {
	var b bytes.Buffer
	if err := asm.Print(&b, k); err != nil {
		return Text{}, fmt.Errorf("%s: %w", path, err)
	}
	paired := asm.PairedAbsent
	if f.Paired() {
		paired = asm.PairedWritten
	}
	return Text{path + ":" + k.Name + ".visaasm", b.Bytes(), "", paired}, nil
}

// ISAVISA is the vISA of a kernel of a .isa file, verified and linked with the functions
// that it calls; "" is the only kernel there. text is its own, without those.
func ISAVISA(path string, src []byte, kernel string) (k *visa.Kernel, text []byte, err error) {
	f, err := readISA(path, src, "")
	if err != nil {
		return nil, nil, err
	}
	at, err := isaKernel(path, f.Kernels, kernel, func(r isa.Routine) string { return r.Kernel.Name })
	if err != nil {
		return nil, nil, err
	}
	verified := func(k *visa.Kernel) (*visa.Kernel, []byte, error) {
		t, err := isaText(path, f, k)
		if err != nil {
			return nil, nil, err
		}
		k, err = parseBy(t.Name, t.Source, t.paired)
		return k, t.Source, err
	}
	if k, text, err = verified(f.Kernels[at].Kernel); err != nil {
		return nil, nil, err
	}
	for _, b := range f.Kernels[at].Binaries {
		if d := productOf(b.Platform); d != nil {
			madeFor(k, d.Target)
		}
	}
	var functions []*visa.Kernel
	for i := range f.Functions {
		fn, _, err := verified(f.Functions[i].Kernel)
		if err != nil {
			return nil, nil, err
		}
		functions = append(functions, fn)
	}
	if len(functions) == 0 {
		k, err = LinkBeside(path, k)
		return k, text, err
	}
	k, err = visa.Link(k, called([]*visa.Kernel{k}, functions))
	return k, text, err
}

// isaKernel is the place of the kernel of that name among those of a file; "" is the only
// one.
func isaKernel[T any](path string, all []T, kernel string, name func(T) string) (int, error) {
	var names []string
	for _, k := range all {
		names = append(names, name(k))
	}
	if kernel == "" && len(all) == 1 {
		return 0, nil
	}
	if i := slices.Index(names, kernel); i >= 0 {
		return i, nil
	}
	if kernel == "" {
		return 0, fmt.Errorf("%s: %d kernels: want the name of one; %s", path, len(all), abi.Have(names))
	}
	return 0, fmt.Errorf("%s: no kernel %q; %s", path, kernel, abi.Have(names))
}

// fromISA prepares a kernel of a .isa file: as native code where the file has a binary
// for the target, unless the options want its vISA.
func fromISA(path string, src []byte, kernel string, o Options) (*Program, error) {
	t := o.Target.Device()
	h, err := isa.ReadHeader(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.Code == InterpCode || o.Code == OurCode || o.Code == AnyCode && (o.Engine == Interp || !hasBinary(h)) {
		k, _, err := ISAVISA(path, src, kernelOfISA(h, kernel))
		if err == nil {
			err = MadeFor(k, o.Platform)
		}
		if err != nil {
			return nil, err
		}
		p, err := fromVISA(k.File, k, o.Needs(), t, o.GRFs)
		if err == nil {
			p.Path = path
		}
		return p, err
	}
	if o.Target.Open() && len(isaPlatforms(h)) == 1 {
		if t, err = isaTarget(path, h); err != nil {
			return nil, err
		}
	}
	name, code, err := isaCode(path, src, kernelOfISA(h, kernel), t)
	if err != nil {
		return nil, err
	}
	p, err := fromNative(path, code, o.Needs(), t, "native binary inside the .isa", 0)
	if err != nil {
		return nil, err
	}
	p.Kernel, p.link.moved = name, true
	return p, nil
}

// kernelOfISA is the kernel that is wanted of a file: the only one whatever its name, which
// the launch is compared with later.
func kernelOfISA(h *isa.Header, kernel string) string {
	if len(h.Kernels) == 1 {
		return ""
	}
	return kernel
}

// hasBinary says that a file has native code.
func hasBinary(h *isa.Header) bool {
	return slices.ContainsFunc(h.Kernels, func(k isa.Kernel) bool { return len(k.Binaries) > 0 })
}

// isaCode is the native binary of a kernel for target t inside a .isa file; "" is the
// only kernel.
func isaCode(path string, src []byte, kernel string, t native.Target) (name string, code []byte, err error) {
	h, err := isa.ReadHeader(src)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	at, err := isaKernel(path, h.Kernels, kernel, func(k isa.Kernel) string { return k.Name })
	if err != nil {
		return "", nil, err
	}
	code, err = binaryOf(path, src, &h.Kernels[at], t)
	return h.Kernels[at].Name, code, err
}
