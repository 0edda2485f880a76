// Package trace watches a launch instruction by instruction: Watch wraps an
// engine so that an Observer sees each step of each thread before and after it;
// Stats is the observer that counts.
//
// A watched thread runs with a budget of one instruction at a time. Engines have
// no part in this but dispatch.Watcher, which says what an instruction is about:
// their run loops do not know that somebody watches.
//
// What may not live here: texts of instructions, which their packages print, and
// formats of output.
package trace
