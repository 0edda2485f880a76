package opdefs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// parse reads one page beside the real types and enumerations.
func parse(t *testing.T, page string) (*opdefs.Model, error) {
	t.Helper()
	types, err := os.ReadFile("../specs/visa/TYPES.md")
	require.NoError(t, err)
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	return opdefs.ParseDir(fstest.MapFS{
		"visa/TYPES.md": {Data: types},
		"visa/ENUMS.md": {Data: enums},
		"visa/TEST.md":  {Data: []byte(page)},
	})
}

func basePage(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("testdata/TEST.md")
	require.NoError(t, err)
	return string(b)
}

func TestBasePage(t *testing.T) {
	m, err := parse(t, basePage(t))
	require.NoError(t, err)
	p := m.Page("TEST")
	require.NotNil(t, p)
	require.Len(t, p.Ops, 1)
	op := p.Ops[0]
	assert.Equal(t, "test", op.Name)
	assert.Equal(t, "Test", op.GoName)
	assert.Len(t, op.Slots(), 4)
	assert.Equal(t, -1, op.SlotOf(p.Field("exec_size")))
	assert.Equal(t, 1, op.SlotOf(p.Field("dst")))
	assert.Equal(t, "RELATION", p.Field("rel_op").Enum.Name)
	assert.Equal(t, []opdefs.Sort{opdefs.SortInt}, p.Sorts())
	assert.False(t, p.IsMemory)
	assert.Equal(t, []byte{0xf0, 3}, p.Vectors[0].Bytes)
	assert.Equal(t, "Free text.", p.Notes)
}

