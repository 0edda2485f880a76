// Package avx computes rows of lanes with the instructions of x86-64 processors that have
// AVX2 and FMA: a multiple of eight lanes each, for both engines. Results are those of
// internal/num in its default mode bit for bit, NaNs canonical; what an engine does with
// them it says itself, and each holds them to its own loops in Go.
//
// What may not live here: operands, masks of threads, instruction sets.
package avx

// Lanes is the number of elements of a row.
const Lanes = 32
