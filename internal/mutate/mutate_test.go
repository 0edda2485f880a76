package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
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

// TestSwitched: each function calls the copy that is on, with its own arguments;
// what cannot be called so is left to builds of its own.
func TestSwitched(t *testing.T) {
	const text = `package p

type T struct{ n int }

func (t *T) Put(_ int, more ...int) { t.n = len(more) }

func Pick[A, B any](_ *A, b B) (B, bool) { return b, 1 < 2 }

func (T) Size() int { return 4 }

//go:noinline
func Far() int { return 5 }

var table = [2]int{6, 7}
`
	p := &pkgSource{pkg: "p", path: "p", name: []string{"p.go"}, src: [][]byte{[]byte(text)}, fset: token.NewFileSet(), imp: importer.Default()}
	file, err := parser.ParseFile(p.fset, "p.go", text, parser.ParseComments)
	require.NoError(t, err)
	p.file = []*ast.File{file}
	var list []*mutation
	for _, c := range [][2]string{{"len(more)", "0"}, {"1 < 2", "1 > 2"}, {"1 < 2", "1 <= 2"}, {"4", "3"}, {"5", "6"}, {"7", "8"}} {
		at := strings.Index(text, c[0])
		list = append(list, &mutation{File: "p/p.go", start: at, end: at + len(c[0]), text: c[1]})
	}
	s := p.switched(list)
	require.NotNil(t, s)
	assert.Equal(t, map[*mutation]int{list[0]: 1, list[1]: 2, list[2]: 3}, s.number)
	got := string(s.files["p.go"])
	for _, want := range []string{
		"func (t *T) Put(mutationNumberArgument0 int, more ...int) { switch mutationNumber { case 1: t.Put_mutationNumber1(mutationNumberArgument0, more...); return; };  t.n = len(more) }",
		"{ switch mutationNumber { case 2: return Pick_mutationNumber2[A, B](mutationNumberArgument0, b); case 3: return Pick_mutationNumber3[A, B](mutationNumberArgument0, b); };  return b, 1 < 2 }",
		"func (t *T) Put_mutationNumber1(_ int, more ...int) { t.n = 0 }",
		"func Pick_mutationNumber3[A, B any](_ *A, b B) (B, bool) { return b, 1 <= 2 }",
		"func Far() int { return 5 }",
	} {
		assert.Contains(t, got, want)
	}
	assert.Contains(t, string(s.files[chooserFile]), "package p\n")
	assert.Nil(t, p.switched(list[3:]))
}

// TestJudge plants lines in a module of one function.
func TestJudge(t *testing.T) {
	if os.Getenv("GENVISA_BUILD") == "" {
		t.Skip("builds programs: GENVISA_BUILD=1 runs it")
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
		o, err := r.judge(&mutation{File: "p.go"}, []byte(strings.Replace(right, c.old, c.new, 1)))
		require.NoError(t, err)
		assert.Equal(t, c.verdict, o.Verdict, c.new)
		assert.Contains(t, o.By, c.by, c.new)
	}
	src, info, err := load(root, ".")
	require.NoError(t, err)
	all := slices.DeleteFunc(src.mutations(info, 1), func(m *mutation) bool { return !src.compiles(m) || m.To == "for i := 1; i <= n; {} {" })
	require.Len(t, all, 6)
	var alone, together []string
	for _, list := range []*[]string{&alone, &together} {
		for _, m := range all[:3] {
			o, err := r.judge(m, src.source(m))
			require.NoError(t, err)
			*list = append(*list, m.To+" "+o.Verdict+" "+o.By)
		}
		require.NoError(t, r.prepare(src.switched(all)))
		require.Len(t, r.many.number, 6)
	}
	assert.Equal(t, alone, together)
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
