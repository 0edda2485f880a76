// Package code resolves native code once, for engines that run it many times.
//
// An instruction costs an engine whatever has to be decided while it runs. So
// everything that its bits say is decided by Load, instruction by instruction, and
// becomes an Op: plain data without a function in it, which a run loop, a tracer, the
// check of hazards and a compiler read alike.
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
// regions) is in tables of the Program; Op.Ext is the index.
//
// # Rows
//
// A row is an operand of all lanes: 32 elements of the class, not of the operand's
// type. The class is the type that the instruction computes in, so that a kernel is
// one loop over three arrays. Bytes, words and modifiers are gone when the row is
// there; conversion, saturation, conditions and the execution mask come after it.
//
// The classes: ClassRaw for integers of which the low 32 bits are wanted, ClassWide
// for exact ones (64 bits, saturation, conditions on sums, the accumulator), and one
// for each float type. Halves stand in rows of floats, and each operation rounds to a
// half.
//
// Ops that change nothing (waits for what is there already, fences, values that are thrown away)
// stay where they are and count as instructions; the op in front says how many of them an engine
// passes over (Op.Skip).
//
// # One range of bytes
//
// General and architecture registers of a thread are one range (layout.go has the
// places), so that an operand of either file is an address. Few architecture registers
// do something when they are touched: those have a Hook. The accumulator holds
// integers with more bits than their type, which lie apart, and a byte says what it
// was written as: reading it as something else is not defined, and stops.
//
// # What is not modelled
//
// An instruction that hardware has and the model has not becomes FormStop: the thread
// that comes to it ends with an *UnmodelledError, and code that no thread comes to is
// not asked. What no hardware has is an error of Load.
//
// # Where to begin
//
// op.go (the data), program.go (Load), resolve_*.go (one kind of instruction each). To add an
// op: its row in ops.go, a Kernel and its classes in kernel.go, the functions in rows_*.go of
// package eu.
//
// What may not live here: state of a thread, and functions that compute.
package code
