//go:build !amd64

package message

import "unsafe"

// Elsewhere the loops in Go do everything.
const haveEights = false

func moveEights(_, _, _ unsafe.Pointer, _ int) bool { panic("BUG: no quick move") }

func moveAll(_, _, _ unsafe.Pointer) bool { panic("BUG: no quick move") }
