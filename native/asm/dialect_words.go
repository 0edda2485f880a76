package asm

import "github.com/genvisa/genvisa/native"

// dialectConds are the condition modifiers of Mesa and intel-gen4asm.
var dialectConds = map[string]native.CondMod{
	"z": native.CondEQ, "e": native.CondEQ, "nz": native.CondNE, "ne": native.CondNE,
	"g": native.CondGT, "ge": native.CondGE, "l": native.CondLT, "le": native.CondLE,
	"o": native.CondOV, "u": native.CondUN,
}

// dialectMaths are the functions of their math.
var dialectMaths = map[string]uint8{
	"inv": native.MathInv, "log": native.MathLog, "exp": native.MathExp, "sqrt": native.MathSqt, "rsq": native.MathRsqt,
	"sin": native.MathSin, "cos": native.MathCos, "pow": native.MathPow, "fdiv": native.MathFdiv,
	"intdiv": native.MathIqot, "intmod": native.MathIrem, "intdivmod": native.MathIdiv,
}

// mesaFunctions are the shared functions as Mesa's texts of messages begin.
var mesaFunctions = map[string]uint8{
	"sampler": native.SFIDSampler, "gateway": native.SFIDGateway, "render": native.SFIDDPRC, "urb": native.SFIDURB,
	"const": native.SFIDDPCC, "data": native.SFIDDPDC0, "pixel interp": native.SFIDPI, "dp data 1": native.SFIDDPDC1,
}

// dialectOption is a word between the braces, in lower case.
type dialectOption func(*parser)

var dialectOptions = map[string]dialectOption{
	"align1":       func(p *parser) { p.in.Align16 = false },
	"align16":      func(p *parser) { p.in.Align16 = true },
	"we_all":       func(p *parser) { p.in.NoMask = true },
	"we_normal":    func(*parser) {},
	"nomask":       func(p *parser) { p.in.NoMask = true },
	"mask_disable": func(p *parser) { p.in.NoMask = true },
	"noddclr":      func(p *parser) { p.in.DepCtrl |= native.DepNoDDClr },
	"noddchk":      func(p *parser) { p.in.DepCtrl |= native.DepNoDDChk },
	"accwrenable":  func(p *parser) { p.in.AccWr = true },
	"accwrctrl":    func(p *parser) { p.in.AccWr = true },
	"switch":       func(p *parser) { p.in.Thread = native.ThreadSwitch },
	"atomic":       func(p *parser) { p.in.Thread = native.ThreadAtomic },
	"breakpoint":   func(p *parser) { p.in.Debug = true },
	"eot":          func(p *parser) { p.in.Msg.EOT = true },
	"compr":        func(*parser) {}, // both halves, which Gen7 tells by the execution size
	"sechalf":      func(p *parser) { p.in.ChanOff = secondHalf },
}

// secondHalf is the first channel of the second eight.
const secondHalf = 8

// groupChannels are the channels of the groups 1Q, 1H, 1N by their letter.
var groupChannels = map[byte]int{'q': 8, 'h': 16, 'n': 4}
