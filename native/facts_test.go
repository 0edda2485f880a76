package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// opsWith lists the names of the ops for which a fact holds.
func opsWith(fact func(native.Op) bool) []string {
	out := []string{}
	for op := range native.NumOps {
		if fact(op) {
			out = append(out, op.String())
		}
	}
	return out
}

// TestModifies: what each source modifier is on numbers and on logic, by target.
//
// seed: Lakefield enumerations SrcMod
func TestModifies(t *testing.T) {
	numbers := [4]native.ModEffect{native.EffectSame, native.EffectAbsolute, native.EffectNegative, native.EffectNegativeAbsolute}
	bits := [4]native.ModEffect{native.EffectSame, native.EffectSame, native.EffectComplement, native.EffectSame}
	mods := [4]native.SrcMod{native.ModNone, native.ModAbs, native.ModNeg, native.ModNegAbs}
	for target := range native.NumTargets {
		want := bits
		if target <= native.HSW {
			want = numbers
		}
		for i, m := range mods {
			for _, op := range []native.Op{native.OpAnd, native.OpOr, native.OpXor, native.OpNot} {
				assert.Equal(t, want[i], target.Modifies(op, m), "%v %v %d", target, op, m)
			}
			for _, op := range []native.Op{native.OpMov, native.OpAdd, native.OpShl, native.OpSel, native.OpBfe} {
				assert.Equal(t, numbers[i], target.Modifies(op, m), "%v %v %d", target, op, m)
			}
		}
	}
}

// TestOpFacts: who has which fact (gen-execution 1.3, 2.3 and 5), in the order of
// specs/eu/opcodes.md.
func TestOpFacts(t *testing.T) {
	for _, c := range []struct {
		name string
		fact func(native.Op) bool
		want []string
	}{
		{"send", native.Op.IsSend, []string{"send", "sendc", "sends", "sendsc"}},
		{"split", native.Op.IsSplit, []string{"sends", "sendsc"}},
		{"checks", native.Op.Checks, []string{"sendc", "sendsc"}},
		{"branch", native.Op.IsBranch, []string{"jmpi", "brd", "if", "brc", "else", "endif", "while", "break", "cont", "halt", "calla", "call", "ret", "goto", "join"}},
		{"links", native.Op.Links, []string{"calla", "call"}},
		{"absolute", native.Op.IsAbsolute, []string{"calla"}},
		{"uniform", native.Op.IsUniform, []string{"jmpi"}},
		{"empty", native.Op.IsEmpty, []string{"illegal", "nenop", "nop"}},
		{"systolic", native.Op.IsSystolic, []string{"dpas", "dpasw"}},
		{"neither", func(o native.Op) bool {
			return !o.IsALU() && !o.IsSend() && !o.IsBranch() && !o.IsSystolic() && !o.IsEmpty()
		}, []string{"sync", "wait"}},
		{"logic", native.Op.IsLogic, []string{"not", "and", "or", "xor"}},
		{"copies", native.Op.IsCopy, []string{"mov", "smov"}},
		{"math", native.Op.IsMath, []string{"math"}},
		{"commutes", native.Op.Commutes, []string{"and", "or", "xor", "add", "mul", "avg"}},
		{"widens", native.Op.Widens, []string{"and", "or", "xor", "cmp", "add", "mul", "avg", "add3", "mad"}},
		{"truncates", native.Op.Truncates, []string{"mov", "sel", "not", "and", "or", "xor", "shr", "shl", "asr", "add", "mul", "add3", "bfn", "mad"}},
		{"low", native.Op.LowBits, []string{"mov", "sel", "not", "and", "or", "xor", "shl", "add", "mul", "add3", "bfn", "mad"}},
		{"wide", native.Op.WideAccumulator, []string{"shr", "shl", "asr", "add", "mac", "sada2"}},
		{"reads the accumulator", native.Op.ReadsAccumulator, []string{"mac", "mach", "sada2"}},
		{"writes the accumulator", native.Op.WritesAccumulator, []string{"mach", "addc", "subb"}},
		{"compares", native.Op.Compares, []string{"cmp", "cmpn"}},
		{"condition chooses", native.Op.ConditionChooses, []string{"sel", "csel"}},
		{"predicate chooses", native.Op.PredicateChooses, []string{"sel"}},
		{"saturates", native.Op.Saturates, []string{"mov", "sel", "shr", "shl", "smov", "math", "add", "mul", "avg", "rndu", "rndd", "rnde", "rndz",
			"sad2", "sada2", "dp4", "dph", "dp3", "dp2", "dp4a", "add3", "dpas", "dpasw", "line", "pln", "mad", "lrp"}},
		{"three sources", func(o native.Op) bool { return o.Sources() == 3 }, []string{"csel", "bfe", "bfi2", "dp4a", "add3", "bfn", "dpas", "dpasw", "mad", "lrp", "madm"}},
		{"one source", func(o native.Op) bool { return o.IsALU() && o.Sources() == 1 }, []string{"mov", "movi", "not", "dim", "smov", "f32to16", "f16to32", "bfrev",
			"frc", "rndu", "rndd", "rnde", "rndz", "lzd", "fbh", "fbl", "cbit"}},
		{"no source", func(o native.Op) bool { return o.IsALU() && o.Sources() == 0 }, []string{}},
		{"JIP and UIP", func(o native.Op) bool { return o.Targets() == 2 }, []string{"if", "brc", "else", "break", "cont", "halt", "goto"}},
		{"JIP", func(o native.Op) bool { return o.Targets() == 1 }, []string{"jmpi", "brd", "endif", "while", "calla", "call", "join"}},
		{"target in source 0", func(o native.Op) bool { return o.TargetSource() == 0 }, []string{"brd", "brc", "ret"}},
		{"target in source 1", func(o native.Op) bool { return o.TargetSource() == 1 }, []string{"jmpi", "calla", "call"}},
		{"mask in source 1", func(o native.Op) bool { return o.MaskSource() == 1 }, []string{"smov"}},
		{"mask in source 0", func(o native.Op) bool { return o.MaskSource() == 0 }, []string{}},
	} {
		assert.Equal(t, c.want, opsWith(c.fact), c.name)
	}
	assert.True(t, native.OpAdd.WritesFlag())
	assert.False(t, native.OpSel.WritesFlag())
	assert.False(t, native.OpSend.WritesFlag())
	assert.True(t, native.NumOps.IsEmpty(), "beyond the table")
}

