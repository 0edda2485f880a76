package opdefs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// neighbourBody is a body of groups of two, in an op that says so.
const neighbourBody = "lanes {\n  if (i & 1) dst[i] = undefined; else dst[i] = src0[i | 1] + src1[(i ^ 1) << 1 >> 1];\n}"

// neighbours is a page with that body, with changes.
func neighbours(t *testing.T, changes ...string) string {
	t.Helper()
	text := basePage(t)
	for i := 0; i < len(changes); i += 2 {
		require.Equal(t, 1, strings.Count(text, changes[i]), "%q must stand once", changes[i])
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	return text
}

var asNeighbours = []string{
	"lanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}", neighbourBody,
	" Rel_op:ub |", "", "| --- | --- | --- | --- | --- |", "| --- | --- | --- | --- |", "- **Rel_op(ub):** The relation.\n  - enum: RELATION\n", "",
	".<rel_op>", "", "- **Source Modifier:** arithmetic", "- **Source Modifier:** arithmetic\n- **Execution sizes:** 2, 8, 32",
}

// TestNeighbours: which other elements a body may read, leave undefined and sum up, and when
// it may store the predicate.
func TestNeighbours(t *testing.T) {
	m, err := parse(t, neighbours(t, asNeighbours...))
	require.NoError(t, err)
	assert.False(t, m.Pages[0].PredResult)
	with := func(changes ...string) string {
		return neighbours(t, append(append([]string{}, asNeighbours...), changes...)...)
	}

	for _, legal := range [][]string{
		{"| 1]", "| 0 + 1]"}, {"| 1]", "& exec_size - 1]"},
		{"- **Src0(vec):** The first source.\n", "- **Src0(vec):** The first source.\n  - elements: 32\n"},
		{"- **Src0(vec):** The first source.\n", "- **Src0(vec):** The first source.\n  - elements: exec_size side by side\n"},
	} {
		_, err := parse(t, with(legal...))
		require.NoError(t, err, legal)
	}
	for _, c := range []struct{ old, new, want string }{
		{"| 1]", "| 2]", `element 2 of src0 for i = 0, which has 2 in an instruction of 2; legal are elements that it has in every execution size`},
		{"| 1]", "- 1]", `element -1 of src0 for i = 0, which has 2`},
		{"sizes:** 2,", "sizes:** 1, 2,", `element 1 of src0 for i = 0, which has 1 in an instruction of 1`},
		{"src0[i | 1]", "src0[src1[i]]", `index of a source; legal are the lane's i, numbers, exec_size and what + - * & | ^ << >> and ~ make of them`},
		{"else dst[i] = src0", "else dst[i | 1] = src0", `vector elements have the index i of a loop over exec_size, or 0; this is neither`},
		{"= undefined;", "= undefined + 1;", `undefined stands in an expression; legal is dst[i] = undefined`},
		{"src0[i | 1] +", "dot(src0[i], src1[i], src0[i], src1[i]) +", `dot stands in an expression, or outside of lanes; legal is dst[i] = dot(...)`},
		{"src0[i | 1] + src1[(i ^ 1) << 1 >> 1]", "dot(src0[i], src1[i], 1)", `dot of 3 factors; legal are two, three or four pairs`},
		{"src0[i | 1] + src1[(i ^ 1) << 1 >> 1]", "dot(src0[i], src1[i], src0[i], src1[i])", `argument 1 of dot is integer; legal is float`},
		{"**Dst types:** UD, D", "**Dst types:** BOOL", `dst is left undefined; legal is that of the only destination of a page, and of no predicate`},
		{"lanes {", "lanes {\n  int undefined = 1;", `name undefined has a meaning of its own`},
		{"- **Src0(vec):** The first source.\n", "- **Src0(vec):** The first source.\n  - elements: 33\n", `src0 has 33 elements in an instruction of 2; legal are at most 32`},
		{"- **Src0(vec):** The first source.\n", "- **Src0(vec):** The first source.\n  - elements: GRF_SIZE\n", `src0 has 0 elements in an instruction of 2`},
		{"- **Dst(dst):** The destination.\n", "- **Dst(dst):** The destination.\n  - elements: 4\n", `elements`},
		{"```\nlanes {\n  if (i & 1) dst[i] = undefined; else dst[i] = src0[i | 1] + src1[(i ^ 1) << 1 >> 1];\n}\n```", "data nobody knows", ``},
	} {
		_, err := parse(t, with(c.old, c.new))
		if c.want == "" {
			require.NoError(t, err)
			_, err = parse(t, with(c.old, c.new, "- **Src0(vec):** The first source.\n", "- **Src0(vec):** The first source.\n  - elements: 4\n"))
			c.want = "elements of src0; legal are they where Semantics are a block and no operand is raw"
		}
		require.ErrorContains(t, err, c.want, c.new)
	}
}

// TestStoredPredicate: a body that stores the predicate has the mask alone as guard, and does
// not read it.
func TestStoredPredicate(t *testing.T) {
	with := func(body string) string {
		changes := append([]string{}, asNeighbours...)
		changes[1] = body
		return neighbours(t, append(changes, "Exec_size:exec |", "Exec_size:exec | Pred:pred |", "| --- | --- | --- | --- |\n\n## S", "| --- | --- | --- | --- | --- |\n\n## S",
			"\ntest[.sat] (", "\n[(<pred>)] test[.sat] (")...)
	}
	const loop = "for (i = 0; i < exec_size; ++i) {\n  if (%[i]) { dst[i] = src0[i]; "
	m, err := parse(t, with(strings.Replace(loop, "%", "EM", 1)+"Pred[i] = src1[i] > 3; }\n}"))
	require.NoError(t, err)
	assert.True(t, m.Pages[0].PredResult)
	assert.True(t, m.Pages[0].PredData, "it masks nothing")
	for body, want := range map[string]string{
		strings.Replace(loop, "%", "ChEn", 1) + "Pred[i] = src1[i] > 3; }\n}":                    "mask ChEn in Semantics that read Pred[i]",
		strings.Replace(loop, "%", "EM", 1) + "Pred[i] |= src1[i] > 3; }\n}":                     "Semantics both read and store Pred[i]; legal is one of them",
		strings.Replace(loop, "%", "EM", 1) + "if (src1[i] > 3) { Pred[i] = 1; } }\n}":           "Pred is not stored in every case",
		strings.Replace(loop, "%", "EM", 1) + "Pred[src1[i]] = 1; }\n}":                          "vector elements have the index i of a loop over exec_size",
		strings.Replace(loop, "%", "EM", 1) + "EM[i] = src1[i] > 3; }\n}":                        "this cannot be assigned",
		strings.Replace(loop, "%", "EM", 1) + "Pred[i] = src1[i] > 3; Pred[i] = undefined; }\n}": "undefined stands in an expression",
	} {
		_, err := parse(t, with(body))
		require.Error(t, err, body)
		assert.ErrorContains(t, err, want, body)
	}
}
