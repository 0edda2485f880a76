// Package container reads the files in which Intel's offline compiler ships
// compiled kernels: the zebin (ELF with .text.K sections and .ze_info), the
// OpenCL ELF whose device binary is a list of patch tokens, and archives of
// either for several devices.
//
// Both forms come out as one File: code by kernel, the metadata of package abi,
// and program-scope data with its relocations. What patch tokens say about a
// kernel is written as .ze_info text first, so that one reader checks it and
// people can look at it.
//
// Layouts are those of intel/compute-runtime and intel/intel-graphics-compiler
// (igc-1.0.12504.6): the reference's section RUN 6.
//
// Nothing is copied: the parts of a File are slices of the bytes it was read
// from. Every offset and count is checked against those before it is used.
//
// What may not live here: what a kernel's payload means, and launches.
package container
