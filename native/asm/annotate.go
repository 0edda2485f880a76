package asm

import (
	"bytes"
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// annotation begins the comment that holds the bits which the text of an
// instruction does not say, as fields of its 16-byte form: "//!bits 28=1 88:85=0x3".
const annotation = "//!bits"

// annotate writes the comment of a patch, if it sets anything.
func (t *text) annotate(p *native.Patch) {
	if p.Mask == [2]uint64{} {
		return
	}
	t.char(' ')
	t.str(annotation)
	for half, mask := range p.Mask {
		for mask != 0 {
			lo := bits.TrailingZeros64(mask)
			n := bits.TrailingZeros64(^(mask >> lo))
			v := p.Bits[half] >> lo & (1<<n - 1)
			base := 64 * half
			if n == 1 {
				t.out = fmt.Appendf(t.out, " %d=%d", base+lo, v)
			} else {
				t.out = fmt.Appendf(t.out, " %d:%d=%#x", base+lo+n-1, base+lo, v)
			}
			mask &^= (1<<n - 1) << lo
		}
	}
}

// annotated reads the annotation behind an instruction; any other comment says
// nothing.
func (p *parser) annotated() {
	p.skip()
	if !bytes.HasPrefix(p.line[p.at:], []byte(annotation)) {
		return
	}
	from := p.at
	p.at += len(annotation)
	for {
		p.skip()
		if !isDigit(p.peek()) {
			break
		}
		p.bitField()
	}
	if p.peek() != 0 && !bytes.HasPrefix(p.line[p.at:], []byte("//")) {
		p.fail(p.at, "%s: want bits such as 28=1 or 88:85=0x3, or the end of the line", p.token())
	}
	if p.patch.Fixed() {
		p.fail(from, "bits of the opcode (6:0) or of compaction (29): want others, these follow from the text")
	}
}

// bitField reads 28=1 or 88:85=0x3.
func (p *parser) bitField() {
	const last = 127
	at := p.at
	hi := p.decimal("a bit", last)
	lo := hi
	if p.take(':') {
		lo = p.decimal("a bit", last)
	}
	p.expect('=', "a bit")
	if !isDigit(p.peek()) {
		p.fail(p.at, "%s: want a number", p.token())
	}
	l := p.number()
	n := hi - lo + 1
	if lo > hi || lo/64 != hi/64 || l.float || n < 64 && l.v>>n != 0 {
		p.fail(at, "bits %d:%d=%s: want the higher bit first, both in 63:0 or in 127:64, and a number that fits", hi, lo, l.text)
		return
	}
	mask := (uint64(1)<<n - 1) << (lo % 64)
	if p.patch.Mask[lo/64]&mask != 0 {
		p.fail(at, "bits %d:%d are there twice: want each bit once", hi, lo)
	}
	p.patch.Mask[lo/64] |= mask
	p.patch.Bits[lo/64] = p.patch.Bits[lo/64]&^mask | l.v<<(lo%64)
}
