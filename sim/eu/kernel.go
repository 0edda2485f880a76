package eu

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
	numKernels      = 128 // a power of two, so that an index needs no check
	numNamedKernels = KernCmpNumber + 1
)

// has says whether rows of class c have the computation.
func (k Kernel) has(c Class) bool {
	switch c {
	case ClassRaw:
		return rawRows[k] != nil
	case ClassWide:
		return wideRows[k] != nil
	case ClassFloat:
		return floatRows[k] != nil
	case ClassHalf:
		return halfRows[k] != nil
	}
	return doubleRows[k] != nil
}
