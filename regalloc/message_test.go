package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
)

// read16, read8, read8x2, flat8 and block are reads of sixteen lanes, of eight, of
// two dwords for each of eight, at 64-bit addresses, and of one oword.
const (
	read16  = 2<<25 | 2<<20 | 0x5e00
	read8   = 1<<25 | 1<<20 | 0x6e00
	read8x2 = 1<<25 | 2<<20 | 0x6c00
	flat8   = 2<<25 | 1<<20 | 0x46e00
	block   = 1<<25 | 1<<20 | 1<<19
)

// TestMessageFootprints: bytes of payloads and response, and whose they are.
func TestMessageFootprints(t *testing.T) {
	v, w := int32(0), int32(1)
	send := func(sfid uint8, desc native.Desc, set func(in *native.Inst)) func(p *prog) {
		return func(p *prog) {
			p.load(v, w)
			in := &p.Insts[0]
			in.Msg = native.Message{SFID: sfid, Desc: desc}
			set(in)
		}
	}
	none := func(*native.Inst) {}
	for _, c := range []struct {
		name  string
		build func(p *prog)
		want  string
	}{
		{"sixteen lanes", send(12, read16, none), "W v 0-63 0+16, r w 0-63 0+16"},
		{"two dwords a lane", send(12, read8x2, func(in *native.Inst) { in.ExecSize, in.ChanOff = 8, 8 }), "W v 0-31 8+8, W v 32-63 8+8, r w 0-31 8+8"},
		{"header", send(12, 2<<25|1<<20|1<<19|0x6e00, func(in *native.Inst) { in.ExecSize = 8 }), "W v 0-31 0+8, r w 0-31 thread, r w 32-63 0+8"},
		{"NoMask", send(12, read16, func(in *native.Inst) { in.NoMask = true }), "W v 0-63 thread, r w 0-63 thread"},
		{"predicated", send(12, read16, func(in *native.Inst) { in.PredCtrl, in.Flag.Virt = native.PredSeq, 1 }),
			"r P 0-15 0+16, w v 0-63 0+16, r w 0-63 0+16"},
		{"64-bit addresses", send(12, flat8, func(in *native.Inst) { in.ExecSize = 8 }), "W v 0-31 0+8, r w 0-63 0+8"},
		{"64-bit addresses, NoMask", send(12, flat8, func(in *native.Inst) { in.ExecSize, in.NoMask = 8, true }), "W v 0-31 thread, r w 0-63 thread"},
		{"block", send(10, block, func(in *native.Inst) { in.ExecSize, in.NoMask = 8, true }), "W v 0-31 thread, r w 0-31 thread"},
		{"block of one lane", send(10, block, func(in *native.Inst) { in.ExecSize, in.NoMask = 1, true }), "w v 0-31 thread, r w 0-31 thread"},
		{"fewer lanes", send(12, read8x2, func(in *native.Inst) { in.ExecSize, in.NoMask = 4, true }),
			"W v 0-15 thread, W v 32-47 thread, w v 16-31 thread, w v 48-63 thread, r w 0-31 thread"},
		{"fewer lanes under a mask", send(12, read8, func(in *native.Inst) { in.ExecSize = 4 }), "w v 0-31 thread, r w 0-31 thread"},
		{"no response", send(12, read8, func(in *native.Inst) { in.Dst, in.ExecSize = native.NullDst(native.UD), 8 }), "r w 0-31 0+8"},
		{"descriptor in a0", send(12, read16, func(in *native.Inst) {
			in.Msg.Desc, in.Msg.DescReg, in.Msg.DescSub, in.Src[0].Sub, in.NoMask = 0, true, 8, 32, true
		}), "r address 8-11 thread, w v 0-63 thread, r w 32-63 thread"},
		{"descriptor in a0, fewer lanes", send(12, 0, func(in *native.Inst) {
			in.Msg.Desc, in.Msg.DescReg, in.Dst.Sub, in.NoMask, in.ExecSize = 0, true, 16, true, 4
		}), "r address 0-3 thread, w v 16-63 thread, r w 0-63 thread"},
		{"two payloads", func(p *prog) {
			p.store(v, w)
			p.Insts[0].Msg.Desc, p.Insts[0].Msg.ExDesc, p.Insts[0].ExecSize = 1<<25|0x26e00, 1<<6, 8
		}, "r v 0-31 0+8, r w 0-31 0+8"},
		{"extended descriptor in a0", func(p *prog) {
			p.store(v, w)
			p.Insts[0].Msg.ExDescReg, p.Insts[0].Msg.ExDescSub = true, 4
		}, "r address 4-7 thread, r v 0-63 thread, r w 0-63 thread"},
		{"registers", send(12, read8, func(in *native.Inst) {
			in.ExecSize, in.Src[0], in.Dst = 8, native.GRFOperand(4, 0, packed, native.UD), dstOf(native.GRFOperand(6, 0, packed, native.UD))
		}), "W GRF 192-223 0+8, r GRF 128-159 0+8"},
	} {
		holdFootprint(t, c.name, c.want, c.build)
	}
	p := newProg()
	p.newVar("v", 64)
	send(12, 0, func(in *native.Inst) { in.Msg.DescReg, in.Src[0] = true, native.GRFOperand(4, 0, packed, native.UD) })(p)
	for _, sees := range []func(*native.Program) (string, error){allocatorSees, verifierSees} {
		_, err := sees(p.Program)
		assert.ErrorContains(t, err, "message of unknown length in a physical register: not supported")
	}
}
