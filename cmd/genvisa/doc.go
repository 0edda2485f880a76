// Command genvisa runs, compiles and inspects programs for Intel GPUs: vISA
// text through the reference interpreter, native Gen code on the EU model.
//
// What may not live here: anything a library user needs (sim/run).
package main
