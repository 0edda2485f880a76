package native

import (
	"math/bits"
	"slices"
)

func ruleTwoGRFs(c *checked) bool {
	if c.Align16 {
		return false
	}
	n := 0
	if c.Dst.File != NoFile {
		n = c.Dst.Type.Size()
	}
	for _, o := range c.srcs {
		if o.File != Imm {
			n = max(n, o.Type.Size())
		}
	}
	return elements(c)*n > 2*GRFBytes
}

// elements is how many elements an instruction has at most, by its execution size and
// the mask that some have as an immediate: Intel's compiler stores qwords by 16 smov of
// 16 channels, each of one element.
func elements(c *checked) int {
	if m := c.Op.MaskSource(); m >= 0 && c.Src[m].File == Imm {
		return bits.OnesCount64(c.Src[m].Imm & (1<<c.ExecSize - 1))
	}
	return int(c.ExecSize)
}

// ruleNarrow: compiled code also uses larger strides, so the test is "at
// least". Mixed float instructions may pack a half float result.
func ruleNarrow(c *checked) bool {
	d := &c.Dst
	size := d.Type.Size()
	if c.Align16 || d.File != GRF && d.File != Virt || c.exec <= size || c.rawMove() || d.Type == HF {
		return false
	}
	if c.ExecSize > 1 && int(d.Region.H)*size < c.exec {
		return true
	}
	if d.Indirect {
		return false
	}
	// byte and word results may sit in the second byte or word of the channel
	off := int(d.Sub) % c.exec
	return off != 0 && (size > 2 || off != size)
}

func ruleWidth(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.W > c.ExecSize
	})
}

func ruleOneRow(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		r := o.Region
		return r.W == c.ExecSize && r.H != 0 && r.V != VxH && r.V != r.W*r.H
	})
}

func ruleWidthOne(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.W == 1 && o.Region.H != 0
	})
}

func ruleScalar(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		r := o.Region
		return c.ExecSize == 1 && r.W == 1 && r.V != VxH && (r.V != 0 || r.H != 0)
	})
}

func ruleNoStrides(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.V == 0 && o.Region.H == 0 && o.Region.W != 1
	})
}

func ruleDstStride(c *checked) bool {
	return !c.Align16 && c.Dst.File != NoFile && c.Dst.Region.H == 0
}

func ruleRowCrosses(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.V != VxH && placed(o, func(first int) bool {
			size := o.Type.Size()
			w := max(min(int(o.Region.W), int(c.ExecSize)), 1)
			for row := range max(int(c.ExecSize)/w, 1) {
				at := first + row*int(o.Region.V)*size
				if at/GRFBytes != (at+((w-1)*int(o.Region.H)+1)*size-1)/GRFBytes {
					return true
				}
			}
			return false
		})
	})
}

func ruleSrcSpan(c *checked) bool {
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		return o.Region.V != VxH && placed(o, func(first int) bool {
			return (first+span(o, int(c.ExecSize))-1)/GRFBytes-first/GRFBytes > 1
		})
	})
}

func ruleDstSpan(c *checked) bool {
	return !c.Align16 && placed(&c.Dst, func(first int) bool {
		return (first+dstSpan(&c.Dst, int(c.ExecSize))-1)/GRFBytes-first/GRFBytes > 1
	})
}

func rulePackedByte(c *checked) bool {
	d := &c.Dst
	packed := !c.Align16 && d.File != ARF && d.File != NoFile && d.Type.Size() == 1 && d.Region.H == 1 && c.ExecSize > 1
	return packed && !c.rawMove()
}

// strided lists the register sources of a 64-bit instruction that vary over
// channels.
func (c *checked) strided() []*Operand {
	var out []*Operand
	if c.qword() {
		for _, o := range c.regioned() {
			if o.Region != Scalar && !o.IsNull() {
				out = append(out, o)
			}
		}
	}
	return out
}

// step is the bytes between neighbouring channels of a source.
func step(o *Operand) int {
	h := o.Region.H
	if o.Region.W == 1 {
		h = o.Region.V
	}
	return int(h) * o.Type.Size()
}

func ruleQwordStride(c *checked) bool {
	if c.Dst.IsNull() || c.ExecSize == 1 {
		return false
	}
	if c.dwordMul() && c.Dst.File != ARF && int(c.Dst.Region.H)*c.Dst.Type.Size() != 8 {
		return true // its execution type is that of 64 bits
	}
	return slices.ContainsFunc(c.strided(), func(o *Operand) bool {
		return step(o) != int(c.Dst.Region.H)*c.Dst.Type.Size()
	})
}

func ruleQwordRows(c *checked) bool {
	return slices.ContainsFunc(c.strided(), func(o *Operand) bool {
		r := o.Region
		return r.W != 1 && int(r.V) != int(r.W)*int(r.H)
	})
}

func ruleQwordOffset(c *checked) bool {
	if c.Dst.IsNull() || c.ExecSize == 1 {
		return false
	}
	return slices.ContainsFunc(c.strided(), func(o *Operand) bool {
		return placed(o, func(first int) bool { return first%GRFBytes != int(c.Dst.Sub)%GRFBytes })
	})
}

