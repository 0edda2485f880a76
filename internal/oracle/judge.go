//go:build oracle

package oracle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/native"
)

// Verdict is what iga64 makes of one instruction.
type Verdict struct {
	Text    string // its text, in the form of Plain
	Refused string // why it does not decode the instruction, or ""
	Diffs   diffs  // where our decode differs, when both have one
}

// Judge asks iga64 about the instructions at offs of code; ours[i] is what we
// decode, nil where we refuse.
func Judge(tb testing.TB, t native.Target, code []byte, offs []int, ours []*native.Inst) []Verdict {
	tb.Helper()
	out := judge(tb, t, code, offs, ours)
	text, _ := disassemble(tb, t, code)
	lines := Plain(string(text))
	if len(lines) != len(offs) {
		tb.Fatalf("%d instructions, iga64 has %d lines", len(offs), len(lines))
	}
	for i := range out {
		out[i].Text = lines[i]
	}
	return out
}

// judge is Judge without texts.
func judge(tb testing.TB, t native.Target, code []byte, offs []int, ours []*native.Inst) []Verdict {
	tb.Helper()
	theirs, refused := operands(tb, t, code, offs)
	out := make([]Verdict, len(offs))
	for i, at := range offs {
		out[i].Refused = refused[at]
		if ours[i] != nil && refused[at] == "" {
			out[i].Diffs = compare(t, ours[i], at, &theirs[i])
		}
	}
	return out
}

// CompareIGA fails the test unless our decode of code and iga64's name the same
// opcode, execution size and offset, predicate, flag, condition, operands,
// branch targets, message and scoreboard for every instruction, but nenop and jmpi
// without (W), which iga64 refuses, and modifiers that it hides. It returns how many instructions were compared.
func CompareIGA(tb testing.TB, t native.Target, code []byte) int {
	tb.Helper()
	insts, offs, err := native.DecodeAll(t, code)
	if err != nil {
		tb.Fatal(err)
	}
	ours := make([]*native.Inst, len(insts))
	for i := range insts {
		ours[i] = &insts[i]
	}
	compared := 0
	for i, v := range judge(tb, t, code, offs, ours) {
		if in := ours[i]; v.Refused != "" && (in.Op == native.OpNenop || in.Op == native.OpJmpi && !in.NoMask) {
			continue
		}
		if compared++; v.Refused != "" {
			tb.Errorf("offset %#x: %v: iga64 refuses: %s", offs[i], ours[i].Op, v.Refused)
		}
		for _, d := range v.Diffs {
			if !hidesModifier(t, ours[i], d) {
				tb.Errorf("offset %#x: %v: %s", offs[i], ours[i].Op, d)
			}
		}
	}
	return compared
}

// hidesModifier tells a modifier that iga64 does not show: for Haswell it has none on math,
// where Gen6 alone ignores them (Mesa, fix_math_operand); intel-gen4disasm shows them.
func hidesModifier(t native.Target, in *native.Inst, d Diff) bool {
	return t == native.HSW && in.Op.IsMath() && strings.HasSuffix(d.What, "modifier") && d.Theirs == ""
}

// Diff is one difference of a decode.
type Diff struct{ What, Ours, Theirs string }

// String is "WHAT: ours OURS, iga64 THEIRS".
func (d Diff) String() string {
	return fmt.Sprintf("%s: ours %s, iga64 %s", d.What, d.Ours, d.Theirs)
}

// diffs collects differences of one instruction.
type diffs []Diff

func (d *diffs) check(what string, ours, theirs any) {
	if o, t := fmt.Sprint(ours), fmt.Sprint(theirs); o != t {
		*d = append(*d, Diff{what, o, t})
	}
}
