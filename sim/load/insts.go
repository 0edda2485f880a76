package load

import (
	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/native"
)

// channelsOf is one more than the highest channel that a masked instruction
// computes, sends or branches for; 0 when there is none. Compilers use all channels of
// their SIMD width. A wait is for the thread, whatever channels it names. Doubles that are
// written as pairs of dwords have a channel each.
func channelsOf(t native.Target, insts []native.Inst) (n int) {
	insts = t.InElements(insts)
	for i := range insts {
		in := &insts[i]
		if !in.NoMask && in.Op.HasChannels() {
			n = max(n, int(in.ChanOff)+int(in.ExecSize))
		}
	}
	return n
}

// placeholder is the immediate that Intel's compiler leaves where a loader
// stores an address, or one half of it.
const placeholder = 0x6E10CA2E

// openAddresses lists the offsets of instructions that still have a placeholder.
func openAddresses(insts []native.Inst, offs []int) (out []uint32) {
	for i := range insts {
		for j := range insts[i].Src {
			if o := &insts[i].Src[j]; o.File == native.Imm && o.Imm == placeholder && o.Type.Size() >= 4 && insts[i].Op == native.OpMov {
				out = append(out, uint32(offs[i]))
			}
		}
	}
	return out
}

// ReadsBehind says that native code reads a register that neither it nor the payload of so many
// bytes, r0 included, has set.
func (p *Program) ReadsBehind(payload int) bool {
	return p.link != nil && readsBehind(p.link.insts, payload)
}

// readsBehind says that code reads a register that neither the code above nor the
// payload of so many bytes, r0 included, has set.
func readsBehind(insts []native.Inst, payload int) bool {
	set := map[int32]bool{}
	first := int32(payload / grf.Bytes)
	for i := range insts {
		in := &insts[i]
		for j := range in.Src {
			if o := &in.Src[j]; o.File == native.GRF && !o.Indirect && !in.Op.IsSend() && o.Reg >= first && !set[o.Reg] {
				return true
			}
		}
		if o := &in.Dst; o.File == native.GRF && !o.Indirect {
			n := 1 + int(in.ExecSize)*max(int(o.Region.H), 1)*o.Type.Size()/grf.Bytes
			if in.Op.IsSend() {
				n = in.Msg.Desc.Rlen()
			}
			for r := range int32(n) {
				set[o.Reg+r] = true
			}
		}
	}
	return false
}
