package lower

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// rule says how one vISA op is lowered. Without emit it becomes the native op
// with the same operands; everything else of a row is data for the emitters.
type rule struct {
	op   native.Op
	cond native.CondMod // condition modifier of the native op
	fc   uint8          // math function
	intF uint8          // math function for integer operands
	msg  native.MessageKind
	lsc  *lscKinds // messages to the load/store cache
	emit func(*selector)

	fences []lscFence // what a fence is on targets with a load/store cache

	later   bool    // the sampler has the message on targets with LevelZero only
	leveled visa.Op // the one that does the same with a level of 0 on others
	level   int     // where that is among the parameters of their message

	label bool   // starts a basic block
	ends  bool   // ends a basic block
	calls bool   // ends one too, and goes on behind it
	steps bool   // emit has a sequence for targets without the native op
	width bool   // the width of a source counts, not its value alone: shift counts have one bit more, not flips the upper half
	why   string // there is no code for the op, and why
}

// noTarget is why a call by an address stays one.
const noTarget = "a call of an address in a program that takes the address of no linked function: want their texts in sibling files, <name>_f0.visaasm and so on"

// notLinked is why a call stays one.
const notLinked = "a call of code that is not linked: want a subroutine of the text, or the text of the function in a sibling file, <name>_f0.visaasm and so on"

// noLSC are why messages to the load/store cache stay what they are.
const (
	noTyped   = "nobody knows the payload of typed messages to the load/store cache"
	noStrided = "nobody knows the payload of the message to the load/store cache"
	noBlock2d = "the targets of the compiler have no blocks of two dimensions: they come with pvc"
)

// newer is why there is no code for an op that compilers write for later targets.
const newer = "compilers write it for targets from XEHP on, and this one has neither the instruction nor a sequence for it here"

// noMatrices is why there is no code for products of matrices, which some targets have.
const noMatrices = "the compiler makes no products of matrices: its allocator has no operands of rows"

// scaled is why there is no code for the scattered accesses of the first compilers.
const scaled = "compilers write gather_scaled and scatter_scaled in its place"

