package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/isa"
)

type asmCmd struct {
	In       string
	Kernel   string
	Function []string
	Profile  string
	Out      string
	Force    bool
}

func (c *asmCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "vISA text (.visaasm), or a container with it (zebin); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel of a container; all of them by default."),
		list(&c.Function, "function", "FILE", "Text of a function that goes into the file too. May be given again."),
		profileFlag(&c.Profile, "Layout of what compilers wrote in different ways: "+strings.Join(profileNames(), ", ")+". Default: the first of the text's version that can say all of it."),
		word(&c.Out, "out", "o", "FILE", "", "Binary (.isa); - is standard output. Without it the text is only checked."),
		onOff(&c.Force, "force", "Write over a text, metadata, a launch file or a container that is there."),
	}
	to.Description = `Examples:
  genvisa asm examples/saxpy/saxpy.visaasm -o saxpy.isa --force
  genvisa asm examples/saxpy/saxpy.visaasm -o - | genvisa dis -
  genvisa asm kernels.bin --kernel saxpy -o saxpy.isa --force

The file has the vISA alone, without native code: genvisa run interprets it, or compiles it with --code ours. docs/isa.md says what the profiles are, and what of a text the binary form does not have. No compiler writes version 4.2 in binary: with a profile, its text becomes a file of version 4.1.`
}

// profileFlag names a layout.
func profileFlag(to *string, usage string) cli.Flag {
	return word(to, "profile", "", "NAME", "", usage)
}

func profileNames() (names []string) {
	for _, p := range isa.Profiles() {
		names = append(names, p.Name)
	}
	return names
}

func (c *asmCmd) Run(_ context.Context, s streams) error {
	if err := errors.Join(checkOutputs(append([]string{c.In}, c.Function...), c.Out), keepSource(c.Out, c.Force)); err != nil {
		return err
	}
	f, err := c.file(s)
	if err != nil {
		return err
	}
	out, err := f.Encode(c.Profile)
	switch {
	case errors.Is(err, isa.ErrVersion):
		return fmt.Errorf("%s: %w; with --profile %s it becomes one of these", c.In, err, profileNames()[len(profileNames())-1])
	case errors.Is(err, isa.ErrProfile):
		return fmt.Errorf("%s: %w", c.In, err)
	case err != nil:
		return err
	}
	if c.Out != "" {
		return writeOutput(s, c.Out, out)
	}
	fmt.Fprintf(s.out, "%s: assembles to %d bytes (use -o to keep them)\n", c.In, len(out))
	return nil
}

// file has the kernels and functions of all texts.
func (c *asmCmd) file(s streams) (*isa.File, error) {
	texts, err := readTexts(s, c.In, c.Kernel, "", files.VISA, files.Container)
	if err != nil {
		return nil, err
	}
	for _, path := range c.Function {
		more, err := readTexts(s, path, "", "", files.VISA)
		if err != nil {
			return nil, err
		}
		texts = append(texts, more...)
	}
	f := &isa.File{}
	var first *visa.Kernel
	for i := range texts {
		k, err := texts[i].parse()
		if err != nil {
			return nil, err
		}
		if first == nil {
			first, f.Major, f.Minor = k, k.Major, k.Minor
		}
		switch {
		case k.Major != f.Major || k.Minor != f.Minor:
			return nil, fmt.Errorf("%s: version %d.%d, and %s has %d.%d: a file has one", k.File, k.Major, k.Minor, first.File, f.Major, f.Minor)
		case k.IsFunction:
			f.Functions = append(f.Functions, isa.Routine{Kernel: k, Linkage: isa.Global})
		default:
			k.Name = cmp.Or(texts[i].kernel, k.Name) // compilers call all kernels of a container "kernel"
			f.Kernels = append(f.Kernels, isa.Routine{Kernel: k})
		}
	}
	if first == nil {
		return nil, fmt.Errorf("%s: no kernels, of which a .isa file wants one", c.In)
	}
	return f, nil
}
