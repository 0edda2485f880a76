// Package schedule puts the instructions of a program in another order, so that less time goes by in
// which the thread waits for results:
//
//	send  a ...            send  a ...
//	add   c a 1            send  b ...
//	send  b ...      ->    shl   e d 2      // while both answers are on their way
//	add   c c b            add   c a 1
//	shl   e d 2            add   c c b
//
// Before registers are allocated (Virtual) results have places of their own, and what limits the
// order is how many of them are live at once. Afterwards (Allocated) what is left is done: moves that
// the allocator added, and waits for a register that was used before.
//
// # Regions
//
// A region is a run of instructions of one basic block. It ends behind an instruction that stays
// where it is, for it does what no list of registers tells: a branch, a fence, a barrier, a write of
// the control register, the end of the thread (pins.go). All lanes that execute one instruction of a
// block execute each, and lanes that sleep do so through all of it. So an order that keeps, byte
// by byte, who reads what whom wrote computes the same for every lane, whatever the channels
// and masks are; what is live in sleeping lanes does not change at the borders of the
// block, and inside it the allocator looks at the new order.
//
// # Order
//
// The graph (graph.go) has an edge wherever two instructions touch a byte of a register, a flag bit, an address, an
// accumulator or a class of memory and one of them writes it. Loads pass loads, and nothing of
// memory passes a write of it. The list scheduler (order.go) issues by a
// clock of its own (clock.go), which counts as the estimate of a run does: of the instructions
// that could issue now the one with the longest way to the end of the region, counted in latencies.
// Where none could it takes the one that can first.
//
// # Pressure
//
// Of what is live (pressure.go) the sum is kept for registers, flags and addresses. An instruction that would
// bring it above a bound waits; where all would, the first of the original order is next, whose
// operands are dead soonest as the text has it. A region whose most is above the bound and above what it
// was stays as it was, and so does one that the clock finds no shorter.
//
// Everything is linear in instructions and edges, but for heaps. Ties go to the original order.
//
// What may not live here: how long results take (native/latency), what an instruction touches
// (native/effects), and which of two allocations is better (lower).
package schedule
