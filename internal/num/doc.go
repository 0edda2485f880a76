// Package num is the arithmetic that both engines share: half, float and double
// operations in every rounding and denormal mode, conversions, and one fixed
// algorithm for each approximate math function.
//
// What may not live here: lanes, masks, registers; anything that knows an ISA.
package num
