// Package preempt is the file of a launch that was preempted: the context image of a machine,
// as the Broxton document lays it out (volume 6, GPGPU Context Switch), with what is not in
// the image of hardware behind it. specs/eu/context.md has the places.
//
// Threads and local memory lie in the image by where they run, so a launch that can be saved
// runs with the seats of a machine (Room). What a thread is in its 8 KB is the engine's: the
// execution unit's registers by the page; the interpreter, whose variables are no registers,
// has its own bytes there, and behind the records those that 8 KB do not hold.
//
// No launch and no program is in the file: the run that goes on brings the same ones.
package preempt
