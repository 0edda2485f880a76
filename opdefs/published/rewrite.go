package published

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// rewriting is one way of the pages to say something, and ours. $1 is the first group of
// the pattern.
type rewriting struct {
	kind, pattern, with string
	when                func(b *body) bool // nil for always
}

// rewritings of expressions, in this order.
var rewritings = []rewriting{
	{"condition in words", `(\w+) is unsigned`, `!is_signed($1)`, nil},
	{"condition in words", `(\w+) is signed`, `is_signed($1)`, nil},
	{"condition in words", `(\w+) is scalar`, `is_scalar($1)`, nil},
	{"condition in words", `(\w+) is predicate`, `is_pred($1)`, nil},
	{"condition in words", `floor\((src0\[i\])\) is odd`, `frac(floor($1) * 0.5) != 0.0`, nil},
	{"bit of a value", `bit (\w+) = (\w+)\[(\d+)\]`, `int $1 = bit($2, $3)`, nil},
	{"bit against a mask", `\((\w+) & \(1 ?<< ?31\)\) == (c\w+)`, `bit($1, 31) == $2`, nil},
	{"bits of a signed number", `(src0\[i\]) == 0xFFFFFFFF`, `bits($1, 31, 0) == 0xFFFFFFFF`, nil},
	{"relation", `(src0\[i\]) rel_op (src1\[i\])`, `compare(rel_op, $1, $2)`, nil},
	{"bits by number", `src0 & \(1 << i\)`, `bit(src0[0], i)`, nil},
	{"bits by number", `src0\[i\] & 1;`, `bit(src0[i], 0);`, (*body).predicate},
	{"address of an operand", `= src0\[i\] \+`, `= address_of(src0, i) +`, (*body).address},
	{"rotation", `RotateMask = sizeof\(src0\) \* 8 - 1`, `int RotateMask = width(src0) - 1`, nil},
	{"rotation", `\(src0\[i\] (<<|>>) `, `(bits(src0[i], RotateMask, 0) $1 `, (*body).rotates},
	{"logical shift", `= src0\[i\] >> src1`, `= bits(src0[i], shift_mask(dst), 0) >> src1`, (*body).logical},
	{"shift count", `(<<|>>) (src\d\[i\])`, `$1 ($2 & shift_mask(dst))`, nil},
	{"carry", `\bcarry\((.*)\);`, `bit($1, 32);`, nil},
	{"inverse", `1\.0 ?/ ?sqrt\((src0\[i\])\)`, `rsqrt($1)`, nil},
	{"inverse", `1\.0 ?/ ?(src0\[i\])`, `inv($1)`, nil},
	{"base 2", `\b(exp|log)\(`, `${1}2(`, nil},
	{"remainder", `(src0\[i\]) % (src1\[i\])`, `imod($1, $2)`, nil},
	{"quotient of integers", `(src0\[i\]) / (src1\[i\])`, `idiv($1, $2)`, (*body).onlyInts},
	{"quotient", `(src0\[i\]) / (src1\[i\])`, `quotient($1, $2)`, (*body).onlyFloats},
	{"fraction", `(src0\[i\]) - floor\(src0\[i\]\)`, `frac($1)`, nil},
	{"slice of bits", `(src\d)\[i\]\[(\d+):(\d+)\]`, `(is_signed($1) ? sext($1[i] >> $3, $2+1-$3) : bits($1[i], $2, $3))`, nil},
	{"bits of an element", `CHANNEL_SIZE_IN_BITS`, `32`, nil},
	{"bit of an element", `\b(src\d)\[i\]\[([^\]]*)\]`, `bit($1[i], $2)`, nil},
	{"channel of a mask", `ch_mask\[(\w+)\] == 1`, `bit(channels, $1)`, nil},
}

var sum = lazy.Regexp(`, (\d+)\+1-(\d+)\)`)

// rewrite turns what the pages say in other ways into our language.
func (b *body) rewrite() {
	b.choice()
	b.ofAddress()
	for _, r := range rewritings {
		if r.when == nil || r.when(b) {
			re := lazy.Regexp(r.pattern)
			b.replace(r.kind, re, func(m []string) string { return width(re.ReplaceAllString(m[0], r.with)) })
		}
	}
	b.conversion()
	b.highHalf()
	b.bitStores()
	b.storedBefore()
	b.counted()
	b.bothSorts()
	b.wholeInstruction()
}

