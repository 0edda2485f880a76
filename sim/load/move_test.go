package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/abi"
)

// codeOf is a text with its addresses written as ADDR, ended.
func codeOf(t *testing.T, target native.Target, text string) []byte {
	text = strings.ReplaceAll(text, "ADDR", "0x6E10CA2E") + `
		(W) mov (8|M0) r112.0<1>:f r0.0<8;8,1>:f
		(W) send (8|M0) null r112:f 0x27 0x02000010 {EOT}
	`
	code, err := asm.Assemble("k", target, strings.NewReader(text))
	require.NoError(t, err, text)
	return code
}

// What is done with an address: lanes read dwords at it, or the thread a qword.
const (
	table = `
		add (8|M0) r20.0<1>:q r30.0<4;4,1>:q TABLE.0<0;1,0>:q
		send (8|M0) r40:d r20:f 0xC 0x041401FF
	`
	cursor = "(W) send (1|M0) r42:uq CURSOR:f 0xC 0x042402FF\n"
)

func wholeAt(off int, symbol string, at int) abi.Reloc {
	return abi.Reloc{Section: ".text.k", Off: off, Kind: abi.RelocAddr, Symbol: symbol, In: ".data.global", At: at, File: "k.reloc", Line: 1}
}

// moved gives the relocations of their code to ours: both are texts.
func moved(t *testing.T, target native.Target, ours, theirs string, of ...abi.Reloc) (list []string, err error) {
	path := filepath.Join(t.TempDir(), "k.isa")
	if theirs != "" {
		require.NoError(t, os.WriteFile(strings.TrimSuffix(path, ".isa")+".dat", codeOf(t, target, theirs), 0o644))
	}
	l := &linker{target: target}
	l.insts, l.offs, err = native.DecodeAll(target, codeOf(t, target, ours))
	require.NoError(t, err)
	out, err := l.move(path, of)
	lines := strings.Split(strings.TrimSuffix(string(abi.FormatReloc(out)), "\n"), "\n")
	return lines, err
}

// TestMoveByUse: the native binary of a .isa asks for its addresses in another order
// than the code of which the relocations are, in other registers, and through a copy.
func TestMoveByUse(t *testing.T) {
	uses := strings.NewReplacer("TABLE", "r4", "CURSOR", "r6").Replace(table + cursor)
	theirs := "(W) mov (1|M0) r4.0<1>:uq ADDR:uq\n (W) mov (1|M0) r6.0<1>:uq ADDR:uq\n" + uses
	other := strings.NewReplacer("TABLE", "r9", "CURSOR", "r8").Replace(cursor + table)
	ours := "(W) mov (1|M0) r7.0<1>:uq ADDR:uq\n (W) mov (1|M0) r8.0<1>:uq r7.0<0;1,0>:uq\n (W) mov (1|M0) r9.0<1>:uq ADDR:uq\n" + other
	of := []abi.Reloc{wholeAt(8, "table", 0), wholeAt(24, "cursor", 88)}
	list, err := moved(t, native.SKL, ours, theirs, of...)
	require.NoError(t, err)
	assert.Equal(t, []string{
		".text.k+8 type 1 symbol cursor = .data.global+88",
		".text.k+40 type 1 symbol table = .data.global+0",
	}, list)
	list, err = moved(t, native.SKL, theirs, ours, wholeAt(8, "cursor", 88), wholeAt(40, "table", 0))
	require.NoError(t, err)
	assert.Equal(t, []string{
		".text.k+8 type 1 symbol table = .data.global+0",
		".text.k+24 type 1 symbol cursor = .data.global+88",
	}, list)
}

