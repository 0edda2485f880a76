// Package hoist moves instructions out of loops: those that compute in every round what they computed in the first,
// whatever lanes are on.
//
//	          mov  n ...                     mov  n ...
//	LOOP: (W) mul  s n 4           ->    (W) mul  s n 4
//	          add  a a s               LOOP:  add  a a s
//	          send x a ...                   send x a ...
//	     (f0) goto LOOP                 (f0) goto LOOP
//
// A loop is a run of blocks that ends with a branch back to its first, into which the thread and all lanes come from the block in front alone, by its
// end. Without calls, all that the thread executes between that end and a place in the loop is then in the loop. An instruction
// moves when it is arithmetic under no predicate and no mask, sets no flag and no accumulator, nothing in the loop writes what
// it reads, nothing else in the program writes what it writes, and all that reads it stands
// behind it: in its block, or anywhere in the loop when its block is the first. So each read sees the value that the last execution of the instruction made, which is what
// its execution in front of the loop makes.
//
// Instructions under a mask stay: one without a mask, or a region that all lanes read, may read what they left in lanes that sleep.
// Loads stay: package lower's schedule has their results late in the round as it is, and what they read may be written meanwhile.
//
// What moves lives through the whole loop; mostBytes bounds how much. When registers run out all the same, package lower takes the
// program as it was.
//
// What may not live here: orders inside blocks, which are package schedule's.
package hoist
