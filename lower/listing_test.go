package lower_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// listedRun: one listing in so many is run without -update.
const listedRun = 20

// notRun marks listings of what has no meaning in the memory of a case.
const notRun = "# not run: "

// TestListings compiles the paragraphs of testdata/code/NAME.DEVICE.txt, which are
// written like those of testdata/values, and compares what they become before they get
// registers with the lines behind them: "> " is a native instruction, "! " the
// error. They hold which of the right instructions were chosen. That they are right
// is shown by the run of both engines: of every paragraph when -update writes the
// lines, of a part of them otherwise, since other code has other lines.
func TestListings(t *testing.T) {
	for _, f := range listings(t) {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			paragraphs := strings.Split(strings.TrimSpace(string(b)), "\n\n")
			for n, was := range paragraphs {
				is := strings.Join(append(statement(was), becomes(t, f, was)...), "\n")
				if !strings.HasPrefix(was, notRun) && (floor.Updating() || !testing.Short() && n%listedRun == 0) {
					agree(t, f, was)
				}
				if floor.Updating() {
					paragraphs[n] = is
				} else {
					assert.Equal(t, was, is, "-update writes what the compiler makes now")
				}
			}
			if floor.Updating() {
				require.NoError(t, os.WriteFile(f, []byte(strings.Join(paragraphs, "\n\n")+"\n"), 0o644))
			}
		})
	}
}

func listings(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "code", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// listedFor is the target that a file of listings is for.
func listedFor(t *testing.T, file string) native.Target {
	t.Helper()
	device := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(file, ".txt")), ".")
	target, err := native.ParseTarget(device)
	require.NoError(t, err)
	return target
}

// statement are the lines of a paragraph without what it becomes.
func statement(paragraph string) (lines []string) {
	for _, line := range strings.Split(paragraph, "\n") {
		if !strings.HasPrefix(line, "> ") && !strings.HasPrefix(line, "! ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// listed is a paragraph as a case; it has no literals.
func listed(t *testing.T, file, paragraph string) *values.Case {
	t.Helper()
	cases, err := values.Parse(filepath.Base(file), strings.Join(statement(paragraph), "\n")+"\nE= -\n")
	require.NoError(t, err, paragraph)
	require.Len(t, cases, 1, paragraph)
	return &cases[0]
}

// becomes is what a paragraph becomes.
func becomes(t *testing.T, file, paragraph string) (out []string) {
	t.Helper()
	c := listed(t, file, paragraph)
	k, err := asm.ParseLinked(c.Pos, []byte(c.Text()), c.Functions()...)
	require.NoError(t, err, paragraph)
	p, err := lower.Until(k, listedFor(t, file), "flow")
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), ": error: ")
		return []string{"! " + what}
	}
	from, to := c.Lines()
	for i := range p.Insts {
		in := &p.Insts[i]
		if in.VISA == 0 {
			continue
		}
		if line := int(k.Insts[in.VISA-1].Pos.Line); from <= line && line < to {
			out = append(out, "> "+listing.Text(p, in))
		}
	}
	return out
}

// agree runs a paragraph on the interpreter and, compiled, on the EU model, which leave
// the same bytes. What the compiler has no code for is not run.
func agree(t *testing.T, file, paragraph string) {
	t.Helper()
	c := listed(t, file, paragraph)
	for v, name := range []string{"A", "B", "C"} {
		c.In[name] = patterned(v)
	}
	got, err := runCase(c, listedFor(t, file))
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	require.NoError(t, err, paragraph)
	want, err := interpret(c)
	require.NoError(t, err, paragraph)
	got.Out, want.Out = got.Out[:values.ResultBytes], want.Out[:values.ResultBytes]
	assert.Equal(t, want, got, paragraph)
}

// patterned are the 128 bytes of input number v: small and large numbers of both signs.
func patterned(v int) (out []byte) {
	for n := range 128 {
		switch b := 37*n + 91*v + n*n/3; n / 4 % 4 {
		case v:
			out = append(out, byte(b))
		case 3:
			out = append(out, []byte{byte(b), 0, 0x80, 0x3F}[n%4])
		default:
			out = append(out, []byte{byte(b), byte(b >> 3), byte(v), 0}[n%4])
		}
	}
	return out
}
