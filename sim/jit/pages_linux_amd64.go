package jit

import (
	"syscall"
	"unsafe"

	"github.com/genvisa/genvisa/internal/cpu"
	"github.com/genvisa/genvisa/sim/eu"
)

// Available says that compiled code runs here.
func Available() bool { return cpu.AVX2 }

// pages are memory with code.
type pages []byte

// newPages are pages with a copy of code. They are never writable and executable at once.
func newPages(code []byte) (pages, error) {
	p, err := syscall.Mmap(-1, 0, len(code), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	copy(p, code)
	if err := syscall.Mprotect(p, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		pages(p).free(struct{}{})
		return nil, err
	}
	return p, nil
}

// base is the address of the first byte.
func (p pages) base() uintptr { return uintptr(unsafe.Pointer(&p[0])) }

// free gives the memory back; nothing calls its code any more.
func (p pages) free(struct{}) { _ = syscall.Munmap(p) } // of a mapping that is whole, it cannot fail

// call runs code at an address on the registers of a thread and the constants of its program, for the channels that run, and gives the
// index of the op that it has come to.
//
//go:noescape
func call(code uintptr, registers, consts unsafe.Pointer, channels uint32, frame *eu.Frame) (at int32)