// TestBrokenPages breaks the base page in one place each; the message must
// stand at the right line and column and say what is legal.
func TestBrokenPages(t *testing.T) {
	breakBase(t, []broken{
		{"title", "# TEST\n", "# OTHER\n", `TEST.md:1:1: error: page does not start with the level-1 heading "TEST"`},
		{"section name", "## Notes", "## Remarks", `:55:4: error: heading "Remarks" of level 2; legal are ## Opcode`},
		{"section missing", "## Text\n\n```\ntest[.sat].<rel_op> (<exec_size>) <dst> <src0> <src1>\n```\n", "", `:44:4: error: section "## Text" is missing`},
		{"section order", "## Semantics", "## Notes", `error: section "Semantics" is missing|error: section "## Semantics" is missing`},
		{"opcode", "TEST = 0xf0", "TEST = F0", `:5:1: error: opcode line "TEST = F0"; legal is TEST = 0xNN`},
		{"format cell", "Src1:vec", "Src1", `:9:66: error: cell "Src1" of Format; legal is Name:TYPE`},
		{"format type", "Src1:vec", "Src1:float", `:9:66: error: type "float" of field Src1; legal are exec, pred`},
		{"format opcode", "| 0xf0(TEST)", "| 0xf1(TEST)", `:9:3: error: first cell of Format is "0xf1\(TEST\)"; legal is "0xf0\(TEST\)"`},
		{"field twice", "Src1:vec", "Src0:vec", `error: field Src0 stands twice`},
		{"fixed too large", "Rel_op:ub", "Rel_op:ub=300", `error: field Rel_op of type ub is fixed to 300; legal are`},
		{"bullet type", "**Dst(dst):**", "**Dst(vec):**", `:27:3: error: bullet gives Dst type vec, Format gives dst`},
		{"bullet missing", "- **Dst(dst):** The destination.\n", "", `error: Description has no bullet for field dst`},
		{"bullet unknown", "**Dst(dst):**", "**Dest(dst):**", `:27:3: error: bullet for "Dest", which is no operand field of Format; legal are Rel_op, Dst, Src0 or Src1`},
		{"operand class", "Bit[31..0]: all of it", "class: general, register", `:30:5: error: operand class "register"; legal are general, indirect, immediate, address, address of or state`},
		{"operand type", "Bit[31..0]: all of it", "type: INT", `:30:5: error: type "INT"; legal are UB, B, UW`},
		{"sub-bullet", "Bit[31..0]: all of it", "range: all", `:30:5: error: sub-bullet "range: all" of field src1`},
		{"beside a later field", "enum: RELATION", "enum: RELATION\n  - beside dst: eq eq", `:27:5: error: beside "dst"; legal is an earlier field with an enumeration, behind the enumeration of rel_op`},
		{"range of numbers", "enum: RELATION", "range: 5..2", `:26:5: error: range "5..2" of field rel_op; legal is LOW..HIGH, up to 255`},
		{"range behind the type", "enum: RELATION", "range: 0..256", `:26:5: error: range "0..256" of field rel_op`},
		{"range of nothing", "enum: RELATION", "range: 0..0", `:26:5: error: range "0..0" of field rel_op`},
		{"limit of another type", "enum: RELATION", "not slm", `:26:5: error: sub-bullet "not slm" of field rel_op of type ub`},
		{"required vector", "Bit[31..0]: all of it", "required", `:30:5: error: sub-bullet "required" of field src1 of type vec`},
		{"execution sizes", "- **Saturation:** yes", "- **Execution sizes:** 8, 12\n- **Saturation:** yes", `:34:3: error: property Execution sizes has value "8, 12"; legal is a list of 1, 2, 4, 8, 16, 32`},
		{"no execution size", "- **Saturation:** yes", "- **Execution sizes:** 64\n- **Saturation:** yes", `:34:3: error: property Execution sizes has value "64"`},
		{"alignment", "- **Saturation:** yes", "- **Operand alignment:** 12\n- **Saturation:** yes", `:34:3: error: property Operand alignment has value "12"; legal is 2, 4, 8, 16 or 32`},
		{"enum unknown", "enum: RELATION", "enum: RELATIONS", `:26:5: error: enumeration "RELATIONS" is not in ENUMS.md`},
		{"property key", "**Saturation:** yes", "**Saturate:** yes", `:34:3: error: property "Saturate"; legal keys are Saturation,`},
		{"property value", "**Saturation:** yes", "**Saturation:** perhaps", `:34:3: error: property Saturation has value "perhaps"; legal is yes, no or float`},
		{"type", "**Dst types:** UD, D", "**Dst types:** UD, DD", `:40:5: error: type "DD"; legal are UB, B`},
		{"type list empty", "**Dst types:** UD, D", "**Dst types:**", `:40:5: error: type list`},
		{"guard", "**Type map**", "**Type map {GEN9+}**", `:39:3: error: guard names platform "GEN9"; legal are BDW, SKL`},
		{"placeholder", "<src0> <src1>\n", "<src0> <src9>\n", `:46:48: error: placeholder <src9> is no field of Format; legal are exec_size`},
		{"field not shown", "<src0> <src1>\n", "<src0>\n", `:46:1: error: template of test does not show field src1`},
		{"upper case", "test[.sat]", "Test[.sat]", `:46:1: error: template "Test`},
		{"sat refused", "**Saturation:** yes", "**Saturation:** no", `:46:5: error: \[.sat\] stands on an op whose property Saturation is no`},
		{"text without a line", "test[.sat].<rel_op> (<exec_size>) <dst> <src0> <src1>", "", `:43:4: error: section "Text" has no line`},
		{"vector bytes", "`f003`", "`f0z`", `:53:3: error: vector`},
		{"hook", "```\nlanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}\n```", "call hook", `:14:1: error: Semantics "call hook"; legal is one fenced block, the line "data REASON" or the line "hook NAME"`},
	})
}

