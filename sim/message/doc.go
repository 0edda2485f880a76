// Package message is what a send does to memory: shared functions over registers
// as bytes, lanes and surfaces, for any engine that runs native code.
//
// Resolve turns a decoded descriptor into a Message, which is plain data: what is
// moved, how much of it for each lane, and at which register bytes. A Port executes
// it for the lanes of a mask. Lanes go through the row access of sim/mem, which
// knows contiguous, uniform and scattered addresses; nothing is allocated and
// nothing called for each lane.
//
// What may not live here: threads, flow, barriers (an engine's own), payloads of a
// launch.
package message
