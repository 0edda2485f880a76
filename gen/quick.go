package gen

import (
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
)

// quicks are the computations that visa/sem has by the processor's vectors (quick.go there):
// a kernel's one loop over lanes, by its classes.
var quicks = []struct {
	classes, loop, name string
}{
	{"UD D F", "dst[i] = src0[i]", "quickMove"},
	{"UD D", "dst[i] = src0[i] + src1[i]", "quickAdd"},
	{"UD D", "dst[i] = src0[i] * src1[i]", "quickMul"},
	{"UD D", "dst[i] = src0[i] & src1[i]", "quickAnd"},
	{"UD D", "dst[i] = src0[i] | src1[i]", "quickOr"},
	{"UD D", "dst[i] = src0[i] ^ src1[i]", "quickXor"},
	{"UD", "dst[i] = src0[i] << (src1[i] & 31)", "quickShl"},
	{"D", "dst[i] = src0[i] << uint32(src1[i] & 31)", "quickShl"},
	{"UD", "dst[i] = src0[i] >> (src1[i] & 31)", "quickShr"},
	{"D", "dst[i] = int32(uint32(src0[i]) >> uint32(src1[i] & 31))", "quickShr"},
	{"D", "dst[i] = src0[i] >> uint32(src1[i] & 31)", "quickAsr"},
	{"F", "dst[i] = num.CanonF(float32(src0[i] + src1[i]))", "quickAddF"},
	{"F", "dst[i] = num.CanonF(float32(src0[i] * src1[i]))", "quickMulF"},
	{"F", "t3, t4 := num.QuickFmaF(src0[i], src1[i], src2[i])", "quickMadF"},
}

// A loop over lanes, up to the end of its first statement, and the way to it of floats.
var (
	oneLoop = regexp.MustCompile(`(?s)^n := min\(f\.N, Lanes\)\n(.*)for i := range n \{\n([^\n]*)\n`)
	ieee    = "if f.Mode == num.IEEE {\n"
)

// quickRow is the computation of a kernel; nil when there is none.
func quickRow(c *classInfo, text string) jen.Code {
	text, float := strings.CutPrefix(text, "n := min(f.N, Lanes)\n"+ieee)
	if float {
		text, _, _ = strings.Cut(text, "return nil\n")
		text = "n := min(f.N, Lanes)\n" + text
	}
	m := oneLoop.FindStringSubmatch(text)
	if m == nil || strings.Contains(m[1], "{") {
		return nil
	}
	for _, q := range quicks {
		if m[2] == q.loop && strings.Contains(" "+q.classes+" ", " "+c.name+" ") {
			return jen.Id(c.name).Op(":").Id(q.name)
		}
	}
	return nil
}
