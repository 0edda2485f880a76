package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// opRow is what the model knows of an instruction.
type opRow struct {
	load    func(*loader) error
	srcs    int
	logic   bool             // source negation is bitwise not
	wideAcc bool             // sees all bits of an accumulator source
	wrap    kernel[uint32]   // low 32 result bits from low 32 source bits
	exact   kernel[int64]    // exact integers
	bits    func([3]int) int // of an exact result, from the bits of the sources; nil: as the widest
	f, h    kernel[float32]  // float; half
	d       kernel[float64]
}

// opTable has a row for every instruction that is modelled.
var opTable = [native.NumOps]opRow{
	native.OpIllegal: {load: loadIllegal},
	native.OpNop:     {load: loadNop},
	native.OpMov: {load: loadMov, srcs: 1, wrap: kMov[uint32], exact: kMov[int64], f: kMov[float32],
		h: kMov[float32], d: kMov[float64]},
	native.OpSmov: {load: loadSmov, srcs: 1, wrap: kMov[uint32], exact: kMov[int64], f: kMov[float32],
		h: kMov[float32], d: kMov[float64]},
	native.OpAdd: {load: loadALU, srcs: 2, wideAcc: true, wrap: kAdd[uint32], exact: kAdd[int64], bits: sumBits, f: fAdd,
		h: binary32(num.AddH), d: binary64(num.AddD)},
	native.OpMul: {load: loadALU, srcs: 2, wrap: kMul[uint32], exact: kMul[int64], bits: mulBits, f: fMul,
		h: binary32(num.MulH), d: binary64(num.MulD)},
	native.OpMad: {load: loadALU, srcs: 3, wrap: kMad[uint32], exact: kMad[int64], bits: madBits, f: fMad, h: hMad, d: dMad},
	native.OpAvg: {load: loadAvg, srcs: 2, exact: kAvg, bits: sumBits},

	native.OpAnd: {load: loadALU, srcs: 2, logic: true, wrap: kAnd[uint32], exact: kAnd[int64]},
	native.OpOr:  {load: loadALU, srcs: 2, logic: true, wrap: kOr[uint32], exact: kOr[int64]},
	native.OpXor: {load: loadALU, srcs: 2, logic: true, wrap: kXor[uint32], exact: kXor[int64]},
	native.OpNot: {load: loadALU, srcs: 1, logic: true, wrap: kNot[uint32], exact: kNot[int64]},
	native.OpShl: {load: loadShift, srcs: 2, wideAcc: true, bits: shlBits},
	native.OpShr: {load: loadShift, srcs: 2, wideAcc: true, bits: shrBits},
	native.OpAsr: {load: loadShift, srcs: 2, wideAcc: true},

	native.OpLzd:   {load: loadALU, srcs: 1, wrap: kLzd},
	native.OpFbh:   {load: loadBits, srcs: 1},
	native.OpCbit:  {load: loadBits, srcs: 1},
	native.OpFbl:   {load: loadALU, srcs: 1, wrap: kFbl},
	native.OpBfrev: {load: loadALU, srcs: 1, wrap: kBfrev},
	native.OpBfe:   {load: loadBits, srcs: 3},
	native.OpBfi1:  {load: loadALU, srcs: 2, wrap: kBfi1},
	native.OpBfi2:  {load: loadALU, srcs: 3, wrap: kBfi2},

	native.OpFrc:  {load: loadALU, srcs: 1, f: unary32(num.FracF), h: unary32(num.FracH), d: unary64(num.FracD)},
	native.OpRndd: {load: loadALU, srcs: 1, f: round32(num.Down, num.RoundF), h: round32(num.Down, num.RoundH), d: round64(num.Down)},
	native.OpRndu: {load: loadALU, srcs: 1, f: round32(num.Up, num.RoundF), h: round32(num.Up, num.RoundH), d: round64(num.Up)},
	native.OpRnde: {load: loadALU, srcs: 1, f: round32(num.NearestEven, num.RoundF), h: round32(num.NearestEven, num.RoundH), d: round64(num.NearestEven)},
	native.OpRndz: {load: loadALU, srcs: 1, f: round32(num.TowardZero, num.RoundF), h: round32(num.TowardZero, num.RoundH), d: round64(num.TowardZero)},

	native.OpCmp:  {load: loadCmp, srcs: 2},
	native.OpCmpn: {load: loadCmp, srcs: 2},
	native.OpSel:  {load: loadSel, srcs: 2},
	native.OpCsel: {load: loadCsel, srcs: 3},
	native.OpAddc: {load: loadCarry, srcs: 2, exact: kAdd[int64]},
	native.OpSubb: {load: loadCarry, srcs: 2},
	native.OpMach: {load: loadMach, srcs: 2},
	native.OpMac:  {load: loadMac, srcs: 2, wideAcc: true},
	native.OpMath: {load: loadMath, srcs: 2},

	native.OpIf:    {load: loadBranch},
	native.OpElse:  {load: loadBranch},
	native.OpEndif: {load: loadBranch},
	native.OpWhile: {load: loadBranch},
	native.OpBreak: {load: loadBranch},
	native.OpCont:  {load: loadBranch},
	native.OpHalt:  {load: loadBranch},
	native.OpGoto:  {load: loadBranch},
	native.OpJoin:  {load: loadBranch},
	native.OpJmpi:  {load: loadJmpi},
	native.OpCall:  {load: loadCall},
	native.OpRet:   {load: loadRet},
	native.OpWait:  {load: loadWait},

	native.OpSend:  {load: loadSend},
	native.OpSends: {load: loadSend},
}
