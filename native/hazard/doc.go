// Package hazard finds register dependencies of native code that nothing makes an
// instruction wait for.
//
// From Gen12 on the hardware does not watch general registers: an instruction says
// in its software scoreboard code (native.Inst.Sync) which earlier ones it waits for.
// Before Gen12 the hardware does, and DepCtrl switches that off, instruction by
// instruction (NoDDClr, NoDDChk).
//
//	Footprint  the bytes of general registers that an instruction reads and writes
//	Check      every path of a program, without running it; registers by address as
//	           far as constants tell them
//	Board      what is in flight in one thread, while it runs
//
// What an instruction does to memory is no part of this: messages are ordered by
// other means.
//
// What may not live here: numbers of cycles (native/latency), and what
// instructions compute.
package hazard
