package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/sim/abi"
)

// TestInfoSymbols: what holds the symbols of a program is no kernel that somebody launches.
func TestInfoSymbols(t *testing.T) {
	z := zeInfo{File: "k.bin", Version: "1.39", Kernels: []zeKernelInfo{{Name: "add", SIMD: 16, GRFs: 128}, {Name: abi.SymbolTable, SIMD: 32, GRFs: 128}}}
	var b bytes.Buffer
	z.text(&b)
	assert.Equal(t, "k.bin: kernel metadata, version 1.39\nkernel add: SIMD16, 128 GRFs, 0 bytes of local memory, 0 bytes of scratch\n"+
		"symbols of the program in Intel_Symbol_Table_Void_Program: SIMD32, 128 GRFs, 0 bytes of local memory, 0 bytes of scratch\n", b.String())
}
