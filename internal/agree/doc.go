// Package agree holds no code of the product: its tests make random valid vISA
// kernels and compare the engines on them.
//
// A kernel is text, made from a seed. Its threads get random registers and
// memory; at its end every variable, predicate and buffer is compared, byte for
// byte: the interpreter with the code of package lower on the EU model, and,
// with the build tag oracle, with the code that Intel's finalizer makes of the
// same text. testdata/*.visaasm are the disagreements that were found, made
// small; each says in its first lines what was wrong.
//
// Seeds run with this generator, which draws divm, sqrtm, madw and dp4a too: 1..35000
// against our code for skl (34028 agree, 972 are refused), 1..30000 for bxt (29164
// agree, 836 are refused; 4081 and 5594 differed before, as in
// testdata/product_words), 35001..120000 for both at once (82634 agree, 2363 are
// refused by one of them), the registers of one in 16 or 64 of them verified. 40469
// was code that the model refused and is refused by the compiler now, 114376 is
// testdata/mov_sat_hf_to_df, and 111424 is testdata/dead_address; both agree now. Against the finalizer's code (igc
// 1.0.12504.6) 1..23000 (22515 agree, 479 are refused), where lanes keep their bytes in
// branches (testdata/finalizer/lanes_moved): 4958 differed, as in
// testdata/finalizer/block_half; since then blocks have 32 bytes there at least, which
// is another kernel for some seeds. 8282 and 20882 give a flag away that sleeping lanes
// need, as in testdata/finalizer/goto_flag; 15376, 18499 and 18985 are code with
// unsigned quads beside signed sources or modifiers, which the model refuses. The generator before, without those ops, ran
// 1..30000 for skl and 1..12000 against the finalizer's but for 11018, where it gives
// a flag away as in testdata/finalizer/goto_flag.
//
// Since loops are left together by lanes that others wait for, and by some lanes before
// others, the generator draws other kernels: 120001..128000 for skl (7775 agree, 225 are
// refused); 46 and 213 were testdata/loop_left_together before, 121628 was testdata/sink_sleeping.
//
// Since predicates are made of immediates too, it draws others again. From 300001 on, target by
// target (TestAgreeOthers/bdw runs an eighth of -seeds, TestAgreeIntelDevices/bdw all; the registers
// of one in 16 verified). Seeds from 700001 on ran since 64-bit integers are dwords before copies are
// looked at, which is the code of today:
//
//	     our code                            our code of today                   the finalizer's code                      of them ours too
//	bdw  300001..350000 (48855, 1145 refused)  700001..750000 (48782, 1218 refused)  700001..710000 (9994 agree, 5 have none)  8716
//	icl  300001..350000 (48800, 1200 refused)  700001..750000 (49043, 957 refused)   700001..710000 (9997 agree, 2 have none)  8728
//	tgl  300001..350000 (48817, 1183 refused)  700001..750000 (49060, 940 refused)   700001..710000 (9999 agree, 1 has none)   8746
//	ivb  310001..320000 (9775, 225 refused)    700001..710000 (9789, 211 refused)
//
// The finalizer's code of 300001..310000 agreed in 9991 kernels of bdw (5 have none), and in 9999 of icl
// and of tgl. Before: since Gen7 leaves loops by break and waiting lanes keep the thread, 310001..320000 for
// ivb; 400001..420000 for bdw (19533 agree, 467 are refused), icl (19596, 404) and tgl (19597,
// 403), 360001..363000 for skl (2921, 79), and against the finalizer's code 330001..332000 for bdw
// (2000), icl (1999) and tgl (1999, one has none). Since rows behind one address are fetched where
// they lie far apart, 430001..431000 for all of these. Since products of dwords are made by words
// where the accumulator has no room, 600001..602000 for ivb (1952 agree, 48 are refused) and tgl
// (1964, 36).
//
// For icl and tgl 316626 and 320527 differed before, as in testdata/mach_parts, and 303937 of icl read
// acc0 for acc1 on the EU model. The finalizer's code differs for bdw in 300586, 301462 and 309383, which
// read in a branch what other lanes own, as in testdata/finalizer/lanes_moved, and in 308594, where it
// gives a flag away as in testdata/finalizer/goto_flag, and so does 707109; for icl and tgl in 305745, where it reads the
// carry of an addc behind a mach that has overwritten it; for icl in 709735, where a product in a branch gets the register of a
// surface that a message behind the branch names, and in 320463 and 331850, where a mac of
// floats at M8, which reads acc1, finds its summand in acc0. Ours agrees with the interpreter in all of
// these.
//
// For dg2 and mtl 1..20000 ran against our code, one in 1000 with its registers verified: none disagrees. The finalizer's code
// for dg2 (igc 1.0.12504.6), without remainders, for which it writes functions that the hardware has not, and without choices
// of f and hf, agrees in 4984 kernels of 900001..905000 (drawn before both forms below were left out). Seven differ in a comparison whose results go to halves: the mask
// becomes a NaN on its way through f. Nine differ in a branch, where two channels with sources at another place become two
// instructions of one channel each, both for lane 0: as in testdata/finalizer/lanes_moved.
// The finalizer of 2024 (igc 1.0.17791.18) makes no code of 33 of them, spilling, and agrees in 4867; 100 differ: 45 sign a NaN that they
// compute of an immediate, 38 clear a0 behind the descriptor that they have put there, 7 and 8 are the two of before, one has a
// negative byte as an unsigned word, and one gives a flag away as in testdata/finalizer/goto_flag.
//
// Since the schedules of each kernel are compared with the order that it had (package history), one in 100 with its
// registers verified, against our code:
//
//	skl  20000001..20100000 (97656 agree, 2343 refused)
//	dg2  10000001..10050000 (49024, 976 refused)
//	mtl  10000001..10050000 (48990, 1010 refused)
//	tgl  10000001..10050000 (49024, 976 refused)
//	icl  10000001..10050000 (49016, 984 refused)
//	bdw  10000001..10050000 (48819, 1181 refused)
//	bxt  10000001..10050000 (48831, 1169 refused)
//	hsw  10000001..10050000 (48995, 1005 refused)
//	ivb  10000001..10050000 (48994, 1005 refused)
//
// 20059017 and, for ivb, 10043448 differed before, as in testdata/mulh_own_dword and testdata/half_overwritten. Since gotos lead
// to the first join at which lanes can wait, 21000001..21004000 ran for skl (3903 agree) and 11000001..11003000 for hsw and ivb
// (2949 each), bdw (2931) and dg2 (2938), and 2000 dense kernels, whose operands overlap often, from 11000001 on for skl and
// all others; none disagrees. The finalizer of 2024 agrees for dg2 in 4892 of 900001..905000, and
// ours in all of these; it makes no code of 31, and 77 differ: 40 sign a NaN
// that they compute of a negative immediate, 36 send by an a0 that was cleared or never got the descriptor, and one (900807) gives a flag away.
//
// For ivb and hsw the generator leaves out halves, doubles and messages with 64-bit
// addresses. Before divm, sqrtm and predicates of immediates were drawn for them, these ran:
// 300001..310000 for ivb (9726 agree, 274 are refused), 300001..303000 for hsw
// (2918 agree, 82 are refused), the registers of one in 20 verified. 303364 was a quad shifted
// by 32 in its place, which lost its low dword on all targets without 64-bit integers.
//
// Refused by name are 64-bit integers of both signs together, saturation of 64-bit
// integers, conversion of 64 bits to bytes under a stride, operands over more than
// two registers in few channels, variables and addresses that do not fit the
// register files. TestAgree prints the reasons with -v; -first, -seeds and -keep
// choose seeds and keep failures; -all runs all targets at once. Our code also
// keeps every rule of native.Check, and iga64 reads it as we do.
//
// testdata/finalizer holds the forms for which the finalizer's code does not do
// what the page says; its test fails when that changes. Random kernels for the
// finalizer leave them out, and gotos with .any or .all are made for the finalizer
// only, since package lower refuses them: such kernels are compared without our code.
//
// What may not live here: anything that a package of the product imports.
package agree
