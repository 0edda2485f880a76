package native

// Sets of targets for rules.
const (
	gen9    = 1<<SKL | 1<<BXT
	onlyBXT = 1 << BXT
)

// bxt is the start of every citation of the Broxton PRM.
const bxt = "Broxton PRM vol. 6, Register Region Restrictions, "

// skl is the start of citations of the Skylake PRM. GenX_IR keeps both rules for
// bxt too.
const skl = "Skylake PRM vol. 7, Special Requirements for Handling "

// rules lists every restriction that Check knows. Numbers of the Broxton list
// without a row: 2.3, 4.2, 5, 8.1 and 8.4 allow something, 3.3 is empty, and 8.2
// speaks of addresses that only a run knows. Ivy Bridge's alignment of groups of
// address sub-registers (vol. 4 part 3, address registers) has no row, since
// GenX_IR does not keep it for skl.
var rules = [...]Rule{
	{"bxt.1.1", gen9, bxt + "1.1", "execution size times the largest element exceeds 64 bytes", ruleTwoGRFs},
	{"bxt.1.2", gen9, bxt + "1.2, 4.2, 5", "destination narrower than the execution type is not strided and aligned to it", ruleNarrow},
	{"bxt.2.1", gen9, bxt + "2.1", "width exceeds the execution size", ruleWidth},
	{"bxt.2.2", gen9, bxt + "2.2", "vertical stride is not width times horizontal stride in a one-row region", ruleOneRow},
	{"bxt.2.4", gen9, bxt + "2.4", "horizontal stride is not 0 with width 1", ruleWidthOne},
	{"bxt.2.5", gen9, bxt + "2.5", "a scalar region has strides", ruleScalar},
	{"bxt.2.6", gen9, bxt + "2.6", "width is not 1 with both strides 0", ruleNoStrides},
	{"bxt.2.7", gen9, bxt + "2.7", "destination stride is 0", ruleDstStride},
	{"bxt.2.8", gen9, bxt + "2.8", "a row crosses a register boundary", ruleRowCrosses},
	{"bxt.3.1", gen9, bxt + "3.1", "a source spans more than two registers", ruleSrcSpan},
	{"bxt.3.2", gen9, bxt + "3.2", "the destination spans more than two registers", ruleDstSpan},
	{"bxt.4.1", gen9, bxt + "4.1", "a packed byte destination of something else than a raw mov", rulePackedByte},
	{"bxt.6.1", onlyBXT, bxt + "6, rule 1", "strides of a 64-bit instruction are not aligned to the same qword", ruleQwordStride},
	{"bxt.6.2", onlyBXT, bxt + "6, rule 2", "vertical stride of a 64-bit instruction is not width times horizontal stride", ruleQwordRows},
	{"bxt.6.3", onlyBXT, bxt + "6, rule 3", "offsets of source and destination of a 64-bit instruction differ", ruleQwordOffset},
	{"bxt.6.4", onlyBXT, bxt + "6, indirect addressing", "indirect operand of a 64-bit instruction", ruleQwordIndirect},
	{"bxt.6.5", onlyBXT, bxt + "6, ARF registers", "architecture register of a 64-bit type or in a dword multiply", ruleQwordARF},
	{"bxt.6.6", onlyBXT, bxt + "6, DepCtrl", "DepCtrl on a 64-bit instruction", ruleQwordDep},
	{"bxt.7.1", gen9, bxt + "7, SIMD16", "SIMD16 mixed float instruction with a packed hf destination", ruleMixedWide},
	{"bxt.8.3", gen9, bxt + "8.3", "source 1 has an address per row", ruleIndirectSrc1},
	{"bxt.8.5", gen9, bxt + "8.5", "execution size 32 with an address per row", ruleIndirect32},
	{"bxt.9.1", gen9, bxt + "Special Restrictions", "flow control is not Align1", ruleFlowAlign1},
	{"bxt.9.2", gen9, bxt + "Special Restrictions", "a register of an Align16 destination gets data from two registers of a source", ruleScattered},
	{"bxt.9.3", gen9, bxt + "Special Restrictions", "conversion between integer and hf without dword stride and alignment", ruleHalfConvert},
	{"bxt.9.4", gen9, bxt + "Special Restrictions", "the second half of a source is the first half of the destination", ruleHalfOverlap},
	{"eu.grf", gen9, "Ivy Bridge PRM vol. 4 part 3, GRF registers", "an operand reaches past the last register", rulePastEnd},
	{"eu.align", gen9, "Ivy Bridge PRM vol. 4 part 3, Data Alignment", "a sub-register is not a multiple of its type", ruleAligned},
	{"eu.arf", gen9, "Ivy Bridge PRM vol. 4 part 3, 3.3.3.1, counts as the vendor's disassembler takes them on Gen9", "no such architecture register or sub-register, or one behind an address", ruleNoARF},
	{"eu.flag", gen9, "Ivy Bridge PRM vol. 4 part 3, flag register", "channels lie outside the 32 bits of the flag register", ruleFlagRange},
	{"eu.channels", gen9, "Lakefield PRM vol. 2b, QtrCtrl", "channel offset is not a multiple of the execution size below 32", ruleChannels},
	{"eu.mixed.wide", gen9, skl + "Mixed Mode Float Operations", "mixed float instruction wider than 8 with a float destination", ruleMixedFloatWide},
	{"eu.mixed.indirect", gen9, skl + "Mixed Mode Float Operations", "indirect source in a mixed float instruction", ruleMixedIndirect},
	{"eu.types", gen9, "Ivy Bridge PRM vol. 4 part 3, Execution Data Type", "float and integer sources are mixed", ruleMixedSources},
	{"eu.convert", gen9, "Broxton PRM vol. 2a, mov", "conversion between bytes or hf and 64-bit types", ruleConvert},
	{"eu.mul.order", gen9, "Ivy Bridge PRM vol. 4 part 3, mul", "the dword of a dword by word multiply is source 1", ruleMulOrder},
	{"eu.mul.flags", gen9, "Ivy Bridge PRM vol. 4 part 3, mul", "saturation or condition on a dword multiply with a narrower result", ruleMulFlags},
	{"eu.acc.src", gen9, bxt + "accumulator registers", "an accumulator is not source 0", ruleAccSource},
	{"eu.acc.wide", gen9, bxt + "accumulator registers", "more than 8 channels of dwords in an accumulator", ruleAccWide},
	{"eu.carry", gen9, "Ivy Bridge PRM vol. 4 part 3, addc", "addc or subb without AccWrEn, with another type than ud, or wider than 8", ruleCarry},
	{"eu.ternary", gen9, "Ivy Bridge PRM vol. 4 part 3, three-source instructions", "three-source instruction is not Align16 of two channels or more with an aligned destination and direct registers", ruleTernary},
	{"eu.ternary.df", gen9, "GenX_IR 1.0.12504.6, which copies such sources", "three-source instruction of several channels reads one 64-bit value", ruleTernaryQword},
	{"eu.csel", gen9, "Broxton PRM vol. 2a, csel", "csel needs a condition and takes no predicate", ruleCsel},
	{"eu.cmp", gen9, "Ivy Bridge PRM vol. 4 part 3, cmp", "cmp without condition, or sel without exactly one of predicate and condition", ruleCmp},
	{"eu.logic", gen9, "Lakefield PRM vol. 2b, SrcMod", "logic instruction with abs or an ordering condition", ruleLogic},
	{"eu.math.int", gen9, "Ivy Bridge PRM vol. 4 part 3, math", "integer division wider than 8, with modifiers or other types than d and ud", ruleMathInt},
	{"eu.math.macro", gen9, "the vendor's disassembler has macro registers in Align16 only", "invm or rsqtm is not Align16", ruleMathMacro},
	{"eu.vector", gen9, "Ivy Bridge PRM vol. 4 part 3, immediates", "destination of a packed vector immediate is not aligned to 16 bytes", ruleVector},
	{"eu.cr0", gen9, "Ivy Bridge PRM vol. 4 part 3, control register", "cr0 is written without Switch", ruleCR0},
	{"eu.send.eot", gen9, "Ivy Bridge PRM vol. 4 part 3, send", "payload of an end of thread is below r112", ruleSendEOT},
	{"eu.send.payload", gen9, "Ivy Bridge PRM vol. 4 part 3, send", "payload or response is not whole registers below r128", ruleSendPayload},
	{"eu.send.split", gen9, "Broxton PRM vol. 2a, sends", "the two payloads of a split send overlap", ruleSendSplit},
}
