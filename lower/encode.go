package lower

import (
	"github.com/genvisa/genvisa/lower/compact"
	"github.com/genvisa/genvisa/native"
)

// compact prefers forms that take 8 bytes.
func (c *compiler) compact() error {
	compact.Run(c.P, c.T)
	return nil
}

// encode chooses compact forms, turns labels into distances and writes bytes.
// Branches are never compacted (the reference compiler never does it either),
// so their sizes are known before their distances.
func (c *compiler) encode() error {
	var full [16]byte // stands for a branch
	at := make([]int32, len(c.P.Insts)+1)
	c.code = make([]byte, 0, len(full)*len(c.P.Insts))
	first := c.firstPart()
	var err error
	for i := range c.P.Insts {
		in := &c.P.Insts[i]
		in.Uses, in.Placed = nil, false
		if in.IsMacro() && in.Align16 {
			plainFields(in)
		}
		if in.Msg.DescReg {
			in.Msg.Desc = 0 // what the allocator knew of it
		}
		if in.Msg.ExDescReg && !in.Msg.ExBSO {
			in.Msg.SFID, in.Msg.ExDesc = 0, 0
		}
		if in.Label != 0 {
			c.code = append(c.code, full[:]...)
		} else if in.Symbol != 0 || i < first {
			c.code, err = appendWhole(c.code, c.T, in)
			if err != nil {
				return c.errorf(c.posOf(in), "native instruction %d: %v", i, err)
			}
		} else if c.code, err = native.AppendShort(c.code, c.T, in); err != nil {
			return c.errorf(c.posOf(in), "native instruction %d: %v", i, err)
		}
		at[i+1] = int32(len(c.code))
	}
	if c.body != 0 {
		c.begin = uint32(at[c.P.Labels[c.body-1]])
	}
	for i := range c.P.Insts {
		in := &c.P.Insts[i]
		if in.Label == 0 {
			continue
		}
		in.JIP, in.UIP = c.distance(in.Label, at, i), c.distance(in.Label2, at, i)
		in.Label, in.Label2 = 0, 0
		code, err := native.Encode(c.T, in)
		if err != nil {
			return c.errorf(c.posOf(in), "native instruction %d: %v", i, err)
		}
		copy(c.code[at[i]:], code)
	}
	return nil
}

// settle gives instructions the target's form.
func (c *compiler) settle() error {
	for i := range c.P.Insts {
		in := &c.P.Insts[i]
		c.T.Settle(in)
		w, ok := c.T.InPairs(in)
		if !ok {
			return c.unsupportedAt(in, "%s of doubles at these places, whose halves target %v wants side by side", in.Op, c.T)
		}
		*in = w
	}
	return nil
}

// plainFields takes from a macro what the allocator knows its operands by: channel
// enables and swizzles, which it has accumulators for.
func plainFields(in *native.Inst) {
	in.Dst.ChanEn, in.Dst.Region = 0, native.Region{}
	for s := range in.Src {
		o := &in.Src[s]
		o.Swizzle = 0
		if in.Op.IsMath() {
			o.Region = native.Region{V: o.Region.V}
		}
	}
}

func (c *compiler) distance(label int32, at []int32, from int) int32 {
	if label == 0 {
		return 0
	}
	return at[c.P.Labels[label-1]] - at[from]
}
