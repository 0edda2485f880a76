package opdefs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// TestFlags: the field is a set of bits, its piece of text a set of flags, and the operands say
// with which flag they are there.
func TestFlags(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/RT_WRITE.md")
	require.NoError(t, err)
	page := strings.NewReplacer("# RT_WRITE", "# TEST", "RT_WRITE =", "TEST =", "(RT_WRITE)", "(TEST)").Replace(string(b))
	m, err := parse(t, page)
	require.NoError(t, err)
	p := m.Page("TEST")
	mode := p.Field("mode")
	assert.True(t, mode.Enum.Flags)
	assert.EqualValues(t, 0x1ffc, mode.Enum.All())
	present := map[string]uint32{}
	for _, f := range p.Fields {
		if f.Present != nil {
			assert.Same(t, mode, f.Present.Field)
			present[f.Name] = f.Present.Bit
		}
	}
	assert.Equal(t, map[string]uint32{"si": 1 << 11, "cps": 1 << 8, "rti": 1 << 2, "source0alpha": 1 << 3, "omask": 1 << 4, "sourcedepth": 1 << 5, "stencil": 1 << 6}, present)
	var kinds []opdefs.TextKind
	for _, part := range p.Ops[0].Text[:4] {
		kinds = append(kinds, part.Kind)
	}
	assert.Equal(t, []opdefs.TextKind{opdefs.TextPred, opdefs.TextName, opdefs.TextFlags, opdefs.TextExec}, kinds)
	for _, c := range []struct {
		edits []string // texts of the page, each with what then stands there
		want  string
	}{
		{[]string{"present: mode=SI", "present: mode=SX"}, `visa/TEST.md:27:5: error: present "mode=SX"; legal is FIELD=FLAG with an earlier field, whose enumeration has bits, and one of its texts`},
		{[]string{"present: mode=SI", "present: stencil=SI"}, `present "stencil=SI"; legal is FIELD=FLAG with an earlier field`},
		{[]string{"present: mode=SI", "present: mode"}, `present "mode"; legal is FIELD=FLAG`},
		{[]string{"present: mode=SI", "absent: mode=SI"}, `absent "mode=SI"; legal is FIELD=TEXT with an earlier field`},
		{[]string{"  - not slm", "  - present: mode=SI"}, `sub-bullet "present: mode=SI" of field surface of type surface`},
		{[]string{"enum: RT_WRITE_MODE", "enum: CHANNEL_MASK"}, `present "mode=SI"; legal is FIELD=FLAG with an earlier field, whose enumeration has bits`},
		{[]string{"enum: RT_WRITE_MODE", "enum: RT_WRITE_MODE\n  - value: log2"}, `visa/TEST.md:9:45: error: field mode is a set of flags; legal beside "enum" are "ignored" and "Bit[..."`},
		{[]string{"enum: RT_WRITE_MODE", "enum: RT_WRITE_MODE\n  - one element: RTI"}, `field mode is a set of flags; legal beside`},
		{[]string{"enum: RT_WRITE_MODE", "enum: RT_WRITE_MODE\n  - data of RTI: unknown"}, `field mode is a set of flags; legal beside`},
		{[]string{"enum: RT_WRITE_MODE", "enum: RT_WRITE_MODE\n  - approximate of RTI: unknown"}, `field mode is a set of flags; legal beside`},
		{[]string{"Mode:uw", "Mode:ub", "Mode(uw)", "Mode(ub)"}, `field mode of type ub has flags of RT_WRITE_MODE; legal are bits that fit it`},
		{[]string{"Stencil:raw", "Stencil:raw*", "Stencil(raw)", "Stencil(raw*)"}, `field stencil has "present"; legal is that without "absent", on a field that neither repeats nor may be missing otherwise`},
		{[]string{"RTI:vec |", "RTI:vec | Again:same |"}, `field rti has "present", and is written a second time; legal is that for operands that are always there`},
		{[]string{"data render targets are not modelled", "```\n```"}, `field si has "present"; legal is that on a page whose Semantics are a hook or data`},
		{[]string{".<mode>", " <mode>"}, `placeholder <mode> of a set of flags; legal is .<F>, outside of brackets`},
		{[]string{"rt_write_3d.<mode> (", "rt_write_3d[.<mode>] ("}, `placeholder <mode> of a set of flags; legal is .<F>, outside of brackets`},
		{[]string{"<surface> <header> <si>", "<surface> <header> ['x'<si>]"}, `placeholder <si> of a field with "present"; legal is <F> outside of brackets, behind .<mode>`},
		{[]string{".<mode> (<exec_size>) <surface> <header> <si>", " <si> (<exec_size>) <surface> <header>.<mode>"}, `placeholder <si> of a field with "present"`},
		{[]string{"<stencil>", "<stencil> ; mode=4"}, `clause "mode=4"; legal are the values of field mode`},
	} {
		for i := 0; i < len(c.edits); i += 2 {
			require.Equal(t, 1, strings.Count(page, c.edits[i]), c.edits[i])
		}
		_, err := parse(t, fitRule(strings.NewReplacer(c.edits...).Replace(page)))
		assert.ErrorContains(t, err, c.want, c.edits)
	}
}

// fitRule gives the rule below the header of Format as many cells as that has.
func fitRule(page string) string {
	lines := strings.Split(page, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "| 0x71(TEST)") {
			lines[i+1] = "|" + strings.Repeat(" --- |", strings.Count(l, "|")-1)
		}
	}
	return strings.Join(lines, "\n")
}

// TestBadFlags: rows of an enumeration of flags.
func TestBadFlags(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"| B | 1 | |", ""},
		{"| B | 31 | |", ""},
		{"| B | 0 | |", "E.md:8:3: error: value B = 1 of enumeration E repeats A = 1"},
		{"| A | 1 | |", "value A = 2 of enumeration E repeats A = 1"},
		{"| B | 32 | |", `E.md:8:7: error: flag "B" with bit "32"; legal is a text of letters and digits, and a number up to 31`},
		{"| B | 0x1 | |", `flag "B" with bit "0x1"`},
		{"| B | as A | |", `flag "B" with bit "as A"`},
		{"| | 1 | |", `flag "" with bit "1"`},
		{"| B.C | 1 | |", `flag "B.C" with bit "1"`},
	} {
		enums, err := opdefs.ParseEnums("E.md", []byte("# Enumerations\n\n## E\n\n| Text | Bit | Meaning |\n| --- | --- | --- |\n| A | 0 | |\n"+c.row+"\n"))
		if c.want == "" {
			require.NoError(t, err)
			assert.True(t, enums[0].Flags)
			continue
		}
		assert.ErrorContains(t, err, c.want, c.row)
	}
	_, err := opdefs.ParseEnums("E.md", []byte("# Enumerations\n\n## E\n\n| Text | Bits | Meaning |\n| --- | --- | --- |\n| A | 0 | |\n"))
	assert.ErrorContains(t, err, "legal are Text, Code and Meaning, or Text, Bit and Meaning for flags")
}
