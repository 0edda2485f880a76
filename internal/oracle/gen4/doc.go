// Package gen4 compares code of Ivy Bridge with what the older disassembler,
// intel-gen4disasm, says of it, for tests with the build tag oracle.
//
// What may not live here: anything that a package of the product imports.
package gen4
