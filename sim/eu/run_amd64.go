package eu

import "github.com/genvisa/genvisa/native"

// Types of the sources of a long multiply, but for UW.
const (
	typeD  = uint8(native.D)
	typeUD = uint8(native.UD)
	typeW  = uint8(native.W)
)

// runRows executes ops from first on, count of them at most, as straight does, and gives how many; more when
// the last one skips some behind it. It stops in front of one that does not run in all channels of exec
// or whose Row is 0 or above limit, and where kinds, those of the accumulators, are not what it reads.
//
//go:noescape
func runRows(t *thread, first *Op, count int, exec, limit uint32, kinds *uint32) (done int)
