package interp

import (
	"fmt"
	"sync"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Program is a kernel decoded for execution. It does not change after New and
// may be shared by workers.
type Program struct {
	kernel  *visa.Kernel
	layout  layout
	code    []inst
	fixed   []sem.Space // rows of immediates
	inputs  []input
	payload int // bytes of payload that the kernel reads

	functions []function
	tables    [][]int32            // targets of the switches, indices into code
	refused   []error              // of instructions that cannot run
	moves     map[int32]*visa.Inst // by index in Kernel.Insts: what runs in the place of faddr

	printOnce sync.Once
	print     uint64 // of the program, made when a thread is saved or loaded
}

// input is one .input record resolved: from payload bytes to image bytes, or
// to a state element.
type input struct {
	from, to, size int
	state          bool
}

// PayloadError is a thread started with a payload shorter than the kernel's
// .input records reach.
type PayloadError struct {
	Kernel    string
	Got, Need int // bytes
}

// Error gives both sizes.
func (e *PayloadError) Error() string {
	return fmt.Sprintf("kernel %s: thread payload has %d bytes, the .input records reach %d", e.Kernel, e.Got, e.Need)
}

// New decodes a kernel. The error is an *UnsupportedError for declarations that this
// engine cannot hold and an *InvalidError for a kernel that breaks vISA rules.
// The kernel must not change afterwards. An instruction that this engine does not run
// is refused when it is reached.
func New(k *visa.Kernel) (*Program, error) { return NewAt(k, nil) }

// NewAt is New with the addresses of program-scope data by their names.
func NewAt(k *visa.Kernel, symbols map[string]uint64) (*Program, error) {
	if err := checkTables(k); err != nil {
		return nil, err
	}
	p := &Program{kernel: k, layout: newLayout(k)}
	if n := p.layout.taken; n > maxTaken {
		return nil, &UnsupportedError{k.File, visa.Pos{}, "", fmt.Sprintf("%d bytes of variables whose address is taken: an address reaches %d", n, maxTaken)}
	}
	if err := p.loadInputs(); err != nil {
		return nil, err
	}
	d := decoder{k: k, l: &p.layout, symbols: symbols, moves: map[int32]*visa.Inst{}}
	code, err := d.decode()
	if err != nil {
		return nil, err
	}
	p.code, p.fixed, p.tables, p.refused, p.moves = code, d.fixed, d.tables, d.refused, d.moves
	for i := range k.Functions {
		p.functions = append(p.functions, p.function(&k.Functions[i], d.entries[i]))
	}
	return p, nil
}

// decoded is the instruction whose operands a decoded one has.
func (p *Program) decoded(in *inst) *visa.Inst {
	if move := p.moves[in.index]; move != nil {
		return move
	}
	return &p.kernel.Insts[in.index]
}

// PayloadSize is the number of payload bytes that the kernel reads: %r0 and
// all .input records.
func (p *Program) PayloadSize() int { return p.payload }

func (p *Program) loadInputs() error {
	p.payload = grf
	for i := range p.kernel.Inputs {
		in := &p.kernel.Inputs[i]
		r, err := p.loadInput(in)
		if err != nil {
			return err
		}
		p.inputs = append(p.inputs, r)
		p.payload = max(p.payload, in.Offset+in.Size)
	}
	return nil
}

func (p *Program) loadInput(in *visa.Input) (input, error) {
	r := input{from: in.Offset, size: in.Size}
	bad := func(format string, args ...any) (input, error) {
		return r, &InvalidError{p.kernel.File, in.Pos, ".input", fmt.Sprintf(format, args...)}
	}
	l := &p.layout
	table, legal := l.off, len(l.off)
	switch in.Kind {
	case visa.SurfaceVar:
		table, legal, r.state = l.surfOff, len(l.surfOff), true
	case visa.SamplerVar:
		table, legal, r.state = l.samplOff, len(l.samplOff), true
	}
	if in.Var < 0 || int(in.Var) >= legal {
		return bad("variable index %d: there are %d", in.Var, legal)
	}
	if in.Offset < 0 || in.Size < 0 {
		return bad("offset %d size %d", in.Offset, in.Size)
	}
	r.to = int(table[in.Var])
	if r.state {
		return r, nil
	}
	if r.to < 0 {
		return bad("variable %s has no storage", p.kernel.Vars[in.Var].Name)
	}
	if end := int(l.limit[in.Var]); r.to+r.size > end {
		return bad("%d bytes into %s: it has room for %d", in.Size, p.kernel.Vars[in.Var].Name, end-r.to)
	}
	return r, nil
}
