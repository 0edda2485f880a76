package main

import (
	"fmt"
	"io"

	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa/isa"
)

type isaKernelInfo struct {
	Name         string         `json:"name"`
	Offset       int            `json:"offset"`                 // in the file, bytes
	Size         int            `json:"size"`                   // bytes
	Instructions int            `json:"instructions,omitempty"` // of vISA, where it can be read
	Binaries     []isaCodePiece `json:"binaries"`
}

type isaCodePiece struct {
	Platform string `json:"platform"`
	Offset   int    `json:"offset"`
	Size     int    `json:"size"`
}

type isaInfo struct {
	File      string          `json:"file"`
	Version   string          `json:"version"`
	Profile   string          `json:"profile,omitempty"`
	Unread    string          `json:"unread,omitempty"` // why the vISA cannot be read
	Kernels   []isaKernelInfo `json:"kernels"`
	Functions []isaKernelInfo `json:"functions,omitempty"`
}

func (f *isaInfo) text(w io.Writer) {
	fmt.Fprintf(w, "%s: CISA binary, version %s", f.File, f.Version)
	if f.Profile != "" {
		fmt.Fprintf(w, ", profile %s", f.Profile)
	}
	io.WriteString(w, "\n")
	for _, list := range []struct {
		what string
		all  []isaKernelInfo
	}{{"kernel", f.Kernels}, {"function", f.Functions}} {
		for _, k := range list.all {
			fmt.Fprintf(w, "%s %s: %d bytes at %d", list.what, k.Name, k.Size, k.Offset)
			if k.Instructions > 0 {
				fmt.Fprintf(w, ", %d instructions", k.Instructions)
			}
			io.WriteString(w, "\n")
			for _, b := range k.Binaries {
				fmt.Fprintf(w, "  native binary for platform %s: %d bytes at %d\n", b.Platform, b.Size, b.Offset)
			}
		}
	}
	if f.Unread != "" {
		fmt.Fprintf(w, "its vISA cannot be read: %s\n", f.Unread)
	}
}

func (c *infoCmd) isa(src []byte) (shown, error) {
	h, err := isa.ReadHeader(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	f := &isaInfo{File: c.File, Version: fmt.Sprintf("%d.%d", h.Major, h.Minor), Kernels: []isaKernelInfo{}}
	for _, k := range h.Kernels {
		out := isaKernelInfo{Name: k.Name, Offset: int(k.Routine.Offset), Size: int(k.Routine.Size), Binaries: []isaCodePiece{}}
		for _, b := range k.Binaries {
			out.Binaries = append(out.Binaries, isaCodePiece{load.PlatformName(b.Platform), int(b.Offset), int(b.Size)})
		}
		f.Kernels = append(f.Kernels, out)
	}
	for _, k := range h.Functions {
		if k.Routine.Size > 0 {
			f.Functions = append(f.Functions, isaKernelInfo{Name: k.Name, Offset: int(k.Routine.Offset), Size: int(k.Routine.Size), Binaries: []isaCodePiece{}})
		}
	}
	read, err := isa.Read(c.File, src, "")
	if err != nil {
		f.Unread = err.Error()
		return f, nil
	}
	f.Profile = read.Profile
	if err := read.Unread(); err != nil {
		f.Unread = err.Error()
	}
	for i := range f.Kernels {
		f.Kernels[i].Instructions = len(read.Kernels[i].Kernel.Insts)
	}
	for i := range f.Functions {
		f.Functions[i].Instructions = len(read.Functions[i].Kernel.Insts)
	}
	return f, nil
}
