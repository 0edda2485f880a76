// Package machine says what stands around the execution units of a device, and what that
// means for a launch: how many thread groups are in flight and what stays idle (pools.go,
// occupancy.go), how long lanes wait for banks of local memory (conflicts.go), what an L3 of
// a configuration would have held (partition.go, cache.go). The machines are the tables of
// specs/eu/machines.md, or a user's file (file.go).
//
// Nothing here changes what a kernel computes. What may not live here: launches, programs
// and engines, whose numbers come as plain values.
package machine
