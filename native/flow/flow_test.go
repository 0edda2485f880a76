package flow

import (
	"errors"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// branch is a predicated instruction with JIP and UIP at instructions, -1 none.
func branch(p *native.Program, op native.Op, jip, uip int) *native.Inst {
	label := func(at int) int32 {
		if at < 0 {
			return 0
		}
		p.Labels = append(p.Labels, at)
		return int32(len(p.Labels))
	}
	p.Insts = append(p.Insts, native.Inst{Op: op, ExecSize: 16, PredCtrl: native.PredSeq, Label: label(jip), Label2: label(uip)})
	return &p.Insts[len(p.Insts)-1]
}

func plain(p *native.Program, n int) {
	for range n {
		p.Insts = append(p.Insts, native.Inst{Op: native.OpMov, ExecSize: 16})
	}
}

// TestStepAt has instruction 10 of 20 with JIP 12 and UIP 15, or backwards 3.
func TestStepAt(t *testing.T) {
	for name, c := range map[string]struct {
		op       native.Op
		jip, uip int
		set      func(*native.Inst)
		want     Step
	}{
		"mov":          {native.OpMov, -1, -1, nil, Step{[2]int32{11, -1}, [2]int32{11, -1}, -1}},
		"send":         {native.OpSend, -1, -1, nil, Step{[2]int32{11, -1}, [2]int32{11, -1}, -1}},
		"eot":          {native.OpSend, -1, -1, func(in *native.Inst) { in.Msg.EOT = true }, Step{[2]int32{-1, -1}, [2]int32{-1, -1}, -1}},
		"if":           {native.OpIf, 12, 15, nil, Step{[2]int32{11, 12}, [2]int32{11, 12}, 12}},
		"if always":    {native.OpIf, 12, 15, always, Step{[2]int32{11, -1}, [2]int32{11, 12}, -1}},
		"else":         {native.OpElse, 12, 12, always, Step{[2]int32{12, -1}, [2]int32{11, 12}, 12}},
		"endif":        {native.OpEndif, 12, -1, always, Step{[2]int32{11, -1}, [2]int32{11, 12}, -1}},
		"endif, next":  {native.OpEndif, 11, -1, always, Step{[2]int32{11, -1}, [2]int32{11, -1}, -1}},
		"join":         {native.OpJoin, 15, -1, always, Step{[2]int32{11, -1}, [2]int32{11, 15}, -1}},
		"while":        {native.OpWhile, 3, -1, nil, Step{[2]int32{3, 11}, [2]int32{3, 11}, 11}},
		"while always": {native.OpWhile, 3, -1, always, Step{[2]int32{3, -1}, [2]int32{3, 11}, -1}},
		"break":        {native.OpBreak, 12, 15, nil, Step{[2]int32{16, 11}, [2]int32{11, 12}, 16}},
		"break always": {native.OpBreak, 12, 15, always, Step{[2]int32{16, -1}, [2]int32{11, 12}, 16}},
		"cont":         {native.OpCont, 12, 15, nil, Step{[2]int32{15, 11}, [2]int32{11, 12}, 15}},
		"halt":         {native.OpHalt, 12, 15, nil, Step{[2]int32{15, 11}, [2]int32{11, 12}, 15}},
		"goto":         {native.OpGoto, 12, 15, nil, Step{[2]int32{11, 15}, [2]int32{11, 12}, 15}},
		"goto, no uip": {native.OpGoto, 12, -1, nil, Step{[2]int32{11, 12}, [2]int32{11, 12}, 12}},
		"goto back":    {native.OpGoto, 11, 3, func(in *native.Inst) { in.Branch = true }, Step{[2]int32{3, 11}, [2]int32{3, 11}, 11}},
		"goto, narrow": {native.OpGoto, 12, 15, func(in *native.Inst) { in.PredCtrl, in.ExecSize = native.PredNone, 8 }, Step{[2]int32{11, 15}, [2]int32{11, 12}, 15}},
		"goto, high":   {native.OpGoto, 12, 15, func(in *native.Inst) { in.PredCtrl, in.ChanOff = native.PredNone, 16 }, Step{[2]int32{11, 15}, [2]int32{11, 12}, 15}},
		"goto always":  {native.OpGoto, 12, 15, always, Step{[2]int32{11, -1}, [2]int32{11, 12}, -1}},
		"jmpi":         {native.OpJmpi, 12, -1, nil, Step{[2]int32{12, 11}, [2]int32{12, 11}, -1}},
		"jmpi always":  {native.OpJmpi, 12, -1, always, Step{[2]int32{12, -1}, [2]int32{12, -1}, -1}},
		"brd":          {native.OpBrd, 12, -1, nil, Step{[2]int32{12, 11}, [2]int32{12, 11}, -1}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &native.Program{SIMD: 16}
			plain(p, 10)
			in := branch(p, c.op, c.jip, c.uip)
			if c.set != nil {
				c.set(in)
			}
			plain(p, 9)
			s, err := StepAt(p, native.SKL, 10)
			require.NoError(t, err)
			assert.Equal(t, c.want, s)
		})
	}
}

