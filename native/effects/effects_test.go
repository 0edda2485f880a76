package effects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/effects"
)

var spaces = [...]string{"r", "f", "a", "acc", "arf", "mem"}

var (
	does     = [...]string{"none", "read", "write", "atomic", "sample", "fence", "barrier", "end"}
	memories = [...]string{"all", "surface", "scratch", "flat", "texels"}
)

// text is an effect in short: W for a certain write, w for one that channels may leave out.
func text(e effects.Effect) string {
	kind := "r"
	switch {
	case e.Write && e.Full:
		kind = "W"
	case e.Write:
		kind = "w"
	}
	name := spaces[e.Space]
	if e.Var > 0 {
		name += fmt.Sprintf("$%d", e.Var-1)
	}
	if e.Space >= effects.State && e.N != 1 {
		return fmt.Sprintf("%d places of %s", e.N, name)
	}
	switch e.Space {
	case effects.Memory:
		return fmt.Sprintf("%s mem %s %s %d", kind, does[e.Does], memories[e.Memory], e.At)
	case effects.State:
		return fmt.Sprintf("%s arf %#x", kind, e.At)
	}
	out := fmt.Sprintf("%s %s %d+%d", kind, name, e.At, e.N)
	if e.Through != nil {
		out += fmt.Sprintf(" by a%d.%d", e.Through.AddrReg, int8(e.Through.AddrSub)+e.Row)
	}
	switch {
	case e.Lane == effects.Thread && e.First == 0 && e.Each == 0:
		out += " all"
	case e.Lane == effects.Thread && e.First == effects.Thread && e.Each > 0:
		out += fmt.Sprintf(" %d of no element", e.Each)
	case e.Lane == effects.Thread:
		out += " thread"
	default:
		out += fmt.Sprintf(" M%d/%d", e.Lane, e.Each)
	}
	return out
}

func of(t native.Target, in *native.Inst) string {
	var list []string
	effects.Each(t, in, func(e effects.Effect) { list = append(list, text(e)) })
	return strings.Join(list, ", ")
}

func parsed(t *testing.T, target native.Target, line string) *native.Inst {
	code, err := nasm.Assemble("effects", target, strings.NewReader(line+"\n"))
	require.NoError(t, err, line)
	in, _, err := native.Decode(target, code)
	require.NoError(t, err, line)
	return &in
}

