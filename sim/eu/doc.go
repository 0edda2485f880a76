// Package eu is the EU model: it runs resolved code (package code) with one flat state
// per thread.
//
// # Rows
//
// What an operand of all lanes is, a row, package code says. An instruction is
//
//	bring sources into rows | kernel | report | convert | store under the mask
//
// and each part is left out where there is nothing to do. Where a region is packed
// and its type the class's, the row is the registers themselves; where also all
// channels run, the kernel writes the destination in place (code.FlagInPlace). That is
// most of what compilers write, and why a row may start at any byte and has slack
// behind it. Kernels with a form in AVX2 take eight lanes at a time (eights); a test
// holds these and the loops in Go to the same bits.
//
// # Where lanes are
//
// Each channel has an instruction pointer, and the thread has one. exec is the
// channels whose pointer is the thread's; the others wait, and their places are kept
// only for them (chanPC): while nobody waits a branch costs no loop over channels. A
// branch is a code.Flow, two targets and the condition on which the thread goes to the
// first: if, else, while, goto and join are rows of one table (specs/eu/opcodes.md),
// not code of their own. Channels that wait join where the thread reaches them, at
// the start of a block; wake is the first place where that can be.
//
//	      goto (f0) L    channels with 0 go on, the others wait at L
//	      ...            exec without them
//	L:    join           here they are again
//
// Calls add a level: a channel that is in another call than the thread is away, and
// joins nothing on the way.
//
// Predicates and masks are bits of elements, not of channels: bit k of Full is element
// k, which is channel Off+k. Registers know nothing of channels at all.
//
// # State
//
// Registers of a thread are one range of bytes, as package code lays them out. Save and Load
// of a worker are that range and the pointers of channels, in an order of their own: a thread
// goes on in another process with the same results.
//
// Another engine can run the threads of a Worker, with the same state: Ahead gives it the
// ops in front of a thread and the registers, Advance takes over what it did, and Step executes
// what it does not know.
//
// # What is not modelled
//
// Package code says what becomes of instructions that the model has not. What depends on
// values (channels that disagree where no document says what happens) is asked while
// code runs, with the same error, a *code.UnmodelledError.
//
// Time does not exist here. A program is run in order and every result is there at
// once; Program.Hazards gives the same engine with a check before each instruction
// for whoever wants to know whether the code waits where it must.
//
// # Where to begin
//
// worker.go (the loop), alu.go and source.go (a row's way), flow.go (branches), send.go
// with package sim/message (memory), step.go (what another engine has of it).
//
// What may not live here: vISA, the compiler, launches and payloads. The interpreter
// is written without this package, and this one without it: that they agree is
// evidence only as long as neither knows the other.
package eu
