package native

// operandPart copies one number between a field and an operand.
type operandPart struct {
	get func(*Operand) uint64
	set func(*Operand, uint64)
}

// instPart copies one number between a field and the instruction itself.
type instPart struct {
	get func(*Inst) uint64
	set func(*Inst, uint64)
}

// slotInfo says where a slot's number lives: in operand opnd (0 destination,
// 1..3 sources) or in the instruction.
type slotInfo struct {
	opnd int8
	part *operandPart
	inst *instPart
}

func (in *Inst) operand(i int8) *Operand {
	if i == 0 {
		return &in.Dst
	}
	return &in.Src[i-1]
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// The parts of an operand.
var (
	partFile   = operandPart{func(o *Operand) uint64 { return uint64(o.File) }, func(o *Operand, v uint64) { o.File = RegFile(v) }}
	partType   = operandPart{func(o *Operand) uint64 { return uint64(o.Type) }, func(o *Operand, v uint64) { o.Type = Type(v) }}
	partSub    = operandPart{func(o *Operand) uint64 { return uint64(o.Sub) }, func(o *Operand, v uint64) { o.Sub = uint16(v) }}
	partReg    = operandPart{func(o *Operand) uint64 { return uint64(o.Reg) }, func(o *Operand, v uint64) { o.Reg = int32(v) }}
	partMode   = operandPart{func(o *Operand) uint64 { return bit(o.Indirect) }, func(o *Operand, v uint64) { o.Indirect = v != 0 }}
	partAImm   = operandPart{func(o *Operand) uint64 { return uint64(int64(o.AddrImm)) }, func(o *Operand, v uint64) { o.AddrImm = int16(v) }}
	partASub   = operandPart{func(o *Operand) uint64 { return uint64(o.AddrSub) }, func(o *Operand, v uint64) { o.AddrSub = uint8(v) }}
	partHorz   = operandPart{func(o *Operand) uint64 { return uint64(o.Region.H) }, func(o *Operand, v uint64) { o.Region.H = uint8(v) }}
	partWidth  = operandPart{func(o *Operand) uint64 { return uint64(o.Region.W) }, func(o *Operand, v uint64) { o.Region.W = uint8(v) }}
	partVert   = operandPart{func(o *Operand) uint64 { return uint64(o.Region.V) }, func(o *Operand, v uint64) { o.Region.V = uint8(v) }}
	partMod    = operandPart{func(o *Operand) uint64 { return uint64(o.Mod) }, func(o *Operand, v uint64) { o.Mod = SrcMod(v) }}
	partChanEn = operandPart{func(o *Operand) uint64 { return uint64(o.ChanEn) }, func(o *Operand, v uint64) { o.ChanEn = uint8(v) }}
	partSel    = operandPart{func(o *Operand) uint64 { return uint64(o.Swizzle) }, func(o *Operand, v uint64) { o.Swizzle = uint8(v) }}
	partMME    = operandPart{func(o *Operand) uint64 { return uint64(o.MME) }, func(o *Operand, v uint64) { o.MME = uint8(v) }}
	partImm    = operandPart{func(o *Operand) uint64 { return o.Imm }, func(o *Operand, v uint64) { o.Imm, o.Region = v, Scalar }}
	partRep    = operandPart{func(o *Operand) uint64 { return bit(o.Region == Scalar) }, setRep}
)

// setRep gives a three-source Align16 operand its region: scalar, or rows of
// four packed elements.
func setRep(o *Operand, v uint64) {
	o.Region = Region{4, 4, 1}
	if v != 0 {
		o.Region = Scalar
	}
}

// descReg is the register number of a0, which a register descriptor names.
var descReg = instPart{func(*Inst) uint64 { return ARFA0 }, func(*Inst, uint64) {}}

// slots places every slot of the generated layouts.
var slots = [numSlots]slotInfo{
	slotAccessMode:      {inst: &instPart{func(i *Inst) uint64 { return bit(i.Align16) }, func(i *Inst, v uint64) { i.Align16 = v != 0 }}},
	slotMaskCtrl:        {inst: &instPart{func(i *Inst) uint64 { return bit(i.NoMask) }, func(i *Inst, v uint64) { i.NoMask = v != 0 }}},
	slotDepCtrl:         {inst: &instPart{func(i *Inst) uint64 { return uint64(i.DepCtrl) }, func(i *Inst, v uint64) { i.DepCtrl = uint8(v) }}},
	slotChannelOffset:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.ChanOff) }, func(i *Inst, v uint64) { i.ChanOff = uint8(v) }}},
	slotThreadCtrl:      {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Thread) }, func(i *Inst, v uint64) { i.Thread = uint8(v) }}},
	slotPredCtrl:        {inst: &instPart{func(i *Inst) uint64 { return uint64(i.PredCtrl) }, func(i *Inst, v uint64) { i.PredCtrl = PredCtrl(v) }}},
	slotPredInv:         {inst: &instPart{func(i *Inst) uint64 { return bit(i.PredInv) }, func(i *Inst, v uint64) { i.PredInv = v != 0 }}},
	slotExecSize:        {inst: &instPart{func(i *Inst) uint64 { return uint64(i.ExecSize) }, func(i *Inst, v uint64) { i.ExecSize = uint8(v) }}},
	slotCondModifier:    {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Cond) }, func(i *Inst, v uint64) { i.Cond = CondMod(v) }}},
	slotAccWrCtrl:       {inst: &instPart{func(i *Inst) uint64 { return bit(i.AccWr) }, func(i *Inst, v uint64) { i.AccWr = v != 0 }}},
	slotDebugCtrl:       {inst: &instPart{func(i *Inst) uint64 { return bit(i.Debug) }, func(i *Inst, v uint64) { i.Debug = v != 0 }}},
	slotSaturate:        {inst: &instPart{func(i *Inst) uint64 { return bit(i.Sat) }, func(i *Inst, v uint64) { i.Sat = v != 0 }}},
	slotBranchCtrl:      {inst: &instPart{func(i *Inst) uint64 { return bit(i.Branch) }, func(i *Inst, v uint64) { i.Branch = v != 0 }}},
	slotNoSrcDepSet:     {inst: &instPart{func(i *Inst) uint64 { return bit(i.NoSrcDep) }, func(i *Inst, v uint64) { i.NoSrcDep = v != 0 }}},
	slotFlagRegNum:      {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Flag.Reg) }, func(i *Inst, v uint64) { i.Flag.Reg = uint8(v) }}},
	slotFlagSubRegNum:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Flag.Sub) }, func(i *Inst, v uint64) { i.Flag.Sub = uint8(v) }}},
	slotMathFC:          {inst: &instPart{func(i *Inst) uint64 { return uint64(i.MathFC) }, func(i *Inst, v uint64) { i.MathFC = uint8(v) }}},
	slotSyncFC:          {inst: &instPart{func(i *Inst) uint64 { return uint64(i.SyncFC) }, func(i *Inst, v uint64) { i.SyncFC = uint8(v) }}},
	slotSWSB:            {inst: &instPart{func(i *Inst) uint64 { return uint64(i.SWSB) }, func(i *Inst, v uint64) { i.SWSB = uint8(v) }}},
	slotBooleanFuncCtrl: {inst: &instPart{func(i *Inst) uint64 { return uint64(i.BoolFC) }, func(i *Inst, v uint64) { i.BoolFC = uint8(v) }}},
	slotSystolicDepth:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Systolic.Depth) }, func(i *Inst, v uint64) { i.Systolic.Depth = uint8(v) }}},
	slotSystolicRepeat:  {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Systolic.Repeat) }, func(i *Inst, v uint64) { i.Systolic.Repeat = uint8(v) }}},
	slotSrc1Precision:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Systolic.Bits[0]) }, func(i *Inst, v uint64) { i.Systolic.Bits[0] = uint8(v) }}},
	slotSrc2Precision:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Systolic.Bits[1]) }, func(i *Inst, v uint64) { i.Systolic.Bits[1] = uint8(v) }}},
	slotExBSO:           {inst: &instPart{func(i *Inst) uint64 { return bit(i.Msg.ExBSO) }, func(i *Inst, v uint64) { i.Msg.ExBSO = v != 0 }}},
	slotSrc1Length:      {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.Src1Len) }, func(i *Inst, v uint64) { i.Msg.Src1Len = uint8(v) }}},
	slotFusionCtrl:      {inst: &instPart{func(i *Inst) uint64 { return bit(i.Fused) }, func(i *Inst, v uint64) { i.Fused = v != 0 }}},
	slotJIP:             {inst: &instPart{func(i *Inst) uint64 { return uint64(int64(i.JIP)) }, func(i *Inst, v uint64) { i.JIP = int32(v) }}},
	slotUIP:             {inst: &instPart{func(i *Inst) uint64 { return uint64(int64(i.UIP)) }, func(i *Inst, v uint64) { i.UIP = int32(v) }}},

	slotSFID:                {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.SFID) }, func(i *Inst, v uint64) { i.Msg.SFID = uint8(v) }}},
	slotDescRegFile:         {inst: &instPart{func(i *Inst) uint64 { return bit(i.Msg.DescReg) }, func(i *Inst, v uint64) { i.Msg.DescReg = v != 0 }}},
	slotDescRegNum:          {inst: &descReg},
	slotDescAddrSubRegNum:   {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.DescSub) }, func(i *Inst, v uint64) { i.Msg.DescSub = uint8(v) }}},
	slotMsgDesc:             {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.Desc) }, func(i *Inst, v uint64) { i.Msg.Desc = Desc(v) }}},
	slotEOT:                 {inst: &instPart{func(i *Inst) uint64 { return bit(i.Msg.EOT) }, func(i *Inst, v uint64) { i.Msg.EOT = v != 0 }}},
	slotExDescRegFile:       {inst: &instPart{func(i *Inst) uint64 { return bit(i.Msg.ExDescReg) }, func(i *Inst, v uint64) { i.Msg.ExDescReg = v != 0 }}},
	slotExFuncCtrl:          {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.ExDesc &^ 0xffff) }, func(i *Inst, v uint64) { i.Msg.ExDesc |= ExDesc(v) }}},
	slotExMsgLength:         {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.ExDesc & 0xffff) }, func(i *Inst, v uint64) { i.Msg.ExDesc |= ExDesc(v) }}},
	slotExMsgDesc:           {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.ExDesc) }, func(i *Inst, v uint64) { i.Msg.ExDesc = ExDesc(v) }}},
	slotExDescAddrSubRegNum: {inst: &instPart{func(i *Inst) uint64 { return uint64(i.Msg.ExDescSub) }, func(i *Inst, v uint64) { i.Msg.ExDescSub = uint8(v) }}},

	slotDstRegFile: {0, &partFile, nil}, slotDstDataType: {0, &partType, nil}, slotDstChanEn: {0, &partChanEn, nil},
	slotDstSubRegNum: {0, &partSub, nil}, slotDstAddrImm: {0, &partAImm, nil}, slotDstRegNum: {0, &partReg, nil},
	slotDstAddrSubRegNum: {0, &partASub, nil}, slotDstHorzStride: {0, &partHorz, nil}, slotDstAddrMode: {0, &partMode, nil},
	slotDstMathMacroExt: {0, &partMME, nil},

	slotSrc0RegFile: {1, &partFile, nil}, slotSrc0DataType: {1, &partType, nil}, slotSrc0ChanSel: {1, &partSel, nil},
	slotSrc0SubRegNum: {1, &partSub, nil}, slotSrc0AddrImm: {1, &partAImm, nil}, slotSrc0RegNum: {1, &partReg, nil},
	slotSrc0AddrSubRegNum: {1, &partASub, nil}, slotSrc0SrcMod: {1, &partMod, nil}, slotSrc0AddrMode: {1, &partMode, nil},
	slotSrc0HorzStride: {1, &partHorz, nil}, slotSrc0Width: {1, &partWidth, nil}, slotSrc0VertStride: {1, &partVert, nil},
	slotSrc0Imm: {1, &partImm, nil}, slotSrc0RepCtrl: {1, &partRep, nil}, slotSrc0MathMacroExt: {1, &partMME, nil},
	slotSrcDataType: {1, &partType, nil},

	slotSrc1RegFile: {2, &partFile, nil}, slotSrc1DataType: {2, &partType, nil}, slotSrc1ChanSel: {2, &partSel, nil},
	slotSrc1SubRegNum: {2, &partSub, nil}, slotSrc1AddrImm: {2, &partAImm, nil}, slotSrc1RegNum: {2, &partReg, nil},
	slotSrc1AddrSubRegNum: {2, &partASub, nil}, slotSrc1SrcMod: {2, &partMod, nil}, slotSrc1AddrMode: {2, &partMode, nil},
	slotSrc1HorzStride: {2, &partHorz, nil}, slotSrc1Width: {2, &partWidth, nil}, slotSrc1VertStride: {2, &partVert, nil},
	slotSrc1Imm: {2, &partImm, nil}, slotSrc1RepCtrl: {2, &partRep, nil}, slotSrc1MathMacroExt: {2, &partMME, nil},

	slotSrc2RegFile: {3, &partFile, nil}, slotSrc2DataType: {3, &partType, nil}, slotSrc2ChanSel: {3, &partSel, nil},
	slotSrc2SubRegNum: {3, &partSub, nil}, slotSrc2RegNum: {3, &partReg, nil}, slotSrc2SrcMod: {3, &partMod, nil},
	slotSrc2HorzStride: {3, &partHorz, nil}, slotSrc2Width: {3, &partWidth, nil}, slotSrc2VertStride: {3, &partVert, nil},
	slotSrc2Imm:      {3, &partImm, nil},
	slotSrc2AddrMode: {3, &partMode, nil}, slotSrc2RepCtrl: {3, &partRep, nil}, slotSrc2MathMacroExt: {3, &partMME, nil},
}

func (s slot) get(in *Inst) uint64 { return slots[s].number(in) }

// number is what an instruction has in a slot.
func (s *slotInfo) number(in *Inst) uint64 {
	if s.inst != nil {
		return s.inst.get(in)
	}
	return s.part.get(in.operand(s.opnd))
}

func (s slot) set(in *Inst, v uint64) {
	if p := slots[s].inst; p != nil {
		p.set(in, v)
		return
	}
	slots[s].part.set(in.operand(slots[s].opnd), v)
}
