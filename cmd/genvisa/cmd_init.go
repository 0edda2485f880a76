package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/draft"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

type initCmd struct {
	In      string
	Kernel  string
	Info    string
	Program string
	Out     string
	Target  string
	NoRun   bool
	Options string
	Force   bool

	contents map[string][]byte // of IN, when it is compiled here
}

func (c *initCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", true, "OpenCL C (.cl, which ocloc compiles), container (zebin, ocloc's .bin), kernel metadata (.zeinfo), or vISA (.visaasm, .isa) with its metadata beside it; - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Kernel, "kernel", "", "NAME", "", "Kernel; the program's, or the first of the metadata."),
		word(&c.Info, "info", "", "FILE", "", "Metadata of the vISA (.zeinfo), or the container that has it; beside it by default."),
		word(&c.Program, "program", "", "FILE", "", "Program of the metadata: .visaasm, .dat or .isa; beside it by default."),
		word(&c.Out, "out", "o", "FILE", "-", "Launch file."),
		word(&c.Target, "target", "", "TARGET", "", "Device of native code: "+targetNames(modelled)+". Default: a container's, else skl."),
		onOff(&c.NoRun, "no-run", "Write what the metadata lets guess, without a try."),
		buildFlag(&c.Options),
		onOff(&c.Force, "force", "Write over a file that is there."),
	}
	to.Description = `Examples:
  genvisa init examples/saxpy/saxpy.zeinfo
  genvisa init examples/saxpy/saxpy.visaasm -o saxpy-launch.yaml --force
  genvisa init kernels.bin --kernel saxpy -o my-launch.yaml --force

The launch runs as it is: buffers are filled with random numbers, an image gives each pixel a work item, an integer is a width or a number of elements, several are sides of matrices. It is run before it is written, and changed as long as the kernel goes past the end of a buffer or leaves an output as it was; a comment in it says what came of that. docs/launch.md describes what to change.`
}

// initFiles are what init reads, or names in the launch.
type initFiles struct {
	info, program string    // paths; "" when the launch file cannot know them
	src           []byte    // of metadata that are not read yet
	meta          *abi.Info // of a text or .isa file
	contained     *abi.Info // metadata of a program that is a container; the launch names no other
}

func (c *initCmd) Run(ctx context.Context, s streams) error {
	if err := keepOld(c.Out, c.Force); err != nil {
		return err
	}
	f, err := c.files(ctx, s)
	if err != nil {
		return err
	}
	name := f.info
	if name == "" {
		name = "-"
	}
	info := cmp.Or(f.contained, f.meta)
	if info == nil {
		if info, err = abi.ParseZeInfo(name, f.src); err != nil {
			return err
		}
	}
	kernel := c.Kernel
	if names := info.Names(); kernel == "" && len(names) > 0 {
		kernel = names[0]
	} else if kernel == "" {
		return fmt.Errorf("%s: no kernel to launch: the program has functions or data only", c.In)
	}
	k, err := info.Kernel(kernel)
	if err != nil {
		return err
	}
	switch {
	case f.contained != nil: // which holds its program
	case f.program == "" && f.info != "":
		f.program = programBeside(f.info, k)
	default:
		if err := holds(f.program, k.Name); err != nil {
			return err
		}
	}
	if err := checkOutputs([]string{c.In, f.info, f.program}, c.Out); err != nil {
		return err
	}
	o, err := targetOption(c.Target)
	if err != nil {
		return err
	}
	o.Contents = c.contents
	text, err := c.text(ctx, s, f, k, o)
	if err != nil {
		return err
	}
	return writeOutput(s, c.Out, c.checked(s, f, text, o))
}

