// Package x64 encodes the instructions of amd64 processors that compiled rows need: those of
// AVX2 and FMA on eight lanes or four, and a few on general registers.
//
// An instruction is a row of one table (table.go): prefix, map, opcode, and what its operands are.
// One function encodes them all (encode.go). There are no labels: the code has no branches.
//
// What may not live here: what code is for, and memory that holds it.
package x64
