package gen

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"

	"github.com/genvisa/genvisa/opdefs"
)

// scope emits one variant of one op's body: fixed class, and fixed answers to
// what an instruction decides once (relation, predicate destination, ...).
type scope struct {
	op      *opdefs.Op
	class   *classInfo // nil in a memory body
	sort    opdefs.Sort
	errs    *opdefs.Errors
	variant variant

	assigns int                                       // number of combinations of source ranges
	source  map[*opdefs.OpField][]interval            // by combination
	env     map[*opdefs.Local][]interval              // current range of each local
	total   map[*opdefs.Local][]interval              // all ranges of each local
	types   map[*opdefs.Local]goType                  // chosen after the dry run
	dry     bool                                      // first run: collect total, emit nothing
	wide    bool                                      // a result leaves the row's type
	lines   []string                                  // emitted text
	hoisted []string                                  // declarations before the loops
	have    map[string]string                         // declarations in hoisted by name
	names   map[string]string                         // Go name of each local's name
	locals  map[string]bool                           // the values of names
	stores  map[*opdefs.OpField]map[*opdefs.Elem]bool // stores to each predicate destination
	temps   int
	rows    map[string]string // in a loop over addresses: the rows whose element i is read, by name; nil elsewhere
}

// variant is what an instruction decides once.
type variant struct {
	pred   bool // the destination is a predicate
	rel    int  // relation code, -1 when the body has no compare
	ieee   bool // default float mode
	sat    bool // exact results wanted
	widths map[*opdefs.OpField]int
}

func newScope(op *opdefs.Op, class *classInfo, sort opdefs.Sort, v variant, errs *opdefs.Errors) *scope {
	g := &scope{op: op, class: class, sort: sort, variant: v, errs: errs, assigns: 1,
		env: map[*opdefs.Local][]interval{}, total: map[*opdefs.Local][]interval{}, types: map[*opdefs.Local]goType{},
		have: map[string]string{}, names: map[string]string{}, locals: map[string]bool{},
		stores: map[*opdefs.OpField]map[*opdefs.Elem]bool{}, source: map[*opdefs.OpField][]interval{}}
	g.nameLocals()
	if class != nil {
		g.sources()
	}
	return g
}

// sources sets the ranges of the vector sources: one per combination of types
// in the class.
func (g *scope) sources() {
	var vecs []*opdefs.OpField
	for _, f := range g.op.Slots() {
		if f.Read {
			vecs = append(vecs, f)
		}
	}
	rs := g.class.ranges(g.op.Page)
	for range vecs {
		g.assigns *= len(rs)
	}
	for k := range g.assigns {
		n := k
		for _, f := range vecs {
			g.source[f] = append(g.source[f], rs[n%len(rs)])
			n /= len(rs)
		}
	}
}

func (g *scope) fail(p opdefs.Pos, format string, args ...any) {
	where := g.op.Name
	if g.class != nil {
		where += " in class " + g.class.name
	}
	*g.errs = append(*g.errs, &opdefs.Error{Pos: p, Msg: where + ": " + fmt.Sprintf(format, args...)})
}

func (g *scope) emit(format string, args ...any) {
	if !g.dry {
		g.lines = append(g.lines, fmt.Sprintf(format, args...))
	}
}

// run emits the body and gives its text.
func (g *scope) run() string {
	g.dry = true
	g.stmt(g.op.Page.Body)
	for l, r := range g.total {
		t, ok := pick(hull(r), g.native())
		if l.Sized {
			t, ok = pick(elementRange(l.Type), g.native())
		}
		if !ok {
			g.fail(l.Pos, "local %s has values from %s to %s, which no 64-bit integer holds", l.Name, hull(r).lo, hull(r).hi)
			t = i64
		}
		g.types[l] = t
	}
	if len(*g.errs) > 0 {
		return ""
	}
	g.dry, g.env, g.temps = false, map[*opdefs.Local][]interval{}, 0
	g.hoisted, g.have = nil, map[string]string{}
	g.stmt(g.op.Page.Body)
	g.finishPreds()
	return strings.Join(append(g.hoisted, silence(g.lines)...), "\n")
}

var declared = regexp.MustCompile(`^(?:var )?(\w+)(?:, err)? (?::=|uint32$|int32$|uint64$|int64$)`)

// silence marks the variables that nothing reads, since constant conditions and
// values leave no use of them; Go would refuse them.
func silence(lines []string) []string {
	var out []string
	for i, l := range lines {
		out = append(out, l)
		if m := declared.FindStringSubmatch(l); m != nil && !readIn(lines[i+1:], m[1]) {
			out = append(out, "_ = "+m[1])
		}
	}
	return out
}

// readIn reports whether a line uses name other than to assign it.
func readIn(lines []string, name string) bool {
	word := regexp.MustCompile(`\b` + name + `\b`)
	for _, l := range lines {
		if word.MatchString(strings.TrimPrefix(l, name+" = ")) {
			return true
		}
	}
	return false
}

// native is the type that needs no conversion in this class.
func (g *scope) native() goType {
	if g.class == nil {
		return i64
	}
	return g.class.typ
}

func hull(rs []interval) interval {
	out := rs[0]
	for _, r := range rs[1:] {
		out = out.join(r)
	}
	return out
}

// setLocal records a store of ranges rs to l.
func (g *scope) setLocal(l *opdefs.Local, rs []interval) {
	if l.Sized {
		lim := elementRange(l.Type)
		rs = mapRanges(rs, func(r interval) interval {
			if r.within(lim) {
				return r
			}
			return lim
		})
	}
	g.env[l] = rs
	if old, ok := g.total[l]; ok {
		rs = joinRanges(old, rs)
	}
	g.total[l] = rs
}

func mapRanges(rs []interval, f func(interval) interval) []interval {
	out := make([]interval, len(rs))
	for i, r := range rs {
		out[i] = f(r)
	}
	return out
}

func joinRanges(a, b []interval) []interval {
	out := make([]interval, len(a))
	for i := range a {
		out[i] = a[i].join(b[i])
	}
	return out
}

func (g *scope) constRange(r interval) []interval {
	out := make([]interval, g.assigns)
	for i := range out {
		out[i] = r
	}
	return out
}

// fixpoint repeats a loop's body without emitting until the ranges of locals
// stay, at most so often as the loop can run (0: not known).
func (g *scope) fixpoint(trips int, body func()) {
	wasDry := g.dry
	g.dry = true
	for round := 0; trips == 0 || round < trips-1; round++ {
		before := maps.Clone(g.env)
		body()
		stable := true
		for l, old := range before {
			now := joinRanges(old, g.env[l])
			for i := range now {
				if !now[i].equal(old[i]) {
					stable = false
					if round > 70 || trips == 0 && round > 3 {
						huge := new(big.Int).Lsh(big.NewInt(1), 200)
						now[i] = interval{new(big.Int).Neg(huge), huge}
						if l.Sized {
							now[i] = elementRange(l.Type)
						}
					}
				}
			}
			before[l] = now
		}
		g.env = before
		if stable || round > 72 {
			break
		}
	}
	g.dry = wasDry
}

// branch runs f on a copy of the ranges and gives them back.
func (g *scope) branch(f func()) map[*opdefs.Local][]interval {
	saved := maps.Clone(g.env)
	f()
	out := g.env
	g.env = saved
	return out
}

func (g *scope) merge(a, b map[*opdefs.Local][]interval) {
	g.env = map[*opdefs.Local][]interval{}
	for l, r := range a {
		if o, ok := b[l]; ok {
			g.env[l] = joinRanges(r, o)
		}
	}
}
