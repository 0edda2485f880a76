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

// kind is how an instruction moves lanes and thread.
type kind uint8

const (
	kindNext    kind = iota // all go to the next instruction
	kindIf                  // lanes split between next and JIP
	kindElse                // lanes go to JIP, where next may hold others
	kindForward             // endif, join: the thread may be passed on to JIP
	kindWhile
	kindBreak
	kindToUIP // cont, halt
	kindGoto
	kindJump
	kindUnsupported
)

var kinds = [native.NumOps]kind{
	native.OpIf: kindIf, native.OpElse: kindElse, native.OpEndif: kindForward, native.OpJoin: kindForward,
	native.OpWhile: kindWhile, native.OpBreak: kindBreak, native.OpCont: kindToUIP, native.OpHalt: kindToUIP,
	native.OpGoto: kindGoto, native.OpJmpi: kindJump, native.OpCall: kindUnsupported, native.OpCalla: kindUnsupported,
	native.OpRet: kindUnsupported, native.OpBrc: kindUnsupported, native.OpBrd: kindUnsupported,
}

// StepAt gives the step of instruction i, following labels. A label that is 0
// stands for the next instruction, a missing UIP for JIP. The error is an
// *UnsupportedError, or names a label that is no instruction's.
func StepAt(p *native.Program, i int) (Step, error) {
	in := &p.Insts[i]
	next := int32(i + 1)
	s := Step{Lane: [2]int32{next, None}, Thread: [2]int32{next, None}, Wait: None}
	if in.Op.IsSend() {
		if in.Msg.EOT {
			s.Lane[0], s.Thread[0] = None, None
		}
		return s, nil
	}
	k := kinds[in.Op]
	if k == kindNext {
		return s, nil
	}
	jip, err := Target(p, in.Label, next)
	if err != nil {
		return s, err
	}
	uip, err := Target(p, in.Label2, jip)
	if err != nil {
		return s, err
	}
	always := in.PredCtrl == native.PredNone
	switch k {
	case kindIf:
		s.Lane[1], s.Thread[1], s.Wait = jip, jip, jip
	case kindElse:
		s.Lane[0], s.Thread[1], s.Wait = jip, jip, jip
	case kindForward:
		s.Thread[1] = jip
	case kindWhile:
		s.Lane[1], s.Thread[1], s.Wait = jip, jip, next
		if always {
			s.Lane[0], s.Wait = None, None
		}
	case kindBreak:
		// A broken lane waits behind the while that UIP names.
		s.Lane[1], s.Thread[1], s.Wait = uip+1, jip, uip+1
	case kindToUIP:
		s.Lane[1], s.Thread[1], s.Wait = uip, jip, uip
	case kindGoto:
		return gotoStep(s, in.Branch, int32(i), jip, uip)
	case kindJump:
		s.Lane[1], s.Thread[1] = jip, jip
		if always {
			s.Lane[0], s.Thread[0] = None, None
		}
	default:
		return s, &UnsupportedError{in.Op.String()}
	}
	return s, nil
}

func gotoStep(s Step, back bool, i, jip, uip int32) (Step, error) {
	if back != (uip <= i) {
		return s, &UnsupportedError{"goto whose BranchCtrl does not tell its direction"}
	}
	if back {
		return Step{Lane: [2]int32{uip, jip}, Thread: [2]int32{uip, jip}, Wait: jip}, nil
	}
	s.Lane[1], s.Thread[1], s.Wait = uip, jip, uip
	return s, nil
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
