package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestPipes: what waits for what where a target has several pipes (xe-hpg 1.5), on all paths and in a thread that runs.
func TestPipes(t *testing.T) {
	const (
		f    = "add (8|M0) r4.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f\n"
		i    = "add (8|M0) r6.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d\n"
		f2   = "add (8|M0) r8.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f\n"
		useF = "add (8|M0) r5.0<1>:d r4.0<1;1,0>:d r3.0<1;1,0>:d "
		df   = "mov (8|M0) r10.0<1>:df r6.0<2;1,0>:ud "
	)
	for name, c := range map[string]struct {
		target native.Target
		text   string
		want   []string
	}{
		"its pipe":                  {native.DG2, f + useF + "{F@1}\n", nil},
		"nothing":                   {native.DG2, f + useF + "\n", []string{"1: r4: read before it is written by instruction 0: wants F@1"}},
		"another pipe":              {native.DG2, f + useF + "{I@1}\n", []string{"1: r4: read before it is written by instruction 0: wants F@1"}},
		"the own pipe":              {native.DG2, f + useF + "{@1}\n", []string{"1: r4: read before it is written by instruction 0: wants F@1"}},
		"all":                       {native.DG2, f + useF + "{A@1}\n", nil},
		"others are not counted":    {native.DG2, f + i + i + useF + "{F@1}\n", nil},
		"too far":                   {native.DG2, f + i + useF + "{F@2}\n", []string{"2: r4: read before it is written by instruction 0: wants F@1"}},
		"all is the n-th of each":   {native.DG2, f + f2 + i + useF + "{A@2}\n", nil},
		"all, too far":              {native.DG2, f + f2 + i + useF + "{A@3}\n", []string{"3: r4: read before it is written by instruction 0: wants F@2"}},
		"a sync":                    {native.DG2, f + "sync.nop null {F@1}\n" + useF + "\n", nil},
		"a later one of the pipe":   {native.DG2, f + f2 + "sync.nop null {F@1}\n" + useF + "\n", nil},
		"written by two pipes":      {native.DG2, f + "add (8|M0) r4.0<1>:d r6.0<1;1,0>:d r7.0<1;1,0>:d\n", []string{"1: r4: written again before it is written by instruction 0: wants F@1"}},
		"written in one pipe":       {native.DG2, f + "add (8|M0) r4.0<1>:f r6.0<1;1,0>:f r7.0<1;1,0>:f\n", nil},
		"a source, by another pipe": {native.DG2, f + "add (8|M0) r2.0<1>:d r6.0<1;1,0>:d r7.0<1;1,0>:d\n", []string{"1: r2: written before it is read by instruction 0: wants F@1"}},
		"a source, in the pipe":     {native.DG2, f + "add (8|M0) r2.0<1>:f r6.0<1;1,0>:f r7.0<1;1,0>:f\n", nil},
		"a source, by a message":    {native.DG2, i + "send.dc1 (8|M0) r2 r10 null:0 0x0 0x02106E02 {$1}\n", []string{"1: r2: written before it is read by instruction 0: wants I@1"}},
		"a message waits for all":   {native.DG2, i + f + "send.dc1 (8|M0) r20 r6 null:0 0x0 0x02106E02 {A@1,$1}\n", nil},
		"math by its source":        {native.DG2, f + "math.inv (8|M0) r5.0<1>:f r4.0<1;1,0>:f {@1,$1}\n", nil},
		"df by its source":          {native.MTL, i + df + "{@1,$1}\n" + "mov (8|M0) r20.0<1>:d r10.0<1;1,0>:d {$1.dst}\n", nil},
		"df holds the token":        {native.MTL, i + df + "{@1,$1}\n" + "mov (8|M0) r20.0<1>:d r10.0<1;1,0>:d\n", []string{"2: r10: read before it is written by instruction 1: wants $1.dst"}},
		"df reads in turn":          {native.MTL, "mov (8|M0) r10.0<1>:df r12.0<1;1,0>:df {$1}\nmov (8|M0) r12.0<1>:df r14.0<1;1,0>:df {$2}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			want := c.want
			if want == nil {
				want = []string{}
			}
			assert.Equal(t, want, said(t, c.target, c.text))

			insts, offs := assemble(t, c.target, c.text)
			code := NewCode(c.target, insts, offs)
			var h Thread
			h.Start(code)
			ran := []string{}
			for k := range insts {
				if finding, ok := h.Step(k, true, nil, nil); !ok {
					ran = append(ran, finding.String())
				}
			}
			assert.Len(t, ran, len(want), "in a thread that runs")
		})
	}
}

// TestClockOfPipes: a result of another pipe is waited for before it is written again.
func TestClockOfPipes(t *testing.T) {
	const f = "add (8|M0) r4.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f\n"
	clocks := func(text string) uint64 {
		insts, _ := assemble(t, native.DG2, text)
		return Estimate(native.DG2, insts).Now
	}
	assert.Equal(t, uint64(2), clocks(f+"add (8|M0) r4.0<1>:f r6.0<1;1,0>:f r7.0<1;1,0>:f\n"))
	assert.Equal(t, uint64(11), clocks(f+"add (8|M0) r4.0<1>:d r6.0<1;1,0>:d r7.0<1;1,0>:d\n"))
}