// TestEach: bytes, bits and channels of each kind of operand and of what instructions touch beside
// them, written down from the regions (Ivy Bridge PRM vol. 4 part 3, 3.3.5), from flags and
// accumulators by channel (3.3.3), and from payloads of messages (vol. 4 part 1).
func TestEach(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		line   string
		want   string
	}{
		{native.SKL, "add (16|M0) r10.0<1>:d r4.0<8;8,1>:d r6.0<0;1,0>:d", "r r 128+64 M0/4, r r 192+4 all, W r 320+64 M0/4"},
		{native.SKL, "(W) add (16|M0) r10.0<1>:d r4.0<8;8,1>:d 1:d", "r r 128+64 thread, W r 320+64 thread"},
		{native.SKL, "mov (8|M8) r10.0<2>:w r4.2<16;8,2>:w", "r r 132+2 M8/2, r r 136+2 M9/2, r r 140+2 M10/2, r r 144+2 M11/2, r r 148+2 M12/2, r r 152+2 M13/2, r r 156+2 M14/2, r r 160+2 M15/2, " +
			"W r 320+2 M8/2, W r 324+2 M9/2, W r 328+2 M10/2, W r 332+2 M11/2, W r 336+2 M12/2, W r 340+2 M13/2, W r 344+2 M14/2, W r 348+2 M15/2"},
		{native.SKL, "mov (8|M0) r10.0<1>:d r4.0<8;4,1>:w", "r r 128+8 M0/2, r r 144+8 M4/2, W r 320+32 M0/4"},
		{native.SKL, "(f1.0) mov (8|M8) r10.0<1>:d r4.0<8;8,1>:d", "r f 40+8 M8/1, r r 128+32 M8/4, w r 320+32 M8/4"},
		{native.SKL, "(~f0.1.any4h) mov (2|M4) r10.0<1>:d r4.0<2;2,1>:d", "r f 20+4 thread, r r 128+8 M4/4, w r 320+8 M4/4"},
		{native.SKL, "(f0.0) sel (8|M0) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d", "r f 0+8 M0/1, r r 128+32 M0/4, r r 160+32 M0/4, W r 320+32 M0/4"},
		{native.SKL, "cmp (16|M16) (lt)f0.0 null<1>:d r4.0<8;8,1>:d 3:d", "r r 128+64 M16/4, W f 16+16 M16/1"},
		{native.SKL, "(f0.0) cmp (8|M0) (lt)f0.0 null<1>:d r4.0<8;8,1>:d 3:d", "r f 0+8 M0/1, r r 128+32 M0/4, w f 0+8 M0/1"},
		{native.SKL, "add (8|M0) (sat)r10.0<1>:f r4.0<8;8,1>:f r5.0<8;8,1>:f", "r r 128+32 M0/4, r r 160+32 M0/4, r arf 0x80, W r 320+32 M0/4"},
		{native.SKL, "mach (8|M0) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d {AccWrEn}", "r r 128+32 M0/4, r r 160+32 M0/4, r acc 0+64 thread, W r 320+32 M0/4, w acc 0+64 thread"},
		{native.SKL, "add (8|M0) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d {AccWrEn}", "r r 128+32 M0/4, r r 160+32 M0/4, W r 320+32 M0/4, w acc 0+64 thread"},
		{native.SKL, "addc (8|M0) r10.0<1>:ud r4.0<8;8,1>:ud r5.0<8;8,1>:ud", "r r 128+32 M0/4, r r 160+32 M0/4, W r 320+32 M0/4, w acc 0+64 thread"},
		{native.SKL, "mov (8|M0) acc1.0<1>:f r4.0<8;8,1>:f", "r r 128+32 M0/4, r arf 0x80, W acc 32+32 M0/4"},
		{native.SKL, "(W) mov (1|M0) f1.1<1>:uw r4.0<0;1,0>:uw", "r r 128+2 thread, W f 48+16 thread"},
		{native.SKL, "(W) mov (4|M0) a0.4<1>:uw r4.0<4;4,1>:uw", "r r 128+8 thread, W a 8+8 thread"},
		{native.SKL, "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}", "r arf 0x80, W arf 0x80"},
		{native.SKL, "mov (8|M0) r10.0<1>:d r[a0.2, 32]<1,0>:d", "r a 4+16 M0/2, r r 32+4 by a0.2 M0/4, r r 32+4 by a0.3 M1/4, r r 32+4 by a0.4 M2/4, r r 32+4 by a0.5 M3/4, " +
			"r r 32+4 by a0.6 M4/4, r r 32+4 by a0.7 M5/4, r r 32+4 by a0.8 M6/4, r r 32+4 by a0.9 M7/4, W r 320+32 M0/4"},
		{native.SKL, "(W) mov (1|M0) r[a0.1, 4]<1>:d r4.0<0;1,0>:d", "r r 128+4 thread, r a 2+2 thread, w r 4+4 by a0.1 thread"},
		{native.SKL, "smov (16|M0) r10.0<1>:d r4.0<8;8,1>:d 0x5:uw", "r r 128+64 M0/4, w r 320+64 M0/4"},
		{native.SKL, "(W) mul (1|M0) acc0.0<1>:d r4.0<0;1,0>:d r5.0<0;1,0>:uw", "r r 128+4 thread, r r 160+2 thread, W acc 0+4 thread"},
		{native.SKL, "(W) wait n0.0<0;1,0>:ud", "r arf 0x90, W arf 0x90"},
		{native.TGL, "sync.bar null", "r arf 0x90"},
		{native.SKL, "goto (16|M0) 16 16", ""},
		// untyped reads, writes, atomics
		{native.SKL, "send (16|M0) r20:w r10 0xC 0x4205E02", "r r 320+64 M0/4, W r 640+64 M0/4, r mem read surface 2"},
		{native.SKL, "sends (16|M0) null:w r10 r12 0x8C 0x4025E03", "r r 320+64 M0/4, r r 384+64 M0/4, w mem write surface 3"},
		{native.SKL, "(W) send (8|M0) r20:w r10 0xA 0x021802FE", "r r 320+32 thread, W r 640+32 thread, r mem read surface 254"},
		{native.SKL, "(W) send (8|M0) null r2 0x27 0x02000010 {EOT}", "r r 64+32 thread, r mem end all -1, w mem end all -1"},
		{native.SKL, "(W) send (8|M0) null r2 0x3 0x02000004", "r r 64+32 thread, r mem barrier all -1, w mem barrier all -1, w arf 0x90"},
		{native.SKL, "(W) send (8|M0) r20:w r10 0xC a0.0", "r a 0+4 thread, r r 320+-1 thread, w r 640+-1 thread, r mem atomic all -1, w mem atomic all -1"},
		{native.SKL, "(W) send (4|M0) r20:w r10 0xC 0x4205E02", "r r 320+64 thread, W r 640+16 thread, w r 656+16 thread, W r 672+16 thread, w r 688+16 thread, r mem read surface 2"},
		{native.SKL, "(W) send (1|M0) r20:w r10 0xA 0x021802FE", "r r 320+32 thread, w r 640+32 thread, r mem read surface 254"},
		{native.SKL, "send (8|M0) r20:w r10 0xA 0x021802FE", "r r 320+32 thread, w r 640+32 thread, r mem read surface 254"},
		{native.DG2, "(W) send.slm (1|M0) r20 r10 null:0 0x0 0x0218C500", "r r 320+32 thread, W r 640+32 thread, r mem read surface 0"},
		{native.DG2, "(W) send.slm (1|M0) r20 r10 null:0 0x0 0x0218B500", "r r 320+32 thread, W r 640+16 thread, w r 656+16 thread, r mem read surface 0"},
		{native.DG2, "(W) send.slm (1|M0) r20 r10 null:0 0x0 0x0228D500", "r r 320+32 thread, W r 640+64 thread, r mem read surface 0"},
		{native.DG2, "send.slm (1|M0) r20 r10 null:0 0x0 0x0218C500", "r r 320+32 thread, w r 640+32 thread, r mem read surface 0"},
		{native.DG2, "(W&f0.0) send.slm (1|M0) r20 r10 null:0 0x0 0x0218C500", "r f 0+1 thread, r r 320+32 thread, w r 640+32 thread, r mem read surface 0"},
		{native.SKL, "(f0.0) send (16|M0) r20:w r10 0xC 0x4205E02", "r f 0+16 M0/1, r r 320+64 M0/4, w r 640+64 M0/4, r mem read surface 2"},
		{native.SKL, "send (8|M0) r20:w r10 0xC 0x2106E02", "r r 320+32 M0/4, W r 640+32 M0/4, r mem read surface 2"},
		{native.SKL, "send (8|M0) r20:w r10 0xC 0x4186E02", "r r 320+32 thread, r r 352+32 M0/4, W r 640+32 M0/4, r mem read surface 2"},
		{native.SKL, "send (16|M0) r20:w r[a0.2, 32] 0xC 0x4205E02", "r a 4+2 thread, r r 32+64 by a0.2 thread, W r 640+64 M0/4, r mem read surface 2"},
		{native.SKL, "mov (8|M0) r10.0<1>:d r[a0.2, 32]<4,1>:d", "r a 4+4 thread, " + strings.Join([]string{"r r 32+4 by a0.2 M0/4", "r r 36+4 by a0.2 M1/4", "r r 40+4 by a0.2 M2/4", "r r 44+4 by a0.2 M3/4",
			"r r 32+4 by a0.3 M4/4", "r r 36+4 by a0.3 M5/4", "r r 40+4 by a0.3 M6/4", "r r 44+4 by a0.3 M7/4"}, ", ") + ", W r 320+32 M0/4"},
		{native.SKL, "(f0.0.any8h) mov (8|M4) r10.0<1>:d r4.0<8;8,1>:d", "r f 0+16 thread, r r 128+32 M4/4, w r 320+32 M4/4"},
		{native.SKL, "(f0.0.any8h) mov (4|M4) r10.0<1>:d r4.0<4;4,1>:d", "r f 0+8 thread, r r 128+16 M4/4, w r 320+16 M4/4"},
		{native.SKL, "(f0.0.anyv) mov (8|M0) r10.0<1>:d r4.0<8;8,1>:d", "r f 0+8 M0/1, r f 32+8 M0/1, r r 128+32 M0/4, w r 320+32 M0/4"},
		{native.SKL, "(f0.0.allv) mov (8|M0) r10.0<1>:d r4.0<8;8,1>:d", "r f 0+8 M0/1, r f 32+8 M0/1, r r 128+32 M0/4, w r 320+32 M0/4"},
		{native.SKL, "(f0.0.any2h) mov (1|M0) r10.0<1>:d r4.0<0;1,0>:d", "r f 0+2 thread, r r 128+4 M0/4, w r 320+4 M0/4"},
		{native.SKL, "(W&f0.0) mov (1|M0) cr0.0<1>:ud r4.0<0;1,0>:ud", "r f 0+1 thread, r r 128+4 thread, w arf 0x80"},
		{native.SKL, "mov (8|M0) r10.0<1>:d r4.0<8;8,1>:f", "r r 128+32 M0/4, r arf 0x80, W r 320+32 M0/4"},
	} {
		assert.Equal(t, c.want, of(c.target, parsed(t, c.target, c.line)), c.line)
	}
}