func ruleQwordARF(c *checked) bool {
	return c.qword() && slices.ContainsFunc(append(c.regioned(), &c.Dst), func(o *Operand) bool {
		return o.File == ARF && !o.IsNull() && (o.Type.Size() == 8 || c.dwordMul())
	})
}

func ruleMixedWide(c *checked) bool {
	if c.Dst.Type != HF || c.Dst.Region.H != 1 || c.Dst.File != GRF && c.Dst.File != Virt || c.ExecSize < 16 {
		return false
	}
	return slices.ContainsFunc(c.srcs, func(o *Operand) bool { return o.Type == F && o.File != Imm })
}

func ruleHalfConvert(c *checked) bool {
	d := &c.Dst
	if c.Align16 || d.File != GRF && d.File != Virt {
		return false
	}
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		convert := d.Type == HF && !o.Type.IsFloat() || o.Type == HF && !d.Type.IsFloat()
		wide := c.ExecSize == 1 || int(d.Region.H)*d.Type.Size() >= 4
		return convert && (!wide || !d.Indirect && d.Sub%4 > 2)
	})
}

// ruleScattered: the lanes of one register of the destination read a source in one register.
func ruleScattered(c *checked) bool {
	d := &c.Dst
	if !c.Align16 || d.File != GRF || d.Indirect {
		return false
	}
	for i := range c.Src {
		o := &c.Src[i]
		if !c.Op.takes(i) || o.File == NoFile || o.File == Imm || o.File == Virt || o.Indirect || o.IsNull() {
			continue
		}
		from := map[int]int{} // register of the source, by that of the destination
		for lane := range int(c.ExecSize) {
			_, n, _ := c.element(o, i, lane)
			to, at := (int(d.Sub)+lane*d.Type.Size())/GRFBytes, (int(o.Sub)+n*o.Type.Size())/GRFBytes
			if first, ok := from[to]; ok && first != at {
				return true
			}
			from[to] = at
		}
	}
	return false
}

// oword is the unit of Align16 places in bytes: what fits lies in one register.
const oword = 16

// ruleHalfOverlap: a source has elements of the second half in dwords that the first half
// writes. The halves are the channels of each of the two registers.
func ruleHalfOverlap(c *checked) bool {
	if !c.dstPair() {
		return false
	}
	first, second, written := int(c.Dst.Reg), uint32(0), uint(0) // channels of the second half, dwords of the first
	for _, x := range c.Touches(-1) {
		if x.At/GRFBytes == first {
			written |= dwordsOf(x)
		} else {
			second |= 1 << x.Lane
		}
	}
	for i := range c.Src {
		if o := &c.Src[i]; o.File != GRF || o.Indirect {
			continue
		}
		overlap := func(x Touch) bool {
			return second>>x.Lane&1 != 0 && x.At/GRFBytes == first && dwordsOf(x)&written != 0
		}
		if slices.ContainsFunc(c.Touches(i), overlap) {
			return true
		}
	}
	return false
}

// dwordsOf are the dwords of its register that an element lies in.
func dwordsOf(x Touch) uint {
	at, end := x.At%GRFBytes/4, ((x.At+x.Bytes-1)%GRFBytes)/4
	return 2<<end - 1<<at
}

// ruleQword tells the instructions of the Broxton rules on 64 bits.
func ruleQword(c *checked) bool { return c.qword() }

func ruleQwordAcc(c *checked) bool { return c.qword() && (c.AccWr || c.Op == OpMac) }

// ruleFloatPlace: a source that varies over the channels has its elements at the bytes of its
// register where the destination has its own.
func ruleFloatPlace(c *checked) bool {
	d := &c.Dst
	if c.ExecSize == 1 || d.IsNull() || d.Indirect {
		return false
	}
	return slices.ContainsFunc(c.regioned(), func(o *Operand) bool {
		if o.Region == Scalar || o.IsNull() || o.Indirect {
			return false
		}
		if c.packedMix(o) {
			return false
		}
		moved := func(first int) bool { return first%GRFBytes != int(d.Sub)%GRFBytes }
		return step(o) != int(d.Region.H)*d.Type.Size() || !oneStep(o) || d.File == GRF && placed(o, moved)
	})
}

// packedMix tells a source beside a destination of the other of f and hf, both packed, whose
// channels are counted in elements: of f from the start of a register, of hf from that of a half.
func (c *checked) packedMix(o *Operand) bool {
	d := &c.Dst
	if o.Type == d.Type || o.Type != HF && o.Type != F || d.Type != HF && d.Type != F || step(o) != o.Type.Size() || d.Region.H != 1 {
		return false
	}
	begins := func(o *Operand) bool { return o.File != GRF || int(o.Sub)%(oword/halfSize*o.Type.Size()) == 0 }
	return begins(o) && begins(d)
}

// halfSize is the size of a half float.
const halfSize = 2

// oneStep tells a region whose elements have the same distance over its rows.
func oneStep(o *Operand) bool {
	r := o.Region
	return r.W == 1 || int(r.V) == int(r.W)*int(r.H)
}
