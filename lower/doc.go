// Package lower compiles a vISA kernel to native code: a visible list of
// passes over one native.Program whose registers are virtual until the
// allocator has run.
//
// # The passes
//
// Their order, and what each leaves true:
//
//	inline     jumps through tables are gone; what is called is copied in, or stands as a
//	           routine behind the kernel's own instructions, with a stack for what calls itself
//	cfg        what no lane comes to is gone, basic blocks, surface constants and
//	           the lifetime of predicates are known; nothing is emitted
//	select     one native sequence per vISA instruction (rules.go); operands
//	           are virtual and may break restrictions
//	emulate    instructions that the target lacks are gone (integer mad, mulh, divisions)
//	optimise   copies and comparisons with zero are gone where a block shows that
//	           they can be, and what makes a value writes it where a copy puts it
//	pairs      64-bit integers are dwords where the target has none, low ones and high ones
//	           apart, and copies are gone once more
//	pitches    variables of bytes and words are as wide as what computes on them
//	legalise   regions, immediates, types and sizes keep the restrictions
//	messages   payloads and responses are whole, aligned GRFs
//	constants  what reads a constant in a register reads one that is there already
//	flow       gotos have the target's polarity, joins stand where lanes wait; on Gen7
//	           branches are ifs and whiles, or steps between numbered segments
//	regalloc   all registers are physical
//	repeat     nothing is moved into a0 or a flag that is there, or into itself
//	settle     waits and thread control are the target's
//	entry      where threads start without their payload, what loads it stands in front
//	compact    instructions have forms that take 8 bytes, where there are such
//	scoreboard each instruction says what it waits for, where the hardware does not watch
//	pad        what loads the thread's own part is as long as the target has it
//	encode     branch distances, compaction, bytes
//
// The first two work on vISA, the others on native instructions. Each pass says
// which others it needs (passes in lower.go), and a test checks the order.
// genvisa compile --dump PASS prints the program behind one.
//
// emulate to flow, repeat and compact know nothing of vISA: they are packages over a program with virtual
// registers and the facts of its target (lower/edit), so that each runs on a text of native
// instructions alone, for any target. lower/legal has emulate and legalise, lower/pitch the
// pitches, both have their part of pairs, lower/optimise has constants; the others are called like their pass. What one reads besides are arguments of
// its function: optimise asks for the lanes of instructions of the text. What is said here
// of them in short is in their doc.go at length.
//
// # Select first, mend later
//
// vISA is close to native code: most instructions have a twin with the same operands,
// and what differs are the restrictions of the hardware on regions, types and places.
// So select does not look at restrictions at all. It writes down what the instruction
// means, and legalise takes each instruction through a list of fixes.
//
//	mad (M1, 16) V65<1>:f V34<0;1,0>:f V61<1;1,0>:f V65<1;1,0>:f
//
//	select    mad (16|M0) v65:f  v65<16;16,1>:f  v61<16;16,1>:f  v34<0;1,0>:f
//	legalise  skl  the same in Align16, with the scalar as a replicated channel
//	          lkf  mad (16|M0) v65:f  v65<8;1>:f  v61<8;1>:f  v34<0>:f
//
// The gain: a new target, or a rule that was found late, is a row of
// specs/eu/restrictions.md and a fix, whatever instruction breaks it. The price: a move
// more where select could have known. optimise and pitches take most of these back:
// the first lets instructions read what a copy reads (copy propagation) and write what
// a copy writes (coalescing); the second lays bytes and words out at the distance at
// which wider instructions write them.
//
// # Lanes
//
// Nothing here follows lanes but flow. A masked instruction stays masked, and what the
// compiler adds for one (copies, address arithmetic) runs under the same mask, or under
// none when it touches temporaries alone. Between select and flow a branch is a goto in
// vISA's terms: lanes with a true predicate go to the label. regalloc/doc.go says what
// sleeping lanes do to liveness.
//
// # Messages
//
// A message wants its payload in registers that follow each other. An emitter names
// the parts, and send puts them into one payload, or into two where the target takes two
// and that saves copies (payload.go). A header or addresses that were made for the message
// grow by what follows them. optimise takes most of the other copies back: what makes a
// part writes it into the payload, or is done there.
//
//	svm_scatter.4.1 (M1, 8) V65.0 V66.0
//
//	skl   sends (8|M0) null v65 v66
//	bdw   mov (8|M0) payload:uq v65:uq, mov (8|M0) payload.64:ud v66:ud, send (8|M0) null payload
//
// # What is refused
//
// An op without a rule, a kernel attribute that changes what a thread starts with, an
// index that has no bits in a descriptor: each is an *UnsupportedError with the line,
// and only where a lane can come to it (reach.go).
//
// What keeps the rest right are two checks that know nothing of the passes. In tests,
// native.Check finds no broken restriction in any code that is made here, and
// regalloc.Verify shows of each program that its registers hold what the virtual ones
// held. A test goes through the rules of the supported targets: each has a fix, or a
// reason why none is needed.
//
// # Where to begin
//
// lower.go (the list), rules.go (a row for each op), select.go and emit_*.go (what is
// not one instruction), then lower/legal. Facts of targets are asked of native.Caps; an
// opcode in a switch is a column that is missing there.
//
// What may not live here: what needs no vISA, which is a package below; bit positions and
// restriction rules (native), colouring (regalloc), execution (sim, visa/interp).
package lower
