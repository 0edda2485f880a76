package flow

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// None stands for an edge that does not exist.
const None = -1

// Step is what can follow one instruction, as instruction indices;
// len(Program.Insts) is the end of the program, None is nothing.
type Step struct {
	Lane   [2]int32 // where a lane that takes part can be next
	Thread [2]int32 // where the thread can be next
	Wait   int32    // where lanes may be left waiting while the thread goes elsewhere
}

// UnsupportedError names an instruction whose flow is not modelled.
type UnsupportedError struct{ What string }

// Error names it.
func (e *UnsupportedError) Error() string { return e.What + ": flow is not modelled" }

// Is reports that the error is errors.ErrUnsupported.
func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }

// StepAt gives the step of instruction i on target t, following labels. A label
// that is 0 stands for the next instruction, a missing UIP for JIP. The error is
// an *UnsupportedError, or names a label that is no instruction's.
func StepAt(p *native.Program, t native.Target, i int) (Step, error) {
	in := &p.Insts[i]
	next := int32(i + 1)
	s := Step{Lane: [2]int32{next, None}, Thread: [2]int32{next, None}, Wait: None}
	if in.Op.IsSend() && in.Msg.EOT {
		s.Lane[0], s.Thread[0] = None, None
	}
	if !in.Op.IsBranch() {
		return s, nil
	}
	rule := t.Flow(in.Op, in.Branch)
	if rule.When == native.FlowNone || in.Op.Links() {
		return s, &UnsupportedError{in.Op.String()}
	}
	if in.TargetRegister() != nil {
		return s, &UnsupportedError{in.Op.String() + " by a register"}
	}
	jip, err := Target(p, in.Label, next)
	if err != nil {
		return s, err
	}
	uip, err := Target(p, in.Label2, jip)
	if err != nil {
		return s, err
	}
	if t.Flow(in.Op, true).When != native.FlowNone && in.Branch != (uip <= int32(i)) {
		return s, &UnsupportedError{in.Op.String() + " whose BranchCtrl does not tell its direction"}
	}
	at := [...]int32{native.PlaceNext: next, native.PlaceJIP: jip, native.PlaceUIP: uip, native.PlacePastUIP: uip + 1}
	all := int(in.ChanOff) == 0 && int(in.ExecSize) >= p.SIMD // else channels of the program are left where they are
	return edges(rule, at, in.PredCtrl == native.PredNone && (all || rule.Together())), nil
}

// edges reads a rule: lanes split by the predicate, and those that the thread's
// first choice leaves behind wait. Without a predicate it is true; but the
// thread may come without lanes and then go to its other place.
func edges(r native.FlowRule, at [4]int32, always bool) Step {
	s := Step{Lane: [2]int32{at[r.True], at[r.False]}, Thread: [2]int32{at[r.First], at[r.Other]}, Wait: None}
	if always || r.True == r.False {
		s.Lane[1] = None
	}
	if r.Together() {
		if always {
			s.Thread[1] = None
		}
		return s
	}
	for _, l := range s.Lane {
		if l != None && l != s.Thread[0] {
			s.Wait = l
		}
	}
	if s.Thread[1] == s.Thread[0] {
		s.Thread[1] = None
	}
	return s
}

// straight reports that only the next instruction can follow instruction i.
func (s *Step) straight(i int) bool {
	next := [2]int32{int32(i + 1), None}
	return s.Lane == next && s.Thread == next && s.Wait == None
}

// Target is the instruction that a label (index into p.Labels plus one) names;
// label 0 is none. The error names a label or instruction that does not exist.
func Target(p *native.Program, label, none int32) (int32, error) {
	if label == 0 {
		return none, nil
	}
	if label < 0 || int(label) > len(p.Labels) {
		return 0, fmt.Errorf("label %d of %d", label, len(p.Labels))
	}
	at := p.Labels[label-1]
	if at < 0 || at > len(p.Insts) {
		return 0, fmt.Errorf("label %d names instruction %d of %d", label, at, len(p.Insts))
	}
	return int32(at), nil
}