// TestElements: which of its elements an effect begins with, and of those that are no elements none.
func TestElements(t *testing.T) {
	assert.EqualValues(t, -1, effects.Thread)
	assert.EqualValues(t, -1, effects.Rest)
	for line, want := range map[string][]int8{
		"(W) mov (8|M8) r10.0<1>:d r4.0<8;4,1>:w":                      {0, 4, 0},
		"(f0.0) cmp (8|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:d 3:d":       {0, 0, 0},
		"(f0.0.any8h) mov (8|M0) r10.0<1>:d r4.0<8;8,1>:d":             {-1, 0, 0},
		"send (8|M0) r20:w r10 0xC 0x4186E02":                          {-1, 0, 0, -1},
		"(W) send (1|M0) r20:w r10 0xA 0x021802FE":                     {-1, -1, -1},
		"(W) send (4|M0) r20:w r10 0xC 0x4205E02":                      {-1, -1, -1, -1, -1, -1},
		"(W) wait n0.0<0;1,0>:ud":                                      {-1, -1},
		"mach (8|M0) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d {AccWrEn}": {0, 0, -1, 0, -1},
		"(W) mov (1|M0) r[a0.1, 4]<1>:d r4.0<0;1,0>:d":                 {0, -1, 0},
		"mov (2|M0) r10.0<1>:d r[a0.2, 32]<1,0>:d":                     {0, 0, 1, 0},
	} {
		var first []int8
		effects.Each(native.SKL, parsed(t, native.SKL, line), func(e effects.Effect) { first = append(first, e.First) })
		assert.Equal(t, want, first, line)
	}
}

