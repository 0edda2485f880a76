// Package oracle compares our decoding of native code with the vendor's
// disassembler, for tests with the build tag oracle.
//
// What may not live here: anything that the tools need at run time.
package oracle
