package opdefs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// listed is an enumeration of testdata/lakefield.txt.
type listed struct {
	name  string
	codes map[uint64][]string
	n     int
}

// readListed reads the tables of the document.
func readListed(t *testing.T) (out []*listed) {
	b, err := os.ReadFile(filepath.Join("testdata", "lakefield.txt"))
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(b), "\n\n# ")
	for table := range strings.SplitSeq(text, "\n\n# ") {
		head, rows, _ := strings.Cut(table, "\n")
		space := strings.LastIndexByte(head, ' ')
		n, err := strconv.Atoi(head[space+1:])
		require.NoError(t, err)
		l := &listed{name: head[:space], codes: map[uint64][]string{}, n: n}
		count := 0
		for row := range strings.SplitSeq(rows, ";") {
			code, name, _ := strings.Cut(strings.TrimSpace(row), " ")
			v, err := strconv.ParseUint(code, 16, 64)
			require.NoError(t, err, "%s: %q", l.name, row)
			l.codes[v] = append(l.codes[v], name)
			count++
		}
		require.Equal(t, n, count, l.name)
		out = append(out, l)
	}
	return out
}

// letters are what a name says without its case and marks.
func letters(s string) string {
	return regexp.MustCompile(`[^a-z0-9]`).ReplaceAllString(strings.ToLower(s), "")
}

// lakefieldOf is what the pages have for lkf under the name of a table: all names of a code,
// with those of a meaning "also .e".
func lakefieldOf(t *testing.T, eu *EU, name string) map[uint64][]string {
	lkf := slices.Index(EUTargets, "lkf")
	got := map[uint64][]string{}
	if name == "EU_OPCODE" {
		for _, o := range eu.Opcodes {
			if o.Targets.Has(lkf) {
				got[o.Code] = append(got[o.Code], o.Op)
			}
		}
		return got
	}
	i := slices.IndexFunc(eu.Enums, func(e *Enum) bool { return letters(e.Name) == letters(name) })
	require.GreaterOrEqual(t, i, 0, "enumeration %s", name)
	for _, r := range eu.Enums[i].Rows {
		if !r.Targets.Has(lkf) {
			continue
		}
		names := []string{r.Name}
		if r.Name == "" {
			names[0] = fmt.Sprintf("%#x", r.Value) // an index has no name
		}
		if also := regexp.MustCompile(`also \.(\w+)`).FindStringSubmatch(r.Meaning); also != nil {
			names = append(names, also[1])
		}
		got[r.Code] = append(got[r.Code], names...)
	}
	return got
}

// elsewhere are the differences from the document, "+" what the pages have beside it and "-"
// what they have not. specs/ERRATA.md has the reasons.
var elsewhere = map[string][]string{
	"EU_OPCODE":  {"-20 jmpj", "+20 jmpi", "-50 sad2", "-51 sada2", "+7D nenop"}, // nenop pads shipped code
	"ThreadCtrl": {"+3 NoPreempt"},
}

// TestLakefield: the codes of every enumeration of the Lakefield PRM, volume 2b, are those of
// the pages for lkf, in both directions.
func TestLakefield(t *testing.T) {
	eu, err := ParseEU(os.DirFS("../specs/eu"))
	require.NoError(t, err)
	tables := readListed(t)
	assert.Len(t, tables, 39, "all of the document's 40 but the one that has no names")
	for _, l := range tables {
		t.Run(strings.ReplaceAll(l.name, " ", ""), func(t *testing.T) {
			got := lakefieldOf(t, eu, l.name)
			var differ []string
			for code, names := range l.codes {
				for _, n := range names {
					if !slices.ContainsFunc(got[code], func(g string) bool { return letters(g) == letters(n) }) {
						differ = append(differ, fmt.Sprintf("-%X %s", code, n))
					}
				}
			}
			for code, names := range got {
				for _, n := range names {
					if !slices.ContainsFunc(l.codes[code], func(g string) bool { return letters(g) == letters(n) }) {
						differ = append(differ, fmt.Sprintf("+%X %s", code, n))
					}
				}
			}
			assert.ElementsMatch(t, elsewhere[l.name], differ)
		})
	}
}

// TestLakefieldDocument: testdata/lakefield.txt has the codes of the document, where it lies beside the
// repository.
func TestLakefieldDocument(t *testing.T) {
	file := corpus.FilesBeside(t, "seeds", "lakefield-*.txt")[0]
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	counts := map[string]int{}
	row := regexp.MustCompile(`^([0-9A-Fa-f]+[bh]?)\t([^\t]+)`)
	var table, before string
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "Source:") {
			table = letters(strings.TrimPrefix(strings.TrimSpace(before), "FFID - "))
		}
		if m := row.FindStringSubmatch(line); m != nil && table != "" && !strings.HasPrefix(m[2], "Reserved") {
			counts[table]++
		}
		before = line
	}
	for _, l := range readListed(t) {
		assert.Equal(t, counts[letters(l.name)], l.n, l.name)
	}
}
