//lint:file-ignore U1000 run_amd64.s has these names by go_asm.h

package eu

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// What runRows, in assembler, has of other packages: places of fields, and numbers.
type (
	op     code.Op
	source code.Source
	dest   code.Dest
)

const (
	flagAccs   = code.FlagAccs
	flagBring  = code.FlagBring
	flagLong   = code.FlagLong
	srcRow     = code.SrcRow
	srcShorts  = code.SrcShorts
	srcSpread  = code.SrcSpread
	srcWord    = code.SrcWord
	srcWords   = code.SrcWords
	lastRow    = code.LastRow
	offAcc     = code.OffAcc
	offAccHigh = code.OffAccHigh
	offAccKind = code.OffAccKind
)

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
func runRows(t *thread, first *op, count int, exec, limit uint32, kinds *uint32) (done int)
