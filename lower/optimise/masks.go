package optimise

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Masks puts instructions for all lanes under the mask where only lanes read what they write that
// are on when they run: those that legalising has made of instructions under it. What they read is
// then read by its lane, and needs no register around a loop or through the other side of a branch.
// It says how many there were.
func Masks(p *native.Program) (n int) {
	m := newMasker(p)
	for _, b := range flow.Cut(p).Blocks {
		for lo := b.Start; lo < b.End; {
			hi := lo
			for hi < b.End && steady(&p.Insts[hi]) {
				hi++
			}
			n += m.run(lo, hi)
			lo = hi + 1
		}
	}
	return n
}

// steady tells an instruction behind which the same lanes are on as in front of it.
func steady(in *native.Inst) bool { return in.Op.IsALU() || in.Op.IsSend() }

// Readers of a byte that no channel is.
const (
	nobody  = -1
	several = -2 // more than one channel, or all lanes
)

// masker knows for each variable the instructions that touch it, and of those of one run the reader
// of each byte.
type masker struct {
	p           *native.Program
	first, last []int32  // by variable: the instructions that touch it
	stays       []bool   // by variable: it is bound to a place, or messages or addresses reach it
	reader      [][]int8 // by variable: of each byte, nil where nobody asks
}

func newMasker(p *native.Program) *masker {
	n := len(p.Vars)
	m := &masker{p: p, first: make([]int32, n), last: make([]int32, n), stays: make([]bool, n), reader: make([][]int8, n)}
	for v := range p.Vars {
		m.first[v] = -1
		m.stays[v] = p.Vars[v].Fixed >= 0 || p.Vars[v].LiveIn || p.Vars[v].MinGRF > 0
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		for _, o := range edit.Operands(in) {
			if o.AddrOf > 0 {
				m.stays[o.AddrOf-1] = true
			}
			if edit.IsReg(o) && o.File == native.Virt {
				m.touch(o.Reg, int32(i), in.Op.IsSend() || in.BeyondRegions())
			}
		}
		for _, v := range in.Uses {
			m.stays[v] = true
		}
	}
	return m
}

func (m *masker) touch(v, i int32, stays bool) {
	if m.first[v] < 0 {
		m.first[v] = i
	}
	m.last[v] = i
	m.stays[v] = m.stays[v] || stays
}

// run goes through instructions at all of which the same lanes are on.
func (m *masker) run(lo, hi int32) (n int) {
	var asked []int32
	for i := lo; i < hi; i++ {
		in := &m.p.Insts[i]
		if v := in.Dst.Reg; maskable(in) && !m.stays[v] && m.reader[v] == nil && m.first[v] >= lo && m.last[v] < hi {
			m.reader[v] = make([]int8, m.p.Vars[v].Size)
			asked = append(asked, v)
		}
	}
	if len(asked) == 0 {
		return 0
	}
	m.defined(lo, hi)
	for _, v := range asked {
		for k := range m.reader[v] {
			m.reader[v][k] = nobody
		}
	}
	for i := hi - 1; i >= lo; i-- {
		if m.mask(&m.p.Insts[i]) {
			n++
		}
	}
	for _, v := range asked {
		m.reader[v] = nil
	}
	return n
}

// each calls do with the bytes of variables that somebody asks about that an instruction reads or
// writes, each with its element, or the channel that has it.
func (m *masker) each(in *native.Inst, do func(e *effects.Effect, b *int8, element int)) {
	effects.Registers(in, func(e effects.Effect) {
		if e.Space != effects.Register || e.Var == 0 || e.Through != nil || m.reader[e.Var-1] == nil {
			return
		}
		list := m.reader[e.Var-1]
		for k := range e.N {
			if at := e.At + k; int(at) < len(list) {
				element := 0
				if e.Each > 0 {
					element = int(k) / int(e.Each)
				}
				do(&e, &list[at], element)
			}
		}
	})
}

// defined leaves variables alone that an instruction of the run reads before the run has written
// what it reads.
func (m *masker) defined(lo, hi int32) {
	for i := lo; i < hi; i++ {
		in := &m.p.Insts[i]
		early := false
		m.each(in, func(e *effects.Effect, b *int8, _ int) {
			if !e.Write && *b == 0 && !early {
				early = true
				m.stays[e.Var-1] = true
			}
			if e.Write && e.Full {
				*b = 1
			}
		})
	}
}

// mask puts an instruction under the mask, if that is possible, and takes it out of what is read
// behind.
func (m *masker) mask(in *native.Inst) bool {
	from, ok := m.channels(in)
	if ok {
		in.NoMask, in.ChanOff = false, uint8(from)
	}
	m.each(in, func(e *effects.Effect, b *int8, element int) {
		if e.Write && e.Full && (in.NoMask || *b == channelOf(e, element)) {
			*b = nobody
		}
	})
	m.each(in, func(e *effects.Effect, b *int8, element int) {
		switch c := channelOf(e, element); {
		case e.Write || *b == c:
		case *b == nobody:
			*b = c
		default:
			*b = several
		}
	})
	return ok
}

// channelOf is who has an element of an effect.
func channelOf(e *effects.Effect, element int) int8 {
	if e.Lane == effects.Thread {
		return several
	}
	return e.Lane + int8(element)
}

// channels are those that read what an instruction for all lanes writes, from the first on: each
// element one of its own.
func (m *masker) channels(in *native.Inst) (from int, ok bool) {
	if !maskable(in) || m.reader[in.Dst.Reg] == nil || m.stays[in.Dst.Reg] {
		return 0, false
	}
	from, ok = nobody, true
	m.each(in, func(e *effects.Effect, b *int8, element int) {
		switch c := int(*b) - int(e.First) - element; {
		case !e.Write || *b == nobody:
		case *b == several || e.First == effects.Thread || from != nobody && c != from:
			ok = false
		default:
			from = c
		}
	})
	size := int(in.ExecSize)
	return from, ok && from >= 0 && from%size == 0 && from+size <= max(m.p.SIMD, size)
}

// maskable tells an instruction for all lanes that does nothing but write elements of a variable,
// each from elements of its sources.
func maskable(in *native.Inst) bool {
	op := in.Op
	if !in.NoMask || !op.IsALU() || in.ExecSize < edit.Lanes8 || op.ReadsAccumulator() || op.WritesAccumulator() || in.IsMacro() ||
		in.AccWr || in.Align16 || in.PredCtrl != native.PredNone || op.MaskSource() >= 0 || in.Cond != native.CondNone || in.Thread != 0 ||
		in.DepCtrl != 0 || len(in.Uses) > 0 || in.Symbol != 0 || in.BeyondRegions() || in.Dst.File != native.Virt || in.Dst.Indirect {
		return false
	}
	for k := range in.Src {
		o := &in.Src[k]
		if o.Indirect || o.AddrOf > 0 || o.File != native.NoFile && o.File != native.Imm && o.File != native.Virt && o.File != native.GRF {
			return false
		}
	}
	return true
}
