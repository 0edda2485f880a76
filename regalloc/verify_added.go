package regalloc

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// move is one unit of a copy that only one program has. Of an added one, to and
// from are locations and width says how many bits they are; of a dropped one
// they are units.
type move struct {
	to, from int32
	width    int32
	lane     int8
	full     bool
}

// added reads an instruction without partner: a move between registers, or a
// message that saves registers in scratch memory or loads them from there.
func (v *verifier) added(j int32) ([]move, error) {
	in := &v.after.Insts[j]
	var out []move
	var err error
	if in.Op.IsSend() {
		out, err = v.scratch(in)
	} else {
		out, err = v.addedMove(in)
	}
	if err != nil {
		return nil, fmt.Errorf("instruction %d, which has no origin, %w", j, err)
	}
	return out, nil
}

// addedMove is a NoMask move of integers of one type: of one element between a
// flag and a GRF, bit by bit, or of elements between GRFs, or a GRF and addresses.
func (v *verifier) addedMove(in *native.Inst) ([]move, error) {
	r := reader{grf: v.loc.grf}
	d, okd := r.base(&in.Dst)
	s, oks := r.base(&in.Src[0])
	size := in.Dst.Type.Size()
	if !in.NoMask || !plainCopy(in) || !okd || !oks || d.v != nowhere || s.v != nowhere || d.file != fileGRF && s.file != fileGRF {
		return nil, fmt.Errorf("is not a flag move, a copy of registers or a scratch message")
	}
	var out []move
	if d.file == fileFlag || s.file == fileFlag {
		if in.ExecSize != 1 || d.file == s.file {
			return nil, fmt.Errorf("is not a flag move: want one element, from or to a flag")
		}
		inside := func(x span, o *native.Operand) bool {
			if x.file == fileFlag {
				return v.loc.has(x.file, x.unit+int32(o.Sub)*8, int32(size)*8)
			}
			return v.loc.has(x.file, x.unit+int32(o.Sub), int32(size))
		}
		if !inside(d, &in.Dst) || !inside(s, &in.Src[0]) {
			return nil, fmt.Errorf("has an operand outside of its register file")
		}
		bit := func(x span, o *native.Operand, k int32) int32 {
			if x.file == fileFlag {
				return v.loc.of(x.file, x.unit+int32(o.Sub)*8+k)
			}
			return v.loc.of(x.file, x.unit+int32(o.Sub)) + k
		}
		for k := range int32(size) * 8 {
			out = append(out, move{bit(d, &in.Dst, k), bit(s, &in.Src[0], k), 1, wholeThread, true})
		}
		return out, nil
	}
	for k := range int(in.ExecSize) {
		to := d.unit + int32(in.Dst.Sub) + int32(elementAt(in, &in.Dst, true, k)*size)
		from := s.unit + int32(in.Src[0].Sub) + int32(elementAt(in, &in.Src[0], false, k)*size)
		if !v.loc.has(d.file, to, int32(size)) || !v.loc.has(s.file, from, int32(size)) {
			return nil, fmt.Errorf("has an operand outside of its register file")
		}
		for b := range int32(size) {
			out = append(out, move{v.loc.of(d.file, to+b), v.loc.of(s.file, from+b), 8, wholeThread, true})
		}
	}
	return out, nil
}

// plainCopy tells a direct move that keeps the bits of integers.
func plainCopy(in *native.Inst) bool {
	d, s := &in.Dst, &in.Src[0]
	return in.Op == native.OpMov && in.PredCtrl == native.PredNone && in.Cond == native.CondNone && !in.Sat && !in.AccWr &&
		!in.Align16 && d.Type == s.Type && !d.Type.IsFloat() && s.Mod == native.ModNone && !d.Indirect && !s.Indirect
}

// scratch reads a message that an allocator may add. The thread's scratch
// memory begins where dword 5 of the header says, which must be that of r0 as
// the thread got it (gen-messages 6.6). A read fills whole GRFs and needs
// NoMask; a write of one GRF under a mask saves the dwords of active lanes.
func (v *verifier) scratch(in *native.Inst) ([]move, error) {
	info, err := native.DecodeMessage(v.t, &in.Msg)
	if err != nil {
		return nil, err
	}
	n := int32(info.Field[native.DescGrfs])
	read := info.Kind == native.MsgScratchRead
	switch {
	case !read && info.Kind != native.MsgScratchWrite:
		return nil, fmt.Errorf("is a %v: want a scratch message", info.Kind)
	case in.PredCtrl != native.PredNone || in.Src[0].File != native.GRF || in.Src[0].Sub != 0:
		return nil, fmt.Errorf("is a %v with a predicate or without a header in a GRF", info.Kind)
	case !in.NoMask && (read || n != 1 || info.Field[native.DescDwords] == 0 || int32(in.ExecSize)*4 != v.loc.grf):
		return nil, fmt.Errorf("is a %v of %d GRFs under a mask", info.Kind, n)
	}
	data := in.Dst
	if !read {
		data = in.Src[1]
		if !in.InTwo() {
			data = in.Src[0]
			data.Reg++
		}
	}
	if data.File != native.GRF || data.Sub != 0 {
		return nil, fmt.Errorf("is a %v without whole GRFs", info.Kind)
	}
	if !v.loc.has(fileGRF, data.Reg*v.loc.grf, n*v.loc.grf) || !v.loc.has(fileGRF, in.Src[0].Reg*v.loc.grf, v.loc.grf) {
		return nil, fmt.Errorf("is a %v of registers that do not exist", info.Kind)
	}
	var out []move
	for k := range n * v.loc.grf {
		at, grf := v.loc.of(fileScratch, int32(info.Field[native.DescHword])*scratchUnit+k), v.loc.of(fileGRF, data.Reg*v.loc.grf+k)
		switch {
		case read:
			out = append(out, move{grf, at, 8, wholeThread, true})
		case in.NoMask:
			out = append(out, move{at, grf, 8, wholeThread, true})
		default:
			out = append(out, move{at, grf, 8, int8(int32(in.ChanOff) + k/4), true})
		}
	}
	return out, nil
}

