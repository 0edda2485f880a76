package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/draft"
	"github.com/genvisa/genvisa/visa/asm"
)

type infoCmd struct {
	File   string
	Target string
	Zeinfo bool
	JSON   bool
}

func (c *infoCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.File, "FILE", true, "A .visaasm, .zeinfo, .isa or .dat file, or a container (zebin, ocloc's .bin); - is standard input."),
	}
	to.Flags = []cli.Flag{
		word(&c.Target, "target", "", "TARGET", "", "Device of a .dat file, or of the member of an archive: "+targetNames(decoded)+". Default: skl."),
		onOff(&c.Zeinfo, "zeinfo", "Print the metadata of a container as the text of a .zeinfo file."),
		onOff(&c.JSON, "json", "Print one JSON object instead of text."),
	}
	to.Description = `Examples:
  genvisa info examples/saxpy/saxpy.zeinfo
  genvisa info examples/saxpy/saxpy.visaasm --json
  genvisa info examples/saxpy/saxpy.skl.bin --zeinfo`
}

// shown is what info found in a file: an object for JSON that can also print
// itself for people.
type shown interface{ text(w io.Writer) }

func (c *infoCmd) Run(_ context.Context, s streams) error {
	src, kind, err := readInput(s, c.File, files.VISA, files.Metadata, files.ISA, files.Native, files.Container)
	if err != nil {
		return err
	}
	if c.Zeinfo {
		return c.metadata(s, src, kind)
	}
	look := map[files.Kind]func([]byte) (shown, error){
		files.VISA: c.visaText, files.Metadata: c.zeinfo, files.ISA: c.isa, files.Native: c.native,
		files.Container: c.container,
	}[kind]
	found, err := look(src)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.reply(true, nil, found)
	}
	found.text(s.out)
	return nil
}

type inputInfo struct {
	Name     string `json:"name"`
	Offset   int    `json:"offset"` // in the payload, bytes
	Size     int    `json:"size"`   // bytes
	Elements int    `json:"elements"`
	Type     string `json:"type"`
}

type visaInfo struct {
	File         string      `json:"file"`
	Version      string      `json:"version"`
	Kernel       string      `json:"kernel"`
	SIMD         int         `json:"simd"`
	Instructions int         `json:"instructions"`
	Variables    int         `json:"variables"`
	Predicates   int         `json:"predicates"`
	Labels       int         `json:"labels"`
	Inputs       []inputInfo `json:"inputs"`
}

func (v *visaInfo) text(w io.Writer) {
	fmt.Fprintf(w, "%s: vISA text, CISA %s\nkernel %s, SIMD%d: %d instructions, %d variables, %d predicates, %d labels\n",
		v.File, v.Version, v.Kernel, v.SIMD, v.Instructions, v.Variables, v.Predicates, v.Labels)
	for _, in := range v.Inputs {
		fmt.Fprintf(w, "  input %-8s %3d bytes at payload byte %-4d (%d x %s)\n", in.Name, in.Size, in.Offset, in.Elements, in.Type)
	}
}

func (c *infoCmd) visaText(src []byte) (shown, error) {
	k, err := asm.Parse(c.File, src)
	if err != nil {
		return nil, err
	}
	v := &visaInfo{
		File: c.File, Version: fmt.Sprintf("%d.%d", k.Major, k.Minor), Kernel: k.Name, SIMD: k.SimdSize(), Instructions: len(k.Insts),
		Variables: len(k.Vars), Predicates: len(k.Preds) - 1, Labels: len(k.Labels), Inputs: []inputInfo{},
	}
	for _, in := range k.Inputs {
		of := &k.Vars[in.Var]
		v.Inputs = append(v.Inputs, inputInfo{of.Name, in.Offset, in.Size, int(of.Elems), of.Type.String()})
	}
	return v, nil
}

type zeKernelInfo struct {
	Name      string       `json:"name"`
	SIMD      int          `json:"simd"`
	GRFs      int          `json:"grfs"`
	Local     int          `json:"local_bytes"`
	Scratch   int          `json:"scratch_bytes"`
	Arguments []string     `json:"arguments"`
	Payload   []zePiece    `json:"payload"`
	Bindings  []btiBinding `json:"bindings"`
}

