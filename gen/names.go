package gen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/opdefs"
)

// taken are names that generated Go uses and a page must not redefine:
// predeclared ones, packages, parameters, and what kernels call in package sem.
var taken = strings.Fields(`bool byte rune string error any int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64
	uintptr float32 float64 true false nil iota append cap clear close copy delete len make max min new panic print println recover
	num math bits f n err exec pred
	fits idiv imod rawLoad rawStore shiftMask lowMask mulShift satAdd satSub satMul satShl rmw atomicSize widenHalf fmaBits`)

// localName is the Go name of a field or local: "element_offset" is elementOffset.
func localName(s string) string {
	c := slotCamel(s)
	c = strings.ToLower(c[:1]) + c[1:]
	if token.IsKeyword(c) || slices.Contains(taken, c) {
		c += "_"
	}
	return c
}

// nameLocals gives each local's name a Go name of its own.
func (g *scope) nameLocals() {
	name := func(l *opdefs.Local) {
		if g.names[l.Name] != "" || l.Lane {
			return
		}
		c := localName(l.Name)
		for g.locals[c] {
			c += "_"
		}
		g.names[l.Name], g.locals[c] = c, true
	}
	opdefs.Walk(g.op.Page.Body, func(n opdefs.Node) {
		switch n := n.(type) {
		case *opdefs.Decl:
			name(n.Var)
		case *opdefs.For:
			name(n.Var)
		case *opdefs.Atomic:
			name(n.Old)
		}
	})
}

// free reports whether a helper variable may have a name.
func (g *scope) free(name string) bool {
	return !g.locals[name] && !slices.Contains(taken, name)
}

// hoist declares a variable once before the loops and gives its name, which is
// want with a number behind it when that is in use for something else.
func (g *scope) hoist(want, init string) string {
	return g.hoisting(want, func(v string) string { return v + " := " + init })
}

// hoistTry declares a variable for the result of a function that may fail.
func (g *scope) hoistTry(want, call string) string {
	return g.hoisting(want, func(v string) string {
		return v + ", err := " + call + "\nif err != nil {\nreturn err\n}"
	})
}

func (g *scope) hoisting(want string, declare func(name string) string) string {
	for k := 1; ; k++ {
		v := want
		if k > 1 {
			v = fmt.Sprintf("%s%d", want, k)
		}
		if !g.free(v) {
			continue
		}
		decl := declare(v)
		switch g.have[v] {
		case decl:
			return v
		case "":
			g.have[v] = decl
			g.hoisted = append(g.hoisted, decl)
			return v
		}
	}
}

// temp is a new variable inside the loops.
func (g *scope) temp() string {
	for {
		g.temps++
		if v := fmt.Sprintf("t%d", g.temps); g.free(v) && g.have[v] == "" {
			return v
		}
	}
}
