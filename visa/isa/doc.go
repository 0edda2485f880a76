// Package isa reads the header of CISA files (.isa): which kernels are in one,
// and where their vISA and native binaries lie.
//
// What may not live here: text, execution.
package isa
