package container

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

const tokenMagic = "CTNI"

// The headers of a device binary and of each kernel: dwords in this order. The
// kernel's hash has two.
const (
	headVersion = 1 + iota
	headDevice
	headPointer
	headKernels
	headStepping
	headPatches
	headDwords
)

const (
	kernelName = 3 + iota // after checksum and hash: sizes in bytes of what follows
	kernelPatches
	kernelHeap
	kernelGeneral
	kernelDynamic
	kernelSurfaces
	kernelCode // of the heap, without padding
	kernelDwords
)

const (
	tokenVersion    = 1081 // of the layout, which compilers had kept for years
	maxTokenVersion = 1082 // the releases from 2024 on say this, of the same layout (IGC 1.0.17791)
	maxKernels      = 4096
)

// cursor takes bytes off a part of the file.
type cursor struct {
	name string
	data []byte // what is left
	at   int    // byte of the file that data begins at
}

func (c *cursor) errorf(at int, format string, args ...any) *Error {
	return &Error{File: c.name, Offset: at, Msg: fmt.Sprintf(format, args...)}
}

// take is the next n bytes, called what in the error.
func (c *cursor) take(n uint32, what string) ([]byte, error) {
	if uint64(n) > uint64(len(c.data)) {
		return nil, c.errorf(c.at, "%s of %d bytes: %d are left", what, n, len(c.data))
	}
	out := c.data[:n:n]
	c.data, c.at = c.data[n:], c.at+int(n)
	return out, nil
}

// dwords is the next n dwords.
func (c *cursor) dwords(n int, what string) ([]uint32, error) {
	b, err := c.take(uint32(4*n), what)
	if err != nil {
		return nil, err
	}
	return words(b), nil
}

// words are the whole dwords of b.
func words(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// openTokens reads a device binary of patch tokens.
func openTokens(name string, data []byte, at int) (*File, error) {
	f, _, err := readTokens(name, data, at)
	return f, err
}

// readTokens is openTokens, and what the tokens of each kernel say.
func readTokens(name string, data []byte, at int) (*File, []*tokenKernel, error) {
	c := &cursor{name, data, at}
	head, err := c.dwords(headDwords, "header of the device binary")
	if err != nil {
		return nil, nil, err
	}
	f := &File{Name: name, Format: PatchTokens, Device: fmt.Sprintf("device %d", head[headDevice])}
	switch {
	case string(data[:len(tokenMagic)]) != tokenMagic:
		return nil, nil, c.errorf(at, "device binary begins with %q: want %q", data[:len(tokenMagic)], tokenMagic)
	case head[headVersion] < tokenVersion || head[headVersion] > maxTokenVersion:
		return nil, nil, &Error{File: name, Offset: at + 4*headVersion, Unsupported: true, Msg: fmt.Sprintf("patch tokens of version %d: want %d or %d", head[headVersion], tokenVersion, maxTokenVersion)}
	case head[headKernels] > maxKernels:
		return nil, nil, c.errorf(at+4*headKernels, "%d kernels: legal are up to %d", head[headKernels], maxKernels)
	}
	f.made(native.ProductsWith(func(p *native.Product) bool { return p.Tokens == int(head[headDevice]) && p.Tokens != 0 }))
	f.Foreign = len(f.Targets) == 0
	if err := c.program(f, head[headPatches]); err != nil {
		return nil, nil, err
	}
	var kernels []*tokenKernel
	for range head[headKernels] {
		k, err := c.kernel(f)
		if err != nil {
			return nil, nil, err
		}
		kernels = append(kernels, k)
	}
	if f.ZeInfo = zeInfoOf(kernels); len(f.ZeInfo) > maxZeInfo {
		return nil, nil, c.errorf(at, "patch tokens say %d bytes of metadata: legal are up to %d", len(f.ZeInfo), maxZeInfo)
	}
	f.Info, err = abi.ParseZeInfo(name+":metadata", f.ZeInfo)
	return f, kernels, err
}

// tokenKernel is what patch tokens say about a kernel, as far as it is known.
type tokenKernel struct {
	name             string
	dynamic, surface []byte // heaps of samplers and of surfaces
	tokens           []token
	unread           []uint32 // numbers of tokens that are not read

	at, heap, end int // bytes of the file: of the header, of the heap of code, behind the last token
}

// kernel reads a kernel with its heaps and tokens.
func (c *cursor) kernel(f *File) (*tokenKernel, error) {
	start := c.at
	head, err := c.dwords(kernelDwords, "header of a kernel")
	if err != nil {
		return nil, err
	}
	parts := map[int][]byte{}
	for _, p := range []struct {
		size int
		what string
	}{{kernelName, "kernel name"}, {kernelHeap, "kernel heap"}, {kernelGeneral, "general state heap"}, {kernelDynamic, "dynamic state heap"}, {kernelSurfaces, "surface state heap"}} {
		if parts[p.size], err = c.take(head[p.size], p.what); err != nil {
			return nil, err
		}
	}
	k := &tokenKernel{name: strings.TrimRight(string(parts[kernelName]), "\x00"), dynamic: parts[kernelDynamic], surface: parts[kernelSurfaces]}
	k.at, k.heap = start, start+4*kernelDwords+len(parts[kernelName])
	if k.name == "" || strings.ContainsFunc(k.name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return nil, c.errorf(start+4*kernelDwords, "kernel name %q: want printable text", k.name)
	}
	if head[kernelCode] > head[kernelHeap] {
		return nil, c.errorf(start+4*kernelCode, "kernel %s: %d bytes of code in a heap of %d", k.name, head[kernelCode], head[kernelHeap])
	}
	f.Kernels = append(f.Kernels, Kernel{Name: k.name, Code: parts[kernelHeap][:head[kernelCode]:head[kernelCode]]})
	if k.tokens, k.unread, err = c.list(head[kernelPatches]); err != nil {
		return nil, err
	}
	k.end = c.at
	if !slices.ContainsFunc(k.tokens, func(t token) bool { return t.number == tokenEnvironment }) {
		return nil, c.errorf(start, "kernel %s: no patch token %d, its execution environment", k.name, tokenEnvironment)
	}
	f.Kernels[len(f.Kernels)-1].Bound = k.bound()
	return k, k.strings(c, f)
}
