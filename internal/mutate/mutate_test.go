package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const sample = `package p

var table = [3]int{7}

type T struct{ n int }

func (t *T) put(a, b int, on bool) (ok bool) {
	if a < b && on {
		t.n = a
		t.n <<= 4
	}
	if on {
		panic("BUG: 5")
	}
	t.put(a, b, true)
	return
}

func f(x uint8) (uint8, error) { return x + 1, nil }

func g(x, y int) { println(min(x, y)) }
`

func find(t *testing.T) (*pkgSource, []*mutation) {
	p := &pkgSource{pkg: "p", path: "p", name: []string{"p.go"}, src: [][]byte{[]byte(sample)}, fset: token.NewFileSet()}
	file, err := parser.ParseFile(p.fset, "p.go", sample, parser.ParseComments)
	require.NoError(t, err)
	p.file = []*ast.File{file}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	_, err = (&types.Config{}).Check("p", p.fset, p.file, info)
	require.NoError(t, err)
	return p, p.mutations(info, 1)
}

// TestKinds lists what is wrong in each line of the sample.
func TestKinds(t *testing.T) {
	p, all := find(t)
	var got []string
	for _, m := range all {
		got = append(got, fmt.Sprintf("%s | %s | %s | %t", m.Func, m.Kind, m.To, p.compiles(m)))
		src := string(m.apply([]byte(sample)))
		assert.Equal(t, strings.Count(sample, "\n"), strings.Count(src, "\n"))
		assert.Equal(t, m.To, strings.TrimSpace(strings.Split(src, "\n")[m.Line-1]))
		assert.Equal(t, m.From, strings.TrimSpace(strings.Split(sample, "\n")[m.Line-1]))
	}
	assert.ElementsMatch(t, []string{
		"table | constant | var table = [3]int{8} | true",
		"T.put | early return | return; if a < b && on { | true",
		"T.put | operator | if a <= b && on { | true",
		"T.put | operator | if a > b && on { | true",
		"T.put | operator | if a < b || on { | true",
		"T.put | negated condition | if !(a < b && on) { | true",
		"T.put | dropped statement | {} | true", // t.n = a
		"T.put | dropped statement | {} | true", // t.n <<= 4
		"T.put | operator | t.n >>= 4 | true",
		"T.put | constant | t.n <<= 5 | true",
		"T.put | negated condition | if !(on) { | true",
		"T.put | swapped arguments | t.put(b, a, true) | true",
		"T.put | constant | t.put(a, b, false) | true",
		"T.put | dropped statement | {} | true", // the call
		"f | early return | func f(x uint8) (uint8, error) { return *new(uint8), *new(error); return x + 1, nil } | true",
		"f | operator | func f(x uint8) (uint8, error) { return x - 1, nil } | true",
		"f | constant | func f(x uint8) (uint8, error) { return x + 2, nil } | true",
		"g | early return | func g(x, y int) { return; println(min(x, y)) } | true",
		"g | dropped statement | func g(x, y int) { {} } | true",
	}, got)
}

func TestCompiles(t *testing.T) {
	p, _ := find(t)
	at := strings.Index(sample, "x + 1")
	assert.False(t, p.compiles(&mutation{File: "p/p.go", start: at, end: at + 1, text: "on"}))
	assert.True(t, p.compiles(&mutation{File: "p/p.go", start: at, end: at + 1, text: "7"}))
}