type zePiece struct {
	Type     string `json:"type"`
	Offset   int    `json:"offset"`   // bytes from the start of the cross-thread data
	Size     int    `json:"size"`     // bytes
	Argument int    `json:"argument"` // -1: none
}

type btiBinding struct {
	BTI      int `json:"bti"`
	Argument int `json:"argument"`
}

type zeInfo struct {
	File    string         `json:"file"`
	Version string         `json:"version"`
	Kernels []zeKernelInfo `json:"kernels"`
}

func (z *zeInfo) text(w io.Writer) {
	fmt.Fprintf(w, "%s: kernel metadata, version %s\n", z.File, z.Version)
	for i := range z.Kernels {
		z.Kernels[i].text(w)
	}
}

func (k *zeKernelInfo) text(w io.Writer) {
	what := "kernel"
	if k.Name == abi.SymbolTable { // nobody launches it
		what = "symbols of the program in"
	}
	fmt.Fprintf(w, "%s %s: SIMD%d, %d GRFs, %d bytes of local memory, %d bytes of scratch\n", what, k.Name, k.SIMD, k.GRFs, k.Local, k.Scratch)
	for _, a := range k.Arguments {
		fmt.Fprintf(w, "  %s\n", a)
	}
	for _, p := range k.Payload {
		fmt.Fprintf(w, "  payload +%-4d %-20s %3d bytes", p.Offset, p.Type, p.Size)
		if p.Argument >= 0 {
			fmt.Fprintf(w, "  argument %d", p.Argument)
		}
		fmt.Fprintln(w)
	}
	for _, b := range k.Bindings {
		fmt.Fprintf(w, "  BTI %d is argument %d\n", b.BTI, b.Argument)
	}
}

func (c *infoCmd) zeinfo(src []byte) (shown, error) {
	info, err := abi.ParseZeInfo(c.File, src)
	if err != nil {
		return nil, err
	}
	return &zeInfo{File: c.File, Version: info.Version, Kernels: kernelInfos(info)}, nil
}

// kernelInfos is the metadata of all kernels.
func kernelInfos(info *abi.Info) (all []zeKernelInfo) {
	for _, k := range info.Kernels {
		out := zeKernelInfo{
			Name: k.Name, SIMD: k.SIMD, GRFs: k.GRFCount, Local: k.SLMSize, Scratch: k.ScratchSize(),
			Arguments: []string{}, Payload: []zePiece{}, Bindings: []btiBinding{},
		}
		for i := range k.ArgCount() {
			out.Arguments = append(out.Arguments, draft.About(k, i))
		}
		for _, p := range k.Payload {
			out.Payload = append(out.Payload, zePiece{string(p.Type), p.Offset, p.Size, p.Index})
		}
		for _, b := range k.BTIs {
			out.Bindings = append(out.Bindings, btiBinding{b.BTI, b.Arg})
		}
		all = append(all, out)
	}
	return all
}

type nativeInfo struct {
	File         string `json:"file"`
	Target       string `json:"target"`
	Bytes        int    `json:"bytes"`
	Instructions int    `json:"instructions"`
	Compacted    int    `json:"compacted"`
}

func (n *nativeInfo) text(w io.Writer) {
	fmt.Fprintf(w, "%s: native code for %s, %d bytes\n%d instructions, %d of them compacted\n", n.File, n.Target, n.Bytes, n.Instructions, n.Compacted)
}

func (c *infoCmd) native(code []byte) (shown, error) {
	o, err := targetOption(c.Target)
	if err != nil {
		return nil, err
	}
	target := o.Target.Device()
	n := &nativeInfo{File: c.File, Target: target.String(), Bytes: len(code)}
	for at := 0; at == 0 || at < len(code); n.Instructions++ { // they are counted, not kept
		in, size, err := native.Decode(target, code[at:])
		if wrong := (*native.DecodeError)(nil); errors.As(err, &wrong) {
			wrong.Offset = at
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		if in.Compact {
			n.Compacted++
		}
		at += size
	}
	return n, nil
}
