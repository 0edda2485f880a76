// Package observe tells what a run does: a trace of instructions with their operands, lane by lane (trace.go), of those
// that filters choose (filter.go); counts by instruction, message and source line (stats.go); an estimate of clocks
// (timing.go), conflicts of banks of local memory (banks.go) and an estimate of the L3 (l3.go); the text that a kernel prints (printf.go). Watch wraps an engine for all of it, so that a run which nobody
// watches pays nothing.
//
// What may not live here: comparing results, which package launch does, and anything that changes what runs.
package observe
