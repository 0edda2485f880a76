package code

import "github.com/genvisa/genvisa/native"

// opRow is how an opcode is resolved: its kernel in plain arithmetic, how many
// bits its exact result has, and what chooses the rest.
type opRow struct {
	resolve func(*loader) error
	kern    Kernel
	bits    func([3]int) int // of an exact result, from the bits of the sources; nil: as the widest
	product bool             // the accumulator keeps all 64 bits of a dword
	terms   uint8            // products that are summed
	double  bool             // takes doubles on targets of which Mesa's compiler alone tells how: what it has
	one     bool             // source 0 of the last of them counts as one
}

// opTable has a row for every instruction that is modelled.
var opTable = [native.NumOps]opRow{
	native.OpIllegal: {resolve: resolveIllegal},
	native.OpNop:     {resolve: resolveNop},
	native.OpNenop:   {resolve: resolveIllegal}, // padding behind the end: what runs there has lost its way
	native.OpMov:     {resolve: resolveMov, kern: KernMov, double: true},
	native.OpDim:     {resolve: resolveDim, double: true},
	native.OpSmov:    {resolve: resolveSmov, kern: KernMov},
	native.OpAdd:     {resolve: resolveALU, kern: KernAdd, bits: sumBits, double: true},
	native.OpMul:     {resolve: resolveMul, kern: KernMul, bits: mulBits, product: true, double: true},
	native.OpDp4a:    {resolve: resolveDP4A, kern: KernDP4A},
	native.OpMad:     {resolve: resolveALU, kern: KernMad, bits: madBits, product: true, double: true},
	native.OpAdd3:    {resolve: resolveAdd3, kern: KernAdd3, bits: sum3Bits},
	native.OpDpas:    {resolve: resolveDpas},
	native.OpLrp:     {resolve: resolveALU, kern: KernLrp},
	native.OpAvg:     {resolve: resolveAvg, kern: KernAvg, bits: sumBits},

	native.OpAnd: {resolve: resolveALU, kern: KernAnd},
	native.OpOr:  {resolve: resolveALU, kern: KernOr},
	native.OpXor: {resolve: resolveALU, kern: KernXor},
	native.OpNot: {resolve: resolveALU, kern: KernNot},
	native.OpBfn: {resolve: resolveBoolean},
	native.OpShl: {resolve: resolveShift, kern: KernShl, bits: shlBits},
	native.OpShr: {resolve: resolveShift, kern: KernShr, bits: shrBits},
	native.OpAsr: {resolve: resolveShift, kern: KernAsr},
	native.OpRol: {resolve: resolveRotate, kern: KernRol},
	native.OpRor: {resolve: resolveRotate, kern: KernRor},

	native.OpLzd:   {resolve: resolveALU, kern: KernLzd},
	native.OpFbh:   {resolve: resolveBits, kern: KernFbh},
	native.OpCbit:  {resolve: resolveBits, kern: KernCbit},
	native.OpFbl:   {resolve: resolveALU, kern: KernFbl},
	native.OpBfrev: {resolve: resolveALU, kern: KernBfrev},
	native.OpBfe:   {resolve: resolveBits, kern: KernBfe},
	native.OpBfi1:  {resolve: resolveALU, kern: KernBfi1},
	native.OpBfi2:  {resolve: resolveALU, kern: KernBfi2},

	native.OpF16to32: {resolve: resolveHalfMov, kern: KernMov},
	native.OpF32to16: {resolve: resolveHalfMov, kern: KernMov},

	native.OpFrc:  {resolve: resolveALU, kern: KernFrc},
	native.OpRndd: {resolve: resolveALU, kern: KernRndd},
	native.OpRndu: {resolve: resolveALU, kern: KernRndu},
	native.OpRnde: {resolve: resolveALU, kern: KernRnde},
	native.OpRndz: {resolve: resolveALU, kern: KernRndz},

	native.OpDp2: {resolve: resolveDot, terms: 2},
	native.OpDp3: {resolve: resolveDot, terms: 3},
	native.OpDp4: {resolve: resolveDot, terms: 4},
	native.OpDph: {resolve: resolveDot, terms: 4, one: true},

	native.OpSad2:  {resolve: resolveSad, bits: sadBits},
	native.OpSada2: {resolve: resolveSad, bits: sadBits},

	native.OpLine: {resolve: resolvePlane},
	native.OpPln:  {resolve: resolvePlane},

	native.OpCmp:  {resolve: resolveCmp, kern: KernCmp, double: true},
	native.OpCmpn: {resolve: resolveCmp, kern: KernCmpn, double: true},
	native.OpSel:  {resolve: resolveSel, kern: KernMov, double: true},
	native.OpCsel: {resolve: resolveCsel, kern: KernMov},
	native.OpAddc: {resolve: resolveCarry, kern: KernAdd},
	native.OpSubb: {resolve: resolveCarry, kern: KernSub},
	native.OpMach: {resolve: resolveMach, kern: KernMov},
	native.OpMac:  {resolve: resolveMac, kern: KernMad, bits: madBits, product: true, double: true},
	native.OpMath: {resolve: resolveMath},
	native.OpMadm: {resolve: resolveMadm},

	native.OpIf:    {resolve: resolveBranch},
	native.OpElse:  {resolve: resolveBranch},
	native.OpEndif: {resolve: resolveBranch},
	native.OpWhile: {resolve: resolveBranch},
	native.OpBreak: {resolve: resolveBranch},
	native.OpCont:  {resolve: resolveBranch},
	native.OpHalt:  {resolve: resolveBranch},
	native.OpGoto:  {resolve: resolveBranch},
	native.OpJoin:  {resolve: resolveBranch},
	native.OpBrd:   {resolve: resolveBranch},
	native.OpJmpi:  {resolve: resolveJmpi},
	native.OpCall:  {resolve: resolveCall},
	native.OpCalla: {resolve: resolveCall},
	native.OpRet:   {resolve: resolveRet},
	native.OpWait:  {resolve: resolveWait},
	native.OpSync:  {resolve: resolveSync},

	native.OpSend:   {resolve: resolveSend},
	native.OpSendc:  {resolve: resolveSend},
	native.OpSends:  {resolve: resolveSend},
	native.OpSendsc: {resolve: resolveSend},
}