// width computes the width of a slice.
func width(s string) string {
	return sum.ReplaceAllStringFunc(s, func(t string) string {
		g := sum.FindStringSubmatch(t)
		hi, _ := strconv.Atoi(g[1])
		lo, _ := strconv.Atoi(g[2])
		return fmt.Sprintf(", %d)", hi+1-lo)
	})
}

func (b *body) predicate() bool {
	return b.fieldNamed("dst") != nil && b.fieldNamed("dst").takesPredicate()
}
func (b *body) address() bool {
	return b.fieldNamed("dst") != nil && b.fieldNamed("dst").class == "address"
}

// ofAddress gives the operand whose address is taken the classes that have one.
func (b *body) ofAddress() {
	if f := b.fieldNamed("src0"); f != nil && b.address() && strings.Contains(b.text(), "= src0[i] +") {
		b.mend(f.pos, "class of an operand whose address is taken", f.class, "address, address of")
		f.class = "address, address of"
	}
}

func (b *body) rotates() bool { return strings.Contains(b.text(), "RotateMask") }
func (b *body) logical() bool {
	signed := slices.ContainsFunc(b.types, func(m TypeMap) bool {
		return slices.ContainsFunc(b.listed(m.Src), func(t string) bool { return !strings.HasPrefix(t, "U") })
	})
	return !signed && b.prop("Source Modifier") == "arithmetic"
}

func (b *body) onlyInts() bool {
	ints, floats := b.sorts()
	return ints && !floats
}

func (b *body) onlyFloats() bool {
	ints, floats := b.sorts()
	return floats && !ints && !b.says("ieee")
}

var minOrMax = lazy.Regexp(`\b(\w+)/(\w+)\((src0\[i\]), (src1\[i\])\)`)

// choice rewrites min/max(...), of which a field says which one it is.
func (b *body) choice() {
	b.replace("choice by a field", minOrMax, func(m []string) string {
		for _, f := range b.fields {
			if f.of == nil || !f.isNumber() {
				continue
			}
			if v, bits := f.valueOf(m[1]); bits != nil {
				return fmt.Sprintf("%s == %d ? %s(%s, %s) : %s(%s, %s)", f.lower(), v.Code, m[1], m[3], m[4], m[2], m[3], m[4])
			}
		}
		return m[0]
	})
}

var stores = lazy.Regexp(`^dst\[i\] = (.*);$`)

// conversion marks an op that is about its conversion.
func (b *body) conversion() {
	for i := range b.lines {
		if s := b.lines[i]; stores.MatchString(s.text) && strings.Contains(s.comment, "type conversion") {
			b.expand("conversion", i, stores.ReplaceAllString(s.text, "dst[i] = convert($1);"))
		}
	}
}

// highHalf takes what a comment says of the halves of a product.
func (b *body) highHalf() {
	for i := range b.lines {
		s := b.lines[i]
		switch {
		case !stores.MatchString(s.text):
		case strings.Contains(s.comment, "High32"):
			b.fieldNamed("dst").pair = true
			b.mend(s.pos, "both halves", s.comment, "pair")
		case strings.Contains(s.comment, "high 32 bits"):
			b.expand("high half", i, stores.ReplaceAllString(s.text, "dst[i] = ($1) >> 32;"))
		}
	}
}

var (
	bitStore = lazy.Regexp(`^dst\[i\]\[(.*?)\] = (.*)$`)
	bitLoop  = lazy.Regexp(`^for \(idx = `)
)

// bitStores collects the bits of an element that a loop stores one by one.
func (b *body) bitStores() {
	at := -1
	for i := 0; i < len(b.lines); i++ {
		g := bitStore.FindStringSubmatch(b.lines[i].text)
		switch {
		case bitLoop.MatchString(b.lines[i].text):
			at = i
		case at < 0 || g == nil:
		default:
			value := g[2]
			for !strings.HasSuffix(value, ";") && i+1 < len(b.lines) {
				value += " " + b.lines[i+1].text
				b.lines = append(b.lines[:i+1], b.lines[i+2:]...)
			}
			b.expand("bits one by one", i, fmt.Sprintf("result |= (%s) << %s;", strings.TrimSuffix(value, ";"), g[1]))
			pos := b.lines[at].pos
			end := min(i+2, len(b.lines)) // behind the loop's brace
			b.lines = slices.Insert(b.lines, end, stmt{"dst[i] = result;", "", pos})
			b.lines = slices.Insert(b.lines, at, stmt{"UD result = 0;", "", pos})
			return
		}
	}
}

