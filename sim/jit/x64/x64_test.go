package x64

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shape is what an instruction can have as its last operand, and how its text names registers.
type shape struct {
	reg, last string // names: y, or x where that is what the instruction has, or d for general registers
	size      string // of memory
	noMemory  bool
	memory    bool // only
	narrow    bool // four lanes only
	whole     bool // eight lanes only
	lanes     bool // memory of lanes
}

// shapes are those of instructions that are not all alike.
var shapes = map[Op]shape{
	VMOVDLoad: {last: "d", size: "dword", narrow: true}, VMOVDStore: {last: "d", size: "dword", narrow: true}, VPBROADCASTD: {last: "x", size: "dword"}, VPBROADCASTQ: {last: "x", size: "qword"},
	VPMOVZXWD: {last: "x", size: "xmmword", whole: true}, VPMOVSXWD: {last: "x", size: "xmmword", whole: true},
	VPMOVZXBD: {last: "x", size: "qword", whole: true}, VPMOVSXBD: {last: "x", size: "qword", whole: true},
	VPMOVZXDQ: {last: "x", size: "xmmword", whole: true}, VPERMQ: {whole: true}, VPEXTRBStore: {size: "byte", memory: true, narrow: true},
	VPEXTRWStore: {size: "word", memory: true, narrow: true}, VMOVMSKPS: {reg: "d", noMemory: true},
	VCVTPS2PD: {last: "x", size: "xmmword", whole: true}, VCVTPD2PS: {reg: "x", size: "ymmword", whole: true},
	VEXTRACTF128: {last: "x", size: "xmmword", whole: true}, VINSERTF128: {last: "x", size: "xmmword", whole: true},
	MOVZXW: {size: "word", memory: true}, MOVSXW: {size: "word", memory: true}, MOVZXB: {size: "byte", memory: true}, MOVSXB: {size: "byte", memory: true},
	VMOVDQUStore: {memory: true}, MOVStore: {memory: true}, ADDStore: {memory: true}, SUBStore: {memory: true}, ANDStore: {memory: true}, ORStore: {memory: true}, XORStore: {memory: true},
	MOVImm: {memory: true}, VMOVQStore: {size: "qword", memory: true, narrow: true}, MOVSXDQ: {reg: "q", last: "d", size: "dword"}, MOVSXWQ: {reg: "q", size: "word", memory: true},
	IMULQ: {reg: "q", last: "q", size: "qword"}, SHLQImm: {last: "q", size: "qword"}, SHRQImm: {last: "q", size: "qword"}, SARQImm: {last: "q", size: "qword"},
	VPGATHERDD: {memory: true, lanes: true, size: "dword"},
	MOVQLoad:   {reg: "q", last: "q", size: "qword"}, MOVQStore: {reg: "q", size: "qword", memory: true}, ADDQ: {reg: "q", last: "q", size: "qword"}, SUBQ: {reg: "q", last: "q", size: "qword"}, CMPQ: {reg: "q", last: "q", size: "qword"},
	LEAQ: {reg: "q", size: "qword", memory: true}, SUBQImm: {last: "q", size: "qword"}, MOVQImm: {last: "q", size: "qword"}, MOVBImm: {memory: true, size: "byte"},
}

