package opdefs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRepeatedField: the real page with a list of operands, and what its Format
// and Text may not be.
func TestRepeatedField(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/SWITCHJMP.md")
	require.NoError(t, err)
	real := strings.ReplaceAll(string(b), "SWITCHJMP", "TEST")
	m, err := parse(t, real)
	require.NoError(t, err)
	p := m.Page("TEST")
	f := p.Repeated()
	require.NotNil(t, f)
	assert.Equal(t, "labels", f.Name)
	assert.Len(t, p.Ops[0].Slots(), 2)
	assert.Equal(t, 1, p.Ops[0].SlotOf(f))
	assert.Equal(t, -1, p.Ops[0].SlotOf(p.Field("num_labels")), "a count is no operand")
	for _, c := range []struct{ old, new, want string }{
		{"Index:vec", "Index:vec*", "field index repeats; legal is that for the last field of Format"},
		{"Labels:label*", "Labels:string*", "field labels of type string repeats; legal are label, raw and vec"},
		{"Labels:label*", "Labels:label", "field num_labels of type count, and no field that repeats; legal is a last field Name:TYPE*"},
		{"Index:vec", "Index:count", "second field of type count; legal is one"},
		{"Num_labels:count", "Num_labels:count=3", "field Num_labels of type count is fixed to 3"},
		{"**Labels(label*):**", "**Labels(label):**", "bullet gives Labels type label, Format gives label*"},
		{"- **Labels(label*):** The", "The", "Description has no bullet for field labels: legal is \"- **Labels(label*):** text\""},
		{"- **Index(vec):**", "- **Num_labels(count):** n\n- **Index(vec):**", "bullet for \"Num_labels\", which is no operand field of Format"},
		{"<index> (<labels>)", "(<labels>) <index>", "placeholder <labels> of a field that repeats; legal is <F> or (<F>) at the end of the template"},
		{"(<labels>)", ".<labels>", "placeholder <labels> of a field that repeats; legal is <F> or (<F>) at the end"},
		{"(<labels>)", "<num_labels> (<labels>)", "placeholder <num_labels> of type count in this form"},
		{"hook switchjmp", "```\nint x = 0;\n```", "field labels repeats; legal is that on a page whose Semantics are a hook"},
	} {
		require.Equal(t, 1, strings.Count(real, c.old), c.old)
		_, err := parse(t, strings.Replace(real, c.old, c.new, 1))
		assert.ErrorContains(t, err, c.want, c.new)
	}
	raw := strings.NewReplacer("Labels:label*", "Labels:raw*", "Labels(label*):** The targets, 1 to 32. They are block labels of the same subroutine\n  - begins: block",
		"Labels(raw*):** Data\n  - access: read", " (<labels>)", " <labels>", "Num_labels:count | ", "", "| --- | --- | --- | --- |\n", "| --- | --- | --- |\n").Replace(real)
	m, err = parse(t, raw)
	require.NoError(t, err, "without a count, and with blanks between")
	assert.True(t, m.Page("TEST").Repeated().Read)
}