// TestMathFunctions: the kinds of gen-execution 6.1, by the code in the
// instruction.
//
// seed: Lakefield enumerations MathFC
func TestMathFunctions(t *testing.T) {
	names := []string{"fc0", "inv", "log", "exp", "sqt", "rsqt", "sin", "cos", "fc8", "fdiv", "pow", "idiv", "iqot", "irem", "invm", "rsqtm", "fc16"}
	for fc, name := range names {
		in := native.Inst{Op: native.OpMath, MathFC: uint8(fc)}
		assert.Equal(t, name, native.MathName(in.MathFC))
		assert.Equal(t, fc >= 11 && fc <= 13, in.IsMathInt(), name)
		assert.Equal(t, fc == 14 || fc == 15, in.IsMathMacro(), name)
		in.Op = native.OpAdd
		assert.False(t, in.IsMathInt() || in.IsMathMacro(), "add has no function")
	}
}

// TestFlowRules: the formulas of gen-execution 2.3.
func TestFlowRules(t *testing.T) {
	const next, jip, uip, past = native.PlaceNext, native.PlaceJIP, native.PlaceUIP, native.PlacePastUIP
	for op, want := range map[native.Op]native.FlowRule{
		native.OpIf:    {True: next, False: jip, First: next, Other: jip, When: native.FlowThere},
		native.OpElse:  {True: jip, False: jip, First: next, Other: jip, When: native.FlowThere},
		native.OpEndif: {True: next, False: next, First: next, Other: jip, When: native.FlowActive},
		native.OpWhile: {True: jip, False: next, First: jip, Other: next, When: native.FlowTrue},
		native.OpBreak: {True: past, False: next, First: next, Other: jip, When: native.FlowThere},
		native.OpCont:  {True: uip, False: next, First: next, Other: jip, When: native.FlowThere},
		native.OpHalt:  {True: uip, False: next, First: next, Other: jip, When: native.FlowThere},
		native.OpGoto:  {True: next, False: uip, First: next, Other: jip, When: native.FlowThere},
		native.OpJoin:  {True: next, False: next, First: next, Other: jip, When: native.FlowActive},
		native.OpJmpi:  {True: jip, False: next, First: jip, Other: next, When: native.FlowUniform},
		native.OpCall:  {True: jip, False: next, First: jip, Other: next, When: native.FlowTrue},
		native.OpBrd:   {True: jip, False: next, First: jip, Other: next, When: native.FlowAlike},
		native.OpRet:   {}, native.OpBrc: {}, native.OpAdd: {}, native.NumOps: {},
	} {
		assert.Equal(t, want, native.SKL.Flow(op, false), op)
	}
	back := native.FlowRule{True: uip, False: jip, First: uip, Other: jip, When: native.FlowTrue}
	for target, trueJumps := range map[native.Target]bool{native.BDW: false, native.BXT: false, native.CNL: true, native.ICL: true, native.TGL: true} {
		r := native.FlowRule{True: next, False: uip, First: next, Other: jip, When: native.FlowThere}
		if trueJumps {
			r.True, r.False = uip, next
		}
		assert.Equal(t, r, target.Flow(native.OpGoto, false), target)
		assert.Equal(t, back, target.Flow(native.OpGoto, true), target)
	}
	assert.Zero(t, native.SKL.Flow(native.OpIf, true), "BranchCtrl of if has no rule")
}