// TestAlign16: conditions of channels that are off are kept, and predicates look at four.
func TestAlign16(t *testing.T) {
	in := parsed(t, native.SKL, "cmp (8|M0) (lt)f0.0 null<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d")
	in.Align16, in.Dst.ChanEn = true, 15
	for s := range 2 {
		in.Src[s].Swizzle, in.Src[s].Region = native.IdentitySwizzle, native.Region{V: 4, W: 4, H: 1}
	}
	assert.Equal(t, "r r 128+32 M0/4, r r 160+32 M0/4, W f 0+8 M0/1", of(native.SKL, in))
	in.Dst.ChanEn, in.Src[1].Region = 3, native.Scalar
	assert.Equal(t, "r r 128+32 M0/4, r r 160+4 all, w f 0+8 M0/1", of(native.SKL, in))
	in.PredCtrl = native.PredAnyV // of Align16: channel x of every four
	assert.EqualValues(t, 4, effects.Group(in))
	assert.Equal(t, "r f 0+8 thread, r r 128+32 M0/4, r r 160+4 all, w f 0+8 M0/1", of(native.SKL, in))
	in.PredCtrl = native.PredSeq
	assert.EqualValues(t, 1, effects.Group(in))
	in.Align16, in.PredCtrl = false, native.PredAny2H
	assert.EqualValues(t, 2, effects.Group(in))
	in.PredCtrl = native.PredAll32H
	assert.EqualValues(t, 32, effects.Group(in))
}

