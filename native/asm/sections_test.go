package asm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestSections: each kernel has its labels and its code, and marks say where their
// instructions are.
func TestSections(t *testing.T) {
	text := `//!kernel one
L0:
        jmpi L32
(W)     mov (1|M0) r5.0<1>:uq 0x6E10CA2E:uq //!reloc 0x18 tab
L32:
//!kernel "two words"
        jmpi L0
        nop
//!symbol 0x38 f
L0: nop; //!symbol 0x48 "end of f"
(W)     mov (1|M0) r5.0<1>:ud 0x1:ud //!bits 28=1 //!reloc 0x5c "a b"
//!symbols say nothing, and neither do
//!relocations
`
	got, err := AssembleSections("k.asm", native.SKL, strings.NewReader(text), IGA)
	require.NoError(t, err)
	require.Len(t, got, 2)
	for i, alone := range []string{"jmpi L32\n(W) mov (1|M0) r5.0<1>:uq 0x6E10CA2E:uq\nL32:", "jmpi L0\nnop\nL0: nop\n(W) mov (1|M0) r5.0<1>:ud 0x1:ud //!bits 28=1"} {
		code, err := Assemble("alone", native.SKL, strings.NewReader(alone))
		require.NoError(t, err)
		assert.Equal(t, code, got[i].Code)
	}
	assert.Equal(t, "one", got[0].Name)
	assert.Equal(t, []Mark{{Was: 0x18, At: 16, Reloc: true, Name: "tab", Line: 4, Col: 45}}, got[0].Marks)
	assert.Equal(t, "two words", got[1].Name)
	assert.Equal(t, 6, got[1].Line)
	assert.Equal(t, []Mark{
		{Was: 0x38, At: 32, Name: "f", Line: 9, Col: 1}, {Was: 0x48, At: 48, Name: "end of f", Line: 10, Col: 10},
		{Was: 0x5c, At: 48, Reloc: true, Name: "a b", Line: 11, Col: 51},
	}, got[1].Marks)
}

// TestMarksPrinted: what Disassemble writes of marks is read as it was, whatever the names are.
func TestMarksPrinted(t *testing.T) {
	code, err := Assemble("k", native.SKL, strings.NewReader("nop\n(W) mov (1|M0) r5.0<1>:uq 0x6E10CA2E:uq\nnop"))
	require.NoError(t, err)
	marks := []Mark{{Was: 0x18, At: 16, Reloc: true, Name: "tab"}, {Was: 0x10, At: 16, Name: "a\nb"}, {Was: 0x10, At: 16, Name: ""}, {Was: 0x30, At: 48, Name: "end"}}
	var text strings.Builder
	require.NoError(t, Disassemble(&text, native.SKL, code, Options{Marks: marks, PC: true}))
	assert.Contains(t, text.String(), "//!symbol 0x10 \"a\\nb\"\n")
	got, err := AssembleSections("k", native.SKL, strings.NewReader(Heading("k\x1b")+"\n"+text.String()), IGA)
	require.NoError(t, err)
	assert.Equal(t, "k\x1b", got[0].Name)
	assert.Equal(t, code, got[0].Code)
	for i := range got[0].Marks {
		got[0].Marks[i].Line, got[0].Marks[i].Col = 0, 0
	}
	assert.ElementsMatch(t, marks, got[0].Marks)
}

// TestSectionErrors: what is wrong with headings and marks.
func TestSectionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"//!kernel\nnop":                                "k:1:1: error: a heading without a name: want //!kernel NAME",
		"//!kernel a\n//!kernel b\nnop":                 "k:1:1: error: kernel a has no instruction: want at least one",
		"//!kernel a\nnop\n//!kernel b":                 "k:3:1: error: kernel b has no instruction: want at least one",
		"//!kernel a\nnop\n//!kernel a\nnop":            `k:3:1: error: kernel a is there twice: want one heading for each`,
		"//!kernel \"a\nnop":                            `k:1:11: error: "a: want a name, or one between quotes with backslashes as in Go`,
		"//!kernel a\njmpi L\n//!kernel b\nL: nop":      `k:2:6: error: label "L" is nowhere in the text: want one that stands before an instruction or at the end`,
		"nop\n//!symbol rec":                            `k:2:11: error: "rec": want //!symbol and the byte of the container's code, such as 0x40`,
		"nop //!reloc":                                  "k:1:13: error: end of line: want //!reloc and the byte of the container's code, such as 0x40",
		"nop //!reloc 0x10000000 a":                     `k:1:14: error: byte "0x10000000": want 0 to 268435455`,
		"nop //!reloc 1.5 a":                            `k:1:14: error: byte "1.5": want 0 to 268435455`,
		"nop\n//!kernel b\nnop\n//!kernel \"c d\"\nnop": "k:2:1: error: a second kernel, b, behind one without a heading: raw code is that of one; want one of them, or their container to put them into",
	} {
		_, err := Assemble("k", native.SKL, strings.NewReader(text))
		assert.EqualError(t, err, want, text)
	}
}
