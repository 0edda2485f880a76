// Package optimise takes back moves and comparisons that instructions were made with because
// nobody looked at the ones beside them. It works inside basic blocks, where all
// instructions run under the same lanes.
//
//	propagate    the readers of a copy read its source
//	fromZero     a product by zero is zero, and a sum with it the other summand
//	dropConstant a constant that nobody reads is not written
//	accumulator  a sum right behind a copy of the accumulator reads the accumulator itself
//	coalesce     what makes a value writes it where a copy puts it, in its layout and width
//	compute      what makes a payload of parts is done in parts, each in its place
//	foldCompare  the logic instruction that makes a value sets the flag of its comparison with zero
//	combine      a comparison runs under the predicate that its result would be combined with
//	scatterMove  a move under a constant predicate carries its lanes
//
// Constants shares constants in registers; it has a pass of its own, behind package legal.
//
// Each asks the same questions: who writes the bytes that are read, who else reads them, in
// this block, in another, or in the next round of a loop. Lists of the instructions that
// mention a variable answer them (chains.go); effects says which bytes an instruction
// touches. Where a list is long the answer is no: maxMentions and coalesceWindow bound the
// work, so that it stays linear in the length of the program.
//
// Restrictions are not looked at, as they are not where instructions are selected: package
// legal comes behind.
//
// What may not live here: rewrites that depend on the target, beyond whether it has an op.
package optimise
