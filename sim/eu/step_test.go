package eu_test

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/load"
)

// adder is another engine: it adds and moves dwords that lie as rows by itself, on the threads of the
// EU model's workers, which step everything else.
type adder struct {
	*eu.Program
	own *int // ops that it executed
}

func (a adder) NewWorker(threads int) dispatch.Worker { return &adderWorker{a.Worker(threads), a} }

type adderWorker struct {
	*eu.Worker
	adder
}

func (w *adderWorker) Resume(slot, budget int) (status dispatch.Status, err error) {
	for budget > 0 && status == dispatch.Running && err == nil {
		run, n := w.Ahead(slot), 0
		for ; n < budget && run.From+n < run.To && w.execute(&run, &w.Ops[run.From+n]); n++ {
		}
		if w.Advance(slot, n); n == 0 {
			status, err = w.Step(slot)
			n = 1
		} else {
			*w.own += n
		}
		budget -= n
	}
	return status, err
}

// execute adds or moves, if it can.
func (w *adderWorker) execute(r *eu.Run, o *code.Op) bool {
	const want = code.FlagInPlace | code.FlagDirect
	if o.Form != code.FormALU || o.Class != code.ClassRaw || o.Flags != want || o.Full&^(r.Channels>>o.Off|o.NoMask) != 0 {
		return false
	}
	for k := range int(o.N) {
		v := w.dword(r, &o.Src[0], k)
		switch o.Kern {
		case code.KernMov:
		case code.KernAdd:
			v += w.dword(r, &o.Src[1], k)
		case code.KernAddSpread:
			v += w.dword(r, &o.Src[1], 0)
		default:
			return false
		}
		binary.LittleEndian.PutUint32(r.Registers[int(o.Dst.Addr)+4*k:], v)
	}
	return true
}

// dword is element k of a row.
func (w *adderWorker) dword(r *eu.Run, s *code.Source, k int) uint32 {
	at := int(s.Addr) + 4*k
	if s.Space == code.SpaceConsts {
		return uint32(w.Consts[at/8] >> (at % 8 * 8))
	}
	return binary.LittleEndian.Uint32(r.Registers[at:])
}

// TestAnotherEngine: an engine that shares threads and steps what it does not know gives what every
// kernel has to give, in as many instructions.
func TestAnotherEngine(t *testing.T) {
	own := 0
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		bytes := read(t, c.Stem+".dat")
		plain, err := load.FromNative(c.Name, bytes, native.SKL)
		require.NoError(t, err)
		want, err := session(t, c, 1).Run(context.Background(), plain)
		require.NoError(t, err, c.Name)
		p, err := load.FromNative(c.Name, bytes, native.SKL)
		require.NoError(t, err)
		p.Engine = adder{p.Engine.(*eu.Program), &own}
		got, err := session(t, c, 1).Run(context.Background(), p)
		require.NoError(t, err, c.Name)
		assert.Equal(t, want.Compared, got.Compared, c.Name)
		assert.Equal(t, want.Instructions, got.Instructions, c.Name)
	}
	floor.Exact(t, "ops of another engine in "+corpus.Which(), own)
}
