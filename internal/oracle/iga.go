//go:build oracle

package oracle

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/genvisa/genvisa/native"
)

// platform is the -p argument of iga64 for a target.
var platform = map[native.Target]string{
	native.IVB: "7", native.HSW: "7.5", native.BDW: "8", native.SKL: "9", native.BXT: "9",
	native.ICL: "11", native.LKF: "11", native.TGL: "12p1",
}

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
}

// typedRead is what iga64 1.1.0 writes for the source of a typed read: an
// object without its braces.
var typedRead = regexp.MustCompile(`(?m)^(\s*)("kind":"RD", "reg":\{[^}]*\}, "rgn":null, "type":null, "defs":\[\]),$`)

// disassemble runs iga64 and gives its instructions without the labels.
func disassemble(tb testing.TB, t native.Target, code []byte) []igaInst {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "code.krn")
	if err := os.WriteFile(file, code, 0o600); err != nil {
		tb.Fatal(err)
	}
	out, err := exec.Command("iga64", "-d", "-p="+platform[t], "-Xprint-json", "-Xprint-hex-floats", file).Output()
	if err != nil {
		tb.Fatalf("iga64: %v: %s", err, out)
	}
	out = typedRead.ReplaceAll(out, []byte(`$1{$2},`))
	var doc struct{ Insts []igaInst }
	if err := json.Unmarshal(out, &doc); err != nil {
		tb.Fatalf("iga64 JSON: %v", err)
	}
	insts := doc.Insts[:0]
	for _, in := range doc.Insts {
		if in.Kind == "I" {
			insts = append(insts, in)
		}
	}
	return insts
}

// CompareIGA fails the test unless our decode of code and iga64's name the same
// opcode, execution size and offset, predicate, flag, condition, operands,
// branch targets and message for every instruction. It returns how many
// instructions were compared.
func CompareIGA(tb testing.TB, t native.Target, code []byte) int {
	tb.Helper()
	ours, offs, err := native.DecodeAll(t, code)
	if err != nil {
		tb.Fatal(err)
	}
	theirs := disassemble(tb, t, code)
	if len(ours) != len(theirs) {
		tb.Fatalf("%d instructions, iga64 has %d", len(ours), len(theirs))
	}
	for i := range ours {
		for _, d := range compare(&ours[i], offs[i], &theirs[i]) {
			tb.Errorf("offset %#x: %s: %s", offs[i], theirs[i].Op, d)
		}
	}
	return len(ours)
}

// diffs collects differences of one instruction.
type diffs []string

func (d *diffs) check(what string, ours, theirs any) {
	if o, t := fmt.Sprint(ours), fmt.Sprint(theirs); o != t {
		*d = append(*d, fmt.Sprintf("%s: ours %s, iga64 %s", what, o, t))
	}
}
