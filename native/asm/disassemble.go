package asm

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Options say what Disassemble writes beside the instructions.
type Options struct {
	PC   bool // where each instruction starts, in bytes
	Bits bool // the bytes of each instruction, as one number
	Raw  bool // print what does not decode as .raw words, in place of an error

	Marks []Mark // of code that a container holds; their Was, Reloc and Name are written

	// Before is a comment for a line of its own before the instruction at an offset;
	// empty for none. Nil is never asked.
	Before func(pc int) string
}

// Print is Disassemble without options.
func Print(w io.Writer, t native.Target, code []byte) error {
	return Disassemble(w, t, code, Options{})
}

// Disassemble writes all of code, one instruction a line, with a label line before
// every branch target. A target where no instruction of code starts is a number,
// the offset in the instruction. Assemble reads it back to the same bytes: what
// the text of an instruction does not say stands in a comment, as bits of its
// 16-byte form. Other comments name messages. The error is a *native.DecodeError,
// with the text up to there written, or w's.
func Disassemble(w io.Writer, t native.Target, code []byte, o Options) error {
	d := disassembler{Options: o, printer: newPrinter(t), code: code, check: newParser(t)}
	if err := d.places(); err != nil {
		return err
	}
	d.starts = d.instructions
	d.sortMarks()
	for pc := 0; pc < len(code); {
		d.symbols(pc)
		if d.labels.has(pc) {
			d.labelAt(pc)
		}
		if d.Before != nil {
			d.remark(d.Before(pc))
		}
		n, err := d.line(pc)
		if err != nil {
			_, werr := w.Write(d.out)
			return cmp.Or(werr, err)
		}
		if pc += n; len(d.out) >= portion {
			if _, err := w.Write(d.out); err != nil {
				return err
			}
			d.out = d.out[:0]
		}
	}
	d.symbols(len(code))
	d.labelAt(len(code))
	_, err := w.Write(d.out)
	return err
}

// sortMarks puts the marks in the order in which the code comes to them.
func (d *disassembler) sortMarks() {
	d.Marks = slices.Clone(d.Marks)
	slices.SortStableFunc(d.Marks, func(a, b Mark) int { return a.Was - b.Was })
}

// symbols writes the marks of symbols at pc, a line each, and forgets those before it.
func (d *disassembler) symbols(pc int) {
	for ; len(d.Marks) > 0 && d.Marks[0].Was <= pc; d.Marks = d.Marks[1:] {
		if m := &d.Marks[0]; m.Was == pc && !m.Reloc {
			d.str(m.String() + "\n")
		}
	}
}

// relocs writes the mark of a relocation in the n bytes of an instruction at pc.
func (d *disassembler) relocs(pc, n int) {
	for i := 0; i < len(d.Marks) && d.Marks[i].Was < pc+n; i++ {
		if m := &d.Marks[i]; m.Reloc {
			d.str(" " + m.String())
			return // a second one in an instruction is none that native.AddressAt knows
		}
	}
}

// portion is the bytes of text that are written at once, or a line more.
const portion = 1 << 16

type disassembler struct {
	Options
	*printer
	code                 []byte
	instructions, labels places
	check                *parser
	in                   native.Inst
	says                 []saying // by the number of an instruction's shape
}

// labelAt writes the line of a label.
func (d *disassembler) labelAt(pc int) {
	d.char('L')
	d.num(pc)
	d.str(":\n")
}

// remark writes a line of comment, which ends where the text has a line end.
func (d *disassembler) remark(text string) {
	if text, _, _ = strings.Cut(text, "\n"); text != "" {
		d.str("// " + text + "\n")
	}
}

// places is a set of offsets of code, a bit for every place where an instruction
// may start.
type places []uint64

const placeBytes = 8 // all sizes of instructions are multiples

func newPlaces(size int) places { return make(places, size/placeBytes/64+1) }

func (p places) has(at int) bool {
	i := at / placeBytes
	return at >= 0 && at%placeBytes == 0 && i/64 < len(p) && p[i/64]>>(i%64)&1 != 0
}