// TestStepOfTarget: a forward goto moves the other lanes from Gen10 on.
func TestStepOfTarget(t *testing.T) {
	p := &native.Program{}
	branch(p, native.OpGoto, 1, 2)
	plain(p, 2)
	for target, lanes := range map[native.Target][2]int32{native.SKL: {1, 2}, native.ICL: {2, 1}} {
		s, err := StepAt(p, target, 0)
		require.NoError(t, err)
		assert.Equal(t, Step{lanes, [2]int32{1, None}, 2}, s, target.String())
	}
}

func always(in *native.Inst) { in.PredCtrl = native.PredNone }

func TestStepErrors(t *testing.T) {
	for name, c := range map[string]struct {
		op       native.Op
		jip, uip int
		set      func(p *native.Program)
		want     string
	}{
		"some call":   {native.OpCall, 1, -1, nil, "instruction 0: call of some channels: flow is not modelled"},
		"some return": {native.OpRet, -1, -1, nil, "instruction 0: ret of some channels: flow is not modelled"},
		"call to a register": {native.OpCall, 1, -1, func(p *native.Program) {
			always(&p.Insts[0])
			p.Insts[0].Src[1] = native.GRFOperand(5, 0, native.Scalar, native.D)
		}, "instruction 0: call by a register: flow is not modelled"},
		"nowhere":              {native.OpCall, -1, -1, func(p *native.Program) { always(&p.Insts[0]) }, "instruction 0: call without a target: flow is not modelled"},
		"behind the end":       {native.OpCall, 2, -1, func(p *native.Program) { always(&p.Insts[0]) }, "instruction 0: call to behind the last instruction"},
		"return of the kernel": {native.OpRet, -1, -1, func(p *native.Program) { always(&p.Insts[0]) }, "instruction 0: ret where nothing was called: flow is not modelled"},
		"brc":                  {native.OpBrc, 1, -1, nil, "instruction 0: brc: flow is not modelled"},
		"brd to a register":    {native.OpBrd, 1, -1, func(p *native.Program) { p.Insts[0].Src[0] = native.GRFOperand(5, 0, native.Scalar, native.D) }, "instruction 0: brd by a register: flow is not modelled"},
		"wrong way":            {native.OpGoto, 1, 0, nil, "instruction 0: goto whose BranchCtrl does not tell its direction: flow is not modelled"},
		"no such label":        {native.OpJmpi, 1, -1, func(p *native.Program) { p.Insts[0].Label = 2 }, "instruction 0: label 2 of 1"},
		"negative label":       {native.OpJmpi, 1, -1, func(p *native.Program) { p.Insts[0].Label = -1 }, "instruction 0: label -1 of 1"},
		"UIP":                  {native.OpGoto, 1, 1, func(p *native.Program) { p.Insts[0].Label2 = 3 }, "instruction 0: label 3 of 2"},
		"past the end":         {native.OpJmpi, 3, -1, nil, "instruction 0: label 1 names instruction 3 of 2"},
		"before":               {native.OpJmpi, 1, -1, func(p *native.Program) { p.Labels[0] = -1 }, "instruction 0: label 1 names instruction -1 of 2"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &native.Program{}
			branch(p, c.op, c.jip, c.uip)
			plain(p, 1)
			if c.set != nil {
				c.set(p)
			}
			_, err := New(p, native.SKL)
			assert.EqualError(t, err, c.want)
			var u *UnsupportedError
			lacking := strings.Contains(c.want, "not modelled")
			assert.Equal(t, lacking, errors.As(err, &u))
			assert.Equal(t, lacking, errors.Is(err, errors.ErrUnsupported))
		})
	}
}

// TestGraphIfElse: lanes never go from the then-block to the else-block, the
// thread does, and those of the else-block wait during the then-block. They keep the
// thread from jumping to the else's JIP, so none of them waits behind the endif.
func TestGraphIfElse(t *testing.T) {
	p := &native.Program{}
	plain(p, 1)                      // 0
	branch(p, native.OpIf, 4, 6)     // 1
	plain(p, 1)                      // 2
	branch(p, native.OpElse, 6, 6)   // 3
	plain(p, 2)                      // 4, 5
	branch(p, native.OpEndif, 7, -1) // 6
	plain(p, 1)                      // 7
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Block{
		{Start: 0, End: 2, Lane: []int32{1, 2}, Thread: []int32{1, 2}, Wait: 2},
		{Start: 2, End: 4, Lane: []int32{3}, Thread: []int32{2, 3}, Wait: 3, Waiting: []int32{2}},
		{Start: 4, End: 6, Lane: []int32{3}, Thread: []int32{3}, Wait: None, Waiting: []int32{3}},
		{Start: 6, End: 8, Lane: []int32{}, Thread: []int32{}, Wait: None},
	}, g.Blocks)
	assert.Equal(t, []int32{0, 0, 1, 1, 2, 2, 3, 3}, g.Of)
}

