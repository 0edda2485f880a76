package lower_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

func parse(t *testing.T, path string) *visa.Kernel {
	t.Helper()
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	k, err := asm.Parse(filepath.Base(path), src)
	require.NoError(t, err)
	return k
}

// dumpAfter compiles and gives a copy of the program as one pass left it.
func dumpAfter(t *testing.T, k *visa.Kernel, pass string) *native.Program {
	t.Helper()
	var seen *native.Program
	r, err := lower.Compile(k, native.SKL, lower.Options{
		Alloc: regalloc.Options{Verify: true},
		Dump: func(name string, p *native.Program) {
			if name == pass {
				seen = regalloc.Snapshot(p)
			}
		},
	})
	require.NoError(t, err)
	assert.Empty(t, native.Check(native.SKL, r.Program.Insts))
	return seen
}

var expectRE = regexp.MustCompile(`^(.*?)//\s*gen9:(.*)$`)

// TestExpectations reads kernels whose lines carry "// gen9: RE ; RE": what the
// line's instruction has become before register allocation, one regular
// expression per native instruction, in order.
func TestExpectations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.visaasm")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".visaasm"), func(t *testing.T) {
			k := parse(t, f)
			p := dumpAfter(t, k, "flow")
			byLine := map[int][]string{}
			for i := range p.Insts {
				in := &p.Insts[i]
				line := int(k.Insts[in.VISA-1].Pos.Line)
				byLine[line] = append(byLine[line], listing.Text(p, in))
				for _, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
					assert.False(t, o.Indirect && len(in.Uses) == 0, "line %d: %s: want the variables that its addresses reach", line, listing.Text(p, in))
				}
			}
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			checked := 0
			for n, l := range strings.Split(string(src), "\n") {
				if m := expectRE.FindStringSubmatch(l); m != nil {
					checked++
					expectLine(t, n+1, m[2], byLine[n+1])
				}
			}
			assert.Positive(t, checked, "no expectation in the file")
		})
	}
}

func expectLine(t *testing.T, line int, want string, got []string) {
	t.Helper()
	res := slices.DeleteFunc(strings.Split(want, " ; "), func(s string) bool { return strings.TrimSpace(s) == "" })
	for i := range res {
		res[i] = strings.TrimSpace(res[i])
	}
	if !assert.Len(t, got, len(res), "line %d: want %q, got\n%s", line, res, strings.Join(got, "\n")) {
		return
	}
	for i := range res {
		assert.Regexp(t, res[i], got[i], "line %d, instruction %d", line, i)
	}
}
