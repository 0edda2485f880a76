package lower

import (
	"fmt"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/lower/flow"
	"github.com/genvisa/genvisa/lower/legal"
	"github.com/genvisa/genvisa/lower/messages"
	"github.com/genvisa/genvisa/lower/optimise"
	"github.com/genvisa/genvisa/lower/pitch"
	"github.com/genvisa/genvisa/lower/repeat"
	"github.com/genvisa/genvisa/lower/schedule"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
)

// Options steer a compilation. The zero value compiles quietly.
type Options struct {
	// Dump, when set, sees the program after every pass that makes native instructions.
	Dump func(pass string, p *native.Program)
	// DumpText, when set, sees the text after every pass before those.
	DumpText func(pass string, k *visa.Kernel)
	// GRFs is how many registers a thread has: 0 stands for those of a kernel that asks for no more. Others
	// than native.Target.Files of the target are refused.
	GRFs int
	// Alloc goes to the register allocator unchanged.
	Alloc regalloc.Options
}

// Stats counts what a kernel became.
type Stats struct {
	Instructions int // native instructions
	GRFs         int // most GRFs that hold values at once, payload included
	SpillBytes   int // bytes of scratch per thread that spilled registers take
	Scratch      int // bytes of scratch per thread that a launch has to give: the kernel's own and the spilled
	Sends        int // send, sends and the end-of-thread message
}

// Result is a compiled kernel.
type Result struct {
	Code    []byte          // native instructions, 8 or 16 bytes each
	Program *native.Program // as encoded: physical registers, filled branch distances
	Stats   Stats
	Begin   uint32         // byte of Code behind what brings the payload into registers; 0 where threads start with it
	Relocs  []native.Reloc // immediates of Program.Insts that get addresses when the program is loaded
}

// pass is one step of the compiler. needs names the passes whose result it
// relies on; a test checks that they come earlier in the list. text says that it
// works on vISA: there are no native instructions yet.
type pass struct {
	name  string
	fn    func(*compiler) error
	needs []string
	text  bool
}

// passes in order. What a pass reads beside the program and its target are the arguments of
// onProgram and onLanes; the others read and write what the compiler holds.
var passes = []pass{
	{"inline", (*compiler).inline, nil, true},
	{"cfg", (*compiler).cfg, []string{"inline"}, true},
	{"select", (*compiler).selectInsts, []string{"cfg"}, false},
	{"emulate", onProgram(legal.Emulate), []string{"select"}, false},
	{"optimise", onLanes(optimise.Run), []string{"select"}, false},
	{"pairs", (*compiler).pairs, []string{"emulate"}, false},
	{"pitches", onVars(pitch.Run), []string{"optimise"}, false},
	{"legalise", onProgram(legal.Run), []string{"emulate"}, false},
	{"messages", onProgram(messages.Run), []string{"select", "legalise"}, false},
	{"constants", onProgram(optimise.Constants), []string{"legalise", "messages"}, false},
	{"flow", onProgram(flow.Run), []string{"cfg", "select"}, false},
	{"addresses", onProgram(repeat.Run), []string{"messages", "flow"}, false},
	{"hoist", (*compiler).hoist, []string{"addresses"}, false},
	{"schedule", (*compiler).schedule, []string{"messages", "legalise", "flow", "hoist"}, false},
	{"regalloc", (*compiler).regalloc, []string{"schedule"}, false},
	{"repeat", onProgram(repeat.Run), []string{"regalloc"}, false},
	{"reschedule", (*compiler).reschedule, []string{"regalloc", "repeat"}, false},
	{"settle", (*compiler).settle, []string{"regalloc"}, false},
	{"entry", (*compiler).entry, []string{"regalloc"}, false},
	{"compact", (*compiler).compact, []string{"settle", "entry"}, false},
	{"scoreboard", (*compiler).scoreboard, []string{"settle", "entry"}, false},
	{"pad", (*compiler).padEntry, []string{"scoreboard"}, false},
	{"encode", (*compiler).encode, []string{"settle"}, false},
}

// onProgram is a pass that reads the program, and facts of the target, alone.
func onProgram(run func(*edit.Editor) error) func(*compiler) error {
	return func(c *compiler) error { return c.placed(run(c.Editor)) }
}

// onVars is one that reads the program alone.
func onVars(run func(*native.Program)) func(*compiler) error {
	return func(c *compiler) error { run(c.P); return nil }
}

// onLanes is one that also asks for the lanes of instructions of the text.
func onLanes(run func(*edit.Editor, func(*native.Inst) optimise.Lanes) error) func(*compiler) error {
	return func(c *compiler) error { return c.placed(run(c.Editor, c.lanesOf)) }
}

