// Package listing writes and reads programs with virtual registers as text, and runs passes
// on such texts: what they make is compared with the lines behind them.
//
//	var a 64
//	flag p 16
//	_L0:
//	(~p) add.sat (16|M0) a<1>:d a.4<8;8,1>:d 0x1:w
//	(p) goto (16|M0) _L0
//
// The text is the same for every target: regions have the three numbers of the instruction,
// and places are bytes. A variable has a size in bytes, a flag bits, an address (addr) words;
// "align 4" and "at 32" give a variable another alignment than a register's, and a place that
// it came to the program with; "{Uses=a}" names a variable that an address of the instruction
// may be of. "simd 32" is the width of the program, which is 16 without.
// There is no room for what the passes read nothing of, the swizzles of Align16 among it.
//
// What may not live here: what only one package's tests read or write.
package listing
