package published_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
	"github.com/genvisa/genvisa/specs"
)

// vendorPages are the published pages beside the repository and the two of the seed.
func vendorPages(t *testing.T) []string {
	t.Helper()
	pages := corpus.FilesBeside(t, filepath.Join("visa-docs", "instructions"), "*.md")
	require.Len(t, pages, 127)
	seeds := corpus.FilesBeside(t, "seeds", "*.md.txt")
	require.Len(t, seeds, 2)
	return append(pages, seeds...)
}

// TestVendorPages reads and converts every published page; the golden file says what
// became of each, and how often which kind of thing was mended or left.
func TestVendorPages(t *testing.T) {
	var b strings.Builder
	var mends, left []string
	var runs, hooks, data, several, heads, refused int // of the vendor's folder
	for i, f := range vendorPages(t) {
		p, r, err := convert(t, f)
		require.NotNil(t, p, f)
		if err != nil {
			not, ok := err.(*published.Inexpressible)
			require.True(t, ok, "%s: %v", f, err)
			fmt.Fprintf(&b, "%s not expressible: %s\n", filepath.Base(f), not.Why)
			refused++
			continue
		}
		first := &opdefs.Page{}
		for k, made := range r.Results {
			what := "runs"
			switch {
			case made.Page.Hook != "":
				what = "hook " + made.Page.Hook
			case made.Page.Data != "":
				what = "data: " + made.Page.Data
			}
			name := filepath.Base(f)
			if len(r.Results) > 1 {
				name += " as " + made.Name
			}
			fmt.Fprintf(&b, "%s %s\n", name, what)
			if k == 0 {
				first = made.Page
			}
		}
		switch {
		case i >= 127:
		case len(r.Results) == 0:
			fmt.Fprintf(&b, "%s heads pages of their own\n", filepath.Base(f))
			heads++
		case len(r.Results) > 1:
			several++
		case first.Hook != "":
			hooks++
		case first.Data != "":
			data++
		default:
			runs++
		}
		for _, m := range r.Mends {
			assert.Positive(t, m.Pos.Line, "%v", m)
			mends = append(mends, m.Kind)
		}
		for _, l := range r.Left {
			left = append(left, l.Kind)
		}
	}
	fmt.Fprintf(&b, "\nmends\n%s\nleft\n%s", counts(mends), counts(left))
	golden(t, "vendor.txt", b.String())
	readme, err := os.ReadFile(filepath.Join(corpus.Root(), "specs", "README.md"))
	require.NoError(t, err)
	says := fmt.Sprintf("Of the 127 public pages %d run as published, %d keep a hook, %d are data, %d become several pages, %d heads others and %d are refused",
		runs, hooks, data, several, heads, refused)
	assert.True(t, strings.Contains(string(readme), says), says)
}

// inPlace is our pages with a published one instead of those of its opcode.
func inPlace(t *testing.T, file string, p *published.Page) fstest.MapFS {
	t.Helper()
	set := fstest.MapFS{}
	for _, name := range []string{"visa/TYPES.md", "visa/ENUMS.md", "visa/OPCODES.md"} {
		src, err := specs.FS.ReadFile(name)
		require.NoError(t, err)
		set[name] = &fstest.MapFile{Data: src}
	}
	for _, o := range base(t).Pages {
		if o.Code == p.Code.Value && o.HasSub == (p.Sub != nil) && (p.Sub == nil || o.Sub == p.Sub.Value) {
			continue
		}
		src, err := specs.FS.ReadFile("visa/" + o.Name + ".md")
		require.NoError(t, err)
		set["visa/"+o.Name+".md"] = &fstest.MapFile{Data: src}
	}
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	set["visa/"+p.Name+".md"] = &fstest.MapFile{Data: src}
	return set
}

// TestVendorInPlace puts published pages one at a time, each when GENVISA_BUILD is set,
// unchanged, in the place of ours: the set is read, and the generator takes it.
//
// seed: vISA pages BFE
func TestVendorInPlace(t *testing.T) {
	every := 8 // a set takes a quarter of a second
	if os.Getenv("GENVISA_BUILD") != "" {
		every = 1
	}
	for i, f := range vendorPages(t) {
		if i%every != 0 {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		p, _, err := published.Read(filepath.Base(f), src)
		require.NoError(t, err)
		notes := 0
		m, err := opdefs.ParseMixed(inPlace(t, f, p), published.Converter(base(t), func(fmt.Stringer) { notes++ }))
		if !assert.NoError(t, err, f) {
			continue
		}
		if i%24 == 0 || every == 1 {
			_, err = gen.Generate(m)
			assert.NoError(t, err, f)
		}
	}
}

// TestVendorDifferences: what differs between the published pages and ours is listed,
// and each difference has a line in specs/ERRATA.md that says why.
func TestVendorDifferences(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "visa-docs", "instructions")
	f, err := published.ReadFolder(os.DirFS(dir), base(t))
	require.NoError(t, err)
	c := published.Compare(base(t).Pages, f.Pages)
	var b strings.Builder
	for _, d := range c.Differences {
		if d.Fact == "semantics" && !strings.HasPrefix(d.Theirs, "not ") {
			d.Ours, d.Theirs = "another formula", "the page's"
		}
		fmt.Fprintln(&b, d)
	}
	fmt.Fprintf(&b, "only theirs: %s\nonly ours: %s\n", strings.Join(c.Added, " "), strings.Join(c.Missing, " "))
	for _, n := range f.Not {
		fmt.Fprintln(&b, n)
	}
	fmt.Fprintf(&b, "%d ops in both, %d equal, %d differences\n", c.Compared, c.Same, len(c.Differences))
	golden(t, "differences.txt", b.String())
	explained(t, c.Differences)
}

// explained wants a row of specs/ERRATA.md for each difference, and one for each word
// of a row.
func explained(t *testing.T, differences []published.Difference) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(corpus.Root(), "specs", "ERRATA.md"))
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(src), "## Published pages and ours\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n## ")
	rows := map[string]bool{} // "op fact", true once it is used
	for l := range strings.Lines(table) {
		cells := strings.Split(l, "|")
		if len(cells) != 6 || strings.Contains(l, "---") || strings.Contains(l, "| ops |") {
			continue
		}
		for _, op := range strings.Fields(cells[1]) {
			for _, fact := range strings.Split(cells[2], ",") {
				rows[op+" "+strings.TrimSpace(fact)] = false
			}
		}
	}
	for _, d := range differences {
		word, _, _ := strings.Cut(d.Fact, " ")
		known := false
		for row := range rows { // an op that ends with a star stands for all that begin so
			op, fact, _ := strings.Cut(row, " ")
			begin, star := strings.CutSuffix(op, "*")
			if fact == word && (op == d.Op || star && strings.HasPrefix(d.Op, begin)) {
				known, rows[row] = true, true
			}
		}
		assert.True(t, known, "no row of ERRATA.md explains %v", d)
	}
	for row, used := range rows {
		assert.True(t, used, "a row of ERRATA.md explains %s, where nothing differs", row)
	}
}
