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

// TestPayloadInPlace: a payload that was made in a thread's registers stays there, one that lies elsewhere is
// copied, and what the last thread left behind it is gone.
func TestPayloadInPlace(t *testing.T) {
	p, err := loadInsts("empty", native.SKL, []native.Inst{eot()})
	require.NoError(t, err)
	w := p.Worker(1)
	regs := w.threads[0].regs
	in := w.Payload(0, 64)
	for i, payload := range [][]byte{in, make([]byte, 64)} {
		for k := range payload {
			payload[k] = byte(k + i + 1)
		}
		regs[64], regs[p.FileBytes-1] = 7, 9
		w.threads[0].payload = -1
		w.Start(0, &dispatch.Thread{Payload: payload, Mask: 0xFF})
		assert.Equal(t, []byte{byte(i + 1), byte(i + 2)}, regs[:2])
		assert.Equal(t, []byte{byte(i + 64), 0}, regs[63:65])
		assert.Zero(t, regs[p.FileBytes-1])
	}
	assert.NotNil(t, w.Payload(0, p.FileBytes))
	assert.Nil(t, w.Payload(0, p.FileBytes+1))
}

// BenchmarkStart is the time for a thread that ends at once.
func BenchmarkStart(b *testing.B) {
	p, err := loadInsts("empty", native.SKL, []native.Inst{eot()})
	require.NoError(b, err)
	g, m := grid{groups: 10000}, mem.New()
	for b.Loop() {
		_, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Payloads: g, Mem: m, Deterministic: true})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*g.groups*g.MaxThreads()), "ns/thread")
}
