package opencl

import (
	"fmt"
	"strings"
)

// specials are the doubles that functions have cases for; functions of few values have
// more of their own in the buffers.
var specialDoubles = []string{
	"0x0000000000000000ul", "0x8000000000000000ul", // zeros
	"0x3ff0000000000000ul", "0xbff0000000000000ul", // 1, -1
	"0x7ff0000000000000ul", "0xfff0000000000000ul", // infinities
	"0x7ff8000000000000ul", "0xfff8000000000000ul", // NaN
	"0x0000000000000001ul", "0x8000000000000001ul", // the least
	"0x000ffffffffffffful", "0x800ffffffffffffful", // the largest denormals
	"0x0010000000000000ul", "0x8010000000000000ul", // the least normal numbers
	"0x7feffffffffffffful", "0xffeffffffffffffful", // the largest
	"0x3fe0000000000000ul", "0xc000000000000000ul", // 0.5, -2
	"0x4008000000000000ul", "0xc014000000000000ul", // 3, -5
	"0x4340000000000000ul", "0xc33ffffffffffffful", // 2^53, -(2^53 - 1)
	"0x40862e42fefa39eful", "0xc0874910d52d3051ul", // where exp overflows and is 0
	"0x3fefffffffffffful", "0x3ff0000000000001ul", // beside 1
	"0x3ff921fb54442d18ul", "0x400921fb54442d18ul", // halves of turns
	"0x4170000000000000ul", "0x44b52d02c7e14af6ul", // 2^24, 1e23
	"0x3e112e0be826d695ul", "0x7e37e43c8800759cul", // 1e-9, 1e300
}

// specials writes the doubles as a table of constants.
func (g *generator) specials() {
	g.line("__constant ulong special[%d] = {%s};", len(specialDoubles), strings.Join(specialDoubles, ", "))
}

// Functions of one double, of two, and of a double and an integer: within how many units
// in the last place OpenCL has them (OpenCL C 3.0 section 7.4, double precision), and
// where Intel's library does not give what OpenCL says.
var (
	unary = []limit{
		{"acos", 4, ""}, {"acosh", 4, ""}, {"acospi", 5, ""}, {"asin", 4, otherZero}, {"asinh", 4, ""}, {"asinpi", 5, otherZero},
		{"atan", 5, ""}, {"atanh", 5, ""}, {"atanpi", 5, otherZero}, {"cbrt", 2, ""}, {"cos", 4, ""}, {"cosh", 4, ""},
		{"cospi", 4, otherZero}, {"erf", 16, ""}, {"erfc", 16, ""}, {"exp", 3, ""}, {"exp2", 3, ""}, {"exp10", 3, ""},
		{"expm1", 3, otherZero}, {"log", 3, ""}, {"log2", 3, ""}, {"log10", 3, ""}, {"log1p", 2, ""}, {"logb", 0, ""},
		{"rsqrt", 2, ""}, {"sin", 4, ""}, {"sinh", 4, ""}, {"sinpi", 4, otherZero}, {"sqrt", 0, ""}, {"tan", 5, ""},
		{"tanh", 5, ""}, {"tanpi", 6, otherZero}, {"tgamma", 16, anything}, {"rint", 0, ""}, {"round", 0, otherZero},
		{"trunc", 0, ""}, {"floor", 0, otherZero}, {"ceil", 0, otherZero},
	}
	ofTwo = []limit{
		{"atan2", 6, ""}, {"atan2pi", 6, ""}, {"pow", 16, ""}, {"powr", 16, ""}, {"hypot", 4, ""}, {"fmod", 0, ""}, {"remainder", 0, ""},
		{"fdim", 0, ""}, {"nextafter", 0, otherZero}, {"copysign", 0, ""}, {"/", 0, ""},
	}
	eitherZero = []limit{ // of two, of which OpenCL leaves open whether -0 is less than 0
		{"fmin", 0, otherZero}, {"fmax", 0, otherZero}, {"maxmag", 0, otherZero}, {"minmag", 0, otherZero},
	}
	withInt = []limit{{"pown", 16, ""}, {"rootn", 16, ""}, {"ldexp", 0, ""}}
)

// What the library gives beside or in place of what OpenCL says.
const (
	otherZero = "or the other zero"
	anything  = "or anything" // tgamma: other signs at poles, some 250 units where it is large
)

type limit struct {
	name   string
	ulps   int
	beside string
}

// function writes a function of doubles to the words j and j+1 of an item. The comment is
// how near they must be (near).
func (g *generator) function(j int) {
	var f limit
	var e string
	switch g.IntN(5) {
	case 0, 1:
		f = unary[g.IntN(len(unary))]
		e = fmt.Sprintf("%s(%s)", f.name, g.argument())
	case 2, 3:
		if f = eitherZero[g.IntN(len(eitherZero))]; g.IntN(5) > 0 {
			f = ofTwo[g.IntN(len(ofTwo))]
		}
		e = fmt.Sprintf("%s(%s, %s)", f.name, g.argument(), g.argument())
		if f.name == "/" {
			e = fmt.Sprintf("(%s) / (%s)", g.argument(), g.argument())
		}
	default:
		f = withInt[g.IntN(len(withInt))]
		e = fmt.Sprintf("%s(%s, (int)(%s & 0x1f) - 9)", f.name, g.argument(), g.expr(uintType, 1))
	}
	g.line("ulong d%d = bits64(%s);", j, e)
	g.line("o[g * %d + %d] = (uint)d%d; // within %d %s", outputs, j, j, f.ulps, f.beside)
	g.line("o[g * %d + %d] = (uint)(d%d >> 32);", outputs, j+1, j)
}

// argument is a double: special, of the input or of the program.
func (g *generator) argument() string {
	switch g.IntN(6) {
	case 0, 1, 2:
		return fmt.Sprintf("as_double(special[%s & %d])", []string{"g", "(g >> 3)", "(g * 5)", "a[g & 63]", "(a[l] >> 4)", "(l ^ s)"}[g.IntN(6)], len(specialDoubles)-1)
	case 3, 4:
		return fmt.Sprintf("(double)f[%s & %d]", g.index(), inputs-1)
	}
	return g.expr(of(scalars[9], 1), 1)
}

// near are the words of a kernel that begin doubles with a limit, by the comments in its
// text.
func near(src string, kernel int) map[int]limit {
	out := map[int]limit{}
	in := false
	for l := range strings.Lines(src) {
		if strings.HasPrefix(l, "__kernel") {
			in = strings.Contains(l, fmt.Sprintf("void k%d(", kernel))
		}
		code, text, found := strings.Cut(strings.TrimSpace(l), "// within ")
		ulps, beside, _ := strings.Cut(text, " ")
		if !in || !found {
			continue
		}
		f := limit{beside: strings.TrimSpace(beside)}
		var word int
		_, bad := fmt.Sscanf(code, fmt.Sprintf("o[g * %d + %%d]", outputs), &word)
		if _, err := fmt.Sscan(ulps, &f.ulps); bad == nil && err == nil {
			out[word] = f
		}
	}
	return out
}
