package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// madeName is what errors call the launch that init makes for a run.
const madeName = "launch of genvisa init"

// isProgram says that a kind of file is one that runs.
func isProgram(k files.Kind) bool {
	return k == files.VISA || k == files.Native || k == files.ISA || k == files.Container || k == files.Source
}

// launch reads the launch file. A container, OpenCL C or vISA in its place runs as
// init would launch it; keep is then the command that writes such a launch.
func (c *runCmd) launch(ctx context.Context, s streams, o *run.Options) (src []byte, keep string, err error) {
	kind := kindAt(c.Launch)
	if !isProgram(kind) || kind == files.Native {
		src, _, err = readInput(s, c.Launch, files.Launch)
		return src, "", err
	}
	program := c.Launch
	switch {
	case len(c.Program) > 0:
		return nil, "", &usageError{fmt.Errorf("%s and --program %s: want a launch file and a program", program, c.Program[0])}
	case c.Bless:
		return nil, "", fmt.Errorf("--bless: want a launch file, which is written: genvisa init %s -o launch.yaml makes one", program)
	}
	if err := c.sources(ctx, o, []string{program}); err != nil {
		return nil, "", err
	}
	if err := c.onlyKernel(program, kind, o); err != nil {
		return nil, "", err
	}
	var text bytes.Buffer
	in := &initCmd{In: program, Kernel: c.Kernel, Info: c.Info, Target: c.Target, Out: "-", contents: o.Contents}
	if err := in.Run(ctx, streams{in: s.in, out: &text, raw: &text, err: io.Discard, json: &jsonReply{}}); err != nil {
		return nil, "", err
	}
	keep = "genvisa init " + program
	if c.Info != "" {
		keep += " --info " + c.Info
	}
	c.Launch, c.Info, o.Info = madeName, "", ""
	if c.Options != "" {
		keep += fmt.Sprintf(" --options %q", c.Options)
	}
	if c.Kernel != "" {
		keep += " --kernel " + c.Kernel
	}
	return text.Bytes(), keep + " -o launch.yaml", nil
}

// onlyKernel refuses a container of several kernels without the name of one.
func (c *runCmd) onlyKernel(program string, kind files.Kind, o *run.Options) error {
	if kind == files.VISA || kind == files.ISA || c.Kernel != "" { // init says so itself
		return nil
	}
	data, ok := o.Contents[program]
	if !ok {
		var err error
		if data, _, err = files.Read(program, files.Container); err != nil {
			return err
		}
	}
	f, _, err := load.OpenContainer(program, data, load.Options{Target: o.Target, Code: o.Code, Engine: o.Engine})
	if err != nil {
		return err
	}
	if _, err := load.ContainedKernel(f, ""); err != nil {
		return fmt.Errorf("--kernel: %w", err)
	}
	return nil
}

// sources compiles those of the programs that are OpenCL C.
func (c *runCmd) sources(ctx context.Context, o *run.Options, programs []string) error {
	for _, path := range programs {
		if kindAt(path) != files.Source || o.Contents[path] != nil {
			continue
		}
		src, _, err := files.Read(path, files.Source)
		if err == nil {
			src, err = compileSource(ctx, path, src, c.Target, c.Options)
		}
		if err != nil {
			return err
		}
		if o.Contents == nil {
			o.Contents = map[string][]byte{}
		}
		o.Contents[path] = src
	}
	if c.Options != "" && len(o.Contents) == 0 {
		return fmt.Errorf("--options %s: no program is OpenCL C: %s", c.Options, strings.Join(programs, " "))
	}
	return nil
}

// madeNote says that nobody wrote the launch.
func madeNote(w io.Writer, keep string) {
	fmt.Fprintf(w, "note      no launch file: sizes, buffers and values are examples; to keep and change them: %s\n", keep)
}
