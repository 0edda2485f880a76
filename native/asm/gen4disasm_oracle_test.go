//go:build oracle

package asm_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestGen4disasm: what intel-gen4disasm prints of shipped code of Ivy Bridge assembles
// to that code, all but messages and branches, whose text says too little.
func TestGen4disasm(t *testing.T) {
	files := corpus.FilesBeside(t, "shipped/ivb", "*.dat")
	count := map[string]int{}
	for _, file := range files {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(native.IVB, code)
		require.NoError(t, err)
		lines := gen4Statements(t, code)
		require.Len(t, lines, len(insts), file)
		for i, in := range insts {
			why := gen4Compare(&in, lines[i], code[16*i:16*i+16])
			if count[why]++; why == "" {
				t.Errorf("%s: %s", filepath.Base(file), lines[i])
			}
		}
	}
	doc, err := os.ReadFile("../../docs/assembly.md")
	require.NoError(t, err)
	for why, n := range count {
		assert.True(t, strings.Contains(string(doc), fmt.Sprintf("\n| %s | %d |", why, n)), "docs/assembly.md has no row | %s | %d |", why, n)
	}
}

// gen4Statements are the instructions of code as intel-gen4disasm prints them.
func gen4Statements(t *testing.T, code []byte) (lines []string) {
	t.Helper()
	var in strings.Builder
	for inst := range slices.Chunk(code, 16) {
		d := dwords(inst)
		fmt.Fprintf(&in, "   { 0x%08x, 0x%08x, 0x%08x, 0x%08x },\n", d[0], d[1], d[2], d[3])
	}
	file := filepath.Join(t.TempDir(), "k.out")
	require.NoError(t, os.WriteFile(file, []byte(in.String()), 0o600))
	out, err := exec.Command("intel-gen4disasm", "-g", "7", file).CombinedOutput()
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(out), ";\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line+";")
		}
	}
	return lines
}

func sixDigits(bits uint64) string {
	return fmt.Sprintf("%.6g", math.Float32frombits(uint32(bits)))
}

// gen4Compare tells how the text of an instruction stands to its bytes.
func gen4Compare(in *native.Inst, line string, want []byte) string {
	switch {
	case in.Op.IsSend():
		return "messages, not compared"
	case in.Op.IsBranch():
		return "branches, not compared"
	case strings.Contains(line, " ip "):
		return "ip without region and type, not compared"
	}
	got, err := asm.AssembleSyntax("m", native.IVB, strings.NewReader(line), asm.Mesa)
	if err == nil && bytes.Equal(got, want) {
		return "disassembled: same bytes"
	}
	ours, _, err2 := native.Decode(native.IVB, got)
	if err != nil || err2 != nil {
		return ""
	}
	ours.Rest = in.Rest
	if code, err := native.Encode(native.IVB, &ours); err == nil && bytes.Equal(code, want) {
		return "disassembled: Mesa fills in the type of a source 1 beside an immediate"
	}
	for k, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
		if p := []*native.Operand{&ours.Dst, &ours.Src[0], &ours.Src[1]}[k]; o.IsNull() && p.IsNull() {
			o.Type, o.Region = p.Type, p.Region
		}
	}
	if reflect.DeepEqual(*in, ours) {
		return "disassembled: the type of null is not shown"
	}
	for k := range in.Src {
		if o, p := &in.Src[k], &ours.Src[k]; o.File == native.Imm && o.Type == native.F && sixDigits(o.Imm) == sixDigits(p.Imm) {
			o.Imm = p.Imm
		}
	}
	if reflect.DeepEqual(*in, ours) {
		return "disassembled: a float is rounded to six digits"
	}
	if d := &in.Dst; d.Indirect && int(d.AddrSub)/d.Type.Size()*d.Type.Size() == int(ours.Dst.AddrSub) {
		d.AddrSub = ours.Dst.AddrSub
	}
	if reflect.DeepEqual(*in, ours) {
		return "disassembled: the address sub-register of a destination is divided by its type's size"
	}
	return ""
}
