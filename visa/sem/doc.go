// Package sem holds the semantics of vISA ops: row kernels generated from the
// Semantics of specs/visa, and the small runtime they call.
//
// What may not live here: operand decoding, masks, threads, surfaces (engines do
// that); anything about native code.
package sem
