package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// callTo and retBy have their link in a general register.
func callTo(to int32, link int) native.Inst {
	in := branchTo(native.OpCall, to, 0)
	in.Dst = dst(link, native.UD)
	return in
}

func retBy(link int) native.Inst {
	in := branchTo(native.OpRet, 0, 0)
	in.Src[0] = one(link, 0, native.UD)
	return in
}

// TestPredicatedRet: the lanes that return first wait behind the call until the
// last one of it returns; the thread ends with all of them.
func TestPredicatedRet(t *testing.T) {
	insts := []native.Inst{
		callTo(3, 20), addTo(100), eot(),
		predicated(retBy(20), 0, false), addTo(1), retBy(20),
	}
	for mask, want := range map[uint32][]int32{
		0x0F: {100, 100, 100, 100, 101, 101, 101, 101},
		0x00: {101, 101, 101, 101, 101, 101, 101, 101},
		0xFF: {100, 100, 100, 100, 100, 100, 100, 100},
	} {
		start := func() *rig {
			p, err := loadInsts("ret", native.SKL, insts)
			require.NoError(t, err)
			r := rigOf(p, 0xFF)
			*r.flagWord(0) = mask
			return r
		}
		assert.Equal(t, want, get[int32](start().run(t), 10, 8), "predicate %#x", mask)
		r := start()
		_, err := r.w.Resume(0, 2)
		require.NoError(t, err)
		other := start()
		require.NoError(t, other.w.Load(0, other.env, r.w.Save(0, nil)))
		assert.Equal(t, want, get[int32](other.run(t), 10, 8), "predicate %#x, saved behind ret", mask)
	}
}

// TestRetRefusals: what the reference does not say about ret is not run.
func TestRetRefusals(t *testing.T) {
	narrow := predicated(retBy(20), 0, false)
	narrow.ExecSize = 4
	for want, insts := range map[string][]native.Inst{
		"ip 0x00030: ret (4|M0): not modelled: predicated ret of fewer elements than active channels": {
			callTo(3, 20), addTo(100), eot(), narrow, retBy(20)},
		"ip 0x00040: ret (8|M0): not modelled: ret while other channels of the call wait in the subroutine": {
			callTo(3, 20), addTo(100), eot(), predicated(branchTo(native.OpGoto, 2, 2), 0, false), retBy(20), branchTo(native.OpJoin, 1, 0), retBy(20)},
	} {
		p, err := loadInsts("ret", native.SKL, insts)
		require.NoError(t, err)
		r := rigOf(p, 0xFF)
		*r.flagWord(0) = 0x3
		_, err = r.w.Resume(0, 20)
		var no *code.UnmodelledError
		require.ErrorAs(t, err, &no)
		assert.EqualError(t, err, want)
	}
}

func jumpOver(n int32) native.Inst {
	in := branchTo(native.OpJmpi, n, 0)
	in.ExecSize = 1
	return in
}