func TestBrokenSemantics(t *testing.T) {
	breakBase(t, []broken{
		{"character", "+ 1", "@ 1", `:17:24: error: character "@" in Semantics`},
		{"syntax", "src0[i] + 1 :", "src0[i] + :", `:17:26: error: found ":"; legal here are a name, a number`},
		{"semicolon", "src1[i];\n}", "src1[i]\n}", `:18:1: error: found "}"; legal here is ";"`},
		{"unclosed", "src1[i];\n}\n", "src1[i];\n", `:15:7: error: block is not closed`},
		{"number", "+ 1 :", "+ 1F :", `:17:26: error: number "1F"; legal are decimal and 0x hexadecimal`},
		{"unknown name", "+ 1 :", "+ src2 :", `:17:26: error: unknown name "src2"; legal are locals, fields`},
		{"unknown function", "src0[i] + 1", "sqr(src0[i])", `:17:16: error: unknown function "sqr"; legal are abs,`},
		{"lane index", "dst[i] =", "dst[rel_op] =", `:17:7: error: vector elements have the index i of a loop over exec_size, or 0`},
		{"assign source", "dst[i] =", "src0[i] =", `:17:3: error: this cannot be assigned; legal are locals`},
		{"unused local", "r ? src0[i] + 1 : src1[i]", "src0[i]", `:16:8: error: local r is never read`},
		{"reserved name", "BOOL r =", "BOOL EM =", `:16:8: error: name EM has a meaning of its own`},
		{"lone declaration", "dst[i] = r", "if (r) int q = 1;\n  dst[i] = r", `:17:10: error: declaration of q outside a block`},
		{"float condition", "r ? src0[i]", "r && 1.5 ? src0[i]", `:17:17: error: condition is float; legal is BOOL`},
		{"float as truth", "dst[i] = r", "if (1.5) dst[i] = 0; else dst[i] = r", `:17:7: error: condition is float`},
		{"constant index", "src0[i] + 1", "src0[1] + 1", `:17:21: error: element 1 of src0 for i = 0, which has 1 in an instruction of 1; legal are elements that it has in every execution size`},
		{"data without a reason", "```\nlanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}\n```", "data", `:14:1: error: Semantics "data"; legal is one fenced block, the line "data REASON"`},
		{"unknown hook", "```\nlanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}\n```", "hook gotos", `:14:1: error: Semantics "hook gotos"; legal is .* NAME goto, jmp`},
		{"unknown guard", "- **Saturation:** yes", "- **Platforms:** {GEN9}\n- **Saturation:** yes", `:34:3: error: property Platforms has value "{GEN9}"; legal is a guard such as {ICLLP\+} over BDW, SKL`},
		{"fixed value", "<src0> <src1>\n", "<src0> <src1> ; rel_op=300\n", `:46:1: error: clause "rel_op=300"; legal are the values of field rel_op of type ub`},
		{"fixed value not in enumeration", "<src0> <src1>\n", "<src0> <src1> ; rel_op=9\n", `:46:1: error: clause "rel_op=9"`},
		{"fixed twice", "<src0> <src1>\n", "<src0> <src1> ; rel_op=1, rel_op=2\n", `:46:1: error: clause "rel_op=2" fixes field rel_op a second time`},
		{"type twice", "**Dst types:** UD, D", "**Dst types:** UD, UD", `:40:5: error: type UD stands twice`},
		{"type maps without a list", "- **Type map**\n  - **Dst types:** UD, D\n  - **Src types:** UD, D\n", "**Type map**\n", `:37:6: error: type maps hold paragraph; legal is one list`},
		{"short table row", "| `f003` |", "|", `:53:3: error: row has 1 cells; legal are 2`},
		{"same mnemonic twice", "<src0> <src1>\n", "<src0> <src1>\ntest.<rel_op> (<exec_size>) <dst> <src0> <src1>\n", `:47:1: error: mnemonic test is taken at visa/TEST.md:46:1`},
		{"nesting", "src0[i] + 1", strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200), `error: nesting of more than 100 levels`},
		{"chain", "src0[i] + 1", strings.Repeat("1 + ", 20000) + "1", `error: nesting of more than 100 levels`},
		{"loops", "dst[i] = r", strings.Repeat("while (r) ", 4) + "r = 0;\n  dst[i] = r", `:17:33: error: more than 4 loops inside each other`},
		{"while true", "dst[i] = r", "while (1) { }\n  dst[i] = r", `:17:10: error: condition of while is always true; legal is one that ends the loop`},
		{"while true with a body", "dst[i] = r", "UD n = 1;\n  while (n > 3 || 2 > 1) { n += 1; }\n  dst[i] = r", `:18:16: error: condition of while is always true`},
		{"while with static truth", "dst[i] = r", "while (!is_float(src0)) { }\n  dst[i] = r", `:17:10: error: condition of while is always true`},
		{"while of a constant", "dst[i] = r", "UD n = 1;\n  UD m = 0;\n  while (n > 0) { m += n; }\n  dst[i] = r && m", `:19:12: error: condition of while reads nothing that the loop changes; legal is one with a local`},
		{"while of a source", "dst[i] = r", "while (src0[i] > 3) { }\n  dst[i] = r", `:17:18: error: condition of while reads nothing that the loop changes`},
		{"unguarded", "lanes {", "for (i = 0; i < exec_size; ++i) {", `:17:3: error: store outside the lane mask, but property Mask is channels`},
		{"float in integers", "src0[i] + 1", "src0[i] + 1.0", `:17:24: error: operator \+ on integer and float; legal are two integers or two floats`},
		{"float function", "src0[i] + 1", "sqrt(src0[i])", `:17:21: error: argument 1 of sqrt is integer; legal is float`},
		{"declared twice", "  dst[i] =", "  int r = 1;\n  dst[i] =", `:17:7: error: name r is declared already`},
		{"compare field", "compare(rel_op,", "compare(1,", `:16:20: error: first argument of compare; legal is a field with enumeration RELATION`},
		{"dst read", "dst[i] = r", "dst[i] = dst[i] + r", `:17:12: error: dst is read, but a dst is only written`},
		{"dst grown", "dst[i] = r", "dst[i] += r", `:17:3: error: dst is read, but a dst is only written`},
		{"not stored in every case", "dst[i] = r", "if (r) dst[i] = r", `:17:10: error: dst is not stored in every case; legal is a store on each path`},
		{"else of the mask", "lanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}", "for (i = 0; i < exec_size; ++i) {\n  if (ChEn[i]) dst[i] = src0[i]; else dst[i] = src1[i];\n}", `:16:39: error: else of a lane mask`},
		{"else outside the mask", "lanes {\n  BOOL r = compare(rel_op, src0[i], src1[i]);\n  dst[i] = r ? src0[i] + 1 : src1[i];\n}", "for (i = 0; i < exec_size; ++i) {\n  if (src0[i] > 1) { } else dst[i] = src1[i];\n}", `:16:29: error: store outside the lane mask`},
		{"element 0 and all", "dst[i] = r", "dst[0] = 1;\n  dst[i] = r", `:17:3: error: store to element 0 beside stores to all elements`},
		{"predicate without field", "src0[i] + 1", "Pred[i]", `:17:16: error: Pred, but Format has no field of type pred`},
		{"relations of two fields", "BOOL r =", "BOOL q = compare(rel_op, 1, 2) && compare(src0, 1, 2);\n  BOOL r =", `:16:45: error: first argument of compare`},
		{"width of two operands", "src0[i] + 1", "width(src0) + width(src1)", `:17:30: error: width of src1 after width of src0; legal is one of them in a body`},
		{"width of the destination", "src0[i] + 1", "width(dst)", `:17:22: error: width\(dst\); legal is a field of Format of type vec`},
		{"shift mask of a source", "src0[i] + 1", "shift_mask(src0)", `:17:27: error: shift_mask\(src0\); legal is a field of Format of type dst`},
		{"vector alone", "src0[i] + 1", "src0 + 1", `:17:16: error: src0 stands alone; legal is an element, src0\[i\]`},
		{"memory in a row op", "src0[i] + 1", "flat.UD[src0[i]]", `:17:16: error: flat in an op without raw operands`},
		{"moving end", "dst[i] = r", "int n = 2;\n  for (k = 0; k < n; ++k) { n = 6; }\n  dst[i] = r", `:18:19: error: loop end uses n, which the loop changes; legal is a while`},
		{"floats of integers", "r ? src0[i] + 1 : src1[i]", "r && 1.5 > 0.5 ? 1 : 2", `:17:17: error: this is a float, but the sources are of sort integer`},
		{"float store of integers", "r ? src0[i] + 1 : src1[i]", "1.5", `:17:12: error: this is a float, but the sources are of sort integer`},
		{"reserved field", "Src1:vec", "Flat:vec", `:9:66: error: field Flat of type vec has a name of the language; legal is another name`},
		{"reserved field of a type", "Src1:vec", "Surface:raw", `:9:66: error: field Surface of type raw has a name of the language; legal is another name, or type surface or vec`},
		{"power of two without codes", "enum: RELATION", "value: log2", `:9:33: error: field rel_op has value: log2; legal is that with an enumeration of codes up to 62`},
		{"access of a dst", "- **Dst(dst):** The destination.\n", "- **Dst(dst):** The destination.\n  - access: read write\n", `:28:5: error: access on field dst of type dst; legal on raw`},
		{"taken Go name", "test[.sat]", "info[.sat]", `:46:1: error: mnemonic info makes the Go name Info, which package visa uses`},
		{"integer quotient", "src0[i] + 1", "src0[i] / 2", `:17:24: error: operator / on integers; legal is idiv`},
		{"modulo", "src0[i] + 1", "src0[i] % 2", `:17:24: error: operator % in Semantics; legal is imod`},
	})
}

