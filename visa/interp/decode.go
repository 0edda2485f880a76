package interp

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// step says which part of the run loop executes an instruction.
type step uint8

const (
	stepRow         step = iota // loads, one row kernel, stores
	stepQuick                   // the same on dwords, by the processor's vectors
	stepMemory                  // a memory body over raw operands
	stepImage                   // a message on an image
	stepBranch                  // goto and jmp
	stepReturn                  // ret and fret
	stepCall                    // call and fcall
	stepCallAddress             // ifcall
	stepSwitch                  // switchjmp
	stepSymbol                  // faddr, which decoding turns into a row
	stepReformat                // fcvt, which decoding turns into a row
	stepRefuse                  // what cannot run: the error is refused[target]
	stepBarrier                 // signal and wait
	stepSignal                  // the first half
	stepWait                    // the second half
	stepNothing                 // fences: every access is complete when its instruction is
	stepForget                  // states are decoded again when they are named next
	stepEnd                     // behind the last instruction
)

// inst is one decoded instruction.
type inst struct {
	step     step
	always   bool // the lane mask does not apply: NoMask, or the op ignores it
	first    uint8
	whole    bool // the predicate is data and masks nothing: sel
	setsCR   bool // writes %cr0
	setsPred bool // the predicate is a result: add3.o
	n        int
	full     uint32 // n low bits
	index    int32  // of the instruction in Kernel.Insts
	target   int32  // branch target as index into Program.code, or an index into tables or refused
	function int32  // of a call the function that it goes to, of a return whether it leaves one; else noFunction
	pred     predicate
	quick    quick
	run      sem.Kernel
	about    sem.About
	fields   []field
	srcs     []source
	dsts     []dest

	raws    []raw
	scalars []scalar
	surface int32 // surface variable, or a memory that none names (space.go)
	number  uint8 // slot of the number that says which memory it is
	image   *imageInst
}

// predicate is an instruction's predicate with its lane offset.
type predicate struct {
	v       int32 // 0: none
	first   uint8
	inv     bool
	combine visa.PredCombine
	full    uint32
}

// bits are the predicate bits of the instruction's elements.
func (p *predicate) bits(t *thread) uint32 {
	if p.v == 0 {
		return p.full
	}
	b := t.preds[p.v] >> p.first & p.full
	switch {
	case p.combine == visa.PredAny && b != 0:
		b = p.full
	case p.combine == visa.PredAll && b != p.full:
		b = 0
	}
	if p.inv {
		b ^= p.full
	}
	return b
}

// field is a constant of the instruction's format.
type field struct {
	slot  uint8
	value int64
}

// raw is a raw operand: the image from its first byte to the end of its root
// variable. Both are 0 for the null operand.
type raw struct {
	slot     uint8
	from, to int32
	sent     bool // a source that shares storage with a destination
}

// scalar is a vector operand of a memory op: its first element counts.
type scalar struct {
	slot uint8
	src  source
}

// decoder turns a kernel into instructions.
type decoder struct {
	k      *visa.Kernel
	l      *layout
	labels []int32 // per label: index into the code, -1 when not defined
	in     *visa.Inst
	index  int        // of in
	set    operandSet // of in, a row instruction

	rows  map[constant]int // of immediates: index in fixed
	fixed []sem.Space

	symbols map[string]uint64    // addresses of data; nil when they are not known yet
	moves   map[int32]*visa.Inst // Program.moves
	entries []int32              // per function: index into the code
	tables  [][]int32            // targets of the switches
	refused []error

	loads   *visa.Loads // nil before the first load_3d
	storage []byte      // what memory instructions are probed on
	frame   *sem.Frame
}

func (d *decoder) decode() ([]inst, error) {
	d.labels = make([]int32, len(d.k.Labels))
	for i := range d.labels {
		d.labels[i] = -1
	}
	var code []inst
	for i := range d.k.Insts {
		d.in, d.index = &d.k.Insts[i], i
		for len(d.entries) < len(d.k.Functions) && int(d.k.Functions[len(d.entries)].Insts.First) <= i {
			d.entries = append(d.entries, int32(len(code)))
		}
		st, drop, err := d.kind()
		if err != nil {
			return nil, err
		}
		if drop {
			d.define(int32(len(code)))
			continue
		}
		code = append(code, inst{step: st, index: int32(i)})
	}
	if len(code) == 0 {
		return nil, &InvalidError{d.k.File, visa.Pos{}, d.k.Name, "the kernel has no instructions"}
	}
	for i := range code {
		d.index = int(code[i].index)
		d.in = &d.k.Insts[d.index]
		var lacks *UnsupportedError
		switch err := d.inst(&code[i]); {
		case errors.As(err, &lacks): // a thread that comes to it stops
			code[i].step, code[i].target = stepRefuse, int32(len(d.refused))
			d.refused = append(d.refused, err)
		case err != nil:
			return nil, err
		}
		d.quick(&code[i])
	}
	return append(code, inst{step: stepEnd, index: int32(len(d.k.Insts)) - 1}), nil
}

