package asm

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Options say what Disassemble writes beside the instructions.
type Options struct {
	PC   bool // where each instruction starts, in bytes
	Bits bool // the bytes of each instruction, as one number
	Raw  bool // print what does not decode as .raw words, in place of an error
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
	d := disassembler{target: t, code: code, Options: o, out: bufio.NewWriter(w), check: newParser(t), texts: map[operandKey]string{}}
	if err := d.places(); err != nil {
		return err
	}
	for pc := 0; pc < len(code); {
		if d.labels.has(pc) {
			fmt.Fprintf(d.out, "L%d:\n", pc)
		}
		n, err := d.line(pc)
		if err != nil {
			return err
		}
		pc += n
	}
	fmt.Fprintf(d.out, "L%d:\n", len(code))
	return d.out.Flush()
}

type disassembler struct {
	Options
	target         native.Target
	code           []byte
	starts, labels places
	out            *bufio.Writer
	check          *parser
	texts          map[operandKey]string
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
	d.starts, d.labels = newPlaces(len(d.code)), newPlaces(len(d.code))
	d.labels.add(0)
	for pc := 0; pc < len(d.code); {
		d.starts.add(pc)
		op, n, err := native.Peek(d.target, d.code[pc:])
		if err == nil && op.IsBranch() {
			var in native.Inst
			if in, _, err = d.check.codec.Decode(d.code[pc:]); err == nil {
				for _, at := range targets(d.target, &in, pc) {
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
	d.starts.add(len(d.code))
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
	in, n, err := d.check.codec.Decode(d.code[pc:])
	if err != nil {
		n, stop := d.undecoded(pc, err)
		if stop == nil {
			fmt.Fprintf(d.out, "%s // %v\n", d.raw(pc, n), err)
		}
		return n, stop
	}
	p := printer{starts: d.starts, target: d.target, align16: d.target.Caps().Align16, texts: d.texts}
	text := p.inst(&in, pc)
	patch, ok := d.check.missing(text, pc, d.code[pc:pc+n])
	switch {
	case !ok:
		text = d.raw(pc, n) + " // " + text
	case patch.Mask != [2]uint64{}:
		text += " " + annotate(&patch)
	}
	d.prefix(pc, n)
	d.out.WriteString(text)
	if m := messageText(d.target, &in); m != "" {
		d.out.WriteString(" // ")
		d.out.WriteString(m)
	}
	d.out.WriteByte('\n')
	return n, nil
}

// prefix is the comment with place and bytes.
func (d *disassembler) prefix(pc, n int) {
	if !d.PC && !d.Bits {
		return
	}
	d.out.WriteString("/*")
	if d.PC {
		fmt.Fprintf(d.out, " [%04X]", pc)
	}
	if d.Bits {
		b := slices.Clone(d.code[pc : pc+n])
		slices.Reverse(b)
		fmt.Fprintf(d.out, " %*X", 2*16, b)
	}
	d.out.WriteString(" */ ")
}

// raw are the bytes of an instruction as dwords.
func (d *disassembler) raw(pc, n int) string {
	text := rawWord
	for i := 0; i < n; i += 4 {
		b := d.code[pc+i : pc+i+4]
		text += fmt.Sprintf(" 0x%02X%02X%02X%02X", b[3], b[2], b[1], b[0])
	}
	return text
}

// rawWord begins a line that holds the dwords of an instruction.
const rawWord = ".raw"

// missing is the patch that turns what the text assembles to into the
// instruction at pc with these bytes; ok is false when there is none.
func (p *parser) missing(text string, pc int, bytes []byte) (patch native.Patch, ok bool) {
	p.start(append(p.line[:0], text...))
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