// broken is one change of the base page and the message that it must give, a
// regular expression.
type broken struct{ name, old, new, want string }

func breakBase(t *testing.T, cases []broken) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			base := basePage(t)
			require.Equal(t, 1, strings.Count(base, c.old), "the mutation must apply once")
			m, err := parse(t, strings.Replace(base, c.old, c.new, 1))
			require.Error(t, err)
			assert.Nil(t, m)
			var list opdefs.Errors
			require.ErrorAs(t, err, &list)
			assert.Regexp(t, regexp.MustCompile(c.want), err.Error())
		})
	}
}

func TestUnusedFieldMustBeIgnored(t *testing.T) {
	base := strings.Replace(basePage(t), "r ? src0[i] + 1 : src1[i]", "r ? src0[i] : 2", 1)
	base = strings.Replace(base, "compare(rel_op, src0[i], src1[i])", "compare(rel_op, src0[i], src0[i])", 1)
	_, err := parse(t, base)
	require.ErrorContains(t, err, "visa/TEST.md:9:66: error: field src1 is not used by Semantics")
	_, err = parse(t, strings.Replace(base, "- Bit[31..0]", "- ignored\n  - Bit[31..0]", 1))
	require.NoError(t, err)
}

// A body is checked for every sort of the type maps, not only for integers.
func TestBodyAgainstTypeMap(t *testing.T) {
	base := strings.Replace(basePage(t), "**Src types:** UD, D", "**Src types:** UD, F", 1)
	_, err := parse(t, base)
	require.NoError(t, err, "the number 1 is a float beside a float")
	_, err = parse(t, strings.Replace(base, "src0[i] + 1", "src0[i] << 1", 1))
	require.ErrorContains(t, err, "visa/TEST.md:17:24: error: operator << on floats; legal are + - * / and comparisons")
}

