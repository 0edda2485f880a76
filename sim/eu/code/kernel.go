package code

// Kernel is the number of a row computation. Together with the class it names
// one function of rawRows, wideRows, floatRows, halfRows or doubleRows.
type Kernel uint8

// Kernels. The names with a width are forms of one operation that depend on the
// type of a source.
const (
	KernMov Kernel = iota
	KernFlush
	KernAdd
	KernSub
	KernMul
	KernMad
	KernAdd3
	KernMachLow // of the accumulator, a dword and the upper word of another
	KernLrp
	KernAvg
	KernAnd
	KernOr
	KernXor
	KernNot
	KernShl
	KernShr
	KernAsr
	KernShr16    // of a value cut to 16 bits
	KernShrAcc   // of the 64 bits of a dword in the accumulator
	KernShrAcc16 // of the 33 bits of a word there
	KernShl64    // counts of 6 bits
	KernShr64
	KernAsr64
	KernRol
	KernRol16
	KernRor
	KernRor16
	KernDP4A   // of unsigned bytes
	KernDP4A01 // the second operand's are signed
	KernDP4A10
	KernDP4A11
	KernLzd
	KernFbh
	KernFbhSigned
	KernFbl
	KernCbit
	KernCbit16
	KernCbit8
	KernBfrev
	KernBfe
	KernBfeSigned
	KernBfi1
	KernBfi2
	KernFrc
	KernRndd
	KernRndu
	KernRnde
	KernRndz
	KernInv
	KernLog
	KernExp
	KernSqt
	KernRsqt
	KernSin
	KernCos
	KernFdiv
	KernPow
	KernQuot
	KernQuotSigned
	KernRem
	KernRemSigned

	// Forms whose last source is one element for all lanes.
	KernAddSpread
	KernMulSpread
	KernMadSpread

	// Comparisons, which give a bit per element.
	KernCmp               // of the class; unsigned for integers
	KernCmpSigned         // integers
	KernCmpn              // floats with the NaN rule of cmpn
	KernCmpNumber         // floats with the NaN rule of sel
	NumKernels      = 128 // a power of two, so that an index needs no check
	NumNamedKernels = KernCmpNumber + 1
)

// kernels are the computations that rows of each class have.
var kernels = [NumClasses][NumKernels]bool{
	ClassRaw: {
		KernMov: true, KernAdd: true, KernMul: true, KernMad: true, KernAdd3: true, KernMachLow: true,
		KernAnd: true, KernOr: true, KernXor: true, KernNot: true,
		KernShl: true, KernShr: true, KernAsr: true,
		KernRol: true, KernRol16: true, KernRor: true, KernRor16: true,
		KernLzd: true, KernFbh: true, KernFbhSigned: true, KernFbl: true,
		KernCbit: true, KernCbit16: true, KernCbit8: true,
		KernBfrev: true, KernBfe: true, KernBfeSigned: true, KernBfi1: true, KernBfi2: true,
		KernQuot: true, KernQuotSigned: true, KernRem: true, KernRemSigned: true,
		KernAddSpread: true, KernMulSpread: true,
	},
	ClassWide: {
		KernMov: true, KernAdd: true, KernSub: true, KernMul: true, KernMad: true, KernAdd3: true, KernAvg: true,
		KernAnd: true, KernOr: true, KernXor: true, KernNot: true,
		KernDP4A: true, KernDP4A01: true, KernDP4A10: true, KernDP4A11: true,
		KernShl: true, KernShr: true, KernAsr: true, KernShr16: true, KernShrAcc: true, KernShrAcc16: true,
		KernShl64: true, KernShr64: true, KernAsr64: true,
		KernQuot: true, KernQuotSigned: true, KernRem: true, KernRemSigned: true,
	},
	ClassFloat: {
		KernMov: true, KernFlush: true, KernAdd: true, KernMul: true, KernMad: true, KernLrp: true,
		KernFrc: true, KernRndd: true, KernRndu: true, KernRnde: true, KernRndz: true,
		KernInv: true, KernLog: true, KernExp: true, KernSqt: true, KernRsqt: true,
		KernSin: true, KernCos: true, KernFdiv: true, KernPow: true,
		KernAddSpread: true, KernMulSpread: true, KernMadSpread: true,
	},
	ClassHalf: {
		KernMov: true, KernFlush: true, KernAdd: true, KernMul: true, KernMad: true,
		KernFrc: true, KernRndd: true, KernRndu: true, KernRnde: true, KernRndz: true,
		KernInv: true, KernLog: true, KernExp: true, KernSqt: true, KernRsqt: true,
		KernSin: true, KernCos: true, KernFdiv: true, KernPow: true,
	},
	ClassDouble: {
		KernMov: true, KernFlush: true, KernAdd: true, KernMul: true, KernMad: true,
		KernFrc: true, KernRndd: true, KernRndu: true, KernRnde: true, KernRndz: true,
	},
}

// Has says whether rows of class c have the computation.
func (k Kernel) Has(c Class) bool { return kernels[c][k] }
