// Package opencl holds no code of the product: its tests make random OpenCL
// programs, compile them with Intel's compiler and compare what the engines do
// with the results of a CPU, which is pocl's.
//
// A program is text, made from a seed; all its kernels have the same arguments
// (generate_test.go). Each runs five times: by pocl, by the interpreter from the
// compiler's vISA, by our code for skl and for bxt and by the compiler's own native
// code on the EU model, with the constants of the compiler's container. Everything
// that a kernel writes is compared byte for byte: the programs use only what OpenCL
// C defines to the bit.
//
// Run so far: seeds 1..52 with -kernels 20 (1,040 kernels, of which two differ: 32
// k3 and 44 k9); with earlier generators about 690 kernels. In those two pocl is
// wrong about the distance from a saturated product: testdata/pocl, TestPoclFaults.
// Seven of the earlier differ, on all engines alike, the compiler's own code among
// them: testdata/compiler has the form of each, made small, and why;
// TestCompilerFaults fails when one is gone. The generator draws them no longer,
// but for sums of constants under a comparison (sum_compared.cl). -first, -seeds
// and -kernels choose programs, -keep keeps those that differ, made small.
//
// The compiler's own code for Gen8, 9, 11 and 12, with and without surfaces, runs each
// on its own target (TestDevices), and neither the rules nor the check of hazards may
// find anything in it: seeds 1..4 and, of an earlier form of the test, 2001..2012 had
// words in addc and mad, accumulators from addresses, smov of qwords, and math functions
// that wait for each other. The code for tgl of seeds 3..252 with -kernels 8, both ways (4,500
// kernels), has no finding of the check; before the check knew that a thread without lanes
// begins no loop anew, ten of seeds 3..152 had (105, 112, 118, 124, 150).
//
// What may not live here: anything that a package of the product imports.
package opencl