// Line ends are those of the file's system.
func TestLineEnds(t *testing.T) {
	_, err := parse(t, strings.ReplaceAll(basePage(t), "\n", "\r\n"))
	require.NoError(t, err)
}

// What a destination is decides is_float only where every type map agrees.
func TestKindOfDestination(t *testing.T) {
	base := strings.Replace(basePage(t), "r ? src0[i] + 1", "is_float(dst) ? 1", 1)
	base = strings.Replace(base, ": src1[i]", ": r", 1)
	_, err := parse(t, base)
	require.NoError(t, err)
	_, err = parse(t, strings.Replace(base, "**Dst types:** UD, D", "**Dst types:** UD, F", 1))
	require.ErrorContains(t, err, "visa/TEST.md:17:12: error: is_float(dst), where a type map has a float dst of sources that are none")
}

// Seventeen operands are more than an instruction has room for.
func TestTooManyOperands(t *testing.T) {
	base, more, bullets := basePage(t), "", ""
	for k := 2; k < 15; k++ {
		more += fmt.Sprintf(" Src%d:vec |", k)
		bullets += fmt.Sprintf("- **Src%d(vec):** More.\n  - ignored\n", k)
	}
	base = strings.Replace(base, "| Src1:vec |\n|", "| Src1:vec |"+more+"\n|"+strings.Repeat(" --- |", 13), 1)
	base = strings.Replace(base, "  - Bit[31..0]: all of it\n", bullets, 1)
	base = strings.Replace(base, "<src0> <src1>\n", "<src0> <src1> <src2> <src3> <src4> <src5> <src6> <src7> <src8> <src9> <src10> <src11> <src12> <src13> <src14>\n", 1)
	_, err := parse(t, base)
	require.EqualError(t, err, "visa/TEST.md:1:1: error: Format has 17 operand fields; legal are at most 16")
}

