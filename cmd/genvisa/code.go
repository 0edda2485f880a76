package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// codeKinds are the files with native code.
var codeKinds = []files.Kind{files.Native, files.Container, files.ISA}

// codeFiles says in the help of a command what those are.
const codeFiles = "Raw native code (.dat), or what holds it: a container (zebin, ocloc's .bin), or a .isa"

// kernelFlag chooses one kernel of a file with native code.
func kernelFlag(to *string) cli.Flag {
	return word(to, "kernel", "", "NAME", "", "Kernel of a container or .isa; all of them by default.")
}

// targetFlag says what native code is for.
func targetFlag(to *string) cli.Flag {
	return word(to, "target", "", "TARGET", "", "Device of the code: "+targetNames(decoded)+". Default: that of a container or .isa, else skl.")
}

// openCode takes the contents of a file of codeKinds apart, or what assembly became. kernel is the only one that
// is wanted; empty for all.
func openCode(path string, src []byte, kind files.Kind, kernel string, o run.Options) (*container.File, native.Target, error) {
	if kernel != "" && kind != files.Container && kind != files.ISA {
		return nil, 0, fmt.Errorf("--kernel %s: %s is %s, which names no kernel", kernel, path, kind)
	}
	f, t, err := load.OpenCode(path, src, kind, o.Loading())
	if err != nil || kernel == "" {
		return f, t, err
	}
	k, err := f.Kernel(kernel)
	if err != nil {
		return nil, 0, err
	}
	f.Kernels = []container.Kernel{*k}
	return f, t, nil
}

// assembled is the code of Gen assembly text: of all kernels below their headings, or of
// the only one that is wanted.
func assembled(path string, r io.Reader, kernel string, t native.Target) (*container.File, error) {
	sections, err := nasm.AssembleSections(path, t, r, nasm.IGA)
	if err != nil {
		return nil, err
	}
	if sections, err = onlySection(path, sections, kernel); err != nil {
		return nil, err
	}
	f := &container.File{Name: path}
	for _, s := range sections {
		f.Kernels = append(f.Kernels, container.Kernel{Name: s.Name, Code: s.Code})
	}
	return f, nil
}

// onlySection leaves the section of a kernel, or all for "".
func onlySection(path string, sections []nasm.Section, kernel string) ([]nasm.Section, error) {
	if kernel == "" {
		return sections, nil
	}
	i := slices.IndexFunc(sections, func(s nasm.Section) bool { return s.Name == kernel })
	if i < 0 {
		var have []string
		for _, s := range sections {
			if s.Name != "" {
				have = append(have, s.Name)
			}
		}
		return nil, fmt.Errorf("--kernel %s: %s has no heading %q: %s", kernel, path, nasm.Heading(kernel), abi.Have(have))
	}
	return sections[i : i+1], nil
}

// inKernel gives an error the file and the kernel, where that has a name.
func inKernel(f *container.File, k *container.Kernel, err error) error {
	if k.Name == "" {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return fmt.Errorf("%s: kernel %s: %w", f.Name, k.Name, err)
}

// openAny reads a file of codeKinds, or assembly, which is assembled piece by piece.
func openAny(path string, r io.Reader, kind files.Kind, kernel string, o run.Options) (*container.File, native.Target, error) {
	if kind == files.Assembly {
		t := o.Target.Device()
		f, err := assembled(path, r, kernel, t)
		return f, t, err
	}
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, 0, err
	}
	return openCode(path, src, kind, kernel, o)
}
