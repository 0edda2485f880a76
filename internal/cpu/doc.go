// Package cpu tells what the processor that this program runs on can do, for the
// packages that have rows of assembly beside their loops in Go.
package cpu
