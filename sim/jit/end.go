package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/message"
)

// endsThread says that a control instruction is a message that ends its thread and does nothing else.
func endsThread(p *code.Program, o *code.Op) bool {
	if o.Form != code.FormSend {
		return false
	}
	s := p.Send(o)
	return s.In.EOT && !s.Register && !s.Checks && s.Message.Action <= message.Barrier
}

// end emits the end of the thread, which goes to no other instruction.
func (e *emitter) end(at int) { e.leave(^uint32(at)) }

// leave emits the return to the EU model, which is told where the thread is.
func (e *emitter) leave(at uint32) {
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: channels, Last: field(unsafe.Offsetof(eu.Frame{}.Exec))})
	e.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.R(elements), Imm: at})
	e.emit(x64.Inst{Op: x64.VZEROUPPER})
	e.emit(x64.Inst{Op: x64.RET})
}
