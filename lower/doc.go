// Package lower compiles a vISA kernel to native code: a visible list of
// passes over one native.Program whose registers are virtual until the
// allocator has run.
//
// The passes, their order and what each leaves true:
//
//	inline     calls and jumps through tables are gone, their targets copied in
//	cfg        what no lane comes to is gone, basic blocks, surface constants and
//	           the lifetime of predicates are known; nothing is emitted
//	select     one native sequence per vISA instruction (rules.go); operands
//	           are virtual and may break restrictions
//	emulate    instructions that the target lacks are gone (integer mad, mulh)
//	optimise   copies and comparisons with zero are gone where a block shows that
//	           they can be
//	legalise   regions, immediates, types and sizes keep the restrictions
//	messages   payloads and responses are whole, aligned GRFs
//	flow       gotos have the target's polarity, joins stand where lanes wait
//	regalloc   all registers are physical
//	encode     branch distances, compaction, bytes
//
// What may not live here: bit positions and restriction rules (native),
// colouring (regalloc), execution (sim, visa/interp).
package lower