// TestVirtual: registers that are not allocated yet count from their own start.
func TestVirtual(t *testing.T) {
	region := native.Region{V: 8, W: 8, H: 1}
	in := &native.Inst{
		Op: native.OpAdd, ExecSize: 8, PredCtrl: native.PredSeq, Flag: native.Flag{Virt: 3},
		Dst:  native.Operand{File: native.Virt, Reg: 4, Sub: 32, Type: native.D, Region: native.Dst1},
		Src:  [3]native.Operand{{File: native.Virt, Reg: 5, Type: native.D, Region: region}, {File: native.GRF, Indirect: true, AddrReg: 2, Type: native.D, Region: native.Scalar}},
		Uses: []int32{7},
	}
	assert.Equal(t, "r f$2 0+8 M0/1, r r$5 0+32 M0/4, r a$1 0+2 thread, "+
		strings.Join([]string{"r r 0+4 by a2.0 M0/4", "r r 0+4 by a2.0 M1/4", "r r 0+4 by a2.0 M2/4", "r r 0+4 by a2.0 M3/4", "r r 0+4 by a2.0 M4/4", "r r 0+4 by a2.0 M5/4", "r r 0+4 by a2.0 M6/4", "r r 0+4 by a2.0 M7/4"}, ", ")+
		", w r$4 32+32 M0/4, r r$7 0+-1 thread", of(native.SKL, in))
	in.Uses, in.Placed = []int32{96, 64, 320, 4}, true
	assert.Contains(t, of(native.SKL, in), "w r$4 32+32 M0/4, r r 96+64 thread, r r 320+4 thread", "where they are")
	in.Placed = false
	in.Dst, in.Uses = native.Operand{File: native.GRF, Indirect: true, AddrReg: 2, Type: native.D, Region: native.Dst1}, []int32{7}
	assert.True(t, strings.HasSuffix(of(native.SKL, in), ", r r$7 0+-1 thread, w r$7 0+-1 thread"), "behind an address they are written, too")
	in.Dst = native.Operand{File: native.VirtAddr, Reg: 1, Sub: 2, Type: native.UW, Region: native.Dst1}
	in.Src[1], in.Uses, in.PredCtrl = native.ImmOperand(1, native.D), nil, native.PredNone
	assert.Equal(t, "r r$5 0+32 M0/4, W a$1 2+16 M0/2", of(native.SKL, in))
	in.Dst = native.Operand{File: native.VirtFlag, Reg: 0, Sub: 2, Type: native.UW, Region: native.Dst1}
	in.ExecSize, in.NoMask = 1, true
	assert.Equal(t, "r r$5 0+4 thread, W f$0 16+16 thread", of(native.SKL, in))
}

// TestVirtualMessage: payloads and responses in the middle of variables, and a descriptor in a0.
func TestVirtualMessage(t *testing.T) {
	in := parsed(t, native.SKL, "(W) send (8|M0) r20:w r10 0xA 0x021802FE")
	in.Dst = native.Operand{File: native.Virt, Reg: 4, Sub: 64, Type: native.UD, Region: native.Dst1}
	in.Src[0] = native.Operand{File: native.Virt, Reg: 5, Sub: 32, Type: native.UD, Region: native.Region{V: 8, W: 8, H: 1}}
	assert.Equal(t, "r r$5 32+32 thread, W r$4 64+32 thread, r mem read surface 254", of(native.SKL, in))
	in.Msg.ExDescReg, in.Msg.ExDescSub = true, 8
	assert.Contains(t, of(native.SKL, in), "r a 8+4 thread")
}

// TestPartial: what may leave its destination as it was.
func TestPartial(t *testing.T) {
	for line, want := range map[string]bool{
		"mov (8|M0) r10.0<1>:d r4.0<8;8,1>:d":                        false,
		"(f0.0) mov (8|M0) r10.0<1>:d r4.0<8;8,1>:d":                 true,
		"(f0.0) sel (8|M0) r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d":   false,
		"smov (16|M0) r10.0<1>:d r4.0<8;8,1>:d 0x5:uw":               true,
		"(W) send (8|M0) r20:w r10 0xA 0x021802FE":                   false,
		"(f0.0) send (16|M0) r20:w r10 0xC 0x4205E02":                true,
		"cmp (8|M0) (lt)f0.0 r10.0<1>:d r4.0<8;8,1>:d r5.0<8;8,1>:d": false,
	} {
		assert.Equal(t, want, effects.Partial(parsed(t, native.SKL, line)), line)
	}
}