// rules is indexed by vISA op; those without a page have no rows. A row with a reason
// instead of an op or emitter ends in an *UnsupportedError on every target.
var rules = [visa.EndOps]rule{
	visa.OpAdd:     {op: native.OpAdd},
	visa.OpMul:     {op: native.OpMul},
	visa.OpAvg:     {op: native.OpAvg},
	visa.OpShl:     {op: native.OpShl, width: true},
	visa.OpShr:     {op: native.OpShr, width: true},
	visa.OpAsr:     {op: native.OpAsr, width: true},
	visa.OpRol:     {op: native.OpRol, emit: emitRotate, steps: true},
	visa.OpRor:     {op: native.OpRor, emit: emitRotate, steps: true},
	visa.OpLzd:     {op: native.OpLzd},
	visa.OpFbl:     {op: native.OpFbl},
	visa.OpFbh:     {op: native.OpFbh},
	visa.OpCbit:    {op: native.OpCbit},
	visa.OpBfrev:   {op: native.OpBfrev},
	visa.OpFrc:     {op: native.OpFrc},
	visa.OpRndd:    {op: native.OpRndd},
	visa.OpRndu:    {op: native.OpRndu},
	visa.OpRnde:    {op: native.OpRnde},
	visa.OpRndz:    {op: native.OpRndz},
	visa.OpBfe:     {op: native.OpBfe},
	visa.OpSel:     {op: native.OpSel, emit: emitSel},
	visa.OpMin:     {op: native.OpSel, cond: native.CondLT},
	visa.OpMax:     {op: native.OpSel, cond: native.CondGE},
	visa.OpMov:     {op: native.OpMov, emit: emitMov},
	visa.OpAnd:     {op: native.OpAnd, emit: emitLogic},
	visa.OpOr:      {op: native.OpOr, emit: emitLogic},
	visa.OpXor:     {op: native.OpXor, emit: emitLogic},
	visa.OpNot:     {op: native.OpNot, emit: emitLogic, width: true},
	visa.OpMad:     {op: native.OpMad, emit: emitMad},
	visa.OpLrp:     {op: native.OpLrp, emit: emitLrp, steps: true},
	visa.OpMulh:    {op: native.OpMach},
	visa.OpMadw:    {op: native.OpMach},
	visa.OpDp4a:    {op: native.OpDp4a, emit: emitDp4a, steps: true},
	visa.OpDp2:     {op: native.OpDp2, emit: emitGroups, steps: true},
	visa.OpDp3:     {op: native.OpDp3, emit: emitGroups, steps: true},
	visa.OpDp4:     {op: native.OpDp4, emit: emitGroups, steps: true},
	visa.OpDph:     {op: native.OpDph, emit: emitGroups, steps: true},
	visa.OpSad2:    {op: native.OpSad2, emit: emitSad2, steps: true},
	visa.OpAddc:    {op: native.OpAddc, emit: emitCarry},
	visa.OpSubb:    {op: native.OpSubb, emit: emitCarry},
	visa.OpLine:    {op: native.OpLine, emit: emitPlane, steps: true},
	visa.OpPlane:   {op: native.OpPln, emit: emitPlane, steps: true},
	visa.OpBfi:     {emit: emitBfi},
	visa.OpSad2add: {op: native.OpSada2, emit: emitSad2add, steps: true},
	visa.OpCmp:     {op: native.OpCmp, emit: emitCmp},
	visa.OpSetp:    {emit: emitSetp},

	visa.OpInv:   {op: native.OpMath, fc: native.MathInv, emit: emitMath},
	visa.OpLog:   {op: native.OpMath, fc: native.MathLog, emit: emitMath},
	visa.OpExp:   {op: native.OpMath, fc: native.MathExp, emit: emitMath},
	visa.OpSqrt:  {op: native.OpMath, fc: native.MathSqt, emit: emitMath},
	visa.OpRsqrt: {op: native.OpMath, fc: native.MathRsqt, emit: emitMath},
	visa.OpSin:   {op: native.OpMath, fc: native.MathSin, emit: emitMath},
	visa.OpCos:   {op: native.OpMath, fc: native.MathCos, emit: emitMath},
	visa.OpPow:   {op: native.OpMath, fc: native.MathPow, emit: emitMath},
	visa.OpDiv:   {op: native.OpMath, fc: native.MathFdiv, intF: native.MathIqot, emit: emitMath},
	visa.OpMod:   {op: native.OpMath, intF: native.MathIrem, emit: emitMath},
	visa.OpDivm:  {op: native.OpMath, fc: native.MathInvm},
	visa.OpSqrtm: {op: native.OpMath, fc: native.MathRsqtm},

	visa.OpAddrAdd: {op: native.OpAdd, emit: emitAddrAdd},
	visa.OpMovs:    {emit: emitMovs},

	visa.OpSubroutine: {emit: emitSubroutine, label: true},
	visa.OpLabel:      {emit: emitLabel, label: true},
	visa.OpGoto:       {emit: emitGoto, ends: true},
	visa.OpJmp:        {emit: emitGoto, ends: true},
	visa.OpRet:        {emit: emitRet, ends: true},

	visa.OpFaddr:         {emit: emitFaddr},
	visa.OpCall:          {emit: emitCall, calls: true},
	visa.OpFcall:         {why: notLinked},
	visa.OpFret:          {why: "a return from a function in a kernel", ends: true},
	visa.OpIfcall:        {why: noTarget},
	visa.OpIfcallUniform: {why: noTarget},

	visa.OpBarrier:        {emit: emitBarrier},
	visa.OpSbarrierSignal: {emit: emitSignal},
	visa.OpSbarrierWait:   {emit: emitWait},
	visa.OpFenceSw:        {emit: func(*selector) {}},
	visa.OpFile:           {emit: func(*selector) {}},
	visa.OpYield:          {emit: func(*selector) {}},
	visa.OpLifetimeStart:  {emit: func(*selector) {}},
	visa.OpLifetimeEnd:    {emit: func(*selector) {}},
	visa.OpLoc:            {emit: func(*selector) {}},
	visa.OpRawSend:        {emit: emitRaw},
	visa.OpRawSendc:       {emit: emitRaw},
	visa.OpFenceGlobal:    {emit: emitFence, fences: globalFences},
	visa.OpFenceLocal:     {emit: emitFence, fences: localFences},

	visa.OpOwordLd:             {msg: native.MsgOwordRead, emit: emitBlock},
	visa.OpOwordLdUnaligned:    {msg: native.MsgOwordUnalignedRead, emit: emitBlock},
	visa.OpOwordSt:             {msg: native.MsgOwordWrite, emit: emitBlock},
	visa.OpGatherScaled:        {msg: native.MsgByteRead, emit: emitByteScattered},
	visa.OpScatterScaled:       {msg: native.MsgByteWrite, emit: emitByteScattered},
	visa.OpGather4Scaled:       {msg: native.MsgUntypedRead, emit: emitUntyped},
	visa.OpScatter4Scaled:      {msg: native.MsgUntypedWrite, emit: emitUntyped},
	visa.OpDwordAtomic:         {emit: emitAtomic},
	visa.OpSvmAtomic:           {emit: emitSvmAtomic},
	visa.OpSvmGather:           {emit: emitFlatScattered},
	visa.OpSvmScatter:          {emit: emitFlatScattered},
	visa.OpSvmGather4scaled:    {emit: emitFlatUntyped},
	visa.OpSvmScatter4scaled:   {emit: emitFlatUntyped},
	visa.OpSvmBlockLd:          {msg: native.MsgA64OwordUnalignedRead, emit: emitFlatBlock},
	visa.OpSvmBlockLdUnaligned: {msg: native.MsgA64OwordUnalignedRead, emit: emitFlatBlock},
	visa.OpSvmBlockStUnaligned: {why: "no message writes owords at addresses that are no multiple of 16"},
	visa.OpSvmBlockSt:          {msg: native.MsgA64OwordWrite, emit: emitFlatBlock},

	visa.OpSample3d:          {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleB:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleL:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleC:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleD:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleBC:          {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleLC:          {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleDC:          {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleLz:          {msg: native.MsgSampler, emit: emitSampler, later: true, leveled: visa.OpSampleL},
	visa.OpSampleCLz:         {msg: native.MsgSampler, emit: emitSampler, later: true, leveled: visa.OpSampleLC, level: 1},
	visa.OpLoad3d:            {msg: native.MsgSampler, emit: emitSampler},
	visa.OpLoadLz:            {msg: native.MsgSampler, emit: emitSampler, later: true, leveled: visa.OpLoad3d, level: 1},
	visa.OpLoad2dmsW:         {msg: native.MsgSampler, emit: emitSampler, later: true},
	visa.OpLoadMcs:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSample4:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSample4C:          {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSample4Po:         {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSample4PoC:        {msg: native.MsgSampler, emit: emitSampler},
	visa.OpResinfo:           {msg: native.MsgSampler, emit: emitSampler},
	visa.OpSampleinfo:        {msg: native.MsgSampler, emit: emitSampler},
	visa.OpGather4Typed:      {msg: native.MsgTypedRead, emit: emitTyped},
	visa.OpScatter4Typed:     {msg: native.MsgTypedWrite, emit: emitTyped},
	visa.OpTypedAtomic:       {emit: emitTypedAtomic},
	visa.OpMediaLd:           {msg: native.MsgMediaBlockRead, emit: emitMedia},
	visa.OpMediaSt:           {msg: native.MsgMediaBlockWrite, emit: emitMedia},
	visa.OpSampleUnorm:       {msg: native.MsgSampleUnorm, emit: emitUnorm},
	visa.OpSamplerCacheFlush: {emit: emitSamplerFlush},

	visa.OpLscAtomicAnd:         {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicFadd:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicFcas:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicFmax:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicFmin:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicFsub:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIadd:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIcas:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIdec:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIinc:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIsub:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicLoad:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicOr:          {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicSmax:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicSmin:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicStore:       {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicUmax:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicUmin:        {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicXor:         {lsc: &lscAtomics, emit: emitLscAtomic},
	visa.OpLscAtomicIincTgm:     {why: noTyped},
	visa.OpLscAtomicIdecTgm:     {why: noTyped},
	visa.OpLscAtomicLoadTgm:     {why: noTyped},
	visa.OpLscAtomicStoreTgm:    {why: noTyped},
	visa.OpLscAtomicIaddTgm:     {why: noTyped},
	visa.OpLscAtomicIsubTgm:     {why: noTyped},
	visa.OpLscAtomicSminTgm:     {why: noTyped},
	visa.OpLscAtomicSmaxTgm:     {why: noTyped},
	visa.OpLscAtomicUminTgm:     {why: noTyped},
	visa.OpLscAtomicUmaxTgm:     {why: noTyped},
	visa.OpLscAtomicIcasTgm:     {why: noTyped},
	visa.OpLscAtomicFaddTgm:     {why: noTyped},
	visa.OpLscAtomicFsubTgm:     {why: noTyped},
	visa.OpLscAtomicFminTgm:     {why: noTyped},
	visa.OpLscAtomicFmaxTgm:     {why: noTyped},
	visa.OpLscAtomicFcasTgm:     {why: noTyped},
	visa.OpLscAtomicAndTgm:      {why: noTyped},
	visa.OpLscAtomicOrTgm:       {why: noTyped},
	visa.OpLscAtomicXorTgm:      {why: noTyped},
	visa.OpLscLoadBlock2d:       {why: noBlock2d},
	visa.OpLscStoreBlock2d:      {why: noBlock2d},
	visa.OpLscLoadStatus:        {why: noStrided},
	visa.OpLscStoreUncompressed: {why: noStrided},
	visa.OpLscReadStateInfoTgm:  {why: noTyped},
	visa.OpLscFence:             {emit: emitLscFence},
	visa.OpLscLoad:              {lsc: &lscLoads, emit: emitLsc},
	visa.OpLscLoadQuad:          {lsc: &lscQuadLoads, emit: emitLsc},
	visa.OpLscStore:             {lsc: &lscStores, emit: emitLsc},
	visa.OpLscLoadQuadTgm:       {why: noTyped},
	visa.OpLscLoadStrided:       {why: noStrided},
	visa.OpLscStoreQuadTgm:      {why: noTyped},
	visa.OpLscStoreStrided:      {why: noStrided},
	visa.OpLscStoreQuad:         {lsc: &lscQuadStores, emit: emitLsc},
	visa.OpAdd3:                 {op: native.OpAdd3, emit: emitAdd3, steps: true},
	visa.OpAdd3O:                {why: newer},
	visa.OpBfn:                  {op: native.OpBfn, emit: emitBfn, steps: true},
	visa.OpFcvt:                 {why: newer},
	visa.OpQwGather:             {why: newer},
	visa.OpQwScatter:            {why: newer},
	visa.OpDpas:                 {why: noMatrices},
	visa.OpGather:               {why: scaled},
	visa.OpScatter:              {why: scaled},

	visa.OpInvalid:   {why: "it is no instruction"},
	visa.OpSwitchjmp: {why: "a jump that was not expanded", ends: true},
}
