package eu

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// opProgram is code in which an instruction decides what r10 holds; r11 is 1 to 8, and f0.0 is
// 0x0F at the start.
type opProgram struct {
	op   native.Op
	name string
	code func(target native.Target) []native.Inst
	want [formLanes]int32
	run  func(t *testing.T, r *rig) // before the thread runs
}

func onFlag(in native.Inst) native.Inst { return predicated(in, 0, false) }

// less compares r10 with r11.
func less(c native.CondMod) native.Inst {
	return cond(ins(native.OpCmp, formLanes, native.NullDst(native.D), vec(10, native.D), vec(11, native.D)), c)
}

func always(code ...native.Inst) func(native.Target) []native.Inst {
	return func(native.Target) []native.Inst { return code }
}

func called(op native.Op, to int32) native.Inst { in := callTo(to, 20); in.Op = op; return in }

// block is an OWord block message of r20, with a second payload of a split one.
func block(op native.Op) []native.Inst {
	in := sendMsg(dc0, 1, 1, 1<<19|3)
	in.Op = op
	if !op.IsSplit() {
		return []native.Inst{scalar(in)}
	}
	write := sendMsg(dc0, 1, 0, 1<<19|8<<14|3)
	write.Op, write.Src[1], write.Msg.ExDesc = op, vec(11, native.UD), 1<<6
	read := sendMsg(dc0, 1, 1, 1<<19|3)
	return []native.Inst{scalar(write), scalar(read)}
}

var opPrograms = func() []opProgram {
	branch := []native.Inst{onFlag(branchTo(native.OpIf, 3, 4)), addTo(1), branchTo(native.OpElse, 2, 2), addTo(10), branchTo(native.OpEndif, 1, 0)}
	halves, up := [formLanes]int32{1, 1, 1, 1, 10, 10, 10, 10}, [formLanes]int32{1, 2, 3, 4, 5, 6, 7, 8}
	jump := onFlag(branchTo(native.OpGoto, 2, 2))
	back := onFlag(branchTo(native.OpGoto, 1, -2))
	back.Branch = true
	brd := onFlag(branchTo(native.OpBrd, 2, 0))
	sum := [formLanes]int32{11, 11, 11, 11, 11, 11, 11, 11}
	nop, sync := native.Inst{Op: native.OpNop, ExecSize: 1}, native.Inst{Op: native.OpSync, ExecSize: 1, NoMask: true}
	surface := func(t *testing.T, r *rig) { r.surface(3, 16) }
	read, written := [formLanes]int32{100, 101, 102, 103}, [formLanes]int32{1, 2, 3, 4}
	return []opProgram{
		{op: native.OpIf, code: always(branch...), want: halves},
		{op: native.OpElse, code: always(branch...), want: halves},
		{op: native.OpEndif, code: always(branch...), want: halves},
		{op: native.OpWhile, code: always(addTo(1), less(native.CondLT), onFlag(branchTo(native.OpWhile, -2, 0))), want: up},
		{op: native.OpBreak, code: always(addTo(1), less(native.CondGE), onFlag(branchTo(native.OpBreak, 1, 1)), branchTo(native.OpWhile, -3, 0)), want: up},
		{op: native.OpCont, code: always(addTo(1), less(native.CondLT), onFlag(branchTo(native.OpCont, 3, 3)), addTo(100), branchTo(native.OpBreak, 1, 1), branchTo(native.OpWhile, -5, 0)),
			want: [formLanes]int32{101, 102, 103, 104, 105, 106, 107, 108}},
		{op: native.OpHalt, code: always(onFlag(branchTo(native.OpHalt, 2, 2)), addTo(1), addTo(10)), want: [formLanes]int32{10, 10, 10, 10, 11, 11, 11, 11}},
		{op: native.OpGoto, name: "forward", want: [formLanes]int32{10, 10, 10, 10, 11, 11, 11, 11}, code: func(target native.Target) []native.Inst {
			in := jump
			in.PredInv = !target.Caps().GotoTrueJumps
			return []native.Inst{in, addTo(1), branchTo(native.OpJoin, 1, 0), addTo(10)}
		}},
		{op: native.OpGoto, name: "backward", want: up, code: always(addTo(1), less(native.CondLT), back, branchTo(native.OpJoin, 1, 0))},
		{op: native.OpJoin, want: up, code: always(addTo(1), less(native.CondLT), back, branchTo(native.OpJoin, 1, 0))},
		{op: native.OpJmpi, code: always(scalar(jumpOver(2)), addTo(1), addTo(11)), want: sum},
		{op: native.OpCall, code: always(called(native.OpCall, 3), addTo(10), eot(), addTo(1), retBy(20)), want: sum},
		{op: native.OpCall, name: "by a distance in a register", want: sum, code: func(target native.Target) []native.Inst {
			in := callTo(0, 20)
			if in.Src[1] = one(4, 0, native.D); target == native.TGL {
				in.Src[0], in.Src[1] = one(4, 0, native.D), native.Operand{}
			}
			return []native.Inst{in, addTo(10), eot(), addTo(1), retBy(20)}
		}, run: func(_ *testing.T, r *rig) { set(r, 4, uint32(48)) }},
		{op: native.OpCalla, code: always(called(native.OpCalla, 3), addTo(10), eot(), addTo(1), retBy(20)), want: sum},
		{op: native.OpRet, code: always(callTo(3, 20), addTo(10), eot(), onFlag(retBy(20)), retBy(20)), want: [formLanes]int32{10, 10, 10, 10, 10, 10, 10, 10}},
		{op: native.OpBrd, name: "on which the channels agree", code: always(flag(0xFF), brd, addTo(1), addTo(11)), want: sum},
		{op: native.OpBrd, name: "on which they do not", code: always(brd, addTo(1), addTo(10))},
		{op: native.OpBrc, code: always(onFlag(branchTo(native.OpBrc, 2, 2)), addTo(1), addTo(10))},
		{op: native.OpMovi, code: always(ins(native.OpMovi, formLanes, dst(10, native.D), vec(11, native.D))), want: up},
		{op: native.OpNop, code: always(nop, addTo(11)), want: sum},
		{op: native.OpSync, code: always(sync, addTo(11)), want: sum},
		{op: native.OpWait, want: sum, code: always(scalar(ins(native.OpWait, 1, native.Operand{}, arf(native.ARFN0, 0, native.UD))), addTo(11)),
			run: func(_ *testing.T, r *rig) { r.env.Group.Barrier.Signal(0) }},
		{op: native.OpSend, code: always(block(native.OpSend)...), want: read, run: surface},
		{op: native.OpSendc, code: always(block(native.OpSendc)...), want: read, run: surface},
		{op: native.OpSends, code: always(block(native.OpSends)...), want: written, run: surface},
		{op: native.OpSendsc, code: always(block(native.OpSendsc)...), want: written, run: surface},
	}
}()