// noNumber is a number that a target lacks.
type noNumber struct{}

// number is what an accessor gives: a number, or noNumber, which is 0 and false.
func number[T int | uint32](n T, ok bool) any {
	if !ok && n == 0 {
		return noNumber{}
	}
	return n
}

// row is a fact of all targets, nil where nobody knows.
type row [native.NumTargets]any

// factCase is a fact and what it has to be.
type factCase struct {
	fact native.Fact
	get  func(*native.Caps) any
	want row
}

// stateFacts are those of surfaces and samplers in memory.
var stateFacts = []factCase{
	{native.FactStackedVolumes, func(c *native.Caps) any { return c.StackedVolumes }, row{true, true, true, false, false, false, false, false, false, false, false, false}},
	{native.FactLevelLines, func(c *native.Caps) any { return c.LevelLines }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
	{native.FactBlockAlign, func(c *native.Caps) any { return c.BlockAlign }, row{true, true, true, false, false, false, false, false, false, false, false, false}},
	{native.FactByteColumns, func(c *native.Caps) any { return c.ByteColumns }, row{false, false, false, false, false, false, false, false, false, true, true, true}},
	{native.FactVolumePitch, func(c *native.Caps) any { return c.VolumePitch }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
	{native.FactBlockPitch, func(c *native.Caps) any { return c.BlockPitch }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
	{native.FactSampleControl, func(c *native.Caps) any { return c.SampleControl }, row{true, true, true, true, true, true, true, true, nil, nil, nil, nil}},
	{native.FactBorderChannels, func(c *native.Caps) any { return c.BorderChannels }, row{false, false, true, true, true, true, true, true, true, true, true, true}},
}

// TestTargetFacts: all rows of specs/eu/targets.md, in the order of its columns: ivb hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl.
func TestTargetFacts(t *testing.T) {
	var held [native.NumFacts]bool
	for _, c := range append([]factCase{
		{native.FactGRFs, func(c *native.Caps) any { return c.GRFs }, row{128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128}},
		{native.FactLargeGRFs, func(c *native.Caps) any { return number(c.LargeGRFs()) }, row{noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, 256, 256, 256}},
		{native.FactLargeAccumulators, func(c *native.Caps) any { return number(c.LargeAccumulators()) }, row{noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, 8, 8, 8}},
		{native.FactGRFBytes, func(c *native.Caps) any { return c.GRFBytes }, row{32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32}},
		{native.FactAddressWords, func(c *native.Caps) any { return c.AddressWords }, row{8, 8, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16}},
		{native.FactAlign16, func(c *native.Caps) any { return c.Align16 }, row{true, true, true, true, true, true, false, false, false, false, false, false}},
		{native.FactTernaryAlign1, func(c *native.Caps) any { return c.TernaryAlign1 }, row{false, false, false, false, false, true, true, true, true, true, true, true}},
		{native.FactIntegerMad, func(c *native.Caps) any { return c.IntegerMad }, row{false, false, false, false, false, true, true, true, true, true, true, true}},
		{native.FactInt64, func(c *native.Caps) any { return c.Int64 }, row{false, false, true, true, true, true, false, false, false, false, false, false}},
		{native.FactFloat64, func(c *native.Caps) any { return c.Float64 }, row{true, true, true, true, true, true, false, false, false, false, true, true}},
		{native.FactPackedQword, func(c *native.Caps) any { return c.PackedQword }, row{false, false, false, false, true, false, false, false, false, true, true, true}},
		{native.FactDwordMul, func(c *native.Caps) any { return number(c.DwordMul()) }, row{0, 0, 16, 16, 1, nil, 0, 0, 0, 0, 0, 0}},
		{native.FactAddressBits, func(c *native.Caps) any { return number(c.AddressBits()) }, row{12, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil}},
		{native.FactAccSources, func(c *native.Caps) any { return c.AccSources }, row{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2}},
		{native.FactAccumulators, func(c *native.Caps) any { return c.Accumulators }, row{2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4}},
		{native.FactMacroAcc, func(c *native.Caps) any { return c.MacroAcc }, row{false, false, true, true, true, true, false, false, false, true, true, true}},
		{native.FactSplitSend, func(c *native.Caps) any { return c.SplitSend }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
		{native.FactSplitGRFs, func(c *native.Caps) any { return number(c.SplitGRFs()) }, row{noNumber{}, noNumber{}, noNumber{}, 15, 15, 15, 15, 15, 31, 31, 31, 31}},
		{native.FactFirstEOT, func(c *native.Caps) any { return c.FirstEOT }, row{112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112, 112}},
		{native.FactGotoTrueJumps, func(c *native.Caps) any { return c.GotoTrueJumps }, row{false, false, false, false, false, true, true, true, true, true, true, true}},
		{native.FactScratchGRFs, func(c *native.Caps) any { return c.ScratchGRFs }, row{4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8}},
		{native.FactMachLow, func(c *native.Caps) any { return c.MachLow }, row{false, false, false, false, false, true, true, true, true, true, true, true}},
		{native.FactLowWordMul, func(c *native.Caps) any { return c.LowWordMul }, row{true, true, false, false, false, false, false, false, false, false, false, false}},
		{native.FactDoublePairs, func(c *native.Caps) any { return c.DoublePairs }, row{true, false, false, false, false, false, false, false, false, false, false, false}},
		{native.FactDoubleEnables, func(c *native.Caps) any { return c.DoubleEnables }, row{true, true, false, false, false, false, false, false, false, false, false, false}},
		{native.FactFixedHalves, func(c *native.Caps) any { return c.FixedHalves }, row{true, true, false, false, false, false, false, false, false, false, false, false}},
		{native.FactNarrowToZero, func(c *native.Caps) any { return c.NarrowToZero }, row{true, nil, false, false, false, false, false, false, false, false, nil, nil}},
		{native.FactDenormals, func(c *native.Caps) any { return c.Denormals }, row{false, false, true, true, true, true, true, true, true, true, true, true}},
		{native.FactChannelEnables, func(c *native.Caps) any { return c.ChannelEnables }, row{false, false, true, true, true, true, true, true, true, true, true, true}},
		{native.FactThreadPayload, func(c *native.Caps) any { return c.ThreadPayload }, row{nil, nil, true, true, true, true, true, true, true, true, true, true}},
		{native.FactLocalFence, func(c *native.Caps) any { return c.LocalFence }, row{false, false, false, false, false, false, true, true, true, false, false, false}},
		{native.FactBarrierCounts, func(c *native.Caps) any { return c.BarrierCounts }, row{false, false, false, false, false, false, false, false, false, true, true, true}},
		{native.FactPayloadMemory, func(c *native.Caps) any { return c.PayloadMemory }, row{false, false, false, false, false, false, false, false, false, true, true, true}},
		{native.FactScratchByDword, func(c *native.Caps) any { return c.ScratchByDword }, row{true, true, true, true, true, false, false, false, false, false, false, false}},
		{native.FactBindlessSamplers, func(c *native.Caps) any { return c.BindlessSamplers }, row{false, false, false, false, false, true, true, true, true, true, true, true}},
		{native.FactWalkerBits, func(c *native.Caps) any { return number(c.WalkerBits()) }, row{9, 9, 9, 11, 11, nil, 11, 11, 11, nil, nil, nil}},
		{native.FactPackedPosition, func(c *native.Caps) any { return c.PackedPosition }, row{false, false, false, false, false, nil, true, true, true, nil, nil, nil}},
		{native.FactScoreboard, func(c *native.Caps) any { return c.Scoreboard }, row{true, true, true, true, true, nil, false, false, false, nil, nil, nil}},
		{native.FactLevelZero, func(c *native.Caps) any { return c.LevelZero }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
		{native.FactBindless, func(c *native.Caps) any { return c.Bindless }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
		{native.FactRegionBits, func(c *native.Caps) any { return number(c.RegionBits()) }, row{noNumber{}, noNumber{}, noNumber{}, uint32(0x0FFF0000), uint32(0x0FFF0000), uint32(0x0FFF0000), uint32(0x0FFF0000), uint32(0x0FFF0000), uint32(0), uint32(0), uint32(0), uint32(0)}},
		{native.FactSendPixels, func(c *native.Caps) any { return c.SendPixels }, row{false, true, true, true, true, true, true, true, true, nil, nil, nil}},
		{native.FactLateLayer, func(c *native.Caps) any { return c.LateLayer }, row{false, false, false, false, false, false, false, false, true, nil, nil, nil}},
		{native.FactAddressGroups, func(c *native.Caps) any { return c.AddressGroups }, row{true, nil, nil, false, false, nil, nil, nil, nil, nil, nil, nil}},
		{native.FactCallByDistance, func(c *native.Caps) any { return c.CallByDistance }, row{nil, nil, nil, nil, nil, nil, nil, nil, true, true, true, true}},
		{native.FactBareStateless, func(c *native.Caps) any { return c.BareStateless }, row{false, false, false, true, true, true, true, true, true, true, true, true}},
		{native.FactSamplerHeader, func(c *native.Caps) any { return c.SamplerHeader }, row{false, false, false, true, true, nil, false, false, false, false, false, false}},
		{native.FactLevelSecond, func(c *native.Caps) any { return c.LevelSecond }, row{true, true, true, false, false, false, false, false, false, false, false, false}},
		{native.FactThreadIDMask, func(c *native.Caps) any { return number(c.ThreadIDMask()) }, row{nil, nil, uint32(0x1FF), uint32(0x1FF), uint32(0x1FF), uint32(0x3FF), uint32(0x3FF), uint32(0x3FF), uint32(0x3FF), uint32(0x3FF), uint32(0x3FF), uint32(0x3FF)}},
		{native.FactStateThread, func(c *native.Caps) any { return number(c.StateThread()) }, row{noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, uint32(0x3FB7), uint32(0x3FB7), uint32(0x3FB7)}},
		{native.FactInlineData, func(c *native.Caps) any { return number(c.InlineData()) }, row{noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, 32, 32, 32}},
		{native.FactSecondEntry, func(c *native.Caps) any { return number(c.SecondEntry()) }, row{noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, noNumber{}, 192, 192, 192}},
		{native.FactBindlessOffset, func(c *native.Caps) any { return c.BindlessOffset }, row{false, false, false, false, false, false, false, false, false, true, true, true}},
		{native.FactBarrierIDMask, func(c *native.Caps) any { return number(c.BarrierIDMask()) }, row{uint32(0x0F000000), uint32(0x0F000000), uint32(0x0F000000), uint32(0x8F000000), uint32(0x8F000000), nil, uint32(0x7F000000), uint32(0x7F000000), uint32(0x7F000000), uint32(0xFF000000), uint32(0xFF000000), uint32(0xFF000000)}},
	}, stateFacts...) {
		assert.False(t, held[c.fact], "%v twice", c.fact)
		held[c.fact] = true
		for target := range native.NumTargets {
			assert.Equal(t, c.want[target] != nil, target.Caps().Knows(c.fact), "%v of %v is known", c.fact, target)
			if c.want[target] == nil {
				assert.Contains(t, []any{false, noNumber{}}, c.get(target.Caps()), "%v of %v is unknown", c.fact, target)
				continue
			}
			assert.Equal(t, c.want[target], c.get(target.Caps()), "%v of %v", c.fact, target)
		}
	}
	for fact, ok := range held {
		assert.True(t, ok, "%v is not held", native.Fact(fact))
	}
	assert.LessOrEqual(t, int(native.NumFacts), 64, "Caps has a bit for each")
	assert.Equal(t, "DwordMul", native.FactDwordMul.String())
	assert.Equal(t, "fact?", native.NumFacts.String())
}

// TestDescriptorFields: the places of gen-messages 1.1 and 1.2.
func TestDescriptorFields(t *testing.T) {
	assert.Equal(t, []int{15, 0, 0}, []int{native.Desc(0x1E000000).Mlen(), native.Desc(0x1E000000).Rlen(), native.Desc(0x1E000000).Header()})
	assert.Equal(t, []int{0, 31, 0}, []int{native.Desc(0x01F00000).Mlen(), native.Desc(0x01F00000).Rlen(), native.Desc(0x01F00000).Header()})
	assert.Equal(t, []int{0, 0, 1}, []int{native.Desc(0x80080000).Mlen(), native.Desc(0x80080000).Rlen(), native.Desc(0x80080000).Header()})
	ex := native.ExDesc(0xABCD07EF)
	assert.Equal(t, []int{15, 1, 31}, []int{ex.SFID(), ex.EOT(), ex.Mlen()})
	assert.Equal(t, []int{0, 0, 0}, []int{native.ExDesc(0xFFFFF810).SFID(), native.ExDesc(0xFFFFF810).EOT(), native.ExDesc(0xFFFFF810).Mlen()})

	d, ok := native.Desc(0xFFFFFFFF).WithMlen(2)
	assert.True(t, ok)
	assert.Equal(t, native.Desc(0xE5FFFFFF), d)
	d, ok = native.Desc(0).WithRlen(16)
	assert.True(t, ok)
	assert.Equal(t, native.Desc(0x01000000), d)
	d, ok = native.Desc(7).WithRlen(32)
	assert.False(t, ok, "32 registers do not fit 5 bits")
	assert.Equal(t, native.Desc(7), d)
	_, ok = native.Desc(0).WithMlen(-1)
	assert.False(t, ok)
	e, ok := native.ExDesc(0).WithMlen(31)
	assert.True(t, ok)
	assert.Equal(t, native.ExDesc(0x7C0), e)
}

// TestFullExDesc: what text and address registers hold beside the instruction's
// fields, and back.
func TestFullExDesc(t *testing.T) {
	m := native.Message{SFID: 7, EOT: true, ExDesc: 0xC0}
	assert.Equal(t, native.ExDesc(0xE7), m.FullExDesc())
	m.EOT = false
	assert.Equal(t, native.ExDesc(0xC7), m.FullExDesc())

	in := native.Message{SFID: 1, DescReg: true, ExDescReg: true, Desc: 5, ExDesc: 9}
	assert.Equal(t, native.Message{SFID: 7, EOT: true, Desc: 0x123, ExDesc: 0xC0}, in.Resolved(0x123, 0xE7))
	in.ExDescReg = false
	assert.Equal(t, native.Message{SFID: 1, Desc: 0x123, ExDesc: 9}, in.Resolved(0x123, 0xE7))
	assert.Equal(t, native.Message{SFID: 1, Desc: 5}, native.Message{SFID: 1, Desc: 5}.Resolved(0x123, 0xE7))
}

// TestMessageGRFs: the registers of a message, of which a descriptor in a
// register does not tell.
func TestMessageGRFs(t *testing.T) {
	in := native.Inst{Op: native.OpSends, Msg: native.Message{Desc: 0x04200000, ExDesc: 3 << 6}}
	check := func(want ...int) {
		t.Helper()
		response, first, second := in.MessageGRFs()
		assert.Equal(t, want, []int{response, first, second})
	}
	check(2, 2, 3)
	in.Msg.ExDescReg = true
	check(2, 2, -1)
	in.Msg.DescReg = true
	check(2, 2, -1) // what is known of it
	in.Msg.Desc = 0
	check(-1, -1, -1)
	in.Op = native.OpSend
	check(-1, -1, 0)
}
