// Package eu is the EU model: it decodes native code once and runs it with one
// flat state per thread.
//
// Load turns every instruction into an op. Straight-line instructions become a
// plan: a row per source (32 elements of one of four execution classes), a
// kernel that computes the result row, and a store that converts, sets flags and
// obeys the execution mask; rows are the registers themselves where regions are
// contiguous and all channels run. Branches become a flowRule: two targets and
// the choice of the next instruction. Sends are decoded by their descriptor.
// What is legal but not covered is an *UnmodelledError, at Load when the code
// alone shows it.
//
// What may not live here: vISA, the compiler, launches and payloads.
package eu