var generals = [...]string{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d"}

var quads = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11"}

// register is the name of a register.
func register(kind string, r Reg) string {
	switch kind {
	case "d":
		return generals[r]
	case "q":
		return quads[r]
	}
	return fmt.Sprintf("%smm%d", kind, r)
}

// text is an instruction as an assembler reads it.
func text(in Inst) string {
	row, s := &table[in.Op], shapes[in.Op]
	own := "d"
	if row.vex {
		own = "x"
		if in.Wide {
			own = "y"
		}
	}
	reg, kind, size := own, own, map[string]string{"d": "dword", "x": "xmmword", "y": "ymmword"}[own]
	if s.reg != "" {
		reg = s.reg
	}
	if s.last != "" {
		kind = s.last
	}
	if s.size != "" {
		size = s.size
	}
	last := register(kind, in.Last.Base)
	if in.Last.Memory {
		lanes := ""
		if in.Last.Lanes {
			lanes = "+" + register(own, in.Last.Index) + "*1"
		}
		last = fmt.Sprintf("%s ptr [%s%s%+d]", size, quads[in.Last.Base], lanes, in.Last.Disp)
	}
	var parts []string
	switch row.has {
	case rm:
		parts = []string{register(reg, in.Reg), last}
	case rmv:
		parts = []string{register(reg, in.Reg), last, register(own, in.V)}
	case rvm:
		parts = []string{register(reg, in.Reg), register(own, in.V), last}
	case mr:
		parts = []string{last, register(reg, in.Reg)}
	case m:
		parts = []string{last}
	}
	if row.jumps() {
		return fmt.Sprintf("%s .+%d", row.name, int(in.Imm)+len(Encode(nil, in)))
	}
	if row.fourth {
		parts = append(parts, register(own, Reg(in.Imm)))
	} else if row.imm != 0 {
		parts = append(parts, fmt.Sprint(in.Imm))
	}
	prefix := "{disp32} "
	if row.vex {
		prefix += "{vex3} "
	} else if row.has == rm && !in.Last.Memory {
		prefix += "{load} " // of two encodings
	}
	return strings.TrimSpace(prefix + row.name + " " + strings.Join(parts, ", "))
}

// forms are instructions of an op with operands of every kind.
func forms(op Op) (list []Inst) {
	row, s := &table[op], shapes[op]
	if row.jumps() {
		return []Inst{{Op: op, Imm: 0x12345678}}
	}
	if row.has == alone {
		return []Inst{{Op: op}}
	}
	add := func(wide bool, reg, v Reg, last Operand) {
		imm := uint32(3)
		if row.imm == 4 {
			imm = 0x12345678
		}
		if op == VEXTRACTF128 || op == VINSERTF128 {
			imm = 1
		}
		in := Inst{Op: op, Wide: wide, Reg: reg, V: v, Last: last, Imm: imm}
		if row.fourth {
			in.Imm = 11
		}
		list = append(list, in)
	}
	for _, wide := range []bool{false, true} {
		if wide && (!row.vex || s.narrow) || !wide && row.vex && s.whole {
			continue
		}
		if !s.memory {
			add(wide, 1, 2, R(6))
			add(wide, 9, 10, R(8))
		}
		if s.lanes {
			add(wide, 1, 15, L(AX, 3, 0x1234))
			add(wide, 9, 4, L(R9, 12, 8))
			continue
		}
		if !s.noMemory && (row.has != m || row.imm == 4 || s.memory) {
			add(wide, 1, 15, M(DI, 0x1234))
			add(wide, 9, 4, M(SI, 8))
			add(wide, 3, 4, M(R9, -8))
		}
	}
	return list
}

// jumps says that an instruction has a distance as its only operand.
func (r *row) jumps() bool { return r.has == alone && r.imm == 4 }

// encodings are the bytes of instructions, by their texts, as GNU as gives them.
func encodings(t *testing.T) map[string]string {
	src, err := os.ReadFile("testdata/encodings.txt")
	require.NoError(t, err)
	out := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(src)), "\n") {
		bytes, text, ok := strings.Cut(line, "\t")
		require.True(t, ok, line)
		out[text] = bytes
	}
	return out
}

// wrong is the first instruction of an op that is not encoded as is written down.
func wrong(op Op, want map[string]string) string {
	for _, in := range forms(op) {
		text := text(in)
		if got := hex.EncodeToString(Encode(nil, in)); got != want[text] {
			return fmt.Sprintf("%s: %s: want %s", text, got, want[text])
		}
	}
	return ""
}

// TestEncodings: each instruction with operands of every kind has the bytes that are written down.
func TestEncodings(t *testing.T) {
	want, n := encodings(t), 0
	for op := range NumOps {
		assert.Empty(t, wrong(op, want))
		n += len(forms(op))
	}
	assert.Len(t, want, n)
}

