package gen4

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// Compare disassembles code of Ivy Bridge with intel-gen4disasm, whose text has to
// assemble to that code: all but messages and branches, whose text says too little. The
// result counts the instructions by how both stand to each other.
func Compare(tb testing.TB, code []byte) map[string]int {
	tb.Helper()
	insts, offs, err := native.DecodeAll(native.IVB, code)
	if err != nil {
		tb.Fatal(err)
	}
	whole := make([]byte, 0, 16*len(insts))
	for i := range insts {
		insts[i].Compact = false // the tool reads no compact forms
		shown := &insts[i]
		if kills(shown) {
			shown = &native.Inst{Op: native.OpNop}
		}
		one, err := native.Encode(native.IVB, shown)
		if err != nil {
			tb.Fatalf("offset %#x: %v", offs[i], err)
		}
		whole = append(whole, one...)
	}
	lines := statements(tb, whole)
	if len(lines) != len(insts) {
		tb.Fatalf("%d lines of %d instructions", len(lines), len(insts))
	}
	count := map[string]int{}
	for i := range insts {
		why := compare(&insts[i], lines[i], whole[16*i:16*i+16])
		if count[why]++; why == "" {
			tb.Errorf("offset %#x: %s", offs[i], lines[i])
		}
	}
	return count
}

// statements are the instructions of code as intel-gen4disasm prints them.
func statements(tb testing.TB, code []byte) (lines []string) {
	tb.Helper()
	var in strings.Builder
	for inst := range slices.Chunk(code, 16) {
		in.WriteString("   { ")
		for d := range slices.Chunk(inst, 4) {
			fmt.Fprintf(&in, "0x%08x, ", binary.LittleEndian.Uint32(d))
		}
		in.WriteString("},\n")
	}
	file := filepath.Join(tb.TempDir(), "k.out")
	if err := os.WriteFile(file, []byte(in.String()), 0o600); err != nil {
		tb.Fatal(err)
	}
	out, err := exec.Command("intel-gen4disasm", "-g", "7", file).CombinedOutput()
	if err != nil {
		tb.Fatal(err)
	}
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

// kills tells what the tool dies on: it divides the place of an operand in its register by
// the size of the type, and knows none of doubles.
func kills(in *native.Inst) bool {
	for _, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
		if in.Op.Sources() < 3 && o.File == native.GRF && o.Type == native.DF && o.Sub != 0 {
			return true
		}
	}
	return false
}

// says too little of an instruction, and why; nothing where it says enough.
func says(in *native.Inst, line string) string {
	switch {
	case kills(in):
		return "doubles in the middle of a register, on which the tool dies, not compared"
	case in.Op.Sources() == 3 && in.Dst.Type == native.DF:
		return "three sources of doubles, which are shown as floats, not compared"
	case in.Op.IsSend():
		return "messages, not compared"
	case in.Op.IsBranch():
		return "branches, not compared"
	case in.Op == native.OpWait:
		return "waits without a destination, not compared"
	case strings.Contains(line, "*** invalid") || strings.Contains(line, "ARF") || strings.HasPrefix(line, "math tan"):
		return "opcodes, functions, types or registers that the tool has not, not compared"
	case in.Src[0].File == native.Imm && in.Src[0].Type == native.UV:
		return "packed vectors without sign, which are shown as bytes, not compared"
	case strings.Contains(line, "infF") || strings.Contains(line, "nanF"):
		return "floats that are no numbers or infinite, not compared"
	case strings.Contains(line, " ip "):
		return "ip without region and type, not compared"
	}
	return ""
}

// compare tells how the text of an instruction stands to its bytes.
func compare(in *native.Inst, line string, want []byte) string {
	if why := says(in, line); why != "" {
		return why
	}
	mended := withRegions(in, line)
	got, err := asm.AssembleSyntax("m", native.IVB, strings.NewReader(mended), asm.Mesa)
	switch {
	case err != nil || !bytes.Equal(got, want):
	case mended != line:
		return "disassembled: three sources, all of which are shown with one region"
	default:
		return "disassembled: same bytes"
	}
	ours, _, err2 := native.Decode(native.IVB, got)
	if err != nil || err2 != nil {
		return ""
	}
	ours.Rest = in.Rest
	if mended != line {
		for k := range in.Src { // the swizzle of one value means nothing
			if in.Src[k].Region == native.Scalar {
				ours.Src[k].Swizzle = in.Src[k].Swizzle
			}
		}
	}
	if in.ExecSize < 8 && ours.ChanOff != in.ChanOff {
		ours.ChanOff = in.ChanOff
		if code, err := native.Encode(native.IVB, &ours); err == nil && bytes.Equal(code, want) {
			return "disassembled: the first of less than eight channels is not shown"
		}
	}
	if code, err := native.Encode(native.IVB, &ours); err == nil && bytes.Equal(code, want) && mended != line {
		return "disassembled: three sources, all of which are shown with one region"
	} else if err == nil && bytes.Equal(code, want) {
		return "disassembled: Mesa fills in the type of a source 1 beside an immediate"
	}
	return loses(in, &ours)
}

// loses tells what the text does not show of an instruction.
func loses(in, ours *native.Inst) string {
	for k, o := range []*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
		if p := []*native.Operand{&ours.Dst, &ours.Src[0], &ours.Src[1]}[k]; o.IsNull() && p.IsNull() {
			o.Type, o.Region = p.Type, p.Region
		}
	}
	if reflect.DeepEqual(in, ours) {
		return "disassembled: the type of null is not shown"
	}
	for k := range in.Src {
		if o, p := &in.Src[k], &ours.Src[k]; o.File == native.Imm && o.Type == native.F && sixDigits(o.Imm) == sixDigits(p.Imm) {
			o.Imm = p.Imm
		}
	}
	if reflect.DeepEqual(in, ours) {
		return "disassembled: a float is rounded to six digits"
	}
	if d := &in.Dst; d.Indirect && int(d.AddrSub)/d.Type.Size()*d.Type.Size() == int(ours.Dst.AddrSub) {
		d.AddrSub = ours.Dst.AddrSub
	}
	if reflect.DeepEqual(in, ours) {
		return "disassembled: the address sub-register of a destination is divided by its type's size"
	}
	return ""
}

// withRegions puts the regions of three sources into a line, which the tool does not show.
func withRegions(in *native.Inst, line string) string {
	if in.Src[2].File == native.NoFile {
		return line
	}
	for k := range in.Src {
		region := "<4,4,1>"
		if in.Src[k].Region == native.Scalar {
			region = "<0,1,0>"
		}
		line = strings.Replace(line, "<4,1,1>", region, 1)
	}
	return line
}