// TestJudge plants lines in a module of one function.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	root := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	const right = "package p\n\nfunc Sum(n int) (s int) {\n\tfor i := 1; i <= n; i++ {\n\t\ts += i\n\t}\n\treturn s\n}\n"
	write("go.mod", "module p\n\ngo 1.26\n")
	write("p.go", right)
	write("p_test.go", "package p\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif !testing.Short() && Sum(3) != 6 {\n\t\tt.Fatal(\"not 6\")\n\t}\n}\n")
	r := newRunner(root, ".", t.TempDir())
	r.floor = time.Second
	require.NoError(t, r.start())
	assert.True(t, r.long)
	for _, c := range []struct{ old, new, verdict, by string }{
		{"s += i", "s -= i", killed, "TestSum"},
		{"i <= n", "n > 5 || i <= n", survived, ""},
		{"i++", "", killed, "no end"},
		{"s += i", "s += \"\"", broken, ""},
	} {
		o, err := r.judge("p.go", []byte(strings.Replace(right, c.old, c.new, 1)))
		require.NoError(t, err)
		assert.Equal(t, c.verdict, o.Verdict, c.new)
		assert.Contains(t, o.By, c.by, c.new)
	}
	write("p.go", strings.Replace(right, "s += i", "s = i", 1))
	assert.ErrorContains(t, newRunner(root, ".", t.TempDir()).start(), "fail without a mutation: TestSum")
}

func TestStore(t *testing.T) {
	_, all := find(t)
	path := filepath.Join(t.TempDir(), "results")
	s, err := openStore(path, 1)
	require.NoError(t, err)
	require.NoError(t, s.add(all[0], outcome{Verdict: survived}))
	require.NoError(t, s.add(all[1], outcome{Verdict: survived}))
	require.NoError(t, s.add(all[0], outcome{Verdict: killed, By: "TestX"}))
	s, err = openStore(path, 1)
	require.NoError(t, err)
	v, known := s.verdict(all[0])
	assert.Equal(t, outcome{Verdict: killed, By: "TestX"}, v)
	assert.True(t, known)
	edited := *all[1]
	edited.Body = "other"
	_, known = s.verdict(&edited)
	assert.False(t, known, "a verdict on another text")

	entry := func(m *mutation, why string) []reasoned {
		return []reasoned{{File: m.File, Func: m.Func, From: m.From, To: m.To, Why: why, list: "list", at: 7}}
	}
	equal := entry(all[1], "because")
	var c tally
	c.count(all[0], v, s.first(all[0]), equal)
	c.count(all[1], outcome{Verdict: survived}, s.first(all[1]), equal)
	c.count(all[2], outcome{Verdict: survived}, s.first(all[2]), equal)
	c.count(all[3], outcome{Verdict: killed}, killed, equal)
	assert.Equal(t, []int{2, 1, 1, 4, 1}, []int{c.killed, c.equivalent, c.survived, c.judged(), c.atFirst})
	assert.Equal(t, 200.0/3, rate(c))
	assert.Contains(t, table([]tally{c}), "| 66.7 % | 33.3 % |")
	assert.Equal(t, "–", share(tally{}, 0), "a package of which nothing ran")
	o := &options{n: 3, seed: 1}
	assert.Contains(t, document([]tally{c}, o), "→ `"+all[1].To+"`: because")
	assert.Contains(t, document([]tally{c}, o), "→ `"+all[2].To+"`: no reason yet")
	o.left = entry(all[2], "speed")
	assert.Contains(t, document([]tally{c}, o), "→ `"+all[2].To+"`: speed")
	ps := []part{{src: &pkgSource{pkg: "p"}, all: all}}
	require.NoError(t, stale(equal, ps))
	equal[0].From += "x"
	assert.ErrorContains(t, stale(equal, ps), "list:7: p/p.go, ")
}

func TestReasons(t *testing.T) {
	for _, name := range []string{"equivalent.txt", "survivors.txt"} {
		_, err := reasons(name)
		require.NoError(t, err)
	}
	path := filepath.Join(t.TempDir(), "list")
	for text, want := range map[string]string{
		"file: a\nfunc: b\nfrom: c: d\nto: e\nwhy: f\n\n# x\n": "",
		"file: a\nfunc: b\nfrom: c\nto: e\n":                   "list:1: want file",
		"file: a\nfile: b\n":                                   "list:2:",
		"line: 3\n":                                            "list:1:",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		list, err := reasons(path)
		if want != "" {
			assert.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, []reasoned{{"a", "b", "c: d", "e", "f", "list", 1}}, list)
	}
}
