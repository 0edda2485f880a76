// Package draft writes a first launch for a kernel of which there are only metadata and
// code. It guesses sizes, values and contents (guess.go) from names and types in the
// metadata and from how the code reads its arguments (facts.go), runs the launch, looks
// what happened (score.go: accesses past an end, outputs that stayed as they were, faults),
// mends it (settle.go: buffers that reach as far as the kernel does) and tries changes
// (moves.go) as long as one makes it better (search.go). What ran is what is written
// (text.go): each try goes through the text of a launch file.
//
// What may not live here: reading files, which the command does, and anything that a launch
// file does not say.
package draft
