// Package series makes vISA texts of any length, on which the compiler's time is
// measured: it must grow with the length and no faster.
//
// What may not live here: anything that a package of the product imports.
package series
