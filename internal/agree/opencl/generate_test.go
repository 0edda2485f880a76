package opencl

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sizes of every launch and its buffers.
const (
	globalSize = 96
	localSize  = 32
	inputs     = 64 // elements of a and f
	outputs    = 8  // words of o for each item
	counters   = 4  // words of c
)

// program is a generated text and how many kernels it has.
type program struct {
	src     string
	kernels int
}

// generator writes one program.
type generator struct {
	*rand.Rand
	out    strings.Builder
	indent int
	vars   []variable
	shared []variable // arrays in local memory, of an element for each item
	open   int        // tangle that is open, with so many labels
	labels int
	next   int
	loops  int  // loops that are open
	double bool // the device has doubles
}

type variable struct {
	name string
	t    typ
	open bool // may be assigned
}

// generate makes the program of a seed, for devices with doubles or any.
func generate(seed uint64, kernels int, double bool) *program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6f70656e636c)), double: double}
	g.line("#pragma OPENCL FP_CONTRACT OFF")
	g.line("%s", tangles)
	g.line("uint bits32(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }")
	if double {
		g.line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable")
		g.line("ulong bits64(double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }")
	}
	if double {
		g.specials()
	}
	for k := range kernels {
		g.kernel(k)
	}
	return &program{g.out.String(), kernels}
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, "%s%s\n", strings.Repeat("  ", g.indent), fmt.Sprintf(format, args...))
}

func (g *generator) kernel(k int) {
	g.vars, g.next = nil, 0
	g.line("__kernel void k%d(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s,", k)
	g.line("    __local uint *p, __local uchar *b, __local ulong *w) {")
	g.indent++
	g.locals()
	g.line("uint pa[8] = {1, 2, 3, 4, 5, 6, 7, 8};")
	g.line("uint g = get_global_id(0), l = get_local_id(0);")
	g.line("uint zero = s == 0xfeedbeefu;")
	g.known("g", uintType)
	g.known("l", uintType)
	g.known("s", uintType)
	for range 3 {
		g.declare()
	}
	for range 4 + g.IntN(10) {
		g.statement(2)
		if g.IntN(8) == 0 {
			g.exchange()
		}
	}
	first := 0
	for g.double && first < 4 && g.IntN(2) == 0 {
		g.function(first)
		first += 2
	}
	for j := first; j < outputs; j++ {
		g.line("o[g * %d + %d] = %s;", outputs, j, g.observe())
	}
	g.indent--
	g.line("}")
}

func (g *generator) known(name string, t typ) { g.vars = append(g.vars, variable{name, t, false}) }

// typ draws a type: mostly dwords and floats.
func (g *generator) typ() typ {
	t := scalars[g.IntN(len(scalars))]
	if g.IntN(3) == 0 {
		t = scalars[4+g.IntN(2)]
	}
	if g.IntN(5) == 0 || t.base == "double" && !g.double {
		t = floatType
	}
	return of(t, []int{1, 1, 1, 2, 4}[g.IntN(5)])
}

func (g *generator) declare() {
	t := g.typ()
	e := g.expr(t, 3)
	name := fmt.Sprintf("v%d", g.next)
	g.next++
	g.line("%s %s = %s;", t.name(), name, e)
	g.vars = append(g.vars, variable{name, t, true})
}

// block runs body in braces; variables of the block end with it.
func (g *generator) block(head string, body func()) {
	seen := len(g.vars)
	g.line("%s {", head)
	g.indent++
	body()
	g.indent--
	g.line("}")
	g.vars = g.vars[:seen]
}

func (g *generator) statement(depth int) {
	some := func() {
		for range 1 + g.IntN(3) {
			g.statement(depth - 1)
		}
	}
	if g.labels > 0 && g.IntN(4) == 0 {
		g.leave()
	}
	switch n := g.IntN(15); {
	case n < 4 || depth == 0:
		g.declare()
	case n < 7:
		g.assign()
	case n < 9:
		g.block("if ("+g.cond(2)+")", some)
		if g.IntN(2) == 0 {
			g.block("else", some)
		}
	case n < 10 && g.loops < 2:
		g.loop(some)
	case n < 11:
		g.choose(some)
	case n < 12:
		g.line("pa[%s & 7] = %s;", g.expr(uintType, 1), g.expr(uintType, 2))
	case n < 13 && g.labels == 0:
		g.tangle(some)
	case n < 14:
		g.line("atomic_add(&c[%s & %d], %s);", g.expr(uintType, 1), counters-1, g.expr(uintType, 1))
	default:
		g.element()
	}
}

func (g *generator) assign() {
	if v := g.pick(func(v variable) bool { return v.open }); v != nil {
		g.line("%s = %s;", v.name, g.expr(v.t, 3))
	}
}

// element writes one element of a vector.
func (g *generator) element() {
	if v := g.pick(func(v variable) bool { return v.open && v.t.width > 1 }); v != nil {
		g.line("%s.s%d = %s;", v.name, g.IntN(v.t.width), g.expr(of(v.t, 1), 2))
	}
}

func (g *generator) loop(some func()) {
	i := fmt.Sprintf("i%d", g.next)
	g.next++
	g.loops++
	g.block(fmt.Sprintf("for (uint %s = 0; %s < (%s & 7); %s++)", i, i, g.stable(), i), func() {
		g.known(i, uintType)
		some()
		switch g.IntN(4) {
		case 0:
			g.line("if (%s) break;", g.cond(1))
		case 1:
			g.line("if (%s) continue;", g.cond(1))
		}
		some()
	})
	g.loops--
}

// stable is a number that the body of a loop cannot change.
func (g *generator) stable() string {
	return []string{"g", "l", "s", "a[g & 63]"}[g.IntN(4)]
}

func (g *generator) choose(some func()) {
	g.block(fmt.Sprintf("switch (%s & 3)", g.expr(uintType, 1)), func() {
		for k := range 1 + g.IntN(3) {
			g.block(fmt.Sprintf("case %d:", k), some)
			if g.IntN(3) > 0 {
				g.line("break;")
			}
		}
		if g.IntN(2) == 0 {
			g.block("default:", some)
		}
	})
}

// pick is a random variable with a property, or nil.
func (g *generator) pick(ok func(variable) bool) *variable {
	var fit []int
	for i := range g.vars {
		if ok(g.vars[i]) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return &g.vars[fit[g.IntN(len(fit))]]
}

// observe is a word that depends on a variable.
func (g *generator) observe() string {
	v := g.pick(func(variable) bool { return true })
	e := v.name
	if v.t.width > 1 {
		e = fmt.Sprintf("%s.s%d", v.name, g.IntN(v.t.width))
	}
	switch t := v.t; {
	case t.float && t.bits == 32:
		return fmt.Sprintf("bits32(%s)", e)
	case t.float:
		e = fmt.Sprintf("bits64(%s)", e)
		return fmt.Sprintf("(uint)(%s ^ %s >> 32)", e, e)
	case t.bits == 64:
		return fmt.Sprintf("(uint)(as_ulong(%s) ^ as_ulong(%s) >> 32)", e, e)
	}
	return fmt.Sprintf("(uint)%s", e)
}
