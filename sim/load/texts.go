package load

import (
	"fmt"

	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// Text is a vISA text of a container: a kernel's, or that of a function behind it.
type Text struct {
	Name   string // in the places of messages: FILE:KERNEL.visaasm, and FILE:KERNEL_f0.visaasm of a function
	Source []byte
	Kernel string // the kernel's name in the file, which its text may not know; "" for a function
	paired asm.Paired
}

// ContainedTexts are the texts of a kernel of a container and of its functions, or of all
// kernels for "".
func ContainedTexts(f *container.File, kernel string) (out []Text, err error) {
	for i := range f.Kernels {
		k := &f.Kernels[i]
		if kernel != "" && k.Name != kernel {
			continue
		}
		if k.VISA == nil {
			return nil, &NoVISAError{f.Name, k.Name}
		}
		out = append(out, Text{f.Name + ":" + k.Name + ".visaasm", k.VISA, k.Name, pairedOf(f)})
		out = append(out, functionTexts(f, k)...)
	}
	if len(out) == 0 && kernel != "" {
		_, err = f.Kernel(kernel)
	}
	return out, err
}

// functionTexts are the texts of functions that follow a kernel's.
func functionTexts(f *container.File, k *container.Kernel) (out []Text) {
	for i, src := range k.Functions {
		out = append(out, Text{fmt.Sprintf("%s:%s_f%d.visaasm", f.Name, k.Name, i), src, "", pairedOf(f)})
	}
	return out
}

// Parse reads the text without a look at the rules that verify has.
func (t *Text) Parse() (*visa.Kernel, error) { return asm.ParseBy(t.Name, t.Source, t.paired) }
