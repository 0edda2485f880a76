// Package genvisa reads, builds, verifies, prints, interprets and compiles vISA,
// the virtual instruction set of Intel GPUs, and runs native Gen code on a model
// of the execution unit. It is what programs import; the command line is made of
// the same parts.
//
//	launch, err := genvisa.ReadLaunch("launch.yaml")
//	report, err := genvisa.Run(ctx, launch, genvisa.Options{})
//
// A launch comes from a file (docs/launch.md) or is a struct. Options say what runs it,
// for how long, and who is told: a trace, an Observer, statistics, progress. The context
// ends it.
//
// A kernel comes from text (Parse, ReadKernel) or from a Builder. Verify lists
// what breaks the rules of the instruction set; Compile, Interpret and Simulate
// refuse such a kernel.
//
// Native code comes from Compile, from Assemble, or out of a Container. Disassemble, Lint
// and Hazards read it, Native makes it ready to run, and a Container takes it back.
// Compare tells two results apart.
//
// Devices are named as on the command line: "skl", "tgl"; "" is what a container or a
// launch says, else DefaultTarget. Errors that say "valid, but not modelled" are errors.ErrUnsupported.
//
// What may not live here: anything that the packages below do not do themselves.
package genvisa

//go:generate go run ./cmd/opgen --specs specs --out .
