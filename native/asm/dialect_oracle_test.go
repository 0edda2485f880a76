//go:build oracle

package asm_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

var gen4Words = regexp.MustCompile(`0x([0-9a-f]{8})`)

// gen4Takes gives the code of the lines that intel-gen4asm assembles: of all at once,
// or, where it refuses one, of each half.
func gen4Takes(t *testing.T, dir string, lines []string, code map[string][]byte) {
	t.Helper()
	in, out := filepath.Join(dir, "k.g7"), filepath.Join(dir, "k.out")
	require.NoError(t, os.WriteFile(in, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	err := exec.Command("intel-gen4asm", "-g", "7", "-o", out, in).Run()
	text, _ := os.ReadFile(out)
	words := gen4Words.FindAllStringSubmatch(string(text), -1)
	if err == nil && len(words) == 4*len(lines) {
		for i, l := range lines {
			for _, w := range words[4*i : 4*i+4] {
				v, err := strconv.ParseUint(w[1], 16, 32)
				require.NoError(t, err)
				code[l] = binary.LittleEndian.AppendUint32(code[l], uint32(v))
			}
		}
		return
	}
	if half := len(lines) / 2; half > 0 {
		gen4Takes(t, dir, lines[:half], code)
		gen4Takes(t, dir, lines[half:], code)
	}
}

// gen4Lines is how many lines that our assembler takes intel-gen4asm gets at a time.
const gen4Lines = 128

// Ways in which intel-gen4asm and our assembler differ.
const (
	gen4Takes7  = "`intel-gen4asm` takes"
	gen4Same    = "same bytes"
	gen4Unused  = "operands that a branch does not use differ"
	gen4Size    = "gives `jmpi` 1, `call` and `ret` 2 channels"
	gen4Switch  = "gives `brd` and `brc` `{switch}`"
	gen4Zero    = "makes `jmpi 0` a jump to the next instruction"
	gen4Options = "leaves out the options of a message or branch"
	gen4Flag    = "leaves out the flag of three sources"
	gen4Second  = "writes a second source of a function that has one"
	gen4Pred    = "writes a predicate in Align16 that only Align1 has"
	gen4SFID    = "sends to functions that `ivb` has not"
	gen4Below   = "takes a negative sub-register"
	gen4Minus   = "takes a negative whole number of type F for one without sign"
)

// TestGen4asm: a line of the matrix that intel-gen4asm takes gives the same bytes, or
// differs in a way that docs/assembly.md has, with its count.
func TestGen4asm(t *testing.T) {
	lines := gen4Matrix()
	theirs, dir := map[string][]byte{}, memoryDir(t)
	var many []string
	for _, l := range lines {
		if _, err := asm.AssembleSyntax("m", native.IVB, strings.NewReader(l), asm.Gen4asm); err == nil {
			many = append(many, l)
		} else {
			gen4Takes(t, dir, []string{l}, theirs)
		}
	}
	for portion := range slices.Chunk(many, gen4Lines) {
		gen4Takes(t, dir, portion, theirs)
	}
	count := map[string]int{"lines": len(lines), gen4Takes7: len(theirs)}
	for _, l := range lines {
		want, ok := theirs[l]
		if !ok {
			continue
		}
		got, err := asm.AssembleSyntax("m", native.IVB, strings.NewReader(l), asm.Gen4asm)
		why := gen4Same
		switch {
		case err != nil:
			why = gen4Refused(err)
		case !slices.Equal(got, want):
			why = gen4Differs(l, got, want)
		}
		if count[why]++; why == "" {
			t.Errorf("%s: %v %08x, theirs %08x", l, err, dwords(got), dwords(want))
		}
	}
	var table strings.Builder
	table.WriteString("| | lines |\n| --- | --- |\n")
	for _, why := range []string{"lines", gen4Takes7, gen4Same, gen4Unused, gen4Switch, gen4Size, gen4Zero, gen4Options, gen4Flag, gen4Second, gen4Pred, gen4SFID, gen4Minus, gen4Below} {
		fmt.Fprintf(&table, "| %s | %d |\n", why, count[why])
		delete(count, why)
	}
	assert.Empty(t, count)
	floor.Table(t, "../../docs/assembly.md", "gen4asm", table.String())
}

// gen4Refused tells why a line that intel-gen4asm takes is an error here.
func gen4Refused(err error) string {
	for _, r := range []struct{ text, why string }{
		{"math: Src1RegFile is", gen4Second}, {"want what follows a flag", gen4Pred}, {"SFID is", gen4SFID}, {`a sub-register "-`, gen4Below},
	} {
		if strings.Contains(err.Error(), r.text) {
			return r.why
		}
	}
	return ""
}

// gen4Differs tells how the code of a line differs.
func gen4Differs(line string, got, want []byte) string {
	ours, _, err := native.Decode(native.IVB, got)
	their, _, err2 := native.Decode(native.IVB, want)
	if err != nil || err2 != nil {
		return ""
	}
	plain := ours
	if code, err := asm.AssembleSyntax("m", native.IVB, strings.NewReader(braced.ReplaceAllString(line, "")), asm.Gen4asm); err == nil {
		if slices.Equal(code, want) && (ours.Op.IsSend() || ours.Op.IsBranch()) {
			return gen4Options
		}
		plain, _, err = native.Decode(native.IVB, code)
		if err != nil {
			return ""
		}
	}
	if ours.Op == native.OpJmpi && ours.JIP == 0 && dwords(want)[3] == 0 {
		return gen4Zero
	}
	if (ours.Op == native.OpBrd || ours.Op == native.OpBrc) && dwords(got)[3] == dwords(want)[3] {
		their.JIP, their.UIP = ours.JIP, ours.UIP // they stand behind a source that is null, not a number
	}
	if ours.Op.IsBranch() {
		why := gen4Branch(ours, their)
		if why == "" && gen4Branch(plain, their) != "" {
			why = gen4Options
		}
		return why
	}
	if o, p := &ours.Src[0], &their.Src[0]; o.File == native.Imm && o.Type == native.F {
		if v := math.Float32frombits(uint32(o.Imm)); v < 0 && math.Float32frombits(uint32(p.Imm)) == float32(uint32(int32(v))) {
			return gen4Minus
		}
	}
	their.Flag = ours.Flag
	if b, err := native.Encode(native.IVB, &their); err == nil && ours.Op.Sources() == 3 && slices.Equal(b, got) {
		return gen4Flag
	}
	return ""
}

var braced = regexp.MustCompile(`\{.*\}`)

// gen4Branch compares what branches do.
func gen4Branch(ours, their native.Inst) (why string) {
	why = gen4Unused
	if ours.ExecSize != their.ExecSize {
		why = gen4Size
	}
	if ours.Thread != their.Thread {
		why = gen4Switch
	}
	for _, in := range []*native.Inst{&ours, &their} {
		if in.Op == native.OpJmpi || in.Op.Links() || in.Op.Targets() == 0 {
			in.ExecSize = 0
		}
		if in.Op == native.OpBrd || in.Op == native.OpBrc {
			in.Thread = 0
		}
		if !in.Op.Links() {
			in.Dst = native.Operand{}
		}
		if in.Op.Targets() > 0 {
			in.Src[0] = native.Operand{}
		}
		in.Src[1], in.Rest = native.Operand{}, [2]uint64{}
		in.Dst.Region, in.Dst.Type = native.Region{}, native.UD
		in.Src[0].Region, in.Src[0].Type = native.Region{}, native.UD
	}
	if !reflect.DeepEqual(ours, their) {
		return ""
	}
	return why
}

func dwords(code []byte) (out []uint32) {
	for d := range slices.Chunk(code, 4) {
		out = append(out, binary.LittleEndian.Uint32(d))
	}
	return out
}