// Masks: a body that reads the predicate guards with EM, every other with ChEn.
func TestMasks(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/SEL.md")
	require.NoError(t, err)
	page := strings.ReplaceAll(string(b), "SEL", "TEST")
	_, err = parse(t, page)
	require.NoError(t, err)
	_, err = parse(t, strings.Replace(page, "EM[i]", "ChEn[i]", 1))
	require.ErrorContains(t, err, "visa/TEST.md:16:7: error: mask ChEn in Semantics that read Pred[i]; there the predicate is data, legal is if (EM[i])")
	_, err = parse(t, strings.Replace(page, "Pred[i] ?", "src0[i] > src1[i] ?", 1))
	require.ErrorContains(t, err, "visa/TEST.md:16:7: error: mask EM in Semantics that do not read Pred[i]; there the predicate masks, legal is if (ChEn[i])")
}

// An op with raw operands takes its vec operands as one number each.
func TestRawOperands(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/SCATTER_SCALED.md")
	require.NoError(t, err)
	page := strings.ReplaceAll(string(b), "SCATTER_SCALED", "TEST")
	_, err = parse(t, page)
	require.NoError(t, err)
	const old = "surface.UD[a] = src.UD[i];"
	for _, c := range []struct{ new, want string }{
		{"surface.UD[a] = offset[i];", ":22:21: error: element of offset in an op with raw operands, where a vec is one number; legal is offset"},
		{"surface.UD[a] = width(offset);", ":22:21: error: width in an op with raw operands"},
		{"surface.UD[a] = 1.5;", ":22:5: error: a float is assigned to a view; legal is an integer"},
		{"src.UD[i] = 1;", ":22:5: error: this cannot be assigned"},
	} {
		require.Equal(t, 1, strings.Count(page, old))
		_, err := parse(t, strings.Replace(page, old, c.new, 1))
		require.ErrorContains(t, err, "visa/TEST.md"+c.want, c.new)
	}
	_, err = parse(t, strings.Replace(page, "lanes {", "for (i = 0; i < exec_size; ++i) {", 1))
	require.ErrorContains(t, err, "error: store outside the lane mask")
	loads, err := os.ReadFile("../specs/visa/OWORD_LD.md")
	require.NoError(t, err)
	page = strings.ReplaceAll(string(loads), "OWORD_LD", "TEST")
	_, err = parse(t, strings.Replace(page, "dst.UD[k] =", "dst.UD[k] +=", 1))
	require.ErrorContains(t, err, "visa/TEST.md:16:3: error: dst is read, but its access is write")
	_, err = parse(t, strings.Replace(page, "k < 4 * size", "k < surface.UB[0]", 1))
	require.ErrorContains(t, err, "visa/TEST.md:15:17: error: loop end reads memory or a raw operand")
	_, err = parse(t, strings.Replace(page, "for (k = 0; k < 4 * size; ++k) {\n  dst.UD[k] = surface.UD[16 * offset + 4 * k];\n}", "lanes dst.UD[i] = surface.UD[size * offset];", 1))
	require.ErrorContains(t, err, "visa/TEST.md:15:1: error: lanes, but Format has no field of type exec")
}

