package interp

import "github.com/genvisa/genvisa/visa"

// hooked is what this engine does for an op whose Semantics name a hook.
type hooked struct {
	step    step
	drop    bool // a place in the text, no instruction
	unknown bool // not in this engine
}

var _ visa.HookEngine = (*hooked)(nil)

// Goto moves the lanes that the predicate chooses.
func (h *hooked) Goto() { *h = hooked{step: stepBranch} }

// Jmp moves all lanes.
func (h *hooked) Jmp() { *h = hooked{step: stepBranch} }

// Call is not modelled.
func (h *hooked) Call() {}

// Ret ends lanes: there are no subroutines yet.
func (h *hooked) Ret() { *h = hooked{step: stepReturn} }

// Fcall is not modelled.
func (h *hooked) Fcall() {}

// Fret is not modelled.
func (h *hooked) Fret() {}

// Label defines its label.
func (h *hooked) Label() { *h = hooked{drop: true} }

// Subroutine defines its label.
func (h *hooked) Subroutine() { *h = hooked{drop: true} }

// Barrier signals and waits.
func (h *hooked) Barrier() { *h = hooked{step: stepBarrier} }

// Fence does nothing: every access is complete when its instruction is.
func (h *hooked) Fence() { *h = hooked{step: stepNothing} }

// Switchjmp is not modelled.
func (h *hooked) Switchjmp() {}

// None orders the compiler only.
func (h *hooked) None() { *h = hooked{step: stepNothing} }
