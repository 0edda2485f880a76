package eu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// grid is a launch of groups with two threads each, whose number is in r0.2.
type grid struct{ groups, slm int }

func (g grid) Groups() [3]uint32     { return [3]uint32{uint32(g.groups), 1, 1} }
func (g grid) MaxThreads() int       { return 2 }
func (g grid) Threads([3]uint32) int { return 2 }
func (g grid) PayloadSize() int      { return 64 }
func (g grid) SLMSize() int          { return g.slm }
func (g grid) ScratchSize() int      { return 0 }
func (g grid) Fill(p []byte, _ [3]uint32, thread int) uint32 {
	clear(p)
	p[8] = byte(thread)
	return 0xFF
}

func launch(t testing.TB, g grid, insts ...native.Inst) *dispatch.Result {
	t.Helper()
	p, err := loadInsts("launch", native.SKL, append(insts, eot()))
	require.NoError(t, err)
	m := mem.New()
	m.Bind(0, m.Alloc("surface", 64))
	res, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Payloads: g, Mem: m, Deterministic: true})
	require.NoError(t, err)
	return res
}

// TestOutsideIsNamed: an access past the end of shared local memory or a surface
// is counted and named with group, thread, lane and instruction.
func TestOutsideIsNamed(t *testing.T) {
	offs := scalar(ins(native.OpMul, 8, dst(20, native.D), native.GRFOperand(0, 8, native.Scalar, native.D), imm(40, native.W)))
	lanes := ins(native.OpAdd, 8, dst(20, native.D), vec(20, native.D), imm(0x76543210, native.UV))
	res := launch(t, grid{groups: 2, slm: 32}, offs, lanes, at(sendMsg(dc1, 1, 1, untypedReadX|simd8|254), 0), sendMsg(dc1, 2, 0, untypedWriteX|simd8))
	require.Len(t, res.Outside, 1)
	assert.Equal(t, "shared local memory", res.Outside[0].Buffer)
	assert.EqualValues(t, 16, res.Outside[0].Count, "all lanes of the second thread of each group")
	first := res.Outside[0].First
	require.NotNil(t, first)
	assert.Equal(t, dispatch.Access{
		ThreadPlace: dispatch.ThreadPlace{Group: [3]uint32{0, 0, 0}, Thread: 1, Place: dispatch.Place{Where: "ip 0x00020", Inst: "send (8|M0)"}}, Lane: 0,
	}, *first)

	block := scalar(headed(sendMsg(dc0, 2, 0, 8<<14|2<<8)))
	place := scalar(ins(native.OpMov, 1, native.GRFOperand(20, 8, native.Dst1, native.D), imm(3, native.D)))
	res = launch(t, grid{groups: 1}, place, block)
	require.Len(t, res.Outside, 1)
	assert.Equal(t, "surface", res.Outside[0].Buffer)
	assert.Equal(t, -1, res.Outside[0].First.Lane)
	assert.True(t, res.Outside[0].First.Write)
}

// loop runs n times through arithmetic of several classes, shared local memory and
// divergent flow.
func loop(n uint64) []native.Inst {
	counter := native.GRFOperand(40, 0, native.Scalar, native.D)
	again := jump(native.OpJmpi, 3, -6, 0)
	again.ExecSize, again.NoMask, again.Src[0] = 1, true, imm(0, native.D)
	less := setp(native.CondLT, 3, counter, imm(n, native.D))
	less.NoMask = true
	return []native.Inst{
		scalar(ins(native.OpMov, 1, native.GRFOperand(40, 0, native.Dst1, native.D), imm(0, native.D))),
		scalar(ins(native.OpAdd, 1, native.GRFOperand(40, 0, native.Dst1, native.D), counter, imm(1, native.D))),
		ins(native.OpMad, 8, dst(41, native.F), vec(41, native.F), vec(42, native.F), vec(43, native.F)),
		ins(native.OpAdd, 8, dst(44, native.HF), vec(44, native.HF), vec(45, native.HF)),
		sendMsg(dc1, 1, 1, untypedReadX|simd8|254),
		sendMsg(dc1, 1, 0, 2<<14|atomicSIMD8|5<<8|254),
		less,
		again,
	}
}

// TestAllocations: what a launch allocates does not depend on its groups, threads
// or instructions.
func TestAllocations(t *testing.T) {
	allocs := func(groups int, n uint64) float64 {
		p, err := loadInsts("loop", native.SKL, append(loop(n), eot()))
		require.NoError(t, err)
		m := mem.New()
		return testing.AllocsPerRun(3, func() {
			res, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Payloads: grid{groups, 64}, Mem: m, Deterministic: true})
			require.NoError(t, err)
			require.True(t, res.Instructions == uint64(2*groups)*(2+7*n)) // which allocates nothing
		})
	}
	few := allocs(1, 1)
	assert.Equal(t, few, allocs(200, 1), "groups")
	assert.Equal(t, few, allocs(1, 500), "instructions")
}

// BenchmarkLaunch shows the same: allocs/op are those of one group.
func BenchmarkLaunch(b *testing.B) {
	for _, groups := range []int{1, 100} {
		p, err := loadInsts("loop", native.SKL, append(loop(100), eot()))
		require.NoError(b, err)
		m := mem.New()
		b.Run(map[int]string{1: "1 group", 100: "100 groups"}[groups], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Payloads: grid{groups, 64}, Mem: m, Deterministic: true})
				require.NoError(b, err)
			}
		})
	}
}
