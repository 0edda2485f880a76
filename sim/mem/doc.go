// Package mem is the memory that both engines share: buffers at 64-bit
// addresses, the binding table, shared local memory and scratch, with byte
// granular bounds and atomics.
//
// What may not live here: message descriptors (sim), thread groups
// (sim/dispatch), files (sim/run).
package mem
