package load

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// ReadProgram reads vISA texts as one program: the kernel and the functions that
// it is linked with. With one text that calls functions, these are read from the
// files beside it that Intel's compiler writes, <name>_f0.visaasm and so on.
func ReadProgram(paths ...string) (*visa.Kernel, error) {
	var kernels, functions []*visa.Kernel
	for _, path := range paths {
		k, err := ReadVISA(path)
		if err != nil {
			return nil, err
		}
		if k.IsFunction {
			functions = append(functions, k)
		} else {
			kernels = append(kernels, k)
		}
	}
	switch {
	case len(kernels) == 0 && len(paths) == 1:
		return functions[0], nil // who uses it says what is wrong with it
	case len(kernels) != 1:
		return nil, fmt.Errorf("%s: %d kernels in %d texts: want one, and functions (.global_function)", strings.Join(paths, ", "), len(kernels), len(paths))
	case len(paths) == 1:
		return LinkBeside(paths[0], kernels[0])
	}
	return visa.Link(kernels[0], functions)
}

// LinkBeside links a kernel read from path with the functions in the files
// beside it, when it calls any and has none yet, as one of a .isa file with functions.
func LinkBeside(path string, k *visa.Kernel) (*visa.Kernel, error) {
	if !callsFunctions(k) || len(k.Functions) > 0 {
		return k, nil
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(path, ".visaasm"), ".isa")
	var functions []*visa.Kernel
	for i := range visa.MaxLinked {
		f, err := ReadVISA(fmt.Sprintf("%s_f%d.visaasm", stem, i))
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		functions = append(functions, f)
	}
	return visa.Link(k, functions)
}

// callsFunctions says that a kernel calls functions of other texts.
func callsFunctions(k *visa.Kernel) bool {
	return slices.ContainsFunc(k.Insts, func(in visa.Inst) bool {
		h := in.Op.Info().Hook
		return h == visa.HookFcall || h == visa.HookIfcall
	})
}
