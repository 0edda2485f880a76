// Package follow says what native code does with a value that one of its instructions brings in, such as an address
// that a loader fills in: the value is followed on all ways that lanes can go, through moves and arithmetic, to the
// messages that take it. What comes out is a signature, by which two schedules of one program can be laid side by side.
//
// Registers are followed byte by byte, those of lanes by lane. Memory is not: what a message stores is lost.
//
// What may not live here: relocations, files, anything of a launch.
package follow
