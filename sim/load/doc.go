// Package load makes programs ready for an engine: vISA text, raw native code, and kernels of containers and of .isa files.
//
// FromFile finds what a file holds and, by Options, which of its codes runs: its vISA interpreted, its vISA compiled here,
// or its native code. Texts are parsed, verified and linked with the functions that they call (text.go, functions.go,
// container.go, isatext.go); native code is decoded (isafile.go, program.go). A Program is an engine with what is known of
// its code.
//
// What a program refers to comes later, from its kernel's metadata: a Linkage places program-scope data in memory and the
// sections of code that a kernel reaches behind it (layout.go), and writes their addresses where relocations say (link.go).
// Relocations of another schedule of the same text are found by what the code does with each address (move.go).
//
// What may not live here: launches, their arguments and memory, running.
package load
