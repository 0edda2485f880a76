package code

import "github.com/genvisa/genvisa/native"

// MaxLanes is the widest execution size of any target.
const MaxLanes = 32

// The architecture registers follow the general ones in one byte array, so that
// an operand of either file is an address. Offsets from the end of the GRF file.
const (
	OffA0  = 0 // 16 words
	OffF   = 32
	OffCR0 = 64
	OffSR0 = 80
	OffN0  = 96
	// OffDispatch is sr0.2, the dispatch mask; the vector mask follows it.
	OffDispatch = OffSR0 + 8
	OffIP       = 112
	OffCE0      = 116
	OffTM0      = 128
	OffTDR0     = 160
	OffAcc      = 192               // acc0 to acc7; few programs write what is from here on
	OffAccHigh  = OffAcc + accBytes // bits above each integer element, 4 bytes each
	OffAccKind  = OffAccHigh + AccRegs*AccHighBytes
	OffMME      = OffAccKind + 32 // acc2 to acc9
	ArchSize    = OffMME + NumMME*MMEBytes
	// RowSlack lets a row of 32 elements start at any register byte.
	RowSlack = 8 * MaxLanes
)

// Hook is what the model does about an architecture register.
type Hook uint8

// Hooks of architecture registers.
const (
	HookNone     Hook = iota
	HookMode          // cr0: a write changes the arithmetic mode
	HookNotify        // n0: refreshed before a read; a write of zero clears notifications
	HookReadOnly      // refreshed before a read; writes are dropped
	HookDispatch      // sr0 as a destination that has sr0.2: a write changes which channels run
	HookTime          // tm0: instructions that the thread has executed; writes are dropped
	HookAcc
	HookAddress    // a0 of a target that drops bits of its words
	HookDependency // tdr0: a write clears valid bits
)

// archBytes is what the encoding can address of an architecture register.
const archBytes = 32

// ArchRegister is the storage of an architecture register.
type ArchRegister struct {
	Reg       int32
	Off, Size int
	Hook      Hook
}

// ArchRegisters are those of all that the model has.
var ArchRegisters = [...]ArchRegister{
	{native.ARFA0, OffA0, 32, HookNone},
	{native.ARFF0, OffF, 4, HookNone},
	{native.ARFF1, OffF + 4, 4, HookNone},
	{native.ARFCR0, OffCR0, 12, HookMode},
	{native.ARFSR0, OffSR0, 16, HookReadOnly},
	{native.ARFN0, OffN0, 12, HookNotify},
	{native.ARFIP, OffIP, 4, HookReadOnly},
	{native.ARFCE0, OffCE0, 4, HookReadOnly},
	{native.ARFTM0, OffTM0, 32, HookTime},
	{native.ARFAcc0, OffAcc, AccPair, HookAcc},
	{native.ARFAcc1, OffAcc + AccRegBytes, AccRegBytes, HookAcc},
	{native.ARFAcc2, OffAcc + AccPair, AccPair, HookAcc},
	{native.ARFAcc2 + 1, OffAcc + 3*AccRegBytes, AccRegBytes, HookAcc},
	{native.ARFAcc2 + 2, OffAcc + 4*AccRegBytes, AccPair, HookAcc},
	{native.ARFAcc2 + 3, OffAcc + 5*AccRegBytes, AccRegBytes, HookAcc},
	{native.ARFAcc2 + 4, OffAcc + 6*AccRegBytes, AccPair, HookAcc},
	{native.ARFAcc2 + 5, OffAcc + 7*AccRegBytes, AccRegBytes, HookAcc},
	{native.ARFTDR0, OffTDR0, 16, HookDependency},
	{arfExtensions, OffMME, NumMME * MMEBytes, HookNone},
}

// In Align16 the codes after PredSeq give all four channels of a group the flag
// bit of one of them (PRM, PredCtrl of Align16); any4h and all4h are those of Align1.
const (
	PredChanX = native.PredSeq + 1
	PredChanW = PredChanX + 3
)

// predGroups gives the group size of the anyN and allN controls.
var predGroups = [...]uint8{
	native.PredAny2H: 2, native.PredAll2H: 2, native.PredAny4H: 4, native.PredAll4H: 4,
	native.PredAny8H: 8, native.PredAll8H: 8, native.PredAny16H: 16, native.PredAll16H: 16,
	native.PredAny32H: 32, native.PredAll32H: 32,
}

// PredGroup is how many channels an anyN or allN control is about, 0 for others, and whether all of them count.
func PredGroup(p native.PredCtrl) (size uint8, all bool) {
	if int(p) >= len(predGroups) {
		return 0, false
	}
	return predGroups[p], p&1 != 0 // the allN codes are odd
}

// VectorMask widens each group of four to the OR of the group.
func VectorMask(m uint32) uint32 {
	m |= m >> 1
	m |= m >> 2
	return m & 0x11111111 * 15
}
