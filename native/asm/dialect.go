package asm

import (
	"bytes"
	"fmt"
)

// piece is a part of a statement that one line holds: the byte of the statement
// where it begins, and its place in the text.
type piece struct{ at, line, col int }

// dialectLine takes a line of a syntax whose statements end in ';' and may stand on
// several lines, and assembles those that are complete.
func (a *assembler) dialectLine(text []byte) {
	if a.syntax.isGen4asm() && bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte("#line")) {
		return // what a preprocessor says of the place
	}
	for at := 0; at < len(text); {
		end := len(text)
		switch {
		case a.comment:
			i := bytes.Index(text[at:], []byte("*/"))
			if i < 0 {
				return
			}
			a.comment = false
			at += i + 2
			continue
		case bytes.HasPrefix(text[at:], []byte("//")):
			return
		case bytes.HasPrefix(text[at:], []byte("/*")):
			a.openComment(at)
			at += 2
			continue
		case text[at] == ';':
			a.dialectStatement(true)
			at++
			continue
		}
		for i := at; i < end; i++ {
			if text[i] == ';' && !inRegion(text[:i]) || text[i] == '/' && i+1 < end && (text[i+1] == '/' || text[i+1] == '*') {
				end = i
			}
		}
		a.addPiece(text[at:end], at)
		at = end
	}
}

// inRegion tells that text ends inside a region such as <8;8,1>, whose ';' ends nothing.
func inRegion(text []byte) bool {
	i := bytes.LastIndexAny(text, "<>;")
	return i >= 0 && text[i] == '<'
}

// addPiece makes text, which stands at a column of the line, the next part of the
// statement.
func (a *assembler) addPiece(text []byte, col int) {
	trimmed := bytes.TrimLeft(text, " \t")
	if len(a.pieces) > 0 && a.line[0] == '.' && len(trimmed) > 0 && trimmed[0] == '.' {
		a.dialectStatement(true) // no ';' ends a pragma
	}
	if len(a.pieces) == 0 {
		a.line = a.line[:0]
		if len(trimmed) == 0 {
			return
		}
	}
	if len(a.line)+len(trimmed) > MaxLine {
		a.report(place{a.lineNo, col}, fault{msg: fmt.Sprintf("statement of more than %d bytes: want ';' behind each instruction", MaxLine)})
		a.pieces = nil
		return
	}
	if len(a.pieces) > 0 {
		a.line = append(a.line, ' ')
	}
	a.pieces = append(a.pieces, piece{len(a.line), a.lineNo, col + len(text) - len(trimmed)})
	a.line = append(a.line, trimmed...)
}

// dialectStatement assembles what has come together: labels and an instruction, which
// ends in ';' as ended says.
func (a *assembler) dialectStatement(ended bool) {
	if len(a.pieces) == 0 {
		return
	}
	a.start(a.line)
	for a.dialectLabel() || a.gen4asmPragma() {
	}
	if a.skip(); a.peek() != 0 {
		a.dialectInst()
		if a.skip(); a.peek() != 0 {
			a.fail(a.scanner.at, "%s: want ';' behind an instruction", a.token())
		}
		if !ended {
			a.fail(len(a.line), "end of the text: want ';' behind an instruction")
		}
		if a.err == nil {
			a.emit()
		}
	}
	if a.err != nil {
		a.report(a.where(a.err.at), *a.err)
	}
	a.pieces = a.pieces[:0]
}

// dialectLabel reads NAME: in front of an instruction.
func (a *assembler) dialectLabel() bool {
	a.skip()
	from := a.scanner.at
	if w := a.word(); len(w) > 0 {
		if a.skip(); a.take(':') {
			a.label(from, w)
			return a.err == nil
		}
	}
	a.scanner.at = from
	return false
}

// dialectEnd takes what the text ends with: labels, or an instruction without ';'.
func (a *assembler) dialectEnd() { a.dialectStatement(false) }
