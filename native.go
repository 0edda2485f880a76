package genvisa

import (
	"bytes"
	"io"
	"strings"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/hazard"
)

// Disassemble writes native code of a target as assembly text, in the syntax of
// Intel's assembler IGA (docs/assembly.md). Assemble makes the same bytes of it.
func Disassemble(w io.Writer, target string, code []byte) error {
	t, err := targetOf(target)
	if err != nil {
		return err
	}
	return nasm.Print(w, t, code)
}

// Assemble makes native code of assembly text as Disassemble writes it; name stands
// for the text in messages. The error lists all faults, each with line and column.
func Assemble(name, target string, text []byte) ([]byte, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	return nasm.Assemble(name, t, bytes.NewReader(text))
}

// Broken is an instruction that breaks a restriction of the hardware: a row of
// docs/restrictions.md.
type Broken struct {
	Offset int    // of the instruction in the code, in bytes
	Inst   string // as assembly text
	Rule   string // ID of the row, such as "eu.exec.regs"
	Why    string // what is wrong
	Legal  string // what is legal
	Doubt  bool   // a document forbids it, and Intel's compiler for the target does it all the same
}

// Lint lists the instructions of native code that break a restriction of the
// target, doubts last; nil when none does.
func Lint(target string, code []byte) ([]Broken, error) { return lint(target, code, false) }

// LintPreemptible is Lint of code whose threads may be preempted in the middle, for which
// more rules hold.
func LintPreemptible(target string, code []byte) ([]Broken, error) { return lint(target, code, true) }

func lint(target string, code []byte, preemptible bool) ([]Broken, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	insts, offs, err := native.DecodeAll(t, code)
	if err != nil {
		return nil, err
	}
	var out []Broken
	add := func(found []native.Finding, doubt bool) {
		for _, f := range found {
			text := strings.Join(strings.Fields(nasm.Inst(t, &insts[f.Inst], offs[f.Inst])), " ")
			out = append(out, Broken{offs[f.Inst], text, f.Rule.ID, f.Rule.Text, f.Rule.Legal, doubt})
		}
	}
	add(native.Check(t, insts), false)
	if preemptible {
		add(native.Preemptible(t, insts), false)
	}
	add(native.Doubts(t, insts), true)
	return out, nil
}

// HazardReport is what native code touches too early, instructions by their index:
// registers that an earlier instruction is not done with, because nothing makes the later
// one wait (docs/hazards.md).
type HazardReport = hazard.Report

// Hazards checks native code of a target on all paths, without running it.
// Options.Hazards checks what a launch comes to.
func Hazards(target string, code []byte) (*HazardReport, error) {
	t, err := targetOf(target)
	if err != nil {
		return nil, err
	}
	insts, offsets, err := native.DecodeAll(t, code)
	if err != nil {
		return nil, err
	}
	return hazard.Check(t, insts, offsets)
}
