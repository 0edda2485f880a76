package asm

import "github.com/genvisa/genvisa/native"

// dialectConds are the condition modifiers of Mesa and intel-gen4asm.
var dialectConds = tableOf(map[string]native.CondMod{
	"z": native.CondEQ, "e": native.CondEQ, "nz": native.CondNE, "ne": native.CondNE,
	"g": native.CondGT, "ge": native.CondGE, "l": native.CondLT, "le": native.CondLE,
	"o": native.CondOV, "u": native.CondUN,
})

// dialectMaths are the functions of their math.
var dialectMaths = tableOf(map[string]uint8{
	"inv": native.MathInv, "log": native.MathLog, "exp": native.MathExp, "sqrt": native.MathSqt, "rsq": native.MathRsqt,
	"sin": native.MathSin, "cos": native.MathCos, "pow": native.MathPow, "fdiv": native.MathFdiv,
	"intdiv": native.MathIqot, "intmod": native.MathIrem, "intdivmod": native.MathIdiv,
})

// mesaFunctions are the shared functions as Mesa's texts of messages begin, with the
// names that it gives some of them since 2025.
var mesaFunctions = map[string]uint8{
	"null": native.SFIDNull, "sampler": native.SFIDSampler, "gateway": native.SFIDGateway, "render": native.SFIDDPRC, "urb": native.SFIDURB,
	"const": native.SFIDDPCC, "data": native.SFIDDPDC0, "pixel interp": native.SFIDPI, "dp data 1": native.SFIDDPDC1,
	"dp_sampler": native.SFIDDPDC2, "thread_spawner": native.SFIDSpawner, "vme": native.SFIDVME, "cre": native.SFIDCRE,
	"hdc0": native.SFIDDPDC0, "hdc1": native.SFIDDPDC1, "hdc2": native.SFIDDPDC2, "hdc:ro": native.SFIDDPCC, "pi": native.SFIDPI, "ts/btd": native.SFIDSpawner,
}

// gen4Scalars are the mnemonics whose sources without region intel-gen4asm -a makes
// scalars.
var gen4Scalars = tableOf(map[string]bool{"mul": true, "mac": true, "cmp": true, "asr": true, "add": true, "shl": true})

// dialectOption is a word between the braces, in lower case.
type dialectOption struct {
	kind kinds
	set  func(*native.Inst)
}

var dialectOptions = tableOf(map[string]dialectOption{
	"align1":       {saysAccess, func(*native.Inst) {}},
	"align16":      {saysAccess, func(i *native.Inst) { i.Align16 = true }},
	"we_all":       {saysMask, func(i *native.Inst) { i.NoMask = true }},
	"we_normal":    {saysMask, func(*native.Inst) {}},
	"nomask":       {saysMask, func(i *native.Inst) { i.NoMask = true }},
	"mask_disable": {saysMask, func(i *native.Inst) { i.NoMask = true }},
	"noddclr":      {saysNoDDClr, func(i *native.Inst) { i.DepCtrl |= native.DepNoDDClr }},
	"noddchk":      {saysNoDDChk, func(i *native.Inst) { i.DepCtrl |= native.DepNoDDChk }},
	"accwrenable":  {saysAccWr, func(i *native.Inst) { i.AccWr = true }},
	"accwrctrl":    {saysAccWr, func(i *native.Inst) { i.AccWr = true }},
	"switch":       {saysThread, func(i *native.Inst) { i.Thread = native.ThreadSwitch }},
	"atomic":       {saysThread, func(i *native.Inst) { i.Thread = native.ThreadAtomic }},
	"breakpoint":   {saysBreakpoint, func(i *native.Inst) { i.Debug = true }},
	"branchctrl":   {saysBranch, func(i *native.Inst) { i.Branch = true }},
	"compacted":    {saysCompaction, func(i *native.Inst) { i.Compact = true }},
	"eot":          {saysEOT, func(i *native.Inst) { i.Msg.EOT = true }},
	"compr":        {saysCompression, func(*native.Inst) {}}, // both halves, which Gen7 tells by the execution size
	"sechalf":      {saysChannels, func(i *native.Inst) { i.ChanOff = secondHalf }},
})

// secondHalf is the first channel of the second eight.
const secondHalf = 8

// groupChannels are the channels of the groups 1Q, 1H, 1N by their letter.
var groupChannels = map[byte]int{'q': 8, 'h': 16, 'n': 4}
