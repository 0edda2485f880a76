//go:build oracle

package oracle

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/native"
)

// platform is the -p argument of iga64 for a target.
var platform = map[native.Target]string{
	native.HSW: "7p5", native.BDW: "8", native.SKL: "9", native.BXT: "9",
	native.CNL: "10", native.ICL: "11", native.LKF: "11", native.TGL: "12p1",
	native.DG2: "12p71", native.MTL: "12p71", native.ARL: "12p71",
}

// Platform is the argument of iga64 that selects a target.
func Platform(t native.Target) string { return "-p=" + platform[t] }

type igaReg struct {
	RN    string
	R, SR int
}

type igaOperand struct {
	Kind, Mods, Value, MME string
	Reg, AReg              *igaReg
	AOff                   int
	Sat                    bool
	Type, Target           *string
	Rgn                    *struct{ Vt, Wi, Hz *int }
	Len                    int
	Surf                   *struct{ Type string }
	Addr                   *struct {
		Reg igaReg
		Len int
	}
	Offset int
}

type igaInst struct {
	Kind, Op string
	Value    string // of a label
	Subop    *string
	Pred     *struct {
		Inv  bool
		Func string
	}
	Wren   bool
	ES, EO int
	FM     *struct{ Cond string }
	FReg   *igaReg
	Dst    *igaOperand
	Srcs   []igaOperand
	Opts   []string

	RegDist, SBID *string
}

// typedRead is what iga64 1.1.0 writes for the source of a typed read: an
// object without its braces.
var typedRead = regexp.MustCompile(`(?m)^(\s*)("kind":"RD", "reg":\{[^}]*\}, "rgn":null, "type":null, "defs":\[\]),$`)

// errorLine is how iga64 reports an instruction that it cannot decode.
var errorLine = regexp.MustCompile(`^byte offset 0x([0-9a-fA-F]+): error: (.*)$`)

// disassemble runs iga64 on code and gives what it prints and, by byte offset,
// what it refuses.
func disassemble(tb testing.TB, t native.Target, code []byte, args ...string) (out []byte, refused map[int]string) {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "code.krn")
	if err := os.WriteFile(file, code, 0o600); err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command("iga64", append([]string{"-d", "-p=" + platform[t], "--output-on-fail", "-Xprint-hex-floats", file}, args...)...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	refused = map[int]string{}
	for l := range strings.Lines(messages.String()) {
		if m := errorLine.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
			at, _ := strconv.ParseInt(m[1], 16, 64)
			refused[int(at)] = m[2]
		}
	}
	if err != nil && len(refused) == 0 {
		tb.Fatalf("iga64: %v: %s", err, messages.String())
	}
	return out, refused
}

// operands are iga64's instructions, labels left out, one for each offset.
// What it refuses may be no JSON, and is then empty.
func operands(tb testing.TB, t native.Target, code []byte, offs []int) (insts []igaInst, refused map[int]string) {
	tb.Helper()
	out, refused := disassemble(tb, t, code, "-Xprint-json")
	out = typedRead.ReplaceAll(out, []byte(`$1{$2},`))
	const next = "\n    {\"kind\":"
	_, list, _ := strings.Cut(string(out), `"insts":[`)
	list, _, _ = strings.Cut(list, "\n  ]")
	for _, piece := range strings.Split(list, next)[1:] {
		if !strings.HasPrefix(piece, `"I"`) {
			continue
		}
		if len(insts) == len(offs) {
			tb.Fatalf("iga64 has more than %d instructions", len(offs))
		}
		var in igaInst
		err := json.Unmarshal([]byte(`{"kind":`+strings.TrimRight(piece, ",\n ")), &in)
		if at := offs[len(insts)]; err != nil && refused[at] == "" {
			tb.Fatalf("offset %#x: iga64 JSON: %v: %s", at, err, piece)
		}
		insts = append(insts, in)
	}
	if len(insts) != len(offs) {
		tb.Fatalf("%d instructions, iga64 has %d", len(offs), len(insts))
	}
	return insts, refused
}

// Plain is assembly text as lines without comments, label lines and runs of
// blanks.
func Plain(text string) []string {
	var out []string
	for l := range strings.Lines(text) {
		l, _, _ = strings.Cut(l, "//")
		if f := strings.Fields(l); len(f) > 0 && !strings.HasSuffix(f[0], ":") {
			out = append(out, strings.Join(f, " "))
		}
	}
	return out
}