func TestSetChecks(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	base := basePage(t)
	other := strings.ReplaceAll(base, "TEST", "OTHER")
	_, err = opdefs.ParseDir(fstest.MapFS{
		"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(base)}, "visa/OTHER.md": {Data: []byte(other)},
	})
	require.ErrorContains(t, err, "is taken by page")
	require.ErrorContains(t, err, "mnemonic test is taken at visa/OTHER.md:46:1")
}

// An opcode is compared with every page that has it, not only with the next.
func TestSharedOpcode(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	page := func(name, mnemonic, fixed string) []byte {
		s := strings.ReplaceAll(strings.Replace(basePage(t), "\ntest[", "\n"+mnemonic+"[", 1), "TEST", name)
		return []byte(strings.Replace(strings.Replace(s, "Exec_size:exec |", "Exec_size:exec | Kind:ub="+fixed+" |", 1), "| --- |", "| --- | --- |", 1))
	}
	pages := fstest.MapFS{"visa/ENUMS.md": {Data: enums}, "visa/A.md": {Data: page("A", "a", "1")}, "visa/B.md": {Data: page("B", "b", "2")}, "visa/C.md": {Data: page("C", "c", "3")}}
	_, err = opdefs.ParseDir(pages)
	require.NoError(t, err)
	pages["visa/C.md"].Data = page("C", "c", "1")
	_, err = opdefs.ParseDir(pages)
	require.EqualError(t, err, "visa/C.md:1:1: error: opcode of C is taken by page A; legal are another opcode, another sub-opcode, or a field whose fixed value or enumeration tells them apart")
}

