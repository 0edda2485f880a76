// Package eu is the EU model: it resolves native code once and runs it with one
// flat state per thread.
//
// Load turns every instruction into an Op, which is plain data: a form, an
// execution class, the number of a kernel, operands as addresses and steps. The
// run loop goes by form; a straight-line instruction brings its sources into rows
// of 32 elements of its class, computes a row with the kernel, converts it, and
// stores it under the execution mask. Rows are the registers themselves where
// regions are contiguous and all channels run. A branch is a Flow: two targets and
// the choice of the next instruction. Sends are decoded by their descriptor.
// What is legal but not covered is an *UnmodelledError of the thread that comes to
// it; code that no thread comes to is not asked (Stop).
//
// A thread's registers, the architecture registers and the accumulator with its
// upper bits among them, are one range of bytes; Save and Load of a worker store
// and restore them with the IPs of the channels.
//
// What may not live here: vISA, the compiler, launches and payloads.
package eu