func (p places) add(at int) {
	if i := at / placeBytes; at >= 0 && i/64 < len(p) {
		p[i/64] |= 1 << (i % 64)
	}
}

// places finds where instructions start and where branches lead.
func (d *disassembler) places() error {
	if len(d.code) == 0 {
		_, _, err := native.DecodeAll(d.target, d.code)
		return err
	}
	d.instructions, d.labels = newPlaces(len(d.code)), newPlaces(len(d.code))
	d.labels.add(0)
	for pc := 0; pc < len(d.code); {
		d.instructions.add(pc)
		op, n, err := native.Peek(d.target, d.code[pc:])
		if err == nil && op.IsBranch() {
			if _, _, err = d.check.codec.Next(&d.in, d.code[pc:]); err == nil {
				to, n := targets(d.target, &d.in, pc)
				for _, at := range to[:n] {
					d.labels.add(at)
				}
			}
		}
		if err != nil {
			if n, err = d.undecoded(pc, err); err != nil {
				return err
			}
		}
		pc += n
	}
	d.instructions.add(len(d.code))
	return nil
}

// undecoded is the size of an instruction that does not decode, or why it is the
// end.
func (d *disassembler) undecoded(pc int, err error) (int, error) {
	if e, ok := err.(*native.DecodeError); ok {
		e.Offset = pc
	}
	n := native.RawSize(d.code[pc:])
	if !d.Raw || n > len(d.code)-pc {
		return 0, err
	}
	return n, nil
}

// line writes the instruction at pc and gives its size.
func (d *disassembler) line(pc int) (int, error) {
	n, shape, err := d.check.codec.Next(&d.in, d.code[pc:])
	if err != nil {
		n, stop := d.undecoded(pc, err)
		if stop == nil {
			d.raw(pc, n)
			d.str(" // " + err.Error() + "\n")
		}
		return n, stop
	}
	d.prefix(pc, n)
	at := len(d.out)
	d.inst(&d.in, pc)
	if patch, ok := d.lacks(shape, d.out[at:], pc, n); ok {
		d.annotate(&patch)
	} else {
		text := string(d.out[at:])
		d.out = d.out[:at]
		d.raw(pc, n)
		d.str(" // " + text)
	}
	d.relocs(pc, n)
	d.comment(&d.in)
	d.char('\n')
	return n, nil
}

// prefix is the comment with place and bytes.
func (d *disassembler) prefix(pc, n int) {
	if !d.PC && !d.Bits {
		return
	}
	d.str("/*")
	if d.PC {
		d.out = fmt.Appendf(d.out, " [%04X]", pc)
	}
	if d.Bits {
		b := slices.Clone(d.code[pc : pc+n])
		slices.Reverse(b)
		d.out = fmt.Appendf(d.out, " %*X", 2*16, b)
	}
	d.str(" */ ")
}

// raw writes the bytes of an instruction as dwords.
func (d *disassembler) raw(pc, n int) {
	d.str(rawWord)
	for i := 0; i < n; i += 4 {
		d.char(' ')
		d.hex(uint64(binary.LittleEndian.Uint32(d.code[pc+i:])), 8)
	}
}

// rawWord begins a line that holds the dwords of an instruction.
const rawWord = ".raw"

// missing is the patch that turns what the text assembles to into the
// instruction at pc with these bytes; ok is false when there is none. The instruction
// that the text says is left in p.in.
func (p *parser) missing(text []byte, pc int, bytes []byte) (patch native.Patch, ok bool) {
	p.start(text)
	p.skip()
	p.inst()
	if p.skip(); p.err != nil || p.peek() != 0 {
		return patch, false
	}
	for i := range p.refs {
		if ref := &p.refs[i]; ref.name != nil {
			to := scanner{line: ref.name, at: len("L")}
			if f := setDistance(&p.in, i, pc, to.decimal("a label", 1<<62), 0); f != nil || to.err != nil {
				return patch, false
			}
		}
	}
	return p.codec.Restate(&p.in, bytes)
}
