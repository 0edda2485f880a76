// Package run is what the command line, tests and library users call: a Session brings a launch, a program and what the
// program is linked with together, checks that they fit, gives the threads their memory and payload, runs them and
// compares the results with what the launch expects.
//
// What may not live here: reading launch files (sim/launch) and programs (sim/load), telling of a run (sim/observe),
// command-line parsing, engine internals.
package run