// scratchUnit is the step of a scratch message's offset: an HWord, whatever the
// size of a GRF.
const scratchUnit = 32

// headerNeeds are the demands of an added scratch message: its header has the
// base of scratch memory in dword 5.
func (v *verifier) headerNeeds(k int) []demand {
	it := v.items[k]
	if it.before >= 0 || !v.after.Insts[it.after].Op.IsSend() {
		return nil
	}
	header := v.after.Insts[it.after].Src[0].Reg * v.loc.grf
	var out []demand
	for b := int32(20); b < 24; b++ {
		out = append(out, demand{v.space.things[v.space.header].first + b, v.loc.of(fileGRF, header+b), wholeThread})
	}
	return out
}

// scratchWrites are the scratch locations that a matched instruction writes.
func (v *verifier) scratchWrites(k int) []int32 {
	it := v.items[k]
	if it.before < 0 || it.after < 0 || !v.after.Insts[it.after].Op.IsSend() {
		return nil
	}
	info, err := native.DecodeMessage(v.t, &v.after.Insts[it.after].Msg)
	if err != nil || info.Kind != native.MsgScratchWrite {
		return nil
	}
	var out []int32
	for b := range int32(info.Field[native.DescGrfs]) * v.loc.grf {
		out = append(out, v.loc.of(fileScratch, int32(info.Field[native.DescHword])*scratchUnit+b))
	}
	return out
}

// unread tells an instruction that may vanish when nothing reads what it writes,
// and that is no copy, which may vanish in any case.
func (v *verifier) unread(i int32) bool {
	in := &v.before.Insts[i]
	return (!plainCopy(in) || in.Src[0].File != native.Virt) && v.pure(in) == nil
}

// droppedWrites are the writes of an instruction of before that vanished: no
// location has what it writes.
func (v *verifier) droppedWrites(i int32) ([]touch, error) {
	r := reader{grf: v.loc.grf}
	spans, err := r.spans(&v.before.Insts[i])
	if err != nil {
		return nil, err
	}
	var out []touch
	for s := range spans {
		x := &spans[s]
		for k := range x.n {
			u, ok := v.space.unit(x, k)
			if !ok {
				return nil, fmt.Errorf("instruction %d: operand outside of its variable", i)
			}
			if x.write {
				out = append(out, touch{u, nowhere, x.lane, true, x.full})
			}
		}
	}
	return out, nil
}

// dropped reads an instruction of before that has no partner: a plain copy
// between variables.
func (v *verifier) dropped(i int32) ([]move, error) {
	in := &v.before.Insts[i]
	if guard := *in; guard.PredCtrl != native.PredNone {
		guard.PredCtrl = native.PredNone
		if !plainCopy(&guard) {
			return nil, fmt.Errorf("instruction %d vanished and is not a copy of integers", i)
		}
	} else if !plainCopy(in) {
		return nil, fmt.Errorf("instruction %d vanished and is not a copy of integers", i)
	}
	r := reader{grf: v.loc.grf}
	d, okd := r.base(&in.Dst)
	s, oks := r.base(&in.Src[0])
	if !okd || !oks || d.file != fileGRF || s.file != fileGRF || d.v == nowhere || s.v == nowhere {
		return nil, fmt.Errorf("instruction %d vanished and is not a copy between variables", i)
	}
	r.in = in
	var out []move
	size := in.Dst.Type.Size()
	for k := range int(in.ExecSize) {
		d.unit = int32(in.Dst.Sub) + int32(elementAt(in, &in.Dst, true, k)*size)
		s.unit = int32(in.Src[0].Sub) + int32(elementAt(in, &in.Src[0], false, k)*size)
		for b := range int32(size) {
			to, okd := v.space.unit(&d, b)
			from, oks := v.space.unit(&s, b)
			if !okd || !oks {
				return nil, fmt.Errorf("instruction %d: operand outside of its variable", i)
			}
			out = append(out, move{to, from, 8, r.channel(k), r.always()})
		}
	}
	return out, nil
}