// TestPlanted: a row of the table with another number in it is found.
func TestPlanted(t *testing.T) {
	want := encodings(t)
	for name, plant := range map[string]struct {
		change func(r *row)
		counts func(r *row) bool // in such a row
	}{
		"prefix":    {func(r *row) { r.prefix ^= 1 }, func(r *row) bool { return r.vex }},
		"map":       {func(r *row) { r.opcodeMap ^= 1 }, func(*row) bool { return true }},
		"opcode":    {func(r *row) { r.code ^= 1 }, func(*row) bool { return true }},
		"kind":      {func(r *row) { r.vex = !r.vex }, func(*row) bool { return true }},
		"immediate": {func(r *row) { r.imm ^= 1 }, func(r *row) bool { return !r.fourth }},
		"digit":     {func(r *row) { r.digit ^= 1 }, func(r *row) bool { return r.has == m }},
		"operands":  {func(r *row) { r.has ^= rvm }, func(r *row) bool { return r.has == rvm }},
		"no V":      {func(r *row) { r.has = rvm }, func(r *row) bool { return r.has == rm && r.vex }},
		"quads":     {func(r *row) { r.quads = !r.quads }, func(r *row) bool { return r.vex }},
		"fourth":    {func(r *row) { r.fourth = !r.fourth }, func(*row) bool { return true }},
	} {
		for op := range NumOps {
			right := table[op]
			if !plant.counts(&right) {
				continue
			}
			list := forms(op)
			bytes := make([]string, len(list))
			for i, in := range list {
				bytes[i] = want[text(in)]
			}
			plant.change(&table[op])
			found := false
			for i, in := range list {
				found = found || hex.EncodeToString(Encode(nil, in)) != bytes[i]
			}
			table[op] = right
			assert.True(t, found, "%s of %s", name, right.name)
		}
	}
}

// TestHere: what lies in the code is named by its distance from the end of the instruction, an immediate included.
func TestHere(t *testing.T) {
	add := Inst{Op: VPADDD, Wide: true, Reg: 1, V: 2, Last: Here(0)}
	blend := Inst{Op: VBLENDVPS, Wide: true, Reg: 1, V: 2, Last: Here(32), Imm: 3}
	code := Encode(Encode(make([]byte, 64), add), blend)
	assert.Equal(t, "c4e16dfe0db7ffffff"+"c4e36d4a0dcdffffff30", hex.EncodeToString(code[64:]))
}

// TestBinutils: GNU as gives the same bytes for each instruction with operands of every kind.
func TestBinutils(t *testing.T) {
	as, err := exec.LookPath("as")
	if err != nil {
		t.Skip("GNU as is not there")
	}
	var lines, want []string
	for op := range NumOps {
		require.NotEmpty(t, table[op].name, "instruction %d", op)
		for _, in := range forms(op) {
			lines, want = append(lines, text(in)), append(want, hex.EncodeToString(Encode(nil, in)))
		}
	}
	dir := t.TempDir()
	source, list := filepath.Join(dir, "f.s"), filepath.Join(dir, "f.lst")
	require.NoError(t, os.WriteFile(source, []byte(".intel_syntax noprefix\n"+strings.Join(lines, "\n")+"\n"), 0o666))
	out, err := exec.Command(as, "--64", "--listing-lhs-width=4", "-aln="+list, "-o", filepath.Join(dir, "f.o"), source).CombinedOutput()
	if err != nil && strings.Contains(string(out), "unrecognized option") {
		t.Skip("this as is not one of amd64")
	}
	require.NoError(t, err, "%s", out)
	listing, err := os.ReadFile(list)
	require.NoError(t, err)
	got := map[int]string{}
	for _, line := range strings.Split(string(listing), "\n") {
		var number, at int
		var bytes [4]string
		if n, _ := fmt.Sscanf(line, "%d %x %s %s %s %s", &number, &at, &bytes[0], &bytes[1], &bytes[2], &bytes[3]); n < 3 {
			continue
		}
		for _, b := range bytes {
			if _, err := hex.DecodeString(b); err != nil || len(b)%2 != 0 {
				break
			}
			got[number-2] += strings.ToLower(b)
		}
	}
	require.Len(t, got, len(lines))
	for i, line := range lines {
		assert.Equal(t, got[i], want[i], line)
	}
}
