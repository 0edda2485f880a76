// Package images holds no code of the product: its tests compare what the engines
// read from images and write to them with others.
//
// With a CPU, which is pocl's: a case is a kernel of testdata/images.cl (read through a
// sampler at float or integer places, read without one, write), a kind of image, a
// format, a sampler, the texels and the places, all made from a seed (cases_test.go).
// testdata/host.c runs them by pocl, the engines run the same kernels compiled by
// Intel's compiler, and compare_test.go says how equal the results must be.
//
// With a calculation in 64 bits (reference_test.go), for what that CPU lacks: a vISA
// text of one message for each question (probe_test.go).
//
// What may not live here: anything that a package of the product imports.
package images