// storedBefore replaces a destination that is read by what was stored.
func (b *body) storedBefore() {
	last := ""
	for i := range b.lines {
		s := &b.lines[i]
		if g := stores.FindStringSubmatch(s.text); g != nil {
			last = g[1]
			continue
		}
		if last != "" && strings.Contains(s.text, "dst[i]") {
			now := strings.ReplaceAll(s.text, "dst[i]", last)
			b.mend(s.pos, "result that is read", s.text, now)
			s.text = now
		}
	}
}

var counting = lazy.Regexp(`^(\w+) ?\+\+;$`)

// counted stores the count of a loop, not the value that the loop has made zero.
func (b *body) counted() {
	count, gone := "", ""
	for i := range b.lines {
		s := &b.lines[i]
		if v, ok := strings.CutPrefix(s.text, "while ("); ok {
			gone = strings.Trim(v, " {)")
		}
		if g := counting.FindStringSubmatch(s.text); g != nil {
			count = g[1]
		}
		if gone != "" && count != "" && s.text == "dst[i] = "+gone+";" {
			b.mend(s.pos, "value that is zero by then", gone, count)
			s.text = "dst[i] = " + count + ";"
		}
	}
}

var (
	truth    = lazy.Regexp(`^dst\[i\] = (.*) \? -1 : 0;$`)
	division = lazy.Regexp(`^dst\[i\] = (src0\[i\]) / (src1\[i\]);$`)
)

// bothSorts tells floats from integers where our language does.
func (b *body) bothSorts() {
	ints, floats := b.sorts()
	if !ints || !floats {
		return
	}
	for i := 0; i < len(b.lines); i++ {
		of := func(f, n string) {
			b.expand("integers and floats", i, "if (is_float(dst)) {", f, "} else {", n, "}")
			i += 4
		}
		if g := truth.FindStringSubmatch(b.lines[i].text); g != nil {
			of(fmt.Sprintf("dst[i] = %s ? all_ones(dst) : 0.0;", g[1]), b.lines[i].text)
		} else if g := division.FindStringSubmatch(b.lines[i].text); g != nil {
			of(fmt.Sprintf("dst[i] = quotient(%s, %s);", g[1], g[2]), fmt.Sprintf("dst[i] = idiv(%s, %s);", g[1], g[2]))
		}
	}
}

// wholeInstruction moves a question about an operand out of the loop over elements:
// for { if (Q) { A } else { B } } becomes if (Q) { for { A } } else { for { B } }.
func (b *body) wholeInstruction() {
	n := len(b.lines)
	if n < 6 || !strings.HasPrefix(b.lines[1].text, "if (is_scalar(") {
		return
	}
	middle := 2
	for middle < n && b.lines[middle].text != "}" {
		middle++
	}
	if middle+1 >= n || strings.ReplaceAll(b.lines[middle+1].text, " ", "") != "else{" {
		return
	}
	loop, question, other := b.lines[0], b.lines[1], b.lines[middle+1]
	b.mend(loop.pos, "question of the whole instruction", loop.text, question.text)
	end := stmt{"}", "", b.lines[n-1].pos}
	b.lines = slices.Concat([]stmt{question, loop}, b.lines[2:middle], []stmt{end, end, other, loop}, b.lines[middle+2:n-2], []stmt{end, end})
}

// typeOf is the first type that a raw operand must have; dwords without one.
func (c *converter) typeOf(f *field) string {
	if f.of != nil {
		if g := mustHave.FindStringSubmatch(f.of.Doc); g != nil {
			t, _, _ := strings.Cut(g[1], ",")
			if c.isInt(t) {
				return t
			}
		}
	}
	return "UD"
}
