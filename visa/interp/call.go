package interp

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Limits of the calls that a thread has made and that have not returned.
const (
	maxDepth = 1024
	maxSaved = 1 << 20 // bytes of the variables of functions that call themselves
)

// Addresses of functions, which faddr gives: below all buffers.
const (
	functionBase = 0x1000
	functionStep = 64
)

// Causes of Faults at calls and returns.
var (
	ErrCallDepth  = fmt.Errorf("more than %d calls that have not returned, or more than %d bytes of their variables", maxDepth, maxSaved)
	ErrRet        = errors.New("ret of a function: want fret")
	ErrFret       = errors.New("fret where no function was called: want ret")
	ErrNoFunction = errors.New("no function has this address")
	ErrSwitch     = errors.New("no label has this number")
)

// frame is a call that has not returned.
type frame struct {
	ret    int32            // instruction behind the call
	called uint32           // lanes that are in the callee or have come back
	aside  uint32           // lanes that did not call
	pcip   [sem.Lanes]int32 // of the lanes aside
	fn     int32            // function, or noFunction for a subroutine
	saved  []byte           // storage of an earlier call of the same function; nil when there is none
}

const noFunction = -1

// function is a linked function: where it begins and what its variables are.
type function struct {
	entry  int32
	ranges []visa.Range // of its variables in the image
	addrs  visa.Range   // elements
	preds  visa.Range
	states [2]visa.Range
}

func (p *Program) function(f *visa.Function, entry int32) function {
	l := &p.layout
	out := function{entry: entry, preds: f.Preds}
	for v := f.Vars.First; v < f.Vars.End; v++ {
		if p.kernel.Vars[v].Alias >= 0 || l.off[v] < 0 {
			continue
		}
		r := visa.Range{First: l.off[v], End: l.limit[v]}
		if n := len(out.ranges); n > 0 && out.ranges[n-1].End == r.First {
			out.ranges[n-1].End = r.End
			continue
		}
		out.ranges = append(out.ranges, r)
	}
	out.addrs = elements(l.addrOff, f.Addrs, l.addrSize)
	out.states[0] = elements(l.surfOff, f.Surfaces, firstOf(l.samplOff, l.states))
	out.states[1] = elements(l.samplOff, f.Samplers, l.states)
	return out
}

// elements are those of the declarations of a range; end is where those of all
// declarations end.
func elements(off []int32, r visa.Range, end int) visa.Range {
	return visa.Range{First: offAt(off, r.First, end), End: offAt(off, r.End, end)}
}

func offAt(off []int32, i int32, end int) int32 {
	if int(i) < len(off) {
		return off[i]
	}
	return int32(end)
}

func firstOf(off []int32, otherwise int) int { return int(offAt(off, 0, otherwise)) }

// call resolves the target of call and fcall.
func (d *decoder) call(c *inst) error {
	if d.in.Arg(visa.ArgLabel) != nil {
		c.function = noFunction
		return d.branch(c)
	}
	name := d.name(visa.ArgFunc)
	for i := range d.k.Functions {
		if d.k.Functions[i].Name == name {
			c.function = int32(i)
			c.target = d.entries[i]
			return nil
		}
	}
	return d.unsupported("function %q, whose text is not linked: want it in a sibling file, <name>_f0.visaasm and so on, or in the launch's list of programs", name)
}

func (d *decoder) name(a visa.ArgName) string {
	if o := d.in.Arg(a); o != nil && o.Kind == visa.Name && o.Var >= 0 && int(o.Var) < len(d.k.Strings) {
		return d.k.Strings[o.Var]
	}
	return ""
}

func (d *decoder) callAddress(c *inst) error {
	return d.scalarOperand(c, visa.ArgFuncAddr)
}

// scalarOperand decodes a vector operand whose first element counts.
func (d *decoder) scalarOperand(c *inst, name visa.ArgName) error {
	slot := int(d.in.Op.Info().Args[name]) - 1
	d.set = operandSet{}
	return d.scalar(c, d.in.Arg(name), slot)
}

func (d *decoder) switchJump(c *inst) error {
	if err := d.scalarOperand(c, visa.ArgIndex); err != nil {
		return err
	}
	var table []int32
	for i := range d.in.Args {
		if d.in.Args[i].Kind != visa.Label {
			continue
		}
		v := d.in.Args[i].Var
		if v < 0 || int(v) >= len(d.labels) || d.labels[v] < 0 {
			return d.invalid("branch to label %d, which is not defined", v)
		}
		table = append(table, d.labels[v])
	}
	c.target = int32(len(d.tables))
	d.tables = append(d.tables, table)
	return nil
}

// symbol turns faddr into a move of the address.
func (d *decoder) symbol(c *inst) error {
	name := d.name(visa.ArgSymbol)
	addr, ok := d.address64(name)
	if !ok {
		return d.unsupported("the address of %q, which the program does not define: want its data (<name>.reloc and <name>.data.*.bin beside the metadata) or the text of the function; other programs are not linked", name)
	}
	move := visa.Inst{Op: visa.OpMov, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: d.in.Pos,
		Args: []visa.Operand{*d.in.Arg(visa.ArgDst), {Kind: visa.Immediate, Type: visa.UQ, Imm: addr}}}
	d.in, c.step, c.always = &move, stepRow, true
	d.moves[c.index] = &move
	return d.row(c)
}

func (d *decoder) address64(name string) (uint64, bool) {
	for i := range d.k.Functions {
		if d.k.Functions[i].Name == name {
			return functionBase + functionStep*uint64(i), true
		}
	}
	addr, ok := d.symbols[name]
	return addr, ok
}

