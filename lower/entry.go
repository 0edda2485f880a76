package lower

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// entry puts in front of a program what brings the payload into its registers, where threads
// start without it: r0 has the address of memory with the data that all threads of the group share,
// but for the first ones, which are in r1, and behind them the local ids of each thread. Threads for
// which the hardware made local ids have these from r1 on and the first data behind them; they start
// behind the part that loads ids, whose place padEntry sees to.
func (c *compiler) entry() error {
	if !c.Caps.PayloadMemory {
		return nil
	}
	ids, shared := c.payloadRegisters()
	w := entryWriter{c: c, at: int32(c.P.File(c.T)) - 1}
	if 1+ids+c.inlineRegisters()+shared > int(w.at) {
		return c.unsupportedAt(&native.Inst{}, "a payload of %d registers", 1+ids+c.inlineRegisters()+shared)
	}
	if ids > 0 {
		w.address()
		w.threadAddress(ids, shared)
		for i := c.inlineRegisters() - 1; i >= 0; i-- {
			w.add(native.OpMov, 8, native.GRFOperand(1+ids+i, 0, native.Dst1, native.UD), native.GRFOperand(1+i, 0, native.Region{V: 8, W: 8, H: 1}, native.UD))
		}
		if err := w.load(1, ids); err != nil {
			return err
		}
	}
	first := len(w.out)
	if shared > 0 {
		w.address()
		if err := w.load(1+ids+c.inlineRegisters(), shared); err != nil {
			return err
		}
	}
	c.stats.Sends += w.sends
	for l := range c.P.Labels {
		c.P.Labels[l] += len(w.out)
	}
	c.body = c.NewLabel(len(w.out))
	if ids > 0 {
		c.second = c.NewLabel(first)
	}
	c.P.Insts = slices.Insert(c.P.Insts, 0, w.out...)
	return nil
}

// inlineRegisters are those of the data that threads start with.
func (c *compiler) inlineRegisters() int {
	n, _ := c.Caps.InlineData()
	return n / grfBytes
}

// payloadRegisters counts the registers of local ids, and those of the data behind those that threads
// start with.
func (c *compiler) payloadRegisters() (ids, shared int) {
	end := (c.k.PayloadEnd() + grfBytes - 1) / grfBytes
	ids = c.idRegisters()
	return ids, max(end-1-ids-c.inlineRegisters(), 0)
}

// idRegisters are those that the text says to be a thread's own; in text of compilers that do not
// say it, the inputs of words that begin with r1, which have one or two registers for each dimension.
func (c *compiler) idRegisters() (n int) {
	for i := range c.text.Attrs {
		if a := &c.text.Attrs[i]; strings.EqualFold(a.Name, perThreadAttr) {
			return int(min(a.Int, int64(c.registerFile()))) / grfBytes
		}
	}
	for i := range c.k.Inputs {
		in := &c.k.Inputs[i]
		if in.Kind != visa.NoState || in.Offset != (1+n)*grfBytes || c.k.Vars[in.Var].Type.Size() != 2 {
			return n
		}
		n++
	}
	return n
}

// perThreadAttr is the attribute with the bytes of local ids.
const perThreadAttr = "PerThreadInputSize"

// entryWriter makes the instructions: at is a register above the payload, for headers.
type entryWriter struct {
	c     *compiler
	at    int32
	out   []native.Inst
	sends int
}

func (w *entryWriter) add(op native.Op, size uint8, dst native.Operand, src ...native.Operand) {
	in := native.Inst{Op: op, ExecSize: size, NoMask: true, Dst: dst}
	copy(in.Src[:], src)
	w.out = append(w.out, in)
}

// dword is one of the header; the other operand is the same as a source.
func (w *entryWriter) dword(f fixed.Field) (dst, src native.Operand) {
	dst = native.GRFOperand(int(w.at), f.Byte(), native.Dst1, native.UD)
	src = dst
	src.Region = native.Scalar
	return dst, src
}

// address begins a header: the offset is the address in r0.
func (w *entryWriter) address() {
	r0 := native.GRFOperand(0, fixed.ThreadIndirect.Byte(), native.Scalar, native.UD)
	w.add(native.OpMov, 8, native.GRFOperand(int(w.at), 0, native.Dst1, native.UD), native.ImmOperand(0, native.UD))
	to, _ := w.dword(fixed.MemoryOffset)
	w.add(native.OpAnd, 1, to, r0, native.ImmOperand(uint64(fixed.ThreadIndirect.Mask()), native.UD))
}

// threadAddress adds where the ids of the thread are.
func (w *entryWriter) threadAddress(ids, shared int) {
	number, n := w.dword(fixed.MemoryAddress)
	to, at := w.dword(fixed.MemoryOffset)
	r0 := native.GRFOperand(0, fixed.ThreadInGroup.Byte(), native.Scalar, native.UD)
	w.add(native.OpAnd, 1, number, r0, native.ImmOperand(uint64(fixed.ThreadInGroup.Mask()), native.UD))
	w.add(native.OpMul, 1, number, n, native.ImmOperand(uint64(ids*grfBytes), native.UW))
	w.add(native.OpAdd, 1, to, at, n)
	if shared > 0 {
		w.add(native.OpAdd, 1, to, at, native.ImmOperand(uint64(shared*grfBytes), native.UD))
	}
}

// load reads n registers from the address in the header on.
func (w *entryWriter) load(first, n int) error {
	const most = 4
	for k := most; n > 0; {
		if k > n {
			k /= 2
			continue
		}
		f := native.DescValues{native.DescBti: fixed.SurfaceNonCoherent, native.DescOwords: k * grfBytes / owordBytes, native.DescMlen: 1, native.DescHeader: 1}
		msg, err := native.EncodeMessage(w.c.T, native.MsgOwordUnalignedRead, f, 0)
		if err != nil {
			return w.c.unsupportedAt(&native.Inst{}, "%v", err)
		}
		w.add(native.OpSend, 8, native.GRFOperand(first, 0, native.Dst1, native.UD), native.GRFOperand(int(w.at), 0, native.Region{V: 8, W: 8, H: 1}, native.UD))
		w.out[len(w.out)-1].Msg = msg
		w.sends++
		if first, n = first+k, n-k; n > 0 {
			to, at := w.dword(fixed.MemoryOffset)
			w.add(native.OpAdd, 1, to, at, native.ImmOperand(uint64(k*grfBytes), native.UD))
		}
	}
	return nil
}

// owordBytes are those of an oword.
const owordBytes = 16

// padEntry puts nops behind the part that loads local ids, which encode leaves uncompacted, so that
// the other part begins where the target's threads start.
func (c *compiler) padEntry() error {
	if c.second == 0 {
		return nil
	}
	at, _ := c.Caps.SecondEntry()
	n := c.P.Labels[c.second-1]
	pad := at/wholeBytes - n
	if pad < 0 {
		return c.errorf(visa.Pos{}, "BUG: %d instructions load local ids: want at most %d", n, at/wholeBytes)
	}
	for l := range c.P.Labels {
		if c.P.Labels[l] >= n {
			c.P.Labels[l] += pad
		}
	}
	c.P.Insts = slices.Insert(c.P.Insts, n, slices.Repeat([]native.Inst{{Op: native.OpNop}}, pad)...)
	return nil
}

// wholeBytes are those of an instruction that is not compacted.
const wholeBytes = 16

// firstPart is how many instructions stand in front of the second entry.
func (c *compiler) firstPart() int {
	if c.second == 0 {
		return 0
	}
	return c.P.Labels[c.second-1]
}
