// Package flow turns branches for lanes into those of the target.
//
// Before it a branch is an OpGoto in the terms of vISA: lanes whose predicate is true go to
// Label; with ExecSize 1 all of them go, by the predicate of channel 0. Behind it a branch
// is a jmpi where all lanes go together and pass no place where others wait meanwhile, and
// else a goto with the polarity of the target. Lanes go together without a predicate, and by
// a flag that comparisons of scalars alone write, for all lanes: compilers make it for loops
// by a counter (even.go, places.go). A join stands wherever lanes may wait, and each goto and
// join names the next one: the first place, in the order of the code, at which a lane that
// is off now may go on.
//
// Gen7 has neither goto nor join (nesting.go). A branch that no other crosses becomes if,
// else and endif there, or while; one that leaves the innermost loop to the place behind it
// becomes break (loops.go). For the others each lane has a place, the number of a segment of
// the program: lanes that go note where, and a segment runs under an if for the lanes that
// have come to it. halt would be shorter, but wants that all lanes halt to a
// place in the reverse order of the first halts (Mesa, brw_fs_generator.cpp).
//
// Which lanes sleep where is asked again by the allocator, which must not trust this pass:
// native/flow reads it from the instructions that are made here.
//
// Calls are of all lanes that are on, and return with them: they stay as they are. No branch
// leads into a routine or out of it.
//
// What may not live here: loops and other structure beyond that.
package flow