// TestGraphLoops: lanes that left a loop wait behind it while its body runs;
// the depth counts loops.
func TestGraphLoops(t *testing.T) {
	p := &native.Program{}
	plain(p, 1)                                  // 0
	plain(p, 1)                                  // 1 outer head
	plain(p, 1)                                  // 2 inner head
	branch(p, native.OpBreak, 4, 4)              // 3
	branch(p, native.OpWhile, 2, -1)             // 4
	branch(p, native.OpGoto, 6, 1).Branch = true // 5
	branch(p, native.OpJoin, -1, -1)             // 6
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Block{
		{Start: 0, End: 1, Lane: []int32{1}, Thread: []int32{1}, Wait: None},
		{Start: 1, End: 2, Lane: []int32{2}, Thread: []int32{2}, Wait: None, Waiting: []int32{5}, Depth: 1},
		{Start: 2, End: 4, Lane: []int32{4, 3}, Thread: []int32{3}, Wait: 4, Waiting: []int32{4, 5}, Depth: 2},
		{Start: 4, End: 5, Lane: []int32{2, 4}, Thread: []int32{2, 4}, Wait: 4, Waiting: []int32{4, 5}, Depth: 2},
		{Start: 5, End: 6, Lane: []int32{1, 5}, Thread: []int32{1, 5}, Wait: 5, Waiting: []int32{5}, Depth: 1},
		{Start: 6, End: 7, Lane: []int32{}, Thread: []int32{}, Wait: None},
	}, g.Blocks)
}

func TestCut(t *testing.T) {
	p := &native.Program{}
	plain(p, 3)
	branch(p, native.OpGoto, 0, -1) // direction not yet told
	plain(p, 2)
	p.Labels = append(p.Labels, 1, 6)
	g := Cut(p)
	assert.Equal(t, []Block{{Start: 0, End: 1, Wait: None}, {Start: 1, End: 4, Wait: None}, {Start: 4, End: 6, Wait: None}}, g.Blocks)
	assert.Equal(t, []int32{0, 1, 1, 1, 2, 2}, g.Of)
	assert.Empty(t, Cut(&native.Program{}).Blocks)
}

func TestEmptyProgram(t *testing.T) {
	g, err := New(&native.Program{}, native.SKL)
	require.NoError(t, err)
	assert.Empty(t, g.Blocks)
}

// TestGraphFromTheStart: a loop around everything has an edge to block 0, and its
// blocks are one deep.
func TestGraphFromTheStart(t *testing.T) {
	p := &native.Program{}
	plain(p, 1)                      // 0
	branch(p, native.OpWhile, 0, -1) // 1
	plain(p, 1)                      // 2
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Block{
		{Start: 0, End: 2, Lane: []int32{0, 1}, Thread: []int32{0, 1}, Wait: 1, Waiting: []int32{1}, Depth: 1},
		{Start: 2, End: 3, Lane: []int32{}, Thread: []int32{}, Wait: None},
	}, g.Blocks)
}

// TestGraphOfItself: a branch to itself is a loop of one instruction.
func TestGraphOfItself(t *testing.T) {
	p := &native.Program{}
	plain(p, 1)
	branch(p, native.OpWhile, 1, -1)
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Block{
		{Start: 0, End: 1, Lane: []int32{1}, Thread: []int32{1}, Wait: None},
		{Start: 1, End: 2, Lane: []int32{1}, Thread: []int32{1}, Wait: None, Depth: 1},
	}, g.Blocks)
}

// TestCutAtStart: block 0 needs no label.
func TestCutAtStart(t *testing.T) {
	p := &native.Program{}
	plain(p, 2)
	branch(p, native.OpGoto, 4, 4)
	plain(p, 3)
	assert.Equal(t, []Block{{Start: 0, End: 3, Wait: None}, {Start: 3, End: 4, Wait: None}, {Start: 4, End: 6, Wait: None}}, Cut(p).Blocks)
	assert.Equal(t, []int32{0, 0, 0, 1, 2, 2}, Cut(p).Of)
	assert.Empty(t, Cut(&native.Program{}).Blocks)
}
