package code

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Routine is the program with a system routine, to which threads go that take an
// exception: instructions that stand behind its own. Without one they stop by name.
func (p *Program) Routine(insts []native.Inst) (*Program, error) {
	if len(insts) == 0 {
		return nil, fmt.Errorf("%s: a system routine without an instruction", p.Name)
	}
	all := make([]native.Inst, 0, len(p.Insts)+1+len(insts))
	all = append(append(all, p.Insts...), native.Inst{Op: native.OpIllegal})
	out, err := LoadFile(p.Name, p.Target, max(p.GRFs(), p.Target.GRFsOf(insts)), append(all, insts...))
	if err != nil {
		return nil, fmt.Errorf("with its system routine: %w", err)
	}
	end := len(p.Insts)
	out.Ops[end] = Op{Form: FormRunOff, IP: out.ips[end]} // a thread that leaves its code is not in the routine
	out.SIP = end + 1
	return out, nil
}

// RoutineAt is the program whose system routine begins at a byte offset of its code.
func (p *Program) RoutineAt(ip uint32) (*Program, error) {
	i, ok := p.Index(ip)
	if !ok {
		return nil, fmt.Errorf("%s: system routine: %w", p.Name, &PlaceError{ip, p.Bytes})
	}
	out := *p
	out.SIP = i
	return &out, nil
}
