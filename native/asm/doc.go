// Package asm prints native instructions as Gen assembly text in the syntax of
// the vendor's IGA assembler: labels L<offset>, floats as hexadecimal bits. The
// text of compiled code assembles to the same bytes, but for bits of while, call
// and ret that no text names. What that syntax cannot say is printed in that of
// the hardware manuals (Align16 channels) or marked (+BYTES of a sub-register inside an element).
//
// What may not live here: encoding, execution.
package asm
