// Package dispatch runs a launch: it builds the payload of every thread, steps
// the threads of a group in slot order on one worker, keeps barriers, and runs
// groups in parallel.
//
// What may not live here: instructions of either ISA, files, comparison.
package dispatch
