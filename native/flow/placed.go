package flow

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Placed makes a program of decoded instructions, whose branches have offsets in
// bytes: they get labels. offsets are their places, as native.DecodeAll gives them;
// the code may end with a branch to its end. insts stays as it is. The error is an
// *InstError: a branch into the middle of an instruction, or out of the code.
func Placed(t native.Target, insts []native.Inst, offsets []int) (*native.Program, error) {
	p := &native.Program{Insts: append([]native.Inst(nil), insts...)}
	at := make(map[int]int, len(offsets)+1)
	for i, off := range offsets {
		at[off] = i
	}
	if n := len(offsets); n > 0 {
		size := 16
		if insts[n-1].Compact {
			size = 8
		}
		at[offsets[n-1]+size] = n
	}
	label := func(i int, rel int32) (int32, error) {
		to := offsets[i] + int(rel)
		if insts[i].Op.IsAbsolute() {
			to = int(rel)
		}
		j, ok := at[to]
		if !ok {
			return 0, &InstError{i, fmt.Errorf("%s to offset %#x, where no instruction begins", insts[i].Op, to)}
		}
		p.Labels = append(p.Labels, j)
		return int32(len(p.Labels)), nil
	}
	for i := range p.Insts {
		in, err := &p.Insts[i], error(nil)
		n := t.Offsets(in.Op)
		if in.TargetRegister() != nil {
			n = 0
		}
		if n > 0 {
			if in.Label, err = label(i, in.JIP); err != nil {
				return nil, err
			}
		}
		if n > 1 {
			if in.Label2, err = label(i, in.UIP); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}
