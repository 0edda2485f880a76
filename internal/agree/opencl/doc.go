// Package opencl holds no code of the product: its tests make random OpenCL
// programs, compile them with Intel's compiler and compare what the engines do
// with the results of a CPU, which is pocl's.
//
// A program is text, made from a seed; all its kernels have the same arguments, three of them
// in local memory, beside none to two local arrays of the kernel's own
// (generate_test.go, local_test.go). Gotos lead forward and backward, out of loops and into the
// middle of others (goto_test.go); doubles come from functions with special values
// (function_test.go). TestPrograms makes each program for seven devices: the interpreter runs
// the compiler's vISA, the EU model the compiler's own code, and for skl also what we compile
// for skl and bxt, all with the constants of the compiler's container. Everything that a kernel writes is compared byte
// for byte: the programs use only what OpenCL C defines to the bit, but for functions
// of doubles, which are as near to pocl's as OpenCL asks of both and the same on all engines. Neither
// the rules nor the check of hazards may find anything in the compiler's code but overlaps of halves.
//
// pocl ends with a signal while it compiles loops with several entries, and goes astray in some with several
// ways out. So it runs gotos as switches in loops; where engines differ from that they are compared with pocl's
// gotos and with oclgrind, which interprets; oclgrind in turn loses additions where many items add at one place. A
// kernel that pocl does not end, or ends with a signal, has no result of pocl's, those behind it have. -v shows such
// kernels.
//
// Run so far with this generator: seeds 101..164 with -kernels 8 for skl, bdw, lkf and tgllp,
// with and without surfaces on tgllp (2,560 kernels; local arrays had one size then, asinpi no mark, and up to 128 fmin and
// fmax were drawn as the other functions, which moves kernels with doubles). What differed:
//
//   - from pocl alone, as its gotos or oclgrind show: 104 k2, 104 k5, 109 k4, 113 k2, 125 k7,
//     126 k4, 136 k3;
//   - 115 k4 has sum_compared.cl; 134 k4 and 155 k1 are asinpi of -0;
//   - 142 k4 on lkf and tgllp: the compiler leaves the clamp of the low half away where it makes
//     convert_ulong_sat in a loop of dwords.
//
// In the form of today, seeds 201..264 with -kernels 8 for skl, bdw, lkf and tgllp (without surfaces too):
//
//   - 207 k4 on lkf and tgllp, 211 k0 on skl and bdw, and 221 k6 on lkf and tgllp have loops of gotos whose jump back the
//     compiler lays out behind what follows the loop, in its vISA already: behind barriers, which a thread then passes
//     for some lanes first (207, and 211, where its threads never meet), or behind the end of the loop around, as
//     in testdata/compiler/loop_latch.cl. With the block of 221 moved back into its loop the interpreter has pocl's result;
//   - 241 k7 on lkf and tgllp: the compiler's vISA has the constant 0x26d9 for convert_ushort_sat(0x7ffffffe5e9226d9), in a part
//     of gotos alone: the clamp is left away, as of 142 k4;
//   - 255 k5 on lkf and tgllp has add_sat of a long with itself, as testdata/compiler/add_sat_self.cl;
//   - from pocl alone, as its gotos or oclgrind show: 210 k7, 213 k3, 256 k6, 257 k0 and 264 k0 on skl and bdw, 213 k0, 226 k3, 246 k5, 250 k1,
//     254 k6 and 258 k2 on lkf and tgllp.
//
// Of seeds 201..206: 202 k3 on skl and bdw, whose vISA has no store of the word that differs (the compiler
// has taken a rotation by one of two multiples of 64 for undefined), and 206 k6 on lkf and tgllp, a choice of -0 for
// which the compiler makes a mask, as in testdata/compiler/negative_zero.cl.
//
// A form of it before, seeds 101..161 on skl, bdw and lkf, found a jump of ours to the label
// behind a loop that left lanes behind (134 k1, 149 k3; internal/agree/testdata/loop_left_together).
// With this one 2 k0 was testdata/finalizer/sel_nan.cl, where only the native code is wrong
// (TestFinalizerFaults).
// With generators before that: seeds 1..52 with -kernels 20 on skl (1,040 kernels; 32 k3 and 44 k9 are
// testdata/pocl, TestPoclFaults) and about 690 kernels, of which seven differ on all
// engines alike, the compiler's own code among them: testdata/compiler has the form of each, made small, and why;
// TestCompilerFaults fails when one is gone. The generator draws them no longer,
// but for sums of constants under a comparison (sum_compared.cl). Functions for which Intel's library
// has the other zero, or tgamma, are marked; TestLibraryFaults fails when one is right. -first, -seeds,
// -kernels and -devices choose programs, -keep keeps those that differ, made small.
//
// Of the checks, with generators before: seeds 1..4 and 2001..2012 had
// words in addc and mad, accumulators from addresses, smov of qwords, and math functions
// that wait for each other. The code for tgl of seeds 3..252 with -kernels 8, both ways (4,500
// kernels), has no finding of the check; before the check knew that a thread without lanes
// begins no loop anew, ten of seeds 3..152 had (105, 112, 118, 124, 150). With this one 120 k7 had the rule against
// modified accumulators of logic for another source, and 126 k4 has 64 bits of bytes in sel.
//
// What may not live here: anything that a package of the product imports.
package opencl
