// Package run is what the command line, tests and library users call: it reads
// a launch file, loads a program of any kind, picks engine and target, runs the
// launch and compares the results with what the launch expects.
//
// What may not live here: command-line parsing, engine internals.
package run
