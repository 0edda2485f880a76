package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// moves are the instructions that load a variable from its home, or save it
// there. They are NoMask: they carry what sleeping lanes have, too.
func (m *memory) moves(f file, v, n int32, save bool, visa int32) []native.Inst {
	if f == fileAddr {
		return m.addressMoves(v, save, visa)
	}
	var out []native.Inst
	for at := int32(0); at < n; {
		k := int32(m.limits.t.Caps().ScratchGRFs)
		for k > n-at {
			k /= 2
		}
		out = append(out, m.message(v, at, k, save, visa))
		at += k
	}
	return out
}

// reaches is why variables cannot be spilled to scratch memory on a target: saves need
// a message with two payloads.
func (m *memory) reaches() error {
	if c := m.limits.t.Caps(); c.ScratchGRFs > 0 && c.SplitSend {
		return nil
	}
	return &UnsupportedError{fmt.Sprintf("spilling to scratch memory on %s, which has no messages of two payloads", m.limits.t)}
}

// message is a scratch block message of n GRFs of a variable from register at
// (gen-messages 6.6).
func (m *memory) message(v, at, n int32, save bool, visa int32) native.Inst {
	var f native.DescValues
	f[native.DescHeader], f[native.DescGrfs] = 1, int(n)
	f[native.DescHword] = int(m.home[fileGRF][v] + at*m.limits.grf/scratchUnit)
	data := native.Operand{File: native.Virt, Reg: v, Sub: uint16(at * m.limits.grf), Type: native.UD, Region: native.Region{V: 8, W: 8, H: 1}}
	in := native.Inst{Op: native.OpSend, ExecSize: 16, NoMask: true, Dst: data, VISA: visa}
	if n == 1 {
		in.ExecSize = 8
	}
	in.Dst.Region = native.Dst1
	in.Src[0] = m.header()
	kind, split := native.MsgScratchRead, 0
	if save {
		kind, split = native.MsgScratchWrite, int(n)
		in.Op, in.Dst, in.Src[1] = native.OpSends, native.NullDst(native.UD), data
		f[native.DescDwords] = 1
	}
	var err error
	if in.Msg, err = native.EncodeMessage(m.limits.t, kind, f, split); err != nil {
		panic("BUG: " + err.Error()) // every length and offset here is legal
	}
	return in
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
		cp := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Src: [3]native.Operand{m.r0}}
		m.r0.File, m.r0.Reg = native.Virt, v
		cp.Dst = m.r0
		cp.Dst.Region = native.Dst1
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
		n := 16
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