func TestBrokenEnums(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"columns", "# E\n\n## A\n\n| Name | Code | Meaning |\n| --- | --- | --- |\n| x | 1 | |\n", "has other columns; legal are Text, Code and Meaning"},
		{"repeated", "# E\n\n## A\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x | 1 | |\n| y | 1 | |\n", "visa/ENUMS.md:8:3: error: value y = 1 of enumeration A repeats x = 1"},
		{"no title", "## A\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x | 1 | |\n", `visa/ENUMS.md:1:4: error: heading "A" of level 2; the page starts with a level-1 heading`},
		{"name", "# E\n\n## a\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x | 1 | |\n", `visa/ENUMS.md:3:4: error: enumeration "a"; legal are names in upper case`},
		{"text", "# E\n\n## A\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x y | 1 | |\n", `visa/ENUMS.md:7:9: error: value "x y" with code "1"`},
		{"short row", "# E\n\n## A\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x | 1 |\n", "visa/ENUMS.md:7:3: error: row has 2 cells; legal are 3"},
		{"code", "# E\n\n## A\n\n| Text | Code | Meaning |\n| --- | --- | --- |\n| x | one | |\n", `visa/ENUMS.md:7:7: error: value "x" with code "one"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: []byte(c.text)}})
			require.ErrorContains(t, err, c.want)
		})
	}
}

// Parentheses count one level each, and a chain of operators its length.
func TestNestingThatIsLegal(t *testing.T) {
	for _, value := range []string{strings.Repeat("(", 40) + "1" + strings.Repeat(")", 40), strings.Repeat("1 + ", 80) + "1"} {
		_, err := parse(t, strings.Replace(basePage(t), "src0[i] + 1", "src0[i] + "+value, 1))
		require.NoError(t, err)
	}
}

func TestRealPages(t *testing.T) {
	m, err := opdefs.ParseDir(os.DirFS("../specs"))
	require.NoError(t, err)
	files, err := fs.Glob(os.DirFS("../specs"), "visa/*.md")
	require.NoError(t, err)
	assert.Len(t, m.Pages, len(files)-3, "all but TYPES.md, ENUMS.md and OPCODES.md")
	for _, p := range m.Pages {
		assert.NotEmpty(t, p.Doc, p.Name)
	}
}

// TestByteOrderMark: editors write it in front of a page, and it is not text.
func TestByteOrderMark(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{"visa/TYPES.md", "visa/ENUMS.md", "visa/SEL.md"} {
		b, err := os.ReadFile("../specs/" + name)
		require.NoError(t, err)
		fsys[name] = &fstest.MapFile{Data: append([]byte("\uFEFF"), b...)}
	}
	m, err := opdefs.ParseDir(fsys)
	require.NoError(t, err)
	assert.Equal(t, "SEL", m.Pages[0].Name)
}

// The last statement of an atomic gives the new value, in one form.
func TestAtomicStatement(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/DWORD_ATOMIC.md")
	require.NoError(t, err)
	page := strings.ReplaceAll(string(b), "DWORD_ATOMIC", "TEST")
	_, err = parse(t, page)
	require.NoError(t, err)
	const update, result = "old = rmw(op, old, src0.AT[i], src1.AT[i]);", "dst.AT[i] = old;"
	for _, c := range []struct{ old, new, want string }{
		{update, "", `:19:3: error: found "}"; legal here is the new value: old = rmw(op, old, a, b);`},
		{update, "old = src0.AT[i];", `:18:11: error: new value of old is no call of rmw`},
		{update, "old = rmw(i, old, src0.AT[i], src1.AT[i]);", `:18:15: error: operation of rmw; legal are a number and a field with enumeration ATOMIC_OP`},
		{update, "old = rmw(op, 1, src0.AT[i], src1.AT[i]);", `:18:19: error: second argument of rmw; legal is old`},
		{update, "old = rmw(op, old, src0.AT[i], old);", `:18:36: error: operand of rmw uses old; legal are values known before the memory is read`},
		{update, update + " dst.AT[i] = 1;", `:18:49: error: found "dst"; legal here is "}"`},
		{result, "if (Pred[i]) old = 1;", `:17:18: error: this cannot be assigned`},
		{result, "dst.AT[i] = rmw(op, old, 1, 1);", `:17:17: error: rmw stands alone; legal is the last statement of an atomic block`},
		{"surface.AT[", "surface.UW[", `:16:10: error: atomic on a view of type UW; legal are AT, UD and UQ`},
		{"surface.AT[element_offset.UD[i]]", "op", `:16:3: error: atomic has no memory place`},
	} {
		require.Equal(t, 1, strings.Count(page, c.old))
		_, err := parse(t, strings.Replace(page, c.old, c.new, 1))
		require.ErrorContains(t, err, "visa/TEST.md"+c.want, c.new)
	}
}

// TestTakenNames: a mnemonic that would make a second declaration of a
// hand-written name of package visa is refused.
func TestTakenNames(t *testing.T) {
	files, err := filepath.Glob("../visa/*.go")
	require.NoError(t, err)
	declared := regexp.MustCompile(`(?m)^(?:func|type|var|const|\t)\s*(?:Op|New|As)([A-Z]\w*)\b|^type (\w+)Inst\b`)
	count := 0
	for _, f := range files {
		if strings.HasPrefix(filepath.Base(f), "z") || strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range declared.FindAllStringSubmatch(string(src), -1) {
			count++
			mnemonic := strings.ToLower(m[1] + m[2])
			_, err := parse(t, strings.Replace(basePage(t), "\ntest[", "\n"+mnemonic+"[", 1))
			assert.ErrorContains(t, err, "which package visa uses for something else", "%s in %s", m[0], f)
		}
	}
	assert.Positive(t, count)
}
