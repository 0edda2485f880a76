package gen_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// TestRangesThatDoNotFit breaks the base page of package opdefs so that it
// parses but no machine integer holds what it computes.
func TestRangesThatDoNotFit(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	base, err := os.ReadFile("../opdefs/testdata/TEST.md")
	require.NoError(t, err)
	const old, types = "src0[i] + 1", "**Src types:** UD, D"
	for _, c := range []struct{ name, new, types, want string }{
		{"shift count", "src0[i] << src1[i]", types, "visa/TEST.md:17:27: error: test in class UD: shift count from 0 to 4294967295; legal is a count that is provably in 0..63"},
		{"comparison", "(src0[i] * src1[i] * src1[i] > 7 ? 1 : 2)", types, "visa/TEST.md:17:35: error: test in class UD: comparison of values from 0 to"},
		{"shift of a wide sum", "(src0[i] + src1[i]) >> 1", "**Src types:** UQ", "visa/TEST.md:17:25: error: test in class UQ: value from 0 to 36893488147419103230 is needed in full"},
		{"bits", "bits(src0[i], 64, 0)", types, "visa/TEST.md:17:16: error: test in class UD: bits(v, hi, lo) with hi in 64..64 and lo in 0..0; legal are 0..63"},
		{"quotient by zero", "(4 / 0)", types, "visa/TEST.md:17:19: error: test in class UD: divisor that may be 0; legal is one that is provably not"},
		{"fits", "(fits(dst, src0[i] * src1[i]) ? 1 : 2)", types, "visa/TEST.md:17:17: error: test in class UD: fits of values from 0 to 18446744065119617025; legal are values that a signed 64-bit integer holds"},
		{"endless loop", "src0[i] + 1 : src1[i];\n  UD n = 0;\n  while (n < 4294967296) { n += 1; }\n  dst[i] = n; //", types, "visa/TEST.md:19:12: error: test in class UD: condition of while is true for all values that its operands can have"},
		{"integer of floats", "src0[i] + 1 : src1[i];\n  dst[i] = src0[i] > 0.5 ? 1 : 2; //", "**Src types:** F", "an integer is stored where the sources are floats"},
		{"large number", "src0[i] * 70000.0", "**Src types:** HF", "visa/TEST.md:17:26: error: test in class HF: number 70000; legal are numbers up to 65504"},
		{"function of doubles", "convert(sin(src0[i]))", "**Src types:** DF", "visa/TEST.md:17:24: error: test in class DF: sin is not defined for DF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(string(base), old))
			page := strings.Replace(strings.Replace(string(base), old, c.new, 1), types, c.types, 1)
			m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(page)}})
			require.NoError(t, err)
			files, err := gen.Generate(m)
			require.ErrorContains(t, err, c.want)
			require.Nil(t, files)
			var list opdefs.Errors
			require.ErrorAs(t, err, &list)
		})
	}
}
