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

// Call sends lanes to a subroutine.
func (h *hooked) Call() { *h = hooked{step: stepCall} }

// Ret brings lanes back from a subroutine, and ends them in the kernel.
func (h *hooked) Ret() { *h = hooked{step: stepReturn} }

// Fcall sends lanes to a linked function.
func (h *hooked) Fcall() { *h = hooked{step: stepCall} }

// Fret brings lanes back from a function.
func (h *hooked) Fret() { *h = hooked{step: stepReturn} }

// Ifcall sends lanes to the function that has an address.
func (h *hooked) Ifcall() { *h = hooked{step: stepCallAddress} }

// Faddr stores an address that is known when the program is linked.
func (h *hooked) Faddr() { *h = hooked{step: stepSymbol} }

// Label defines its label.
func (h *hooked) Label() { *h = hooked{drop: true} }

// Subroutine defines its label.
func (h *hooked) Subroutine() { *h = hooked{drop: true} }

// Barrier signals and waits.
func (h *hooked) Barrier() { *h = hooked{step: stepBarrier} }

// SplitBarrier signals; the mode of the instruction makes it wait instead.
func (h *hooked) SplitBarrier() { *h = hooked{step: stepSignal} }

// Fence does nothing: every access is complete when its instruction is.
func (h *hooked) Fence() { *h = hooked{step: stepNothing} }

// Forget drops the states that the worker has decoded.
func (h *hooked) Forget() { *h = hooked{step: stepForget} }

// Switchjmp moves all lanes to the label that a number chooses.
func (h *hooked) Switchjmp() { *h = hooked{step: stepSwitch} }

// Sample samples an image.
func (h *hooked) Sample() { *h = hooked{step: stepImage} }

// Load reads texels through the sampler.
func (h *hooked) Load() { *h = hooked{step: stepImage} }

// Gather4 reads a component of four texels.
func (h *hooked) Gather4() { *h = hooked{step: stepImage} }

// Resinfo is the size of an image.
func (h *hooked) Resinfo() { *h = hooked{step: stepImage} }

// Sampleinfo is the number of samples of an image.
func (h *hooked) Sampleinfo() { *h = hooked{step: stepImage} }

// TypedRead reads texels.
func (h *hooked) TypedRead() { *h = hooked{step: stepImage} }

// TypedWrite writes texels.
func (h *hooked) TypedWrite() { *h = hooked{step: stepImage} }

// TypedAtomic changes texels.
func (h *hooked) TypedAtomic() { *h = hooked{step: stepImage} }

// MediaRead reads a rectangle of an image.
func (h *hooked) MediaRead() { *h = hooked{step: stepImage} }

// MediaWrite writes a rectangle of an image.
func (h *hooked) MediaWrite() { *h = hooked{step: stepImage} }

// SampleBlock samples a block of pixels of an image.
func (h *hooked) SampleBlock() { *h = hooked{step: stepImage} }

// Reformat converts between floats of which some stand as integers.
func (h *hooked) Reformat() { *h = hooked{step: stepReformat} }

// None orders the compiler only.
func (h *hooked) None() { *h = hooked{step: stepNothing} }
