// Package native is the Gen EU instruction in memory: one Inst for every
// opcode and target, and the tables (generated from specs/eu) that encode and
// decode it. Virtual registers are operands in the register file Virt; the
// encoder refuses them.
//
// What may not live here: text (native/asm), containers, execution (sim), and any test of a target outside tables and Caps.
package native
