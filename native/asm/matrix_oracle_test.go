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

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

var igaError = regexp.MustCompile(`(?m)^line \d+\.\d+: error: .*\n(.*)$`)

// igaFiles is how many files one process of iga64 gets, igaLines how many lines a file of
// lines that our assembler takes.
const igaFiles, igaLines = 1000, 30

// igaTakes gives the lines that iga64 assembles, with their code. It ends a file after
// three errors and then has no code of it: lines that we refuse are files of their own,
// the others stand in larger ones, out of which those with errors are taken.
func igaTakes(t *testing.T, target native.Target, lines []string) map[string][]byte {
	t.Helper()
	i := &igaRun{T: t, target: target, dir: memoryDir(t), code: map[string][]byte{}}
	var many, alone []string
	for _, l := range lines {
		if _, err := asm.Assemble("m", target, strings.NewReader(l)); err == nil {
			many = append(many, l)
		} else {
			alone = append(alone, l)
		}
	}
	for len(many) > 0 {
		var again []string
		for portion := range slices.Chunk(many, igaFiles*igaLines) {
			rest, bad := i.assemble(portion, igaLines)
			again, alone = append(again, rest...), append(alone, bad...)
		}
		many = again
	}
	for portion := range slices.Chunk(alone, igaFiles) {
		i.assemble(portion, 1)
	}
	return i.code
}

// memoryDir is a folder for many thousand small files: in memory where that is mounted,
// since to write them to a disk takes most of the time.
func memoryDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "genvisa")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

type igaRun struct {
	*testing.T
	target native.Target
	dir    string
	code   map[string][]byte
}

// assemble runs one process over files of n lines. Code goes to standard output in the
// order of the files without an error, and errors show their line: of each other file
// the first such line is bad, and the rest has to come again.
func (i *igaRun) assemble(lines []string, n int) (rest, bad []string) {
	i.Helper()
	files := slices.Collect(slices.Chunk(lines, n))
	args, fileOf := []string{"-a", oracle.Platform(i.target)}, map[string]int{}
	for k, file := range files {
		name := strconv.Itoa(k)
		text := strings.Join(file, "\n") + strings.Repeat("\nnop", igaNops) + "\n"
		require.NoError(i, os.WriteFile(filepath.Join(i.dir, name), []byte(text), 0o600))
		args = append(args, name)
		for _, l := range file {
			fileOf[l] = k
		}
	}
	var out, said bytes.Buffer
	iga := exec.Command("iga64", args...)
	iga.Dir, iga.Stdout, iga.Stderr = i.dir, &out, &said
	if err := iga.Run(); err != nil { // as it does where a file has an error
		require.ErrorAs(i, err, new(*exec.ExitError))
	}
	wrong := map[int]int{} // first line with an error, by file
	for _, m := range igaError.FindAllStringSubmatch(said.String(), -1) {
		k, ok := fileOf[m[1]]
		require.True(i, ok, m[0])
		if _, ok := wrong[k]; !ok {
			wrong[k] = slices.Index(files[k], m[1])
		}
	}
	all := out.Bytes()
	for k, file := range files {
		if at, ok := wrong[k]; ok {
			rest, bad = append(append(rest, file[:at]...), file[at+1:]...), append(bad, file[at])
			continue
		}
		for _, l := range file {
			require.GreaterOrEqual(i, len(all), 8+16*igaNops, "%s\n%.500s", l, said.Bytes())
			size := native.RawSize(all)
			i.code[l], all = all[:size], all[size:]
		}
		all = all[16*igaNops:]
	}
	require.Empty(i, all)
	return rest, bad
}

// igaNops stand behind the lines, so that their branches have somewhere to go.
const igaNops = 5

// difference is a way in which iga64 and our assembler differ, as what our text must
// lose, or our code must become, to be iga64's: docs/assembly.md has them with who is
// right.
type difference struct {
	why  string
	on   string // ops, or all
	from *regexp.Regexp
	to   string
	edit func(*native.Inst)
}

var known = []difference{
	{why: "iga64 leaves out a condition", from: regexp.MustCompile(`\((eq|ne|gt|ge|lt|le|ov|un)\)f\d\.\d `)},
	{why: "iga64 leaves out (sat)", from: regexp.MustCompile(`\(sat\)`)},
	{why: "iga64 leaves out a predicate", on: "csel else endif", from: regexp.MustCompile(`^\((W&)?[^W)]*\)`), to: "${1}"},
	{why: "iga64 takes a0.0 for the descriptor a0.2", from: regexp.MustCompile(`a0\.2( \{|$)`), to: "a0.0$1"},
	{why: "iga64 leaves out {NoDDClr} of a message", on: "send", from: regexp.MustCompile(`\{NoDD[A-Za-z,]*\}`)},
	{why: "iga64 leaves out {Switch}", from: regexp.MustCompile(`\{Switch\}`)},
	{why: "iga64 leaves out {Serialize} of a message", on: "send", from: regexp.MustCompile(`\{Serialize\}`)},
	{why: "iga64 leaves out the type of a register target", on: "jmpi brd brc call calla ret", from: regexp.MustCompile(`:ud`)},
	{why: "iga64 gives a register target of type d the type w", on: "brd", edit: func(in *native.Inst) {
		if o := in.TargetRegister(); o != nil {
			o.Type = native.W
		}
	}},
	{why: "iga64 gives three sources of Gen8 one type", on: "csel mad lrp bfe bfi2", from: regexp.MustCompile(`(<0;0>|<0>):hf`), to: "$1:f"},
	{why: "iga64 takes the number of an architecture register for a general one", on: "csel mad lrp bfe bfi2", from: regexp.MustCompile(`(acc0|null)(\.0)?`), to: "r0.0"},
	{why: "iga64 takes the number of an architecture register for a general one", on: "brd brc", from: regexp.MustCompile(`a0\.0`), to: "r16.0"},
}