// text is the launch: tried, when there is something that runs.
func (c *initCmd) text(ctx context.Context, s streams, f initFiles, k *abi.Kernel, o run.Options) ([]byte, error) {
	names := draft.Names{Program: c.relative(f.program), Info: c.relative(f.info), Inside: f.contained != nil}
	if c.NoRun || f.program == "" || f.info == "" && f.contained == nil {
		return draft.New(k, names, nil).Text(), nil
	}
	p, err := load.FromFile(f.program, k.Name, o.Loading())
	if err != nil {
		return draft.New(k, names, nil).Text(), nil // checked says why it does not run
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	o.Program = p
	bars := newBars(s.err)
	defer bars.stop()
	search := &draft.Search{File: c.Out, Options: o}
	if bars != nil {
		search.Progress = func(tries, most int, instructions uint64) {
			bars.instructions(triesText, dispatch.Progress{Done: uint64(tries), Total: uint64(most), Instructions: instructions})
		}
	}
	out := search.Run(ctx, draft.New(k, names, p))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out.Launch.Text(), nil
}

// checked tries the launch without running it. When genvisa run would refuse it,
// init says so now, beside the launch and in it.
func (c *initCmd) checked(s streams, f initFiles, text []byte, o run.Options) []byte {
	if f.info == "" && f.contained == nil || f.program == "" {
		return text
	}
	l, err := launch.Parse(c.Out, text)
	if err == nil {
		if c.contents != nil { // whatever the launch calls IN
			o.Programs = []string{c.In}
		}
		err = run.Accepts(l, o)
	}
	if err == nil {
		return c.reaching(s, text, o)
	}
	why, _, _ := strings.Cut(err.Error(), "\n")
	why = quote.Name(why) // it becomes a comment of the file
	s.say("note: genvisa run does not take this launch: %s", why)
	return append([]byte("# genvisa run does not take this launch: "+why+"\n"), text...)
}

// reaching says when the launch runs only with --allow-outside. Where a launch on standard
// output will lie nobody knows.
func (c *initCmd) reaching(s streams, text []byte, o run.Options) []byte {
	if c.Out == "-" {
		return text
	}
	l, err := launch.ParseInside(c.Out, text)
	if err == nil {
		err = l.ProgramsInside()
	}
	if err == nil {
		err = run.Accepts(l, o)
	}
	if err == nil {
		return text
	}
	s.say("note: the launch names files outside of its folder: run it with --allow-outside")
	return append([]byte("# It names files outside of this folder: run it with --allow-outside.\n"), text...)
}

// files reads the input and finds what belongs to it. The compiler dumps text as
// <file>__<kernel>_simd<N>.visaasm beside <file>.zeinfo.
func (c *initCmd) files(ctx context.Context, s streams) (f initFiles, err error) {
	src, kind := c.contents[c.In], files.Container
	if src == nil {
		src, kind, err = readCompiled(ctx, s, c.In, c.Target, c.Options, files.Metadata, files.VISA, files.Container, files.ISA)
		if c.contents == nil && kind == files.Container {
			c.contents = map[string][]byte{c.In: src}
		}
	}
	if err != nil {
		return f, err
	}
	path := c.In
	if path == "-" {
		path = ""
	}
	if kind == files.Metadata {
		if c.Info != "" {
			return f, fmt.Errorf("--info %s: %s is metadata already", c.Info, c.In)
		}
		return initFiles{info: path, program: c.Program, src: src}, nil
	}
	if c.Program != "" {
		return f, fmt.Errorf("--program %s: %s is a program already", c.Program, c.In)
	}
	if kind == files.Container {
		if c.Info != "" {
			return f, fmt.Errorf("--info %s: %s has metadata", c.Info, c.In)
		}
		o, err := targetOption(c.Target)
		if err != nil {
			return f, err
		}
		file, _, err := load.OpenContainer(c.In, src, o.Loading())
		if err != nil {
			return f, err
		}
		return initFiles{program: path, contained: file.Info}, nil
	}
	f.program = path
	if err := c.kernelIn(src, kind); err != nil {
		return f, err
	}
	if f.info, err = c.infoOf(path, kind); err != nil {
		return f, err
	}
	o, err := targetOption(c.Target)
	if err != nil {
		return f, err
	}
	f.meta, err = load.ReadMetadata(f.info, o.Loading())
	return f, err
}

// kernelIn finds which kernel a text or a .isa file has.
func (c *initCmd) kernelIn(src []byte, kind files.Kind) (err error) {
	if kind == files.ISA {
		c.Kernel, err = load.ISAKernel(c.In, src, c.Kernel)
		return err
	}
	if all := kernelsIn(src); len(all) > 1 {
		return fmt.Errorf("%s holds kernels %s: want the text of one, as genvisa fmt --kernel NAME prints it", c.In, strings.Join(all, ", "))
	}
	if name := kernelOf(src); c.Kernel == "" {
		c.Kernel = name
	} else if name != c.Kernel {
		return fmt.Errorf("--kernel %s: %s holds kernel %s: want the text of that kernel, or the metadata", c.Kernel, c.In, name)
	}
	return nil
}

// infoOf finds the metadata of a text or a .isa file.
func (c *initCmd) infoOf(path string, kind files.Kind) (string, error) {
	if c.Info != "" {
		return c.Info, nil
	}
	if path == "" {
		return "", fmt.Errorf("-: %s needs its metadata: want --info FILE, metadata or the container that it is from", kind)
	}
	dir, base := filepath.Split(strings.TrimSuffix(path, filepath.Ext(path)))
	file, _, _ := strings.Cut(base, "__")
	var tried []string
	for _, p := range []string{base + ".zeinfo", file + ".zeinfo", ".ze_info"} {
		p = filepath.Join(dir, p)
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
		if !slices.Contains(tried, p) {
			tried = append(tried, p)
		}
	}
	why := ""
	if kind == files.ISA {
		why = ", and a CISA binary does not say which of a kernel's inputs are its arguments"
	}
	return "", fmt.Errorf("%s: no metadata beside it%s: want %s, or --info FILE, metadata or the container that it is from", path, why, strings.Join(tried, " or "))
}

// kernelLine is compiled when it is used: commands start without it.
var kernelLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*\.kernel\s+"?([^"\s]+)"?\s*$`) })

// kernelsIn are the kernels that vISA text says it holds, also when the rest of it
// cannot be read.
func kernelsIn(text []byte) (names []string) {
	for _, m := range kernelLine().FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// kernelOf is the first of them, or "".
func kernelOf(text []byte) string {
	return append(kernelsIn(text), "")[0]
}

// holds refuses a program that says that it is another kernel.
func holds(path, kernel string) error {
	if path == "" {
		return nil
	}
	src, kind, err := files.Read(path, files.VISA, files.Native, files.ISA)
	if err != nil || kind != files.VISA {
		return err
	}
	if name := kernelOf(src); name != kernel {
		return fmt.Errorf("%s: the program holds kernel %q: want %q", path, name, kernel)
	}
	return nil
}

// programBeside is the text of kernel k beside its metadata, or "".
func programBeside(info string, k *abi.Kernel) string {
	stem := strings.TrimSuffix(info, filepath.Ext(info))
	for _, p := range []string{fmt.Sprintf("%s__%s_simd%d.visaasm", stem, k.Name, k.SIMD), stem + ".visaasm"} {
		if _, err := os.Stat(p); err == nil && holds(p, k.Name) == nil {
			return p
		}
	}
	return ""
}

// relative is path as seen from the launch file.
func (c *initCmd) relative(path string) string {
	if c.Out == "-" || path == "" {
		return path
	}
	if rel, err := filepath.Rel(filepath.Dir(c.Out), path); err == nil {
		return rel
	}
	return path
}
