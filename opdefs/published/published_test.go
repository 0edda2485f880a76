package published_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
	"github.com/genvisa/genvisa/specs"
)

var update = flag.Bool("update", false, "write the golden files")

var ours = sync.OnceValues(func() (*opdefs.Model, error) { return opdefs.ParseDir(specs.FS) })

// base is the model of our own pages.
func base(t testing.TB) *opdefs.Model {
	t.Helper()
	m, err := ours()
	require.NoError(t, err)
	return m
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// convert reads and converts a file; the error is that of either.
func convert(t testing.TB, file string) (*published.Page, *published.Conversion, error) {
	t.Helper()
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	require.True(t, published.Is(src), file)
	p, _, err := published.Read(path.Base(filepath.ToSlash(file)), src)
	if err != nil {
		return nil, nil, err
	}
	r, err := published.Convert(p, base(t))
	return p, r, err
}

// TestMadePages converts the made-up pages; the golden files hold the page and everything
// that was mended and left, with its place.
//
// seed: vISA pages BFE
func TestMadePages(t *testing.T) {
	files, err := filepath.Glob("testdata/made/*.md")
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, f := range files {
		_, r, err := convert(t, f)
		var b strings.Builder
		if err != nil {
			fmt.Fprintln(&b, err)
		} else {
			for _, made := range r.Results {
				fmt.Fprintf(&b, "%s%s", made.Markdown, made.Enums)
			}
			for _, m := range r.Mends {
				fmt.Fprintln(&b, m)
			}
			for _, l := range r.Left {
				fmt.Fprintln(&b, l)
			}
		}
		golden(t, "made/"+strings.TrimSuffix(filepath.Base(f), ".md")+".txt", b.String())
	}
}

// TestReadRefuses: what is no page is refused by name, and a page of ours is told apart.
func TestReadRefuses(t *testing.T) {
	_, _, err := published.Read("X.md", []byte("## Opcode\n\nnothing\n"))
	require.EqualError(t, err, "X.md:1:1: error: no line NAME = 0xNN below a heading ## Opcode; a published page has one")
	_, _, err = published.Read("X.md", make([]byte, opdefs.MaxPageBytes+1))
	require.EqualError(t, err, fmt.Sprintf("X.md:1:1: error: the page has %d bytes; legal are at most %d", opdefs.MaxPageBytes+1, opdefs.MaxPageBytes))
	add, err := specs.FS.ReadFile("visa/ADD.md")
	require.NoError(t, err)
	assert.False(t, published.Is(add))
	assert.False(t, published.Is(nil))
}

// TestCompareWithItself: our pages do not differ from themselves, and an edited one
// differs in the fact that was edited.
func TestCompareWithItself(t *testing.T) {
	m := base(t)
	c := published.Compare(m.Pages, m.Pages)
	assert.Empty(t, c.Differences)
	assert.Empty(t, c.Missing)
	assert.Empty(t, c.Added)
	assert.Equal(t, c.Compared, c.Same)
	for _, e := range []struct{ page, old, new, want string }{
		{"ADD", "src0[i] + src1[i]", "src1[i] + src0[i]", "add: semantics"},
		{"ADD", "**Saturation:** yes", "**Saturation:** float", "add: saturation"},
		{"ADD", "**Source Modifier:** arithmetic", "**Source Modifier:** logic", "add: source modifiers"},
		{"ADD", "**Dst types:** DF", "**Dst types:** F", "add: types"},
		{"AND", "<src0> <src1>", "<src1> <src0>", "and: text"},
		{"OWORD_LD", "value: log2", "Bit[7..0]: all", "oword_ld: power of two of size"},
		{"OWORD_LD", "enum: OWORDS", "enum: NUM_BLOCKS", "oword_ld: enumeration of size"},
		{"OWORD_LD", "type: UD", "type: UW", "oword_ld: operand types of offset"},
		{"OWORD_LD", "Is_modified:ub=0", "Is_modified:ub=1", "oword_ld: layout"},
		{"BFN", "hex: x", "hex: y", "bfn: hexadecimal of booleanfuncctrl"},
		{"BFE", "**Execution sizes:** 1, 4, 8", "**Execution sizes:** 1, 8", "bfe: execution sizes"},
		{"BFE", "**Operand alignment:** 16", "**Operand alignment:** 8", "bfe: alignment"},
		{"DP4A", "**Platforms:** {TGLLP+}", "**Platforms:** {SKL+}", "dp4a: platforms"},
		{"LRP", "**Accuracy:**", "**Dst overlap:**", "lrp: dst overlap"},
		{"GATHER", "zeros are returned", "ones are returned", "gather: out of bounds"},
		{"GATHER", "Num_elts:elts", "Num_elts:exec", "gather: layout"},
		{"MEDIA_LD", "range: 0..3", "range: 0..2", "media_ld: max of plane"},
		{"MEDIA_LD", "range: 1..64", "range: 2..64", "media_ld: min of block_width"},
		{"OWORD_LD", "not slm {-ICLLP}", "not slm", "oword_ld: not slm of surface"},
		{"OWORD_ST", "  - required\n", "", "oword_st: required of src"},
		{"GOTO", "begins: block", "begins: subroutine", "goto: label of label"},
		{"MADW", "  - pair\n", "", "madw: pair of dst"},
		{"LSC_LOAD", "  - short\n", "", "lsc_load: short of surface"},
		{"LSC_LOAD", "one element: t\n", "Bit[0]: t\n", "lsc_load: one element of order"},
		{"LSC_LOAD", "Channels:ub=Elements", "Channels:ub=1", "lsc_load: layout"},
		{"LSC_LOAD", "(<exec_size>)  <dst>", "(<exec_size>) <dst>", "lsc_load: text"},
		{"LSC_LOAD", "absent: space=flat", "absent: space=bti", "lsc_load: absent of surface"},
		{"LSC_LOAD_QUAD_TYPED", "access: write", "access: read", "lsc_load_quad.tgm: access of dst"},
		{"ADDR_ADD", "class: address, address of", "class: address", "addr_add: classes of src0"},
		{"DPAS", "data from 11:", "data from 12:", "dpas: data of w"},
		{"DPAS", "approximate of bf, hf:", "approximate of hf:", "dpas: approximate values of w"},
		{"GOTO", "hook goto", "hook jmp", "goto: semantics"},
		{"YIELD", "hook none", "data nobody knows", "yield: semantics"},
		{"JMP", "**Mask:** ignored", "**Mask:** channels", "jmp: mask"},
	} {
		src, err := specs.FS.ReadFile("visa/" + e.page + ".md")
		require.NoError(t, err)
		p, _, err := opdefs.ParsePage("visa/"+e.page+".md", []byte(strings.Replace(string(src), e.old, e.new, 1)), nil, m)
		require.NoError(t, err, e.want)
		d := published.Compare(m.Pages, []*opdefs.Page{p}).Differences
		require.NotEmpty(t, d, e.want)
		assert.Equal(t, e.want, d[0].Op+": "+d[0].Fact)
	}
}

// counts writes how often each word of a list stands there, by word.
func counts(words []string) string {
	n := map[string]int{}
	for _, w := range words {
		n[w]++
	}
	var lines []string
	for w, k := range n {
		lines = append(lines, fmt.Sprintf("%5d %s\n", k, w))
	}
	sort.Slice(lines, func(i, j int) bool { return lines[i][6:] < lines[j][6:] })
	return strings.Join(lines, "")
}
