// Package effects answers what an instruction reads and writes.
//
//	(f0.0) add (16|M0) r10.0<1>:f r4.0<8;8,1>:f r6.0<0;1,0>:f
//
//	reads   bits 0..15 of the flags, one for each channel
//	reads   bytes 128..191 of the registers, 4 for each channel from 0 on
//	reads   bytes 192..195, all of them for every channel
//	writes  bytes 320..383, 4 for each channel from 0 on, unless the predicate keeps them
//
//	Registers  registers, flags, a0, accumulators and other architecture registers
//	Each       these, and memory
//
// Registers may be those of the file or virtual ones. What an operand has behind an
// address counts from that address, which the caller may know. Who looks for
// dependencies reads this and nothing else: the check of hazards, the estimate of clocks, the
// allocator, the optimiser, the scoreboard, and who follows values through code.
// The model of the EU and regalloc.Verify have answers of their own, on purpose.
//
// What may not live here: what an instruction computes, how long it takes, and what
// can run next.
package effects
