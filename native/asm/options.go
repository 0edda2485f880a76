package asm

import "github.com/genvisa/genvisa/native"

// kinds are what an instruction may say once, a bit each.
type kinds uint32

const (
	saysMask kinds = 1 << iota
	saysPredicate
	saysCondition
	saysMacro // a condition that only macros have
	saysFlag
	saysSat
	saysScoreboard
	saysToken
	saysAccess
	saysChannels
	saysThread
	saysAccWr
	saysBreakpoint
	saysCompaction
	saysCompression
	saysEOT
	saysNoDDChk
	saysNoDDClr
	saysNoSrcDep
	saysFusion
	saysState
	saysBranch
)

// String names the kind of an option where several options are of it.
func (k kinds) String() string {
	switch k {
	case saysAccess:
		return "access mode"
	case saysChannels:
		return "group of channels"
	case saysThread:
		return "thread control"
	case saysScoreboard:
		return "distance"
	case saysToken:
		return "token"
	}
	return "option of its kind"
}

// option is a word between the braces behind an instruction.
type option struct {
	name string
	kind kinds
	get  func(*native.Inst) bool
	set  func(*native.Inst)
}

// optionList is in the order of the alphabet, which is that of the text. The
// scoreboard comes last and is no word of it.
var optionList = [...]option{
	// the compiler sets the bit in every while, the vendor's text never shows it
	{"AccWrEn", saysAccWr, func(i *native.Inst) bool { return i.AccWr && i.Op != native.OpWhile }, func(i *native.Inst) { i.AccWr = true }},
	threadOption("Atomic", native.ThreadAtomic),
	{"Breakpoint", saysBreakpoint, func(i *native.Inst) bool { return i.Debug }, func(i *native.Inst) { i.Debug = true }},
	{"Compacted", saysCompaction, func(i *native.Inst) bool { return i.Compact }, func(i *native.Inst) { i.Compact = true }},
	{"EOT", saysEOT, func(i *native.Inst) bool { return i.Msg.EOT }, func(i *native.Inst) { i.Msg.EOT = true }},
	{"ExBSO", saysState, func(i *native.Inst) bool { return i.Msg.ExBSO }, func(i *native.Inst) { i.Msg.ExBSO = true }},
	depOption("NoDDChk", saysNoDDChk, native.DepNoDDChk),
	depOption("NoDDClr", saysNoDDClr, native.DepNoDDClr),
	threadOption("NoPreempt", native.ThreadNoPreempt),
	{"NoSrcDepSet", saysNoSrcDep, func(i *native.Inst) bool { return i.NoSrcDep }, func(i *native.Inst) { i.NoSrcDep = true }},
	{"Serialize", saysFusion, func(i *native.Inst) bool { return i.Fused }, func(i *native.Inst) { i.Fused = true }},
	threadOption("Switch", native.ThreadSwitch),
}

func threadOption(name string, v uint8) option {
	return option{name, saysThread, func(i *native.Inst) bool { return i.Thread == v }, func(i *native.Inst) { i.Thread = v }}
}

func depOption(name string, k kinds, v uint8) option {
	return option{name, k, func(i *native.Inst) bool { return i.DepCtrl&v != 0 }, func(i *native.Inst) { i.DepCtrl |= v }}
}

// options writes all that an instruction has, with braces, from a column on.
func (p *printer) options(in *native.Inst, col int) {
	sep := byte('{')
	begin := func() {
		if sep == '{' {
			p.pad(col)
			p.char(' ')
		}
		p.char(sep)
		sep = ','
	}
	for i := range optionList {
		if o := &optionList[i]; o.get(in) {
			begin()
			p.str(o.name)
		}
	}
	if in.SWSB != 0 {
		begin()
		p.str(p.target.ScoreboardText(spelledPipe(p.target, in), in.SWSB))
	}
	if sep == ',' {
		p.char('}')
	}
}

// spelledPipe is the pipe by which the vendor's text spells an instruction's scoreboard: its own, but for doubles in the
// math pipe (mtl), of which the vendor's tool does not know that they set tokens.
func spelledPipe(t native.Target, in *native.Inst) native.Pipe {
	if op := in.Op; in.HoldsToken(t) && !op.IsSend() && !op.IsMath() && !op.IsSystolic() {
		return native.PipeInt
	}
	return in.Pipe(t)
}