// TestMoveHalves: low and high halves mix, as they do in code for lkf; where this code has
// whole addresses, the halves of the other are one.
func TestMoveHalves(t *testing.T) {
	const uses = `
		addc (8|M0) r20.0<1>:ud r30.0<8;8,1>:ud LOW.0<0;1,0>:ud {AccWrEn}
		mov (8|M0) r21.0<1>:ud acc0.0<8;8,1>:ud
		add (8|M0) r22.1<2>:ud r21.0<8;8,1>:ud LOW.1<0;1,0>:ud
		mov (8|M0) r22.0<2>:f r20.0<8;8,1>:f
		send (8|M0) r40:d r22:f 0xC 0x041401FF
		(W) send (1|M0) r42:d CURSOR:f 0xC 0x042402FF
	`
	half := func(off int, kind abi.RelocKind, symbol string) abi.Reloc {
		r := wholeAt(off, symbol, 0)
		r.Kind = kind
		return r
	}
	text := func(order, low, cursor string) string {
		var b strings.Builder
		for _, at := range strings.Fields(order) {
			b.WriteString("(W) mov (1|M0) " + at + "<1>:ud ADDR:ud\n")
		}
		return b.String() + strings.NewReplacer("LOW", low, "CURSOR", cursor).Replace(uses)
	}
	theirs := text("r4.0 r6.0 r4.1 r6.1", "r4", "r6")
	of := []abi.Reloc{half(12, 2, "table"), half(28, 2, "cursor"), half(44, 3, "table"), half(60, 3, "cursor")}
	list, err := moved(t, native.ICL, text("r9.1 r8.1 r9.0 r8.0", "r8", "r9"), theirs, of...)
	require.NoError(t, err)
	assert.Equal(t, []string{
		".text.k+12 type 3 symbol cursor = .data.global+0",
		".text.k+28 type 3 symbol table = .data.global+0",
		".text.k+44 type 2 symbol cursor = .data.global+0",
		".text.k+60 type 2 symbol table = .data.global+0",
	}, list)

	whole := "(W) mov (1|M0) r9.0<1>:uq ADDR:uq\n (W) mov (1|M0) r8.0<1>:uq ADDR:uq\n" + strings.NewReplacer("LOW", "r8", "CURSOR", "r9").Replace(uses)
	list, err = moved(t, native.SKL, whole, theirs, of...)
	require.NoError(t, err)
	assert.Equal(t, []string{
		".text.k+8 type 1 symbol cursor = .data.global+0",
		".text.k+24 type 1 symbol table = .data.global+0",
	}, list)
}

// TestMoveByAnswer: what is done with what stands at addresses tells those apart that the
// same message takes. Without a difference they are refused, as is code that does something
// else, or that lies nowhere.
func TestMoveByAnswer(t *testing.T) {
	const (
		first  = "(W) mov (1|M0) r4.0<1>:uq ADDR:uq\n (W) send (1|M0) r42:uq r4:f 0xC 0x042402FF\n"
		second = "(W) mov (1|M0) r5.0<1>:uq ADDR:uq\n (W) send (1|M0) r44:uq r5:f 0xC 0x042402FF\n"
		adds   = "(W) add (1|M0) r50.0<1>:d r42.0<0;1,0>:d 5:w\n"
		shifts = "(W) shl (1|M0) r51.0<1>:d r44.0<0;1,0>:d 5:w\n"
	)
	swap := strings.NewReplacer("r42", "r44", "r44", "r42").Replace
	of := []abi.Reloc{wholeAt(8, "a", 0), wholeAt(40, "b", 88)}
	list, err := moved(t, native.SKL, first+second+swap(adds+shifts), first+second+adds+shifts, of...)
	require.NoError(t, err)
	assert.Equal(t, []string{
		".text.k+8 type 1 symbol b = .data.global+88",
		".text.k+40 type 1 symbol a = .data.global+0",
	}, list)

	for want, c := range map[string][2]string{
		"with which the code does what it does with 2 of them, that of a (k.reloc:1) and others, not supported":                        {first + second, first + second},
		"does what 2 of its addresses are for, and what 1 are for in the code of k.reloc:1, whose relocations it needs, not supported": {first + second + adds + swap(adds), first + second + adds + shifts},
		"does what 1 of its addresses are for, and what 0 are for in the code of k.reloc:1, whose relocations it needs, not supported": {strings.ReplaceAll(first, "0x042402FF", "0x041401FF") + second, first + second},
		"2 places of addresses that k.reloc gives for other code, without that code (k.dat) beside it, are not supported":              {first + second, ""},
		"k.dat, with 2 placeholders of addresses, is not the code of which these 2 relocations are":                                    {first + second, "(W) mov (1|M0) r3.0<1>:uq r2.0<0;1,0>:uq\n" + first + second},
		"k.dat, with 3 placeholders of addresses, is not the code of which these 2 relocations are":                                    {first + second, first + second + first},
		"k.reloc:1:1: error: 2 addresses of .text.k: the native binary inside the .isa has 3":                                          {first + second + first, first + second},
	} {
		_, err := moved(t, native.SKL, c[0], c[1], of...)
		require.ErrorContains(t, err, want)
	}

	one, err := moved(t, native.SKL, first, "", wholeAt(72, "a", 0))
	require.NoError(t, err, "one address needs no other code")
	assert.Equal(t, []string{".text.k+8 type 1 symbol a = .data.global+0"}, one)
	same, err := moved(t, native.SKL, first+second, first+second, wholeAt(8, "a", 0), wholeAt(40, "a", 0))
	require.NoError(t, err, "one address in two places")
	assert.Equal(t, []string{".text.k+8 type 1 symbol a = .data.global+0", ".text.k+40 type 1 symbol a = .data.global+0"}, same)
}
