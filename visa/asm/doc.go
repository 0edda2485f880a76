// Package asm reads and writes vISA text (.visaasm) as Intel's compiler prints it, driven by the op table's text forms.
//
// What may not live here: semantics, verification rules, any list of opcodes.
package asm
