// Package estimate says what native code costs, without running it, and what two codes of the same kernel
// cost differently.
//
//	Of       clocks by block, for what they go (kinds of instructions, causes of stalls), the longest path,
//	         registers that hold values
//	Compare  two of them, block beside block, with the reasons why one takes longer
//
// Clocks are those of native/hazard's clock: a thread alone, each instruction once, in the order of
// the code, results as late as specs/eu/latency.md has them; a run counts with the same. On top of it stands one assumption:
// what is in a loop runs LoopFactor times, in a loop of that as often again.
//
// In every block the clocks are the sum of what its instructions take to issue, by their kind, and of what they wait, by
// the cause. So the differences of two blocks, kind by kind and cause by cause, are the whole difference.
//
// What may not live here: latencies (native/latency), what waits for what (native/hazard), and vISA: lines are numbers
// that the caller gives.
package estimate
