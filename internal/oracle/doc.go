// Package oracle runs the vendor's tools, the assembler iga64 and the finalizer
// GenX_IR, for tests with the build tag oracle, and compares what they say.
//
// What may not live here: anything that a package of the product imports.
package oracle
