//go:build oracle

package asm_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

var igaError = regexp.MustCompile(`(?m)^line (\d+)\.\d+: error: (.*)$`)

// igaTakes gives the lines that iga64 assembles, with their code, and why it
// refuses the others. It stops after three errors: the lines come in portions.
func igaTakes(t *testing.T, target native.Target, lines []string) (code map[string][]byte, refused map[string]string) {
	t.Helper()
	code, refused = map[string][]byte{}, map[string]string{}
	file := filepath.Join(t.TempDir(), "k.asm")
	for portion := range slices.Chunk(lines, 40) {
		for len(portion) > 0 && !igaPortion(t, target, file, portion, code, refused) {
			portion = slices.DeleteFunc(slices.Clone(portion), func(l string) bool { return refused[l] != "" })
		}
	}
	return code, refused
}

// igaPortion assembles lines with iga64, or adds to refused.
func igaPortion(t *testing.T, target native.Target, file string, lines []string, code map[string][]byte, refused map[string]string) bool {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+strings.Repeat("\nnop", 5)+"\n"), 0o600))
	out, err := exec.Command("iga64", "-a", oracle.Platform(target), file, "-o", file+".bin").CombinedOutput()
	if err != nil {
		bad := igaError.FindAllStringSubmatch(string(out), -1)
		require.NotEmpty(t, bad, "%.500s", out)
		for _, m := range bad {
			n, _ := strconv.Atoi(m[1])
			refused[lines[n-1]] = m[2]
		}
		return false
	}
	all, err := os.ReadFile(file + ".bin")
	require.NoError(t, err)
	for _, l := range lines {
		n := native.RawSize(all)
		code[l], all = all[:n], all[n:]
	}
	return true
}

// known are the ways in which iga64 and our assembler differ, each as what our
// text must lose to give iga64's bytes: docs/assembly.md has them with who is
// right.
var known = []struct {
	why  string
	from *regexp.Regexp
	to   string
	on   string // ops, or all
}{
	{"iga64 leaves out a condition", regexp.MustCompile(`\((eq|ne|gt|ge|lt|le|ov|un)\)f\d\.\d `), "", ""},
	{"iga64 leaves out (sat)", regexp.MustCompile(`\(sat\)`), "", ""},
	{"iga64 leaves out a predicate", regexp.MustCompile(`^\((W&)?[^W)]*\)`), "${1}", "csel else endif"},
	{"iga64 takes a0.0 for the descriptor a0.2", regexp.MustCompile(`a0\.2( \{|$)`), "a0.0$1", ""},
	{"iga64 leaves out {NoDDClr} of a message", regexp.MustCompile(`\{NoDD[A-Za-z,]*\}`), "", "send"},
	{"iga64 leaves out {Switch}", regexp.MustCompile(`\{Switch\}`), "", ""},
	{"iga64 leaves out {Serialize} of a message", regexp.MustCompile(`\{Serialize\}`), "", "send"},
	{"iga64 gives a register target of type d the type w", regexp.MustCompile(`r6\.2:d`), "r6.4:w", "brd"},
	{"iga64 leaves out the type of a register target", regexp.MustCompile(`:ud`), "", "jmpi"},
	{"iga64 gives three sources of Gen8 one type", regexp.MustCompile(`:hf`), ":f", "csel mad lrp"},
	{"iga64 takes the number of an architecture register for a general one", regexp.MustCompile(`(acc0|null)(\.0)?`), "r0.0", "csel mad lrp bfe bfi2"},
}

// TestMatrix: a line of the matrix, where both assemblers take it, gives the same
// bytes, and where only iga64 takes it, it says what that leaves out. The table of
// docs/assembly.md has the counts.
func TestMatrix(t *testing.T) {
	rows := map[string]string{}
	row := func(name string, n int) { rows[name] += fmt.Sprintf(" %d |", n) }
	for _, target := range []native.Target{native.HSW, native.BDW, native.SKL, native.CNL, native.ICL, native.TGL} {
		var lines []string
		for i, l := range matrixOf(target) {
			if i%matrixStep == 0 {
				lines = append(lines, l)
			}
		}
		theirs, _ := igaTakes(t, target, lines)
		same, lost := 0, map[string]int{}
		for _, l := range lines {
			want, ok := theirs[l]
			if !ok {
				continue
			}
			if got, err := asm.Assemble("m", target, strings.NewReader(l)); err == nil && equalBut(target, got, want) {
				same++
				continue
			}
			why := explained(target, l, want)
			if why == "" {
				t.Errorf("%v: %s: iga64 has %x", target, l, want)
			}
			lost[why]++
		}
		row("lines", len(lines))
		row("`iga64` takes", len(theirs))
		row("same bytes", same)
		for _, k := range known {
			row(k.why, lost[k.why])
		}
	}
	doc, err := os.ReadFile("../../docs/assembly.md")
	require.NoError(t, err)
	for name, counts := range rows {
		assert.Contains(t, string(doc), "\n| "+name+" |"+counts+"\n")
	}
}

// matrixStep takes one line of so many: all of them are forty thousand a target.
const matrixStep = 11

// unwrittenBeside are the bits of other targets that no text names, where they are not
// those of all: types and regions of the source that call and calla do not have and of
// the steps of math macros.
var unwrittenBeside = map[native.Target]map[native.Op][2]uint64{
	native.CNL: {native.OpCall: {1 << 37, 0x7F << (80 - 64)}},
	native.ICL: {native.OpCalla: {0, 0x7F << (80 - 64)}, native.OpMath: {0, 0x7F<<(80-64) | 0x7F<<(112-64)}},
}

// equalBut compares code, the bits apart that no text names.
func equalBut(target native.Target, got, want []byte) bool {
	if len(got) != len(want) {
		return false
	}
	op, _, err := native.Peek(target, got)
	free := unwritten[op]
	if more, ok := unwrittenBeside[target][op]; ok {
		free = more
	}
	if more, ok := unwrittenGen8[op]; ok && target == native.BDW {
		free = more
	}
	if err != nil || len(got) == 8 || target == native.TGL {
		return bytes.Equal(got, want)
	}
	for k, f := range free {
		if binary.LittleEndian.Uint64(got[8*k:])&^f != binary.LittleEndian.Uint64(want[8*k:])&^f {
			return false
		}
	}
	return true
}

// explained finds the known way in which iga64 reads a line: our code of the line
// with that taken out is iga64's.
func explained(target native.Target, line string, want []byte) string {
	for _, k := range known {
		if k.on != "" && !slices.ContainsFunc(strings.Fields(k.on), func(op string) bool { return strings.Contains(line, op) }) {
			continue
		}
		less := k.from.ReplaceAllString(line, k.to)
		if strings.HasPrefix(less, "W&") {
			less = "(W)" + less[len("W&"):]
		}
		got, err := asm.Assemble("m", target, strings.NewReader(less))
		if less != line && err == nil && equalBut(target, withFlag(target, got, want), want) {
			return k.why
		}
	}
	return ""
}

// withFlag gives code the flag register of other code: what iga64 leaves out has
// its flag's number behind.
func withFlag(target native.Target, code, other []byte) []byte {
	a, _, err := native.Decode(target, code)
	b, _, err2 := native.Decode(target, other)
	if err != nil || err2 != nil {
		return code
	}
	a.Flag = b.Flag
	if got, err := native.Encode(target, &a); err == nil {
		return got
	}
	return code
}
