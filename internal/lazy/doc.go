// Package lazy has tables and patterns that are made when they are first asked for, in place of
// package variables that a function makes.
//
// A variable whose value comes from a call, sync.OnceValue too, costs more than the
// call: the Go compiler takes it that the call may write other variables of the
// package, and from there on lays no table out that has another in it but has the
// process copy it together, each time it starts. The tables of layouts and messages
// are 800 kB of such copies.
//
// A process that compiles one kernel matches none of the hundred expressions that the pages
// of the specifications are read with.
package lazy
