// Package asm turns native instructions into Gen assembly text and back, in the
// syntax of the vendor's IGA assembler: labels L<offset>, floats as hexadecimal
// bits. What that syntax cannot say is printed in that of the hardware manuals
// (Align16 channels), marked (+BYTES of a sub-register inside an element), or kept
// in a comment that Assemble reads (//!bits). So Disassemble and Assemble are
// inverse on all bytes that are instructions. docs/assembly.md is the reference.
//
// What may not live here: encoding, execution.
package asm
