// Package legal makes instructions keep the restrictions of a target on regions, types and
// places. Emulate comes first and replaces what the target has no instruction for; Run mends
// the others.
//
// # Fixes
//
// The list in legalise.go has a row for each fix: what it does, and the rules (native.Rules)
// that it mends. On a target that has none of them it does not run. A fix that replaces an
// instruction puts the replacement through the whole list again, so that it may break
// another's rule: each of them knows its own alone. That ends, since a copy into a packed
// temporary is always legal and ends every chain; maxDepth finds a list for which it does not.
//
// What most fixes do is one of three things. load and toTemp read an operand by way of a
// temporary, viaTemp writes the destination by way of one, and size cuts an instruction into
// parts. The mask stays with what touches variables of the program: what is done to
// temporaries alone runs in all channels, unless an address or a flag needs the lanes.
//
// The largest are ternaryRows, and dwordPairs, which makes pairs of dwords of 64-bit integers
// where there are none (pair*.go). Behind the list each source gets the region that the
// compaction tables know best.
//
// # What has no instruction
//
// Before Emulate, some forms stand for operations that no target has, or not all: an integer
// mad, a mach that means the high half of a product or both halves of a sum, the first step
// of a math macro that means the whole division. They become products in the accumulator
// (product.go), steps of macros (macro.go), digits where there are none (quotient.go, root.go),
// other functions (approx.go), or products of 64 bits that are compared with the ends of the
// range (clamp.go). What these need of operands
// is got from the same list of fixes. dwordPairs in turn makes its products here.
//
// Pairs runs dwordPairs alone, ahead of Run: dwords have copies that package optimise can take
// back, which it cannot see in instructions on 64 bits.
//
// # A new restriction
//
// is a row of specs/eu/restrictions.md, and its ID beside the fix that mends it, or in
// elsewhere of the test with the reason why nothing breaks it.
//
// What may not live here: bit positions and the rules themselves (native), vISA (lower),
// payloads of messages (lower/messages), branches (lower/flow).
package legal
