package asm

import (
	"fmt"
	"slices"
	"strings"
)

// Syntax is a way to write Gen assembly.
type Syntax uint8

// Syntaxes that Assemble reads. Disassemble writes IGA.
const (
	IGA             Syntax = iota // the vendor's assembler IGA
	Mesa                          // Mesa's assembler and disassembler
	Gen4asm                       // intel-gen4asm -g 7 of the Intel GPU tools
	Gen4asmElements               // intel-gen4asm -a -g 7, which counts sub-registers in elements
)

var syntaxNames = []string{IGA: "iga", Mesa: "mesa", Gen4asm: "gen4asm", Gen4asmElements: "gen4asm-a"}

func (s Syntax) isGen4asm() bool { return s == Gen4asm || s == Gen4asmElements }

// String is the name on a command line.
func (s Syntax) String() string { return syntaxNames[s] }

// ParseSyntax finds a syntax by its name.
func ParseSyntax(name string) (Syntax, error) {
	if i := slices.Index(syntaxNames, name); i >= 0 {
		return Syntax(i), nil
	}
	return IGA, fmt.Errorf("syntax %q: want one of %s", name, strings.Join(syntaxNames, ", "))
}
