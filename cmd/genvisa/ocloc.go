package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
)

// buildFlag is the flag of commands that take OpenCL C.
func buildFlag(to *string) cli.Flag {
	return word(to, "options", "", "OPTIONS", "", `Options with which ocloc compiles OpenCL C, such as "-DN=4 -cl-std=CL3.0".`)
}

// readCompiled reads a file of one of the wanted kinds, or OpenCL C, which ocloc makes a
// container of.
func readCompiled(ctx context.Context, s streams, path, device, options string, want ...files.Kind) ([]byte, files.Kind, error) {
	growHeap(path)
	src, kind, err := readInput(s, path, append(slices.Clone(want), files.Source)...)
	switch {
	case err != nil:
		return nil, kind, err
	case kind != files.Source && options != "":
		return nil, kind, fmt.Errorf("--options %s: %s is %s, which is compiled already", options, path, kind)
	case kind == files.Source:
		src, err = compileSource(ctx, path, src, device, options)
		return src, files.Container, err
	}
	return src, kind, nil
}

// oclocDevice is the name that ocloc has for a target or product; "" is skl's. What ocloc
// does not know has no version in archives.
func oclocDevice(name string) (string, error) {
	if name == "" {
		name = load.DefaultTarget.String()
	}
	t, err := native.ParseTarget(name)
	if err != nil {
		return "", err
	}
	p := t.Product()
	if named := native.ProductsWith(func(p *native.Product) bool { return p.Name == name }); len(named) > 0 {
		p = named[0]
	}
	if p == nil || p.Archive == 0 {
		return "", &load.UnsupportedError{Path: name, What: "compiling OpenCL C for it, for which ocloc has no device, is"}
	}
	return p.Name, nil
}

// compileSource makes a container, with vISA texts, of OpenCL C for a device. The
// compiler's messages are its error.
func compileSource(ctx context.Context, path string, src []byte, device, options string) ([]byte, error) {
	device, err := oclocDevice(device)
	if err != nil {
		return nil, err
	}
	tool, err := exec.LookPath("ocloc")
	if err != nil {
		return nil, fmt.Errorf("%s: OpenCL C is compiled by ocloc, Intel's offline compiler, which is not in PATH: Debian and Ubuntu have it in intel-opencl-icd or intel-ocloc (apt install), other systems at https://github.com/intel/compute-runtime/releases", path)
	}
	dir, err := os.MkdirTemp("", "genvisa-*") // ocloc writes files of its own where it runs
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "k.cl"), src, 0o600); err != nil {
		return nil, err
	}
	if from, err := filepath.Abs(filepath.Dir(path)); err == nil && path != "-" && !strings.ContainsAny(from, " \"'") {
		options = strings.TrimSpace("-I " + from + " " + options) // for what it includes
	}
	args := []string{"compile", "-file", "k.cl", "-device", device, "--format", "zebin", "-internal_options", "-ze-emit-zebin-visa-sections", "-output", "k.bin", "-output_no_suffix"}
	if options != "" {
		args = append(args, "-options", options)
	}
	c := exec.CommandContext(ctx, tool, args...)
	c.Dir = dir
	said, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, oclocError(path, device, said, err)
	}
	out, _, err := files.Read(filepath.Join(dir, "k.bin"), files.Container)
	if errors.Is(err, os.ErrNotExist) {
		return nil, oclocError(path, device, said, errors.New("no container"))
	}
	return out, err
}

// oclocError is what the compiler said, with the name of the source in its places.
func oclocError(path, device string, said []byte, err error) error {
	var lines []string
	for line := range bytes.Lines(said) {
		text := strings.TrimRight(string(line), "\n\r ")
		if rest, ok := strings.CutPrefix(text, "1:"); ok { // its number of the file
			text = path + ":" + rest
		}
		if text != "" && !strings.HasPrefix(text, "Command was: ") {
			lines = append(lines, text)
		}
	}
	return fmt.Errorf("%s: ocloc compile -device %s: %v\n%s", path, device, err, strings.Join(lines, "\n"))
}
