// Package pitch lays variables of bytes and words out at the distance, the pitch, at which
// instructions on wider types write them. Those cannot write bytes side by side: each would
// need a move more, which package legal would add.
//
// A variable keeps its layout when anything but plain operands of one element size sees it:
// a message, an address, the launch. It grows by what most of its writers gain by, as long
// as all regions can still be encoded and it stays small.
//
// Planes does the same for pairs of dwords that are numbers of 64 bits: where only one of the
// two is ever looked at, the low ones lie side by side, and the high ones behind them.
//
// What may not live here: the distance that an instruction needs, which is PackStep of
// package legal.
package pitch
