package listing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// TestWritten: what is read is written again, of every paragraph of the passes' tests.
func TestWritten(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "lower", "*", "testdata", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	lines := 0
	for _, f := range files {
		if filepath.Base(f) == "floors.txt" {
			continue
		}
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, paragraph := range strings.Split(string(b), "\n\n") {
			text := program(input(paragraph))
			p, err := Read(text)
			require.NoError(t, err, "%s: %s", f, paragraph)
			names := text
			for name := range strings.FieldsSeq(text) {
				if label, ok := strings.CutSuffix(name, ":"); ok {
					names = strings.ReplaceAll(names, label, "_L")
				}
			}
			var want []string
			for line := range strings.SplitSeq(names, "\n") {
				if words := strings.Fields(line); len(words) > 0 && declared[words[0]] == nil && words[0] != "simd" {
					want = append(want, line)
				}
			}
			got := strings.TrimSpace(Program(p))
			for l := range p.Labels {
				got = strings.ReplaceAll(got, "_L"+string(rune('0'+l)), "_L")
			}
			assert.Equal(t, strings.Join(want, "\n"), got, f)
			lines += len(want)
		}
	}
	floor.Exact(t, "lines that are written as they were read", lines)
}

// TestRead: all that an instruction can say.
func TestRead(t *testing.T) {
	p, err := Read("simd 8\nvar v 16 align 4 at 100\nflag p 32\naddr x 4\n\n(W&~p) add.sat (8|M8) (lt)p v.4<2>:w -(abs)r[x.1,-4].2<1,0>:w &v+0x10:uw {AccWrEn} {Uses=v}\n_a:\nsend (8|M0) null<1>:ud v<8;8,1>:ud 12 0x40 0x2026e03 {EOT}\n(p) goto.b (16|M0) _b _a\n_b:\nmath (1|M0) v<1>:f v<0;1,0>:f {Math=3}\n")
	require.NoError(t, err)
	want := native.Program{
		SIMD: 8, Labels: []int{1, 3},
		Vars:  []native.Var{{Name: "v", Size: 16, Align: 4, Fixed: 100, LiveIn: true}},
		Flags: []native.FlagVar{{Name: "p", Bits: 32, Fixed: -1}},
		Addrs: []native.AddrVar{{Name: "x", Words: 4}},
		Insts: []native.Inst{
			{
				Op: native.OpAdd, ExecSize: 8, ChanOff: 8, NoMask: true, PredCtrl: native.PredSeq, PredInv: true, Sat: true, AccWr: true,
				Cond: native.CondLT, Flag: native.Flag{Virt: 1}, VISA: 6,
				Dst: native.Operand{File: native.Virt, Sub: 4, Region: native.Region{H: 2}, Type: native.W},
				Src: [3]native.Operand{
					{File: native.GRF, Indirect: true, AddrReg: 1, AddrSub: 1, AddrImm: -4, Sub: 2, Mod: native.ModNegAbs, Region: native.Region{V: native.VxH, W: 1}, Type: native.W},
					{File: native.Imm, Imm: 16, AddrOf: 1, Type: native.UW},
				},
				Uses: []int32{0},
			},
			{
				Op: native.OpSend, ExecSize: 8, VISA: 8, Dst: native.NullDst(native.UD), Msg: native.Message{SFID: 12, ExDesc: 0x40, Desc: 0x2026e03, EOT: true},
				Src: [3]native.Operand{{File: native.Virt, Region: native.Region{V: 8, W: 8, H: 1}, Type: native.UD}},
			},
			{Op: native.OpGoto, Branch: true, ExecSize: 16, PredCtrl: native.PredSeq, Flag: native.Flag{Virt: 1}, Label: 2, Label2: 1, VISA: 9},
			{
				Op: native.OpMath, MathFC: 3, ExecSize: 1, VISA: 11, Dst: native.Operand{File: native.Virt, Region: native.Dst1, Type: native.F},
				Src: [3]native.Operand{{File: native.Virt, Region: native.Scalar, Type: native.F}},
			},
		},
	}
	assert.Equal(t, &want, p)
}

// TestRefused: lines that say nothing, or too much.
func TestRefused(t *testing.T) {
	for line, why := range map[string]string{
		"var a":                                     "want a name",
		"var a x":                                   "invalid syntax",
		"var b 4 at":                                "want a name",
		"var b 4 near 8":                            "want align or at",
		"var b 4 at x":                              "invalid syntax",
		"add":                                       "want an op",
		"frob (8|M0) a<1>:d":                        "want an op",
		"add 8 a<1>:d":                              "want (8|M0)",
		"(q) add (8|M0) a<1>:d":                     "want W or a flag",
		"(a) add (8|M0) a<1>:d":                     "want W or a flag",
		"add (8|M0) (zz)p a<1>:d":                   "want a condition",
		"add (8|M0) (eq)a a<1>:d":                   "want a condition",
		"add (8|M0) b<1>:d":                         "want a name that is declared",
		"add (8|M0) a<1>:z":                         "want a type",
		"add (8|M0) a":                              "want an operand",
		"add (8|M0) a<1>:d {Foo}":                   "want AccWrEn",
		"add (8|M0) a<1>:d {Uses=p}":                "want a variable",
		"math (8|M0) a<1>:f {Math=x}":               "invalid syntax",
		"send (8|M0) a<1>:ud 1 2 3 4":               "want three numbers",
		"send (8|M0) a<1>:ud x":                     "invalid syntax",
		"mad (8|M0) a<1>:d 0x1:d 0x1:d 0x1:d 0x1:d": "one operand too many",
		"(p) goto (8|M0) _nowhere":                  "label _nowhere is nowhere",
	} {
		_, err := Read("var a 64\nflag p 16\n" + line)
		assert.ErrorContains(t, err, why, line)
	}
}
