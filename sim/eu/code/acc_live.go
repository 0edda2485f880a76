package code

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// accNeeds are elements of the accumulators, in dwords from acc0 on, of which the bits above may
// be read: by instructions without a mask, or by those under one, by their first channel.
type accNeeds struct {
	all    uint64
	masked [MaxLanes / 4]uint64
}

func (n *accNeeds) join(o *accNeeds) {
	n.all |= o.all
	for i := range n.masked {
		n.masked[i] |= o.masked[i]
	}
}

// any says that some of elements may be read.
func (n *accNeeds) any(elements uint64) bool {
	for _, m := range n.masked {
		if m&elements != 0 {
			return true
		}
	}
	return n.all&elements != 0
}

// need adds elements that an op reads.
func (n *accNeeds) need(o *Op, elements uint64) {
	if o.NoMask != 0 {
		n.all |= elements
	} else {
		n.masked[o.Off/4&7] |= elements
	}
}

// written takes off elements that an op writes, in those channels that it writes: in a straight run
// the same channels are on for all ops with the same first one.
func (n *accNeeds) written(o *Op, elements uint64) {
	switch {
	case o.Flags&FlagPredicated != 0:
	case o.NoMask != 0:
		*n = accNeeds{all: n.all &^ elements, masked: n.masked}
		for i := range n.masked {
			n.masked[i] &^= elements
		}
	default:
		n.masked[o.Off/4&7] &^= elements
	}
}

// accElements is the dwords of the accumulators that n elements are in, step bytes apart from register byte at on; 0 for none.
func (p *Program) accElements(at, n, step int) (set uint64) {
	for k := range n {
		if off := at + k*step - p.FileBytes - OffAcc; off >= 0 && off < accBytes {
			set |= 1 << (off / native.UD.Size())
		}
	}
	return set
}

// before is what may be read in front of op o, of what may be behind it.
func (p *Program) before(n *accNeeds, o *Op) {
	if o.Dst.Size == 4 && (o.Dst.Mode == DstAcc || o.Dst.Mode == DstReg) && o.Dst.Enable&o.Full == o.Full {
		n.written(o, p.accElements(int(o.Dst.Addr), int(o.N), int(o.Dst.Step)))
	}
	if o.Form == FormMach {
		n.need(o, p.accElements(p.FileBytes+OffAcc, int(o.N), native.UD.Size()))
	}
	for i := range o.Src {
		s := &o.Src[i]
		if s.Mode != SrcAcc {
			continue
		}
		for _, off := range p.Offs[s.Offs:][:s.Reach] {
			n.need(o, p.accElements(int(s.Addr)+int(off)*s.Type.Size(), 1, 0))
		}
	}
}

// lowAccs resolves again, without the bits above integers, ops whose bits nothing reads: of what is behind a
// straight run all that is needed in front of some run counts.
func (l *loader) lowAccs() error {
	p := l.prog
	if p.accs <= accFew || p.accHigh == (accSet{}) || !p.runsFromStarts() {
		return nil
	}
	var end accNeeds
	var low []int
	for _, found := range [...]func(at *accNeeds, i int){
		func(at *accNeeds, i int) {
			if p.before(at, &p.Ops[i]); p.startsRun(i) {
				end.join(at)
			}
		},
		func(at *accNeeds, i int) {
			o := &p.Ops[i]
			if o.Dst.Mode == DstAcc && !at.any(p.accElements(int(o.Dst.Addr), int(o.N), int(o.Dst.Step))) {
				low = append(low, i)
			}
			p.before(at, o)
		},
	} {
		behind := end // in the first round nothing is
		at := behind
		for i := len(p.Ops) - 1; i >= 0; i-- {
			if i+1 == len(p.Ops) || p.startsRun(i+1) {
				at = behind
			}
			found(&at, i)
		}
	}
	for _, i := range low {
		l.in, l.index, l.op, l.enable, l.low = &p.Counted[i], i, &p.Ops[i], ^uint32(0), true
		p.Ops[i] = Op{}
		if err := l.loadOrStop(); err != nil {
			return err
		}
	}
	return nil
}

// startsRun says that instruction i begins a straight run.
func (p *Program) startsRun(i int) bool { return i == 0 || int(p.Ends[i-1]) <= i }

// runsFromStarts says that no thread goes on in the middle of a straight run by an address of its own.
func (p *Program) runsFromStarts() bool {
	return p.SIP < 0 && !slices.ContainsFunc(p.Ops, func(o Op) bool {
		return o.Form == FormJmpiTo || o.Form == FormIP || o.Form == FormCallTo || o.Form == FormRet
	})
}