// Passes lists the names of the passes in order, for --dump.
func Passes() []string {
	names := make([]string, len(passes))
	for i := range passes {
		names[i] = passes[i].name
	}
	return names
}

// compiler is the state of one compilation.
type compiler struct {
	*edit.Editor // the native program

	text    *visa.Kernel       // what Compile was given
	k       *visa.Kernel       // text, or text expanded and without what no lane comes to
	from    []int32            // instruction of k -> of text; nil when they are the same
	main    int                // instructions of k in front of the routines
	entries map[int32]*routine // by label of k
	stack   int                // bytes of scratch space up to the end of the stack of calls, 0 without one
	routine *routine           // whose instructions are selected, nil for the kernel's own
	numbers numbers
	o       Options
	stats   Stats
	code    []byte
	room    regalloc.Room // of one allocation after another
	orders  schedule.Room // of one schedule after another

	vars    []int32 // visa root variable -> native variable + 1
	flags   []int32 // visa predicate -> native flag + 1
	written []bool  // by visa predicate; nil before the first is asked for
	addrs   []int32 // visa address variable -> native address + 1

	blocks       []int32         // vISA instruction -> basic block number
	surfaces     []int32         // vISA instruction -> BTI of its surface operand, or noBTI
	samplers     []int32         // vISA instruction -> index of its sampler operand, or noBTI
	loads        *visa.Loads     // of text; nil before the first load_3d
	states       map[state]int32 // surface and sampler variables whose index is no constant -> native variable
	header       samplerHeaders
	handleHeader samplerHeaders // of messages whose sampler has a handle, which is there
	plain        int32          // header of messages on stateless memory -> native variable + 1
	local        []bool         // predicate is written and read in one block only
	pointees     [][]int32
	reach        map[int32]int   // of %arg and %retval: extents
	body         int32           // label of the first instruction behind what loads the payload plus one
	begin        uint32          // its byte
	second       int32           // label of the second entry plus one, 0 when there is none
	end          int32           // label of the end of the thread plus one, 0 when nothing jumps there
	unhoisted    *native.Program // the program as it was before anything moved out of loops; nil when nothing did
	unallocated  *native.Program // the program as it was before the schedule
	unscheduled  *native.Program // the same; nil when the schedule has moved nothing
}

// Compile lowers a kernel for a target. Errors wrap *UnsupportedError, *Error or
// those of the allocator and begin with the kernel's file and, where there is
// one, the line.
func Compile(k *visa.Kernel, t native.Target, o Options) (*Result, error) {
	if why := lacks(t); why != "" {
		return nil, &UnsupportedError{File: k.File, What: fmt.Sprintf("code for target %v, %s: want one of %v", t, why, supportedTargets())}
	}
	if o.GRFs != 0 && !t.HasFile(o.GRFs) {
		return nil, &UnsupportedError{File: k.File, What: fmt.Sprintf("threads of %d registers on %v: legal are %v", o.GRFs, t, t.Files())}
	}
	c := newCompiler(k, t, o)
	for i := range passes {
		if err := passes[i].fn(c); err != nil {
			return nil, fmt.Errorf("%w (kernel %s, pass %s)", err, k.Name, passes[i].name)
		}
		switch text := passes[i].text; {
		case text && o.DumpText != nil:
			o.DumpText(passes[i].name, c.k)
		case !text && o.Dump != nil:
			o.Dump(passes[i].name, c.P)
		}
	}
	c.stats.Instructions = len(c.P.Insts)
	return &Result{Code: c.code, Program: c.P, Stats: c.stats, Begin: c.begin, Relocs: c.relocs()}, nil
}

func newCompiler(k *visa.Kernel, t native.Target, o Options) *compiler {
	return &compiler{
		Editor: edit.New(&native.Program{Name: k.Name, SIMD: k.SimdSize(), GRFs: o.GRFs}, t),
		text:   k, k: k, main: len(k.Insts), numbers: numbersOf(t.Caps()), o: o,
		vars:  make([]int32, len(k.Vars)),
		flags: make([]int32, len(k.Preds)),
		addrs: make([]int32, len(k.Addrs)),
	}
}

// pairs are two dwords of each number of 64 bits, where the target has none. What the copies
// of whole numbers were for is looked at again.
func (c *compiler) pairs() error {
	if !legal.HasPairs(c.Editor) {
		return nil
	}
	for _, run := range []func(*edit.Editor) error{legal.Pairs, pitch.Planes} {
		if err := run(c.Editor); err != nil {
			return c.placed(err)
		}
	}
	return c.placed(optimise.Run(c.Editor, c.lanesOf))
}
