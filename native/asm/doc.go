// Package asm prints native instructions as Gen assembly text in the syntax of
// the vendor's IGA assembler: labels L<offset>, floats as hexadecimal bits, so
// that the text assembles to the same bytes.
//
// What may not live here: encoding, execution.
package asm
