//go:build oracle

package verify_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

var vectorRow = regexp.MustCompile("(?m)^\\| `([^`]*)` \\| `[0-9a-f]*` \\|$")

// vectors are the texts of the vectors of all pages: an instruction or more of each op.
func vectors(t *testing.T) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "specs", "visa", "*.md"))
	require.NoError(t, err)
	for _, f := range files {
		page, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range vectorRow.FindAllStringSubmatch(string(page), -1) {
			out = append(out, m[1])
		}
	}
	require.NotEmpty(t, out)
	return out
}

// vectorText is a kernel around a vector, with large variables of each type.
func vectorText(text string) string {
	var b strings.Builder
	b.WriteString(".version 4.1\n.kernel \"k\"\n")
	for _, v := range []string{"X ud", "XD d", "Y ub", "YS b", "W uw", "WS w", "F f", "H hf", "DD df", "QQ q", "UQ uq"} {
		name, typ, _ := strings.Cut(v, " ")
		b.WriteString(".decl " + name + " v_type=G type=" + typ + " num_elts=512 align=GRF\n")
	}
	b.WriteString(".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n.decl P2 v_type=P num_elts=32\n" +
		".decl T6 v_type=T num_elts=1\n.decl T7 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n.decl S1 v_type=S num_elts=1\n" +
		".input X offset=32 size=2048\n.kernel_attr SimdSize=32\nmain:\n")
	if strings.Contains(text, "E1") || strings.Contains(text, "L2") {
		b.WriteString("L1:\n")
	}
	b.WriteString(strings.Replace(text, `" `, "\"\n", 1) + "\n")
	if strings.HasSuffix(text, "L2)") {
		b.WriteString("L2:\n")
	}
	for _, l := range []string{"E1", "L1"} {
		if strings.HasSuffix(text, " "+l) {
			b.WriteString(l + ":\n")
		}
	}
	b.WriteString("ret (M1, 1)\n")
	if strings.HasSuffix(text, " S1_1") {
		b.WriteString(".function \"S1_1\"\nS1_1:\nret (M1, 1)\n")
	}
	return b.String()
}