// kind finds the step of an instruction, or that it is only a position.
func (d *decoder) kind() (st step, drop bool, err error) {
	if d.in.Op >= visa.EndOps {
		return 0, false, d.invalid("op number %d: there are %d", d.in.Op, visa.EndOps)
	}
	info := d.in.Op.Info()
	if d.in.UnsaidOf() != "" {
		return stepRefuse, false, nil
	}
	switch info.Sem {
	case visa.SemRow:
		return stepRow, false, nil
	case visa.SemMemory:
		return stepMemory, false, nil
	}
	h := hooked{unknown: true}
	if info.Hook != visa.NoHook {
		info.Hook.Do(&h)
	}
	if h.unknown {
		return 0, false, d.unsupported("hook %s", info.Hook)
	}
	if h.step == stepSignal && info.Fixed[0].Value == waitMode {
		h.step = stepWait
	}
	return h.step, h.drop, nil
}

// waitMode is the mode of sbarrier that waits (specs/visa/SBARRIER.md).
const waitMode = 0

// define places the label of a label or function entry before code index at.
func (d *decoder) define(at int32) {
	for i := range d.in.Args {
		if a := &d.in.Args[i]; a.Kind == visa.Label && a.Var >= 0 && int(a.Var) < len(d.labels) {
			d.labels[a.Var] = at
		}
	}
}

func (d *decoder) unsupported(format string, args ...any) error {
	return &UnsupportedError{d.k.FileOf(d.index), d.in.Pos, d.in.Op.String(), fmt.Sprintf(format, args...)}
}

func (d *decoder) invalid(format string, args ...any) error {
	return &InvalidError{d.k.FileOf(d.index), d.in.Pos, d.in.Op.String(), fmt.Sprintf(format, args...)}
}

// inst decodes everything but the step and index.
func (d *decoder) inst(c *inst) error {
	in, info := d.in, d.in.Op.Info()
	c.n, c.first, c.always = max(int(in.Exec.Size), 1), uint8(in.Exec.First()), in.Exec.NoMask || info.NoMask
	if !info.HasExec {
		c.n, c.first = 1, 0
	}
	if c.n > sem.Lanes || int(c.first)+c.n > sem.Lanes {
		return d.invalid("execution size %d at lane %d: lanes end at %d", c.n, c.first, sem.Lanes)
	}
	c.full, c.whole = fullMask(c.n), info.PredData
	c.pred = predicate{in.Pred.Var, c.first, in.Pred.Inv, in.Pred.Combine, c.full}
	c.setsPred = info.PredResult && in.Pred.Var != 0
	if c.setsPred && (in.Pred.Inv || in.Pred.Combine != visa.PredLanes) {
		return d.invalid("a predicate that is written, inverted or combined over lanes")
	}
	if in.Pred.Var < 0 || int(in.Pred.Var) >= len(d.k.Preds) {
		return d.invalid("predicate index %d: there are %d", in.Pred.Var, len(d.k.Preds)-1)
	}
	if !info.Takes(len(in.Args)) {
		return d.invalid("%d operands: the op has %d", len(in.Args), len(info.Slots))
	}
	switch c.step {
	case stepRow:
		return d.row(c)
	case stepMemory:
		return d.memory(c)
	case stepImage:
		return d.image(c)
	case stepBranch:
		return d.branch(c)
	case stepCall:
		return d.call(c)
	case stepReturn:
		if info.Hook == visa.HookRet {
			c.function = noFunction
		}
	case stepCallAddress:
		return d.callAddress(c)
	case stepSwitch:
		return d.switchJump(c)
	case stepSymbol:
		return d.symbol(c)
	case stepReformat:
		return d.reformat(c)
	case stepRefuse:
		return d.unsupported("it: %s", d.in.UnsaidOf())
	}
	return nil
}

func (d *decoder) branch(c *inst) error {
	for i := range d.in.Args {
		a := &d.in.Args[i]
		if a.Kind != visa.Label {
			continue
		}
		if a.Var < 0 || int(a.Var) >= len(d.labels) || d.labels[a.Var] < 0 {
			return d.invalid("branch to label %d, which is not defined", a.Var)
		}
		c.target = d.labels[a.Var]
		return nil
	}
	return d.invalid("no label operand")
}
