// Package jit compiles ops that follow each other to code of the processor that this program runs on,
// for the threads of the EU model.
//
// # What is compiled
//
// A sequence is ops of one straight run (code.Program.Ends), from the first that has a template to the
// next that has none, or to a message, which is its last; or one branch. Code goes on from a sequence to the next
// one, or to where a branch goes. The EU model's workers call it in the place of their own rows (eu.Compiled)
// and do everything else themselves: rare messages, calls of functions, faults, saved threads.
// So a thread is the same at the end of each sequence whoever executed it, and nothing else can be seen of it.
//
// A sequence has code twice: for threads of which all channels run that its ops and those behind it are about, and for
// those of which some do, where each result is blended with what the register held, and channels part at branches
// and join. A thread goes to the EU model to change from one to the other.
//
// Threads enter a sequence that goes on to another, ends with a message or branch, or is long enough to be worth the call.
// Where it begins, code leaves the thread to the EU model when its budget has no room for all ops of it or when accumulators are of another kind
// than is read, code for all channels also where some may wait. It leaves it in front of a message
// with a lane that runs and is outside of the surface, of a block for some lanes, and of an op with addresses outside of the general registers: what was counted
// of ops that are not executed is given back.
//
// # Code
//
//	sources to vector registers, or memory operands | steps of the template | blend | store
//
// eight lanes at a time; an instruction of fewer lanes takes the same steps on its own. All lanes of an
// instruction are computed before any is stored. Results stay in vector registers, and in memory: later ops of the
// sequence read them there, until a write that meets them or another result takes the register.
//
// A message compares its offsets: lanes side by side are moved by rows, lanes in one place are read once, others
// are gathered, or written one by one, as those of atomics are. Where not all lanes need run it has code for those that do too.
// What it reaches is what the EU model knows already (message.Tables): a surface by its index, a bindless one by its place, which is compared each time, local memory, scratch space, the
// payload in memory, and of 64-bit addresses the buffer that the same message reached before. Where another is meant, the EU model does the
// message, and keeps that.
//
// Templates (templates.go, convert.go, long.go) are data, as are the encodings of instructions (package x64).
//
// # What holds
//
// Code touches the registers of a thread, the places of its channels, the constants of the program, its frame and itself: each such access is
// checked when it is emitted, and an op with one outside is not compiled. What a message touches is compared with the
// surface's bounds (mem.Surface.Direct) before anything of it is done, and operands through addresses with the general registers. Code calls nothing, and each sequence takes its ops from the budget
// of the call, so that it ends soon. Its pages are written first and executable then, never
// both, and are gone with the program.
//
// Where the processor or the system is another one, or gives no memory, the EU model executes everything.
//
// # Where to begin
//
// engine.go, sequence.go (what is compiled), op.go (one op), message.go, reach.go (what messages reach), flow.go (branches, ways out), part.go (channels that part), emit.go (registers and memory).
//
// What may not live here: state of threads, rare messages, and what an instruction is.
package jit
