// Package isa reads the CISA binary container (.isa).
//
// What may not live here: text, execution.
package isa
