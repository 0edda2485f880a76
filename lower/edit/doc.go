// Package edit is what passes over native instructions have in common: a program whose
// registers are virtual, the target that it is for, and what is known of operands before
// they have a place.
//
// An Editor adds variables, flags and labels, and says of an operand what the freedom of the
// allocator leaves known: Base, Alignment, GRFs. EnsureAlign takes of that freedom. Rewrite
// puts a sequence in the place of each instruction; labels go with the first of them.
//
// Operands are described by few words. The stride is the distance of their elements, where
// it is one; FitRegion and Linear make regions that break no rule; the extent are the bytes
// inside the variable. A part of an instruction is the one for some of its channels.
//
// A pass that lacks something for its input returns an UnsupportedError. It has the number
// that the maker of the program gave the instruction and no place in a text, for there need
// be none: package lower puts place and op of the vISA instruction before it.
//
// What may not live here: anything of vISA, and what one pass alone asks.
package edit