// leave executes an instruction that goes elsewhere by an operand, or comes
// back.
func (w *worker) leave(t *thread, in *inst) error {
	switch in.step {
	case stepCall:
		return t.call(w.prog, in, in.function, in.target)
	case stepSwitch:
		v, err := in.scalars[0].value(w, t)
		if err != nil {
			return err
		}
		table := w.prog.tables[in.target]
		if v < 0 || v >= int64(len(table)) {
			return fmt.Errorf("%w: %d, legal are 0..%d", ErrSwitch, v, len(table)-1)
		}
		t.move(t.exec, table[v])
		return nil
	}
	m := in.branchLanes(t)
	if m == 0 {
		t.pc++
		return nil
	}
	v, err := in.scalars[0].value(w, t)
	if err != nil {
		return err
	}
	n := int64(uint32(v)) - functionBase
	if n < 0 || n%functionStep != 0 || n/functionStep >= int64(len(w.prog.functions)) {
		err := fmt.Errorf("%w: %#x; %d functions are linked", ErrNoFunction, uint32(v), len(w.prog.functions))
		return &laneFault{bits.TrailingZeros32(m), uint64(uint32(v)), err}
	}
	n /= functionStep
	return t.call(w.prog, in, int32(n), w.prog.functions[n].entry)
}

// call sends the lanes of the instruction to target; the others wait behind it,
// and so do those that wait elsewhere until all have come back.
func (t *thread) call(p *Program, in *inst, fn, target int32) error {
	m := in.branchLanes(t)
	if m == 0 {
		t.pc++
		return nil
	}
	if len(t.stack) == maxDepth {
		return ErrCallDepth
	}
	t.merge() // pcip is that of all lanes
	t.stack = append(t.stack, frame{ret: t.pc + 1, called: m, aside: t.live &^ m, fn: fn, pcip: t.pcip})
	f := &t.stack[len(t.stack)-1]
	for l := range f.pcip {
		if t.exec&^m>>l&1 != 0 {
			f.pcip[l] = t.pc + 1
		}
	}
	if err := t.fresh(p, f); err != nil {
		return err
	}
	t.live, t.exec, t.pc, t.wait = m, m, target, nobody
	return nil
}

// fresh gives a function that is in execution already new variables.
func (t *thread) fresh(p *Program, f *frame) error {
	if f.fn == noFunction || !t.inExecution(f.fn) {
		return nil
	}
	fn := &p.functions[f.fn]
	f.saved = fn.save(t, make([]byte, 0, fn.size()))
	if t.saved += len(f.saved); t.saved > maxSaved {
		return ErrCallDepth
	}
	fn.load(t, nil)
	return nil
}

// inExecution says that a frame below the innermost is of function fn.
func (t *thread) inExecution(fn int32) bool {
	for i := range t.stack[:len(t.stack)-1] {
		if t.stack[i].fn == fn {
			return true
		}
	}
	return false
}

// giveBack executes ret and fret.
func (t *thread) giveBack(in *inst, p *Program) error {
	n := len(t.stack)
	kind := in.function // that of the frame that the instruction leaves
	switch {
	case n == 0 && kind == noFunction:
		t.end(in.branchLanes(t))
		return nil
	case n == 0:
		return ErrFret
	case kind == noFunction && t.stack[n-1].fn != noFunction:
		return ErrRet
	case kind != noFunction && t.stack[n-1].fn == noFunction:
		return ErrFret
	}
	t.end(in.branchLanes(t))
	if t.live == 0 {
		t.pop(p)
	}
	return nil
}

// pop goes on behind the call whose lanes have all come back.
func (t *thread) pop(p *Program) {
	f := &t.stack[len(t.stack)-1]
	if f.saved != nil {
		p.functions[f.fn].load(t, f.saved)
		t.saved -= len(f.saved)
	}
	t.live, t.pcip = f.called|f.aside, f.pcip
	for l := range t.pcip {
		if f.called>>l&1 != 0 {
			t.pcip[l] = f.ret
		}
	}
	t.stack = t.stack[:len(t.stack)-1]
	t.setFlow()
}

// save appends a function's storage to dst.
func (f *function) save(t *thread, dst []byte) []byte {
	for _, r := range f.ranges {
		dst = append(dst, t.image[r.First:r.End]...)
	}
	for i := f.addrs.First; i < f.addrs.End; i++ {
		dst = append32(dst, uint32(t.addrs[i]))
		dst = append32(dst, uint32(t.owners[i]))
	}
	for i := f.preds.First; i < f.preds.End; i++ {
		dst = append32(dst, t.preds[i])
	}
	for _, s := range f.states {
		for i := s.First; i < s.End; i++ {
			dst = append32(dst, uint32(t.states[i]))
		}
	}
	return dst
}

// size is the bytes of save.
func (f *function) size() int {
	n := 8*int(f.addrs.End-f.addrs.First) + 4*int(f.preds.End-f.preds.First)
	for _, r := range f.ranges {
		n += int(r.End - r.First)
	}
	for _, s := range f.states {
		n += 4 * int(s.End-s.First)
	}
	return n
}

// load is the inverse of save; of nil it clears the storage.
func (f *function) load(t *thread, from []byte) {
	if from == nil {
		from = make([]byte, f.size())
	}
	for _, r := range f.ranges {
		from = from[copy(t.image[r.First:r.End], from):]
	}
	for i := f.addrs.First; i < f.addrs.End; i++ {
		t.addrs[i], t.owners[i] = uint16(le32(from)), int32(le32(from[4:]))
		from = from[8:]
	}
	for i := f.preds.First; i < f.preds.End; i++ {
		t.preds[i], from = le32(from), from[4:]
	}
	for _, s := range f.states {
		for i := s.First; i < s.End; i++ {
			t.states[i], from = int32(le32(from)), from[4:]
		}
	}
}

func append32(dst []byte, v uint32) []byte {
	return append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}
