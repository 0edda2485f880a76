// Package visa is the virtual ISA in memory: kernels, variables, operands and
// one Inst type for every opcode, with the op table generated from specs/visa.
//
// What may not live here: text and binary forms (visa/asm, visa/isa), rules
// (visa/verify), and execution (visa/sem, visa/interp).
package visa