// programs runs those of instructions that move channels, wait or send. illegal and nenop end the thread by name.
func (d *opsTable) programs(t *testing.T) {
	for i := range opPrograms {
		pr := &opPrograms[i]
		for target := range native.NumTargets {
			if target.HasOp(pr.op) {
				name := strings.TrimSpace(pr.op.String()+" "+pr.name) + " | | Align1"
				d.count(t, pr.op, target, name, pr.try(t, target))
			}
		}
	}
	for _, op := range []native.Op{native.OpIllegal, native.OpNenop} {
		for target := range native.NumTargets {
			if !target.HasOp(op) {
				continue
			}
			p, err := loadInsts("illegal", target, []native.Inst{{Op: op}, eot()})
			require.NoError(t, err)
			_, err = rigOf(p, 0xFF).w.Resume(0, 10)
			var illegal Illegal
			assert.ErrorAs(t, err, &illegal, "%v: %v", target, op)
			d.count(t, op, target, op.String()+" | | Align1", nil)
		}
	}
}

func (pr *opProgram) try(t *testing.T, target native.Target) error {
	p, err := loadInsts(pr.op.String(), target, append(pr.code(target), eot()))
	if err != nil {
		return err
	}
	r := rigOf(p, 0xFF)
	*r.flagWord(0) = 0x0F
	set(r, 11, seq(1, formLanes)...)
	if pr.run != nil {
		pr.run(t, r)
	}
	status, err := r.w.Resume(0, 1000)
	if err != nil {
		return err
	}
	assert.Equal(t, dispatch.Done, status, "%v: %v", target, pr.op)
	assert.Equal(t, pr.want[:], get[int32](r, 10, formLanes), "%v: %v %s", target, pr.op, pr.name)
	return nil
}
