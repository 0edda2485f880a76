package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/visa/isa"
)

// OpenCode reads what holds native code for the target of the options, of kind
// files.Native, files.Container or files.ISA. Raw code is one kernel without a name, of a file
// with nothing else.
func OpenCode(path string, src []byte, kind files.Kind, o Options) (*container.File, native.Target, error) {
	switch kind {
	case files.Container:
		return OpenContainer(path, src, o)
	case files.ISA:
		return openISA(path, src, o)
	}
	return &container.File{Name: path, Kernels: []container.Kernel{{Code: src}}}, o.Target.Device(), nil
}

// openISA reads the native binaries of the kernels of a .isa file. When the target is
// open, it is the one that all binaries are for.
func openISA(path string, src []byte, o Options) (*container.File, native.Target, error) {
	h, err := isa.ReadHeader(src)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	t := o.Target.Device()
	if o.Target.Open() {
		if t, err = isaTarget(path, h); err != nil {
			return nil, 0, err
		}
	}
	f := &container.File{Name: path}
	for i := range h.Kernels {
		code, err := binaryOf(path, src, &h.Kernels[i], t)
		if err != nil {
			return nil, 0, err
		}
		f.Kernels = append(f.Kernels, container.Kernel{Name: h.Kernels[i].Name, Code: code})
	}
	return f, t, nil
}

// productOf is the device of a platform code, or nil.
func productOf(p isa.Platform) *native.Product {
	if list := native.ProductsWith(func(d *native.Product) bool { return d.CISA == uint8(p) && p != 0 }); len(list) > 0 {
		return list[0]
	}
	return nil
}

// PlatformName is the target of a platform code in a .isa, or "platform N".
func PlatformName(p isa.Platform) string {
	if d := productOf(p); d != nil {
		return d.Target.String()
	}
	return p.String()
}

// isaPlatforms are the names of the devices that a .isa file has native binaries for.
func isaPlatforms(h *isa.Header) (names []string) {
	for _, k := range h.Kernels {
		for _, b := range k.Binaries {
			if name := PlatformName(b.Platform); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// ISAKernel is the kernel of that name in a .isa file; "" is the only one there.
func ISAKernel(path string, src []byte, kernel string) (string, error) {
	h, err := isa.ReadHeader(src)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	at, err := isaKernel(path, h.Kernels, kernel, func(k isa.Kernel) string { return k.Name })
	if err != nil {
		return "", err
	}
	return h.Kernels[at].Name, nil
}

// isaTarget is the target of all native binaries of a .isa file.
func isaTarget(path string, h *isa.Header) (native.Target, error) {
	names := isaPlatforms(h)
	switch len(names) {
	case 0:
		return 0, fmt.Errorf("%s: no native binary is inside, only vISA: genvisa compile makes one of it", path)
	case 1:
	default:
		return 0, fmt.Errorf("%s: native binaries for %s: want one of them as the target", path, strings.Join(names, " and "))
	}
	t, err := native.ParseTarget(names[0])
	if err != nil {
		return 0, &UnsupportedError{path, fmt.Sprintf("code for %s, which is no target here, is", names[0])}
	}
	return t, nil
}

// binaryOf is the native binary of a kernel for target t.
func binaryOf(path string, src []byte, k *isa.Kernel, t native.Target) ([]byte, error) {
	var have []string
	for _, b := range k.Binaries {
		if p := productOf(b.Platform); p != nil && p.Target == t {
			return b.Of(src), nil
		}
		have = append(have, PlatformName(b.Platform))
	}
	return nil, fmt.Errorf("%s: no native binary of %s for %s: there is %s, which genvisa compile takes", path, k.Name, t, strings.Join(append(have, "vISA"), " and "))
}
