package opdefs_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of which sources do the low 64 bits suffice?
func TestLowBits(t *testing.T) {
	for value, low := range map[string][2]bool{
		"r ? src0[i] + 1 : src1[i]":                          {true, true},
		"src0[i] * src1[i] - (~src0[i] ^ -src1[i])":          {true, true},
		"(src0[i] | 3) << (src1[i] & 63)":                    {true, true},
		"src0[i] << (src1[i] & shift_mask(dst))":             {true, true},
		"bits(src0[i], 7, 0) >> (src1[i] & 31)":              {true, true},
		"bit(src0[i], 63) + popcount(src1[i])":               {true, true},
		"src0[i] >> (src1[i] & 31)":                          {false, true},
		"(src0[i] + 1 > 0 ? 1 : 0) + src1[i]":                {false, true},
		"src1[i] != 0 ? src0[i] : 1":                         {true, false},
		"abs(src0[i]) + src1[i]":                             {false, true},
		"min(src0[i], src1[i])":                              {false, false},
		"convert(src0[i]) + (src1[i] + 1 & 7)":               {true, true},
		"r && src0[i] ? src1[i] : 2":                         {false, true},
		"!src0[i] ? src1[i] : 2":                             {false, true},
		"1;\n  UD cut = src0[i];\n  dst[i] = cut + src1[i]":  {true, true},
		"1;\n  int all = src0[i];\n  dst[i] = all + src1[i]": {false, true},
	} {
		m, err := parse(t, strings.NewReplacer("compare(rel_op, src0[i], src1[i])", "compare(rel_op, 1, 2)",
			"r ? src0[i] + 1 : src1[i]", "r ? 0 : "+value, "**Src types:** UD, D", "**Src types:** UQ, Q").Replace(basePage(t)))
		require.NoError(t, err, value)
		p := m.Page("TEST")
		assert.Equal(t, low, [2]bool{p.Field("src0").Low, p.Field("src1").Low}, value)
		assert.False(t, p.Field("dst").Low)
	}
	m, err := parse(t, basePage(t))
	require.NoError(t, err)
	assert.False(t, m.Page("TEST").Field("src1").Low, "no 64-bit sources")
}

// What copies floats does not look at them, whatever it does with integers.
func TestCopies(t *testing.T) {
	for value, copies := range map[string]bool{
		"r ? src0[i] : src1[i]":                                         true,
		"r ? convert(src0[i]) : convert(r ? src1[i] : src0[i])":         true,
		"is_float(src0) ? (r ? src0[i] : src1[i]) : src0[i] + src1[i]":  false,
		"src0[i];\n  if (r) dst[i] = src0[i]; else dst[i] = src1[i]":    true,
		"src0[i];\n  if (is_float(src0)) { } else dst[i] = src1[i] + 1": true,
		"src0[i];\n  if (src1[i] > 1) dst[i] = src0[i]":                 false,
		"r ? src0[i] : 0":                       false,
		"r ? src0[i] : -src1[i]":                false,
		"src0[i] > src1[i] ? src0[i] : src1[i]": false,
		"r ? src0[i] : convert(src1[i] + 1)":    false,
		"src0[i];\n  BOOL q = src1[i] > 1;\n  dst[i] = q ? src0[i] : src0[i]": false,
	} {
		m, err := parse(t, strings.NewReplacer("compare(rel_op, src0[i], src1[i])", "compare(rel_op, 1, 2)", "r ? src0[i] + 1 : src1[i]", value+";\n  dst[i] = r ? src0[i] : src1[i]",
			"**Src types:** UD, D", "**Src types:** UD, F").Replace(basePage(t)))
		require.NoError(t, err, value)
		assert.Equal(t, copies, m.Page("TEST").Copies, value)
	}
	m, err := parse(t, strings.Replace(basePage(t), "r ? src0[i] + 1", "r ? src0[i]", 1))
	require.NoError(t, err)
	assert.False(t, m.Page("TEST").Copies, "no float sources")
}

// all_ones stands only in bodies whose every result is all ones or zero.
func TestTruth(t *testing.T) {
	page := func(stores string) string {
		base := strings.Replace(basePage(t), "dst[i] = r ? src0[i] + 1 : src1[i];", stores, 1)
		return strings.NewReplacer("**Dst types:** UD, D", "**Dst types:** BOOL, F, HF", "**Src types:** UD, D", "**Src types:** F, HF").Replace(base)
	}
	for _, legal := range []string{"dst[i] = r ? all_ones(dst) : 0.0;", "dst[i] = r ? 0 : all_ones(dst);",
		"if (is_pred(dst)) dst[i] = r; else if (is_float(dst)) dst[i] = r ? all_ones(dst) : 0.0; else dst[i] = r ? -1 : 0;"} {
		m, err := parse(t, page(legal))
		require.NoError(t, err, legal)
		assert.True(t, m.Page("TEST").Truth)
	}
	for _, bad := range []string{"dst[i] = r ? all_ones(dst) : src0[i];", "dst[i] = r ? all_ones(dst) : 1.0;", "dst[i] = r ? 0.0 : 0.0; dst[i] = all_ones(dst);", "dst[i] = src0[i] + (r ? all_ones(dst) : 0.0);",
		"if (r) dst[i] = r ? all_ones(dst) : 0.0; else dst[i] = src0[i];", "if (is_pred(dst)) dst[i] = r; else if (r) dst[i] = r ? all_ones(dst) : 0.0; else dst[i] = r ? -2 : 0;"} {
		_, err := parse(t, page(bad))
		require.ErrorContains(t, err, "error: all_ones(dst) where not every store is all ones or zero; legal are stores of c ? all_ones(dst) : 0.0", bad)
		assert.Regexp(t, `^visa/TEST\.md:17:\d+: `, err.Error())
	}
	m, err := parse(t, basePage(t))
	require.NoError(t, err)
	assert.False(t, m.Page("TEST").Truth)
}
