package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// moves are the instructions that load a variable from its home, or save it
// there. They are NoMask: they carry what sleeping lanes have, too.
func (m *memory) moves(f file, v, n int32, save bool, visa int32) (out []native.Inst, err error) {
	if f == fileAddr {
		return m.addressMoves(v, save, visa), nil
	}
	for at := int32(0); at < n && err == nil; {
		k := max(int32(m.limits.t.Caps().ScratchGRFs), 1) // of a target without, message tells
		for k > n-at {
			k /= 2
		}
		w := registers{v: v, at: at, n: k, home: m.home[fileGRF][v] + at*m.limits.grf/scratchUnit, visa: visa}
		if save {
			out, err = m.save(out, w)
		} else {
			out, err = m.load(out, w)
		}
		at += k
	}
	return out, err
}

// registers are n whole GRFs of variable v, from its register at on, and the HWord of scratch
// memory where they are when they are not in v.
type registers struct {
	v, at, n, home int32
	visa           int32
}

func (m *memory) register(v, at int32) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Sub: uint16(at * m.limits.grf), Type: native.UD, Region: native.Region{V: 8, W: 8, H: 1}}
}

// load appends a message that loads registers.
func (m *memory) load(out []native.Inst, w registers) ([]native.Inst, error) {
	in := native.Inst{Src: [3]native.Operand{m.header()}, Dst: m.register(w.v, w.at)}
	in.Dst.Region = native.Dst1
	return m.message(out, in, w, native.MsgScratchRead, 0)
}

// save appends a message that saves registers: in two payloads, or behind a copy of the
// header in one, as the target can.
func (m *memory) save(out []native.Inst, w registers) ([]native.Inst, error) {
	in := native.Inst{Src: [3]native.Operand{m.header(), m.register(w.v, w.at)}, Dst: native.NullDst(native.UD)}
	if m.limits.t.Caps().SplitSend {
		return m.message(out, in, w, native.MsgScratchWrite, int(w.n))
	}
	p := int32(len(m.p.Vars))
	m.p.Vars = append(m.p.Vars, native.Var{Name: "save", Size: int((1 + w.n) * m.limits.grf), Align: int(m.limits.grf), Fixed: -1})
	m.brief[fileGRF][p] = true
	out = append(out, m.copied(m.register(p, 0), in.Src[0], 1, w.visa))
	for at := int32(0); at < w.n; {
		k := min(2, w.n-at) // registers of an operand
		out = append(out, m.copied(m.register(p, 1+at), m.register(w.v, w.at+at), k, w.visa))
		at += k
	}
	in.Src = [3]native.Operand{m.register(p, 0)}
	return m.message(out, in, w, native.MsgScratchWrite, 0)
}

// copied is a copy of n registers, for all lanes.
func (m *memory) copied(to, from native.Operand, n, visa int32) native.Inst {
	to.Region = native.Dst1
	return native.Inst{Op: native.OpMov, ExecSize: uint8(n * m.limits.grf / 4), NoMask: true, Dst: to, Src: [3]native.Operand{from}, VISA: visa}
}

// message appends a scratch block message (gen-messages 6.6) with the operands of in,
// split registers of its payload in the second.
func (m *memory) message(out []native.Inst, in native.Inst, w registers, kind native.MessageKind, split int) ([]native.Inst, error) {
	var f native.DescValues
	f[native.DescHeader], f[native.DescGrfs], f[native.DescHword] = 1, int(w.n), int(w.home)
	f[native.DescDwords] = 1
	in.Op, _ = m.limits.t.SendOp(split > 0)
	in.ExecSize, in.NoMask, in.VISA = 16, true, w.visa
	if w.n == 1 {
		in.ExecSize = 8
	}
	var err error
	if in.Msg, err = native.EncodeMessage(m.limits.t, kind, f, split); err != nil {
		return nil, &UnsupportedError{fmt.Sprintf("spilling %s to scratch memory on %v (%v)", m.p.Vars[w.v].Name, m.limits.t, err)}
	}
	return append(out, in), nil
}

// header is r0, which has the base of scratch memory; a copy when the program
// writes r0.
func (m *memory) header() native.Operand {
	if m.r0.File != native.NoFile {
		return m.r0
	}
	region := native.Region{V: 8, W: 8, H: 1}
	m.r0 = native.GRFOperand(0, 0, region, native.UD)
	for v := range m.p.Vars {
		if x := &m.p.Vars[v]; x.Fixed == 0 && x.LiveIn && x.Size >= int(m.limits.grf) {
			m.r0 = native.Operand{File: native.Virt, Reg: int32(v), Type: native.UD, Region: region}
		}
	}
	if m.writesHeader() {
		v := int32(len(m.p.Vars))
		m.p.Vars = append(m.p.Vars, native.Var{Name: "header", Size: int(m.limits.grf), Align: int(m.limits.grf), Fixed: -1})
		m.brief[fileGRF][v] = true
		cp := m.copied(m.register(v, 0), m.r0, 1, 0)
		m.r0.File, m.r0.Reg = native.Virt, v
		m.top = append([]native.Inst{cp}, m.top...)
	}
	return m.r0
}

// writesHeader tells that the program may write the register of the header.
func (m *memory) writesHeader() bool {
	for i := range m.p.Insts {
		d := &m.p.Insts[i].Dst
		switch {
		case d.Indirect && m.r0.File == native.GRF:
			return true
		case !d.Indirect && d.File == m.r0.File && d.Reg == m.r0.Reg:
			return true
		case d.Indirect:
			for _, v := range m.p.Insts[i].Uses {
				if v == m.r0.Reg {
					return true
				}
			}
		}
	}
	return false
}

// addressMoves copy an address variable to or from the variable that keeps it.
func (m *memory) addressMoves(v int32, save bool, visa int32) []native.Inst {
	words := m.p.Addrs[v].Words
	var out []native.Inst
	for at := 0; at < words; {
		n := m.limits.t.Caps().AddressWords
		for n > words-at {
			n /= 2
		}
		region := native.Scalar
		if n > 1 {
			region = native.Region{V: uint8(n), W: uint8(n), H: 1}
		}
		a := native.Operand{File: native.VirtAddr, Reg: v, Sub: uint16(2 * at), Type: native.UW, Region: region}
		r := native.Operand{File: native.Virt, Reg: m.home[fileAddr][v], Sub: uint16(2 * at), Type: native.UW, Region: region}
		if save {
			a, r = r, a
		}
		a.Region = native.Dst1
		out = append(out, native.Inst{Op: native.OpMov, ExecSize: uint8(n), NoMask: true, Dst: a, Src: [3]native.Operand{r}, VISA: visa})
		at += n
	}
	return out
}
