package jit

import (
	"runtime"
	"sync"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
)

// Program is a program of the EU model whose workers call compiled code. It serves any number of workers.
type Program struct {
	*eu.Program
	every bool // code of every sequence is called
	once  sync.Once
	code  *eu.Compiled
}

var _ dispatch.Engine = (*Program)(nil)

// New is an engine that compiles a program when its first worker is made.
func New(p *eu.Program) *Program { return &Program{Program: p} }

// Every is New whose workers call all code that there is, also where that is no faster: for comparisons.
func Every(p *eu.Program) *Program { return &Program{Program: p, every: true} }

// NewWorker returns a worker for groups of up to threads threads.
func (p *Program) NewWorker(threads int) dispatch.Worker {
	p.once.Do(p.compile)
	w := p.Worker(threads)
	w.Use(p.code)
	return w
}

// compile makes the code, when the processor can run it, the system has memory for it, and there is any.
func (p *Program) compile() {
	if !Available() || p.Breaks {
		return
	}
	ops := p.Program.Program
	c := compile(ops)
	if len(c.sequences) == 0 {
		return
	}
	if !p.every {
		c.pass()
	}
	pages, err := newPages(c.code)
	if err != nil {
		return // the EU model executes everything
	}
	list := c.sequences
	p.code = c.table(ops, pages.base())
	p.code.Some = sync.OnceValue(func() []uintptr { return p.some(list) })
	runtime.AddCleanup(p.code, pages.free, struct{}{})
}

// some makes the code of sequences for threads of which perhaps not all channels run.
func (p *Program) some(list []sequence) []uintptr {
	ops := p.Program.Program
	c := compileSome(ops, list)
	pages, err := newPages(c.code)
	if err != nil {
		return make([]uintptr, len(ops.Ops))
	}
	runtime.AddCleanup(p.code, pages.free, struct{}{})
	return c.places(ops, pages.base())
}
