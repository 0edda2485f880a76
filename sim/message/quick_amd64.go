package message

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/cpu"
)

// haveEights says that AVX2 instructions move eight dwords at a time. The loops in Go
// are what they must agree with.
var haveEights = cpu.AVX2

// moveEights moves the dwords of 8 or 16 lanes if their offsets follow each other.
//
//go:noescape
func moveEights(to, from, offs unsafe.Pointer, lanes int) bool

// moveAll copies 32 dwords when as many offsets follow each other, else it is false.
//
//go:noescape
func moveAll(to, from, offs unsafe.Pointer) bool
