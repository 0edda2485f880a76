package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

type containerInfo struct {
	File     string         `json:"file"`
	Format   string         `json:"format"`
	Device   string         `json:"device"`
	Targets  []string       `json:"targets"`  // whose code the device runs
	Products []productInfo  `json:"products"` // that the device may be
	Foreign  bool           `json:"foreign,omitempty"`
	Members  []string       `json:"members,omitempty"`
	Code     []codeInfo     `json:"code"`
	Kernels  []zeKernelInfo `json:"kernels"`
	Sections []sectionInfo  `json:"sections"`
	Data     []dataInfo     `json:"data"`
	Relocs   []string       `json:"relocations"`
	Strings  []string       `json:"strings,omitempty"`
}

type productInfo struct {
	Name    string `json:"name"`
	Code    string `json:"code"`    // target
	EUs     int    `json:"eus"`     // of the largest device of the name
	Threads int    `json:"threads"` // of an EU
}

type codeInfo struct {
	Kernel string `json:"kernel"`
	Bytes  int    `json:"bytes"`
	VISA   int    `json:"visa_bytes,omitempty"` // of its text, when that is there
}

type sectionInfo struct {
	Name   string `json:"name"`
	Offset int    `json:"offset"` // in the file, bytes
	Size   int    `json:"size"`   // bytes
}

type dataInfo struct {
	Name     string `json:"name"`
	Size     int    `json:"size"` // bytes
	Writable bool   `json:"writable"`
}

func (f *containerInfo) text(w io.Writer) {
	targets := strings.Join(f.Targets, " or ")
	if f.Foreign {
		targets = "a device that is no target here"
	}
	fmt.Fprintf(w, "%s: %s for %s (%s)\n", f.File, f.Format, targets, f.Device)
	for _, p := range f.Products {
		fmt.Fprintf(w, "product %-6s code of %s, up to %d EUs of %d threads\n", p.Name, p.Code, p.EUs, p.Threads)
	}
	for _, m := range f.Members {
		fmt.Fprintf(w, "member %s\n", m)
	}
	for _, s := range f.Sections {
		fmt.Fprintf(w, "section %-32s %6d bytes at %d\n", s.Name, s.Size, s.Offset)
	}
	for _, c := range f.Code {
		fmt.Fprintf(w, "code of %s: %d bytes", c.Kernel, c.Bytes)
		if c.VISA > 0 {
			fmt.Fprintf(w, ", and %d bytes of vISA text", c.VISA)
		}
		fmt.Fprintln(w)
	}
	for _, d := range f.Data {
		how := "constant"
		if d.Writable {
			how = "writable"
		}
		fmt.Fprintf(w, "data %s: %d bytes, %s\n", d.Name, d.Size, how)
	}
	for _, r := range f.Relocs {
		fmt.Fprintf(w, "relocation %s\n", r)
	}
	for i, s := range f.Strings {
		fmt.Fprintf(w, "string %d: %q\n", i, s)
	}
	for i := range f.Kernels {
		f.Kernels[i].text(w)
	}
}

// open reads the container, or the member of the target in an archive.
func (c *infoCmd) open(src []byte) (*container.File, []string, error) {
	o, err := targetOption(c.Target)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	if container.IsArchive(src) {
		members, err := container.Members(c.File, src)
		if err != nil {
			return nil, nil, err
		}
		for i := range members {
			if m := &members[i]; m.Known() {
				names = append(names, fmt.Sprintf("%s: %d bytes for %s", m.Name, len(m.Data), m.Target()))
			} else {
				names = append(names, fmt.Sprintf("%s: %d bytes", m.Name, len(m.Data)))
			}
		}
	}
	f, err := container.Open(c.File, src, o.Target.Device()) // for whatever device
	return f, names, err
}

func (c *infoCmd) container(src []byte) (shown, error) {
	f, members, err := c.open(src)
	if err != nil {
		return nil, err
	}
	out := &containerInfo{
		File: f.Name, Format: f.Format.String(), Device: f.Device, Foreign: f.Foreign, Members: members, Kernels: kernelInfos(f.Info), Strings: f.Strings,
		Code: []codeInfo{}, Sections: []sectionInfo{}, Data: []dataInfo{}, Relocs: []string{}, Targets: []string{}, Products: []productInfo{},
	}
	for _, t := range f.Targets {
		out.Targets = append(out.Targets, t.String())
	}
	for _, p := range native.ProductsWith(func(p *native.Product) bool { return slices.Contains(f.Products, p.Name) }) {
		out.Products = append(out.Products, productInfo{p.Name, p.Target.String(), p.EUs, p.Threads})
	}
	for _, k := range f.Kernels {
		out.Code = append(out.Code, codeInfo{k.Name, len(k.Code), len(k.VISA)})
	}
	for _, s := range f.Sections {
		out.Sections = append(out.Sections, sectionInfo(s))
	}
	for _, d := range f.Data {
		out.Data = append(out.Data, dataInfo{d.Name, len(d.Bytes), d.Writable})
	}
	for _, r := range f.Relocs {
		out.Relocs = append(out.Relocs, fmt.Sprintf("%s+%d type %d symbol %s = %s+%d", r.Section, r.Off, r.Kind, r.Symbol, r.In, r.At))
	}
	return out, nil
}

// metadata prints the metadata of a container.
func (c *infoCmd) metadata(s streams, src []byte, kind files.Kind) error {
	if kind != files.Container {
		return fmt.Errorf("--zeinfo: %s is %s: want a container", c.File, kind)
	}
	f, _, err := c.open(src)
	if err != nil {
		return err
	}
	_, err = s.out.Write(f.ZeInfo)
	return err
}
