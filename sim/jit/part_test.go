package jit

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// partsOf is a branch by f0, and three moves of rows of 16 lanes behind it: to 512, to 640, and where channels of the branch go, to 768.
func partsOf(t *testing.T, f code.Flow) *code.Program {
	ops := make([]code.Op, 4)
	for i := range ops {
		o := &ops[i]
		*o = code.Op{Form: code.FormALU, N: 16, Full: 0xFFFF, Flags: code.FlagDirect | code.FlagInPlace}
		o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: uint32(512 + 128*(i-1)), Enable: ^uint32(0)}
		o.Src[0] = code.Source{Addr: 1024, Type: native.UD}
	}
	p := program(t, ops)
	p.Ops[1] = code.Op{Form: code.FormBranch, N: 16, Full: 0xFFFF, Ext: int32(len(p.Flows)), Pred: native.PredSeq, Flags: code.FlagPredicated}
	p.Flows = append(p.Flows, f)
	copy(p.Ends, []int32{0, 1, 4, 4, 5, 5})
	return p
}

// TestParts: channels that a branch sends on wait there while the others run, and run with these then.
func TestParts(t *testing.T) {
	available(t)
	away := code.Flow{IfTrue: 4, IfFalse: 2, First: 2, Other: 4, When: code.AnyThere}
	all := code.Flow{IfTrue: 4, IfFalse: 4, First: 2, Other: 4, When: code.AnyActive} // none goes where the thread does
	for _, c := range []struct {
		flow                       code.Flow
		flags, mask, between, last uint32
	}{
		{away, 0x0F0F, 0xFFFF, 0xF0F0, 0xFFFF}, {away, 0x0F0F, 0x1FF1F, 0xF010, 0xFF1F}, {away, 1, 3, 2, 3}, {away, 0xFFFE, 0xFFFF, 1, 0xFFFF},
		{all, 0x0F0F, 0xFFFF, 0, 0xFFFF}, {all, 0xFFFF, 0xF00, 0, 0xF00},
	} {
		p := partsOf(t, c.flow)
		s := compile(p)
		fast := onPages(t, p, s, compileSome(p, s.sequences))
		w, _ := thread(t, p, fast, c.mask, 1)
		regs := w.Ahead(0).Registers
		binary.LittleEndian.PutUint32(regs[p.FileBytes+code.OffF:], c.flags)
		clear(regs[512:1024])
		for lane := range 16 {
			binary.LittleEndian.PutUint32(regs[1024+4*lane:], 7)
		}
		_, err := w.Resume(0, 4)
		require.NoError(t, err)
		for i, want := range []uint32{c.between, c.between, c.last} {
			got := uint32(0)
			for lane := range 16 {
				got |= binary.LittleEndian.Uint32(regs[512+128*i+4*lane:]) / 7 << lane
			}
			assert.Equal(t, want, got, "move %d of %+v", i, c)
		}
	}
}

// TestPlantedParts: code of a branch that is another one is found, by threads of which some channels run.
func TestPlantedParts(t *testing.T) {
	available(t)
	for name, change := range map[string]func(p *code.Program, o *code.Op, f *code.Flow){
		"where they go":         func(_ *code.Program, _ *code.Op, f *code.Flow) { f.IfTrue ^= 1 },
		"where the others go":   func(_ *code.Program, _ *code.Op, f *code.Flow) { f.IfFalse ^= 1 },
		"where the thread goes": func(_ *code.Program, _ *code.Op, f *code.Flow) { f.First, f.Other = f.Other, f.First },
		"where it else goes":    func(_ *code.Program, _ *code.Op, f *code.Flow) { f.Other ^= 1 },
		"when":                  func(_ *code.Program, _ *code.Op, f *code.Flow) { f.When = (f.When + 1) % code.AllAlike },
		"predicate":             func(_ *code.Program, o *code.Op, _ *code.Flow) { o.PredInv = ^o.PredInv },
		"channels":              func(_ *code.Program, o *code.Op, _ *code.Flow) { o.Full >>= 4 },
		"no join":               func(p *code.Program, _ *code.Op, f *code.Flow) { p.Ends[f.IfFalse-1] = int32(len(p.Ops)) },
	} {
		found := false
		rnd := rand.New(rand.NewPCG(51, 52))
		for range 2000 {
			p := flowOf(t, rnd, 4+rnd.IntN(24))
			at := rnd.IntN(len(p.Ops))
			if p.Ops[at].Form != code.FormBranch {
				continue
			}
			c := compile(p)
			o, flows, ends := p.Ops[at], slices.Clone(p.Flows), slices.Clone(p.Ends)
			change(p, &p.Ops[at], p.Flow(&o))
			fast := onPages(t, p, c, compileSome(p, c.sequences))
			p.Ops[at], p.Flows, p.Ends = o, flows, ends
			mask, seed := rnd.Uint32()|1, rnd.Uint64()
			want, _ := wander(t, p, nil, mask, seed, []int{200})
			if got, _ := wander(t, p, fast, mask, seed, []int{200}); !bytes.Equal(want[0], got[0]) {
				found = true
				break
			}
		}
		assert.True(t, found, name)
	}
}
