package published_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/opdefs/published"
)

var (
	token = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|0x[0-9a-fA-F]+|[0-9]+|\S`)
	odd   = []string{"", "0", "31", "255", "0xffffffffff", "(", ")", "[", "]", "{", "}", "for", "else", "dst", "src0", "i", "surface", "<", ">", "//", ";", "=", "|", "#", "```", "**", "1F", "n", "Label0"}
)

// mutate exchanges tokens and lines of a page; seed 0 changes nothing.
func mutate(src []byte, seed uint64) []byte {
	if seed == 0 {
		return src
	}
	r := rand.New(rand.NewPCG(seed, 7))
	own := token.FindAllString(string(src), -1)
	lines := strings.Split(string(src), "\n")
	for range 1 + r.IntN(6) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		at := token.FindAllStringIndex(lines[i], -1)
		switch n := r.IntN(8); {
		case n == 0:
			lines[i], lines[j] = lines[j], lines[i]
		case n == 1:
			lines[i] += "\n" + lines[j]
		case len(at) > 0 && len(own) > 0:
			p := at[r.IntN(len(at))]
			with := odd[r.IntN(len(odd))]
			if r.IntN(2) == 0 {
				with = own[r.IntN(len(own))]
			}
			lines[i] = lines[i][:p[0]] + with + lines[i][p[1]:]
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// FuzzPublished reads and converts any text: an error has a place, there is no panic, and
// what comes out is a page of ours that reads the same again.
func FuzzPublished(f *testing.F) {
	files, err := filepath.Glob("testdata/made/*.md")
	require.NoError(f, err)
	for _, name := range files {
		src, err := os.ReadFile(name)
		require.NoError(f, err)
		for seed := range uint64(3) {
			f.Add(src, seed)
		}
	}
	m := base(f)
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if len(src) <= 1<<14 {
			survives(t, mutate(src, seed), m)
		}
	})
}

// survives reads and converts any text.
func survives(t *testing.T, src []byte, m *opdefs.Model) {
	published.Is(src)
	p, mends, err := published.Read("FUZZ.md", src)
	if err != nil {
		var one *opdefs.Error
		require.True(t, errors.As(err, &one) && one.Pos.Line > 0, "%v", err)
		return
	}
	for _, x := range mends {
		require.Positive(t, x.Pos.Line)
	}
	r, err := published.Convert(p, m)
	if err != nil {
		var not *published.Inexpressible
		require.True(t, errors.As(err, &not), "%v", err)
		return
	}
	with := &opdefs.Model{Types: m.Types, Enums: slices.Clone(m.Enums), Known: m.Known, Pages: m.Pages}
	for _, made := range r.Results {
		again, enums, err := opdefs.ParsePage("visa/"+made.Name+".md", made.Markdown, made.Enums, with)
		require.NoError(t, err)
		require.Empty(t, published.Compare([]*opdefs.Page{made.Page}, []*opdefs.Page{again}).Differences)
		with.Enums = append(with.Enums, enums...)
	}
}

// TestMutatedVendorPages does the same with each published page, changed once.
func TestMutatedVendorPages(t *testing.T) {
	for i, f := range vendorPages(t) {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		survives(t, mutate(src, uint64(i+1)), base(t))
	}
}
