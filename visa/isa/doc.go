// Package isa reads and writes CISA files (.isa), the binary form of vISA: the header,
// which says where kernels, functions and native binaries lie (ReadHeader), and their
// vISA as visa.Kernel (Read, File.Encode).
//
// Instructions have no length of their own: where one ends follows from the layout of its
// op, which is that of its page in specs/visa (visa.OpInfo.Layout). What compilers changed
// within one version of the format is a profile. A file does not say which it has; it is
// the one in which its routines can be read to their ends.
//
// What may not live here: text, execution, a list of opcodes.
package isa
