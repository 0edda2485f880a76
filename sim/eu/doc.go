// Package eu is the EU model: it resolves native code once and runs it with one
// flat state per thread.
//
// # Two times
//
// An instruction costs the model whatever has to be decided while it runs. So
// everything that its bits say is decided by Load, instruction by instruction, and
// becomes an Op: plain data without a function in it, which a tracer, the check of
// hazards and a compiler of the future can read as the run loop does.
//
//	add (16|M0) r4.0<1>:d  r126.0<0;1,0>:d  r1.0<16;16,1>:uw
//
//	Form  FormALU            which step of the loop
//	Class ClassRaw           rows of uint32: only the low 32 bits count
//	Kern  KernAdd            which function of that class
//	Src   SrcSpread r126.0   one dword for all
//	      SrcWords  r1.0     unsigned words that follow each other
//	Dst   DstReg    r4.0     4 bytes apart
//
// What an Op needs rarely (where branches go, descriptors, offsets of irregular
// regions) is in tables of the Program; Op.Ext is the index. The files resolve_*.go
// are this half of the package.
//
// # Rows
//
// A row is an operand of all lanes: 32 elements of the class, not of the operand's
// type. The class is the type that the instruction computes in, so that a kernel is
// one loop over three arrays. Bytes, words and modifiers are gone when the row is
// there; conversion, saturation, conditions and the execution mask come after it. An
// instruction is then
//
//	bring sources into rows | kernel | report | convert | store under the mask
//
// and each part is left out where there is nothing to do. Where a region is packed
// and its type the class's, the row is the registers themselves; where also all
// channels run, the kernel writes the destination in place (FlagInPlace). That is
// most of what compilers write, and why a row may start at any byte and has slack
// behind it. Kernels with a form in AVX2 take eight lanes at a time (eights); a test
// holds these and the loops in Go to the same bits.
//
// The classes: ClassRaw for integers of which the low 32 bits are wanted, ClassWide
// for exact ones (64 bits, saturation, conditions on sums, the accumulator), and one
// for each float type. Halves stand in rows of floats, and each operation rounds to a
// half.
//
// Ops that change nothing (waits for what is there already, fences, values that are thrown away)
// stay where they are and count as instructions; the op in front says how many of them the loop
// passes over (Op.Skip).
//
// # Where lanes are
//
// Each channel has an instruction pointer, and the thread has one. exec is the
// channels whose pointer is the thread's; the others wait, and their places are kept
// only for them (chanPC): while nobody waits a branch costs no loop over channels. A
// branch is a Flow, two targets and the condition on which the thread goes to the
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
// # One range of bytes
//
// General and architecture registers of a thread are one range (thread.go has the
// places), so that an operand of either file is an address. Few architecture registers
// do something when they are touched: those have a hook. The accumulator holds
// integers with more bits than their type, which lie apart, and a byte says what it
// was written as: reading it as something else is not defined, and stops.
//
// Save and Load of a worker are that range and the pointers of channels, in an order
// of their own: a thread goes on in another process with the same results.
//
// # What is not modelled
//
// An instruction that hardware has and the model has not becomes FormStop: the thread
// that comes to it ends with an *UnmodelledError, and code that no thread comes to is
// not asked. What depends on values (channels that disagree where no document says
// what happens) is asked while it runs, with the same error. What no hardware has is
// an error of Load.
//
// Time does not exist here. A program is run in order and every result is there at
// once; Program.Hazards gives the same engine with a check before each instruction
// for whoever wants to know whether the code waits where it must.
//
// # Where to begin
//
// op.go (the data), program.go (Load), worker.go (the loop), alu.go and source.go (a
// row's way), flow.go (branches), send.go with package sim/message (memory). To add an
// op: its row in ops.go, a Kernel in kernel.go, the functions in rows_*.go.
//
// What may not live here: vISA, the compiler, launches and payloads. The interpreter
// is written without this package, and this one without it: that they agree is
// evidence only as long as neither knows the other.
package eu
