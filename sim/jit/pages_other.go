//go:build !linux || !amd64

package jit

import (
	"errors"
	"unsafe"

	"github.com/genvisa/genvisa/sim/eu"
)

// Available says that compiled code runs here.
func Available() bool { return false }

type pages struct{}

func newPages([]byte) (pages, error) { return pages{}, errors.ErrUnsupported }

func (pages) base() uintptr { return 0 }

func (pages) free(struct{}) {}

func call(uintptr, unsafe.Pointer, unsafe.Pointer, uint32, *eu.Frame) int32 {
	panic("BUG: compiled code on another system")
}