// TestMatrix: a line of the matrix, where both assemblers take it, gives the same
// bytes, and where only iga64 takes it, it says what that leaves out. The table of
// docs/assembly.md has the counts.
func TestMatrix(t *testing.T) {
	names := []string{"lines", "`iga64` takes", "same bytes"}
	for _, k := range known {
		if !slices.Contains(names, k.why) {
			names = append(names, k.why)
		}
	}
	head, rows := "| |", map[string]string{}
	for _, target := range []native.Target{native.HSW, native.BDW, native.SKL, native.CNL, native.ICL, native.TGL, native.DG2} {
		count := matrixCounts(t, target)
		head += fmt.Sprintf(" %v |", target)
		for _, n := range names {
			rows[n] += fmt.Sprintf(" %d |", count[n])
		}
	}
	table := head + "\n" + strings.Repeat("| --- ", strings.Count(head, "|")-1) + "|\n"
	for _, n := range names {
		table += "| " + n + " |" + rows[n] + "\n"
	}
	floor.Table(t, "../../docs/assembly.md", "matrix", table)
}

// matrixCounts compares the lines of one target.
func matrixCounts(t *testing.T, target native.Target) map[string]int {
	lines := matrixOf(target)
	theirs := igaTakes(t, target, lines)
	count := map[string]int{"lines": len(lines), "`iga64` takes": len(theirs)}
	for _, l := range lines {
		want, ok := theirs[l]
		if !ok {
			continue
		}
		why := "same bytes"
		if got, err := asm.Assemble("m", target, strings.NewReader(l)); err != nil || !equalBut(target, got, want) {
			if why = explained(target, l, want); why == "" {
				t.Errorf("%v: %s: iga64 has %x, ours %x, %v", target, l, want, got, err)
			}
		}
		count[why]++
	}
	return count
}

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
	if err != nil || len(got) == 8 || target >= native.TGL {
		return bytes.Equal(got, want)
	}
	for k, f := range free {
		if binary.LittleEndian.Uint64(got[8*k:])&^f != binary.LittleEndian.Uint64(want[8*k:])&^f {
			return false
		}
	}
	return true
}

// explained finds the difference in how iga64 reads a line, or two: our code of the
// line with that taken out is iga64's. Of two it names the first.
func explained(target native.Target, line string, want []byte) string {
	for i := range known {
		if known[i].gives(target, line, want, nil) {
			return known[i].why
		}
	}
	for i := range known {
		for k := range known {
			if i != k && known[i].gives(target, line, want, &known[k]) {
				return known[i].why
			}
		}
	}
	return ""
}

// gives reports whether our code of a line is iga64's after a difference, and a second
// one if there is one.
func (d *difference) gives(target native.Target, line string, want []byte, second *difference) bool {
	var edits []func(*native.Inst)
	for _, d := range []*difference{d, second} {
		switch {
		case d == nil:
			continue
		case d.on != "" && !slices.ContainsFunc(strings.Fields(d.on), func(op string) bool { return strings.Contains(line, op) }):
			return false
		case d.edit != nil:
			edits = append(edits, d.edit)
			continue
		}
		less := d.from.ReplaceAllString(line, d.to)
		if less == line {
			return false
		}
		if line = less; strings.HasPrefix(less, "W&") {
			line = "(W)" + less[len("W&"):]
		}
	}
	got, err := asm.Assemble("m", target, strings.NewReader(line))
	return err == nil && equalBut(target, edited(target, got, want, edits), want)
}

// edited is code after changes, with the flag register of other code: what iga64 leaves
// out has its flag's number behind.
func edited(target native.Target, code, other []byte, edits []func(*native.Inst)) []byte {
	a, _, err := native.Decode(target, code)
	b, _, err2 := native.Decode(target, other)
	if err != nil || err2 != nil {
		return code
	}
	a.Flag = b.Flag
	for _, edit := range edits {
		edit(&a)
	}
	if got, err := native.Encode(target, &a); err == nil {
		return got
	}
	return code
}
