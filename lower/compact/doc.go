// Package compact gives instructions the form, among those that mean the same, which the target can store
// in 8 bytes. A compact form says what an instruction is by numbers of rows in tables
// (specs/eu/compaction-*.md), and these know of each thing few spellings:
//
//	add (8|M0) r3<1>:d r4<8;8,1>:d 0x3:d    Skylake: 8 bytes
//	add (8|M0) r3<1>:d r4<1;1,0>:d 0x3:w    DG2: 8 bytes, each the other's 16
//
// The table of forms in forms.go says, for each part of the compact form, what else an
// instruction may say there: other regions of the same elements, other types of the same
// bits, an immediate of another width, sources exchanged. Registers have their places by then: which
// sub-registers have a code, and whether a row lies in one register, is known only there.
//
// What may not live here: the tables (native), and anything that changes what an instruction
// reads, writes or waits for, or how many there are.
package compact
