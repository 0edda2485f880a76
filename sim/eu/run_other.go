//go:build !amd64

package eu

import "github.com/genvisa/genvisa/sim/eu/code"

type op code.Op

func runRows(t *thread, first *op, count int, exec, limit uint32, kinds *uint32) (done int) {
	panic("BUG: no rows of eight lanes")
}
