// Package jit compiles ops that follow each other to code of the processor that this program runs on,
// for the threads of the EU model.
//
// # What is compiled
//
// A sequence is ops of one straight run (code.Program.Ends), from the first that has a template to the
// next that has none. The EU model's workers call the code in the place of their own rows (eu.Compiled)
// and do everything else themselves: messages, flow, faults, saved threads. So a thread is the same at
// the end of each sequence whoever executed it, and nothing else can be seen of it.
//
// A sequence has code twice: for threads of which all channels run that its ops are about, and for those of
// which some do, where each result is blended with what the register held.
//
// # Code
//
//	sources to vector registers, or memory operands | steps of the template | blend | store
//
// eight lanes at a time; an instruction of one lane takes the same steps on its own lane. All lanes of an
// instruction are computed before any is stored. Results stay in vector registers, and in memory: later ops of the
// sequence read them there, until a write that meets them or another result takes the register.
// Templates (templates.go) are data, as are the encodings of instructions (package x64).
//
// # What holds
//
// Code touches the registers of a thread, the constants of the program and itself, nothing else: each access is
// checked when it is emitted, and an op with one outside is not compiled. It calls nothing, has no branches, and a
// sequence has at most maxOps ops, so that it ends soon. Its pages are written first and executable then, never
// both, and are gone with the program.
//
// Where the processor or the system is another one, or gives no memory, the EU model executes everything.
//
// # Where to begin
//
// engine.go, sequence.go (what is compiled), op.go (one op), emit.go (registers and memory).
//
// What may not live here: state of threads, messages, flow, and what an instruction is.
package jit
