// Package flow answers, for a native.Program, what can run next and which lanes
// wait meanwhile.
//
// A thread has one instruction pointer and up to 32 lanes with one each; the
// thread's is the lowest of its lanes (gen-execution 2.3). So there are two
// graphs over the same instructions. Lane edges say where a lane that takes
// part in an instruction can be next. Thread edges say where the thread goes:
// it falls through a then-block into the else-block, although no lane does. A
// lane that is sent past the thread's next instruction waits at its target
// until the thread arrives there.
//
//	StepAt   edges of one instruction
//	New      both graphs over basic blocks, where lanes wait, loop depth, routines
//	         that calls lead to
//	Cut      basic blocks alone, of programs whose branches are not final
//
// Everything is linear in instructions and edges, the waiting lists in their
// own length.
//
// What may not live here: registers and what instructions do to them.
package flow
