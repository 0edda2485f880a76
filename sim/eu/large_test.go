package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// accReg is an accumulator as an operand.
func accReg(n int32, ty native.Type, dst bool) native.Operand {
	o := arf(native.ARFAcc0+n, 0, ty)
	if dst {
		o.Region = native.Dst1
	}
	return o
}

// loadLarge is a thread of 256 registers.
func loadLarge(t *testing.T, insts ...native.Inst) *rig {
	t.Helper()
	p, err := LoadFile("large", native.DG2, 256, append(insts, gatewayEnd()))
	require.NoError(t, err)
	require.Empty(t, p.Stops)
	require.Equal(t, 256, p.GRFs())
	return rigOf(p, 0xFF)
}

// TestLargeFile: a thread has registers behind r127, also by address, and their end is the file's.
func TestLargeFile(t *testing.T) {
	byAddress := dst(0, native.D)
	byAddress.Indirect, byAddress.AddrImm = true, 8
	r := loadLarge(t,
		ins(native.OpAdd, 8, dst(200, native.D), vec(128, native.D), vec(255, native.D)),
		scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(250*32, native.UW))),
		scalar(ins(native.OpMov, 1, byAddress, imm(77, native.D))),
	)
	set(set(r, 128, seq(10, 8)...), 255, seq(1000, 8)...).run(t)
	assert.Equal(t, []int32{1010, 1012, 1014, 1016, 1018, 1020, 1022, 1024}, get[int32](r, 200, 8))
	assert.Equal(t, []int32{0, 0, 77}, get[int32](r, 250, 3))
	assert.Equal(t, make([]int32, 8), get[int32](r, 72, 8), "r72 is another register")

	for at, want := range map[uint64]string{250 * 32: "", 256*32 - 8: "indirect operand reaches register bytes 8192 to 8195 of a file of 8192"} {
		r := loadLarge(t, scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(at, native.UW))), scalar(ins(native.OpMov, 1, byAddress, imm(77, native.D))))
		_, err := r.w.Resume(0, 100)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
	named, err := LoadInsts("k", native.DG2, []native.Inst{ins(native.OpMov, 8, dst(128, native.D), imm(1, native.D)), gatewayEnd()})
	require.NoError(t, err)
	assert.Equal(t, 256, named.GRFs(), "that the code names")
	_, err = LoadFile("k", native.DG2, 128, named.Insts)
	assert.ErrorContains(t, err, "operand r128.0 reaches byte 4128 of a register file of 4096")
	_, err = LoadFile("k", native.DG2, 256, []native.Inst{ins(native.OpMov, 16, dst(255, native.D), imm(1, native.D)), gatewayEnd()})
	assert.ErrorContains(t, err, "operand r255.0 reaches byte 8224 of a register file of 8192")
	_, err = LoadFile("k", native.TGL, 256, []native.Inst{eot()})
	assert.EqualError(t, err, "k: 256 registers a thread: legal on tgl are [128]")

	system, err := rigOf(named, 1).prog.Routine([]native.Inst{gatewayEnd()})
	require.NoError(t, err)
	assert.Equal(t, 256, system.GRFs(), "with a system routine")
}

// TestLargeAccumulators: a thread of 256 registers has acc0 to acc7, each of its own kind and with the bits above
// its integers; one of 128 has four.
func TestLargeAccumulators(t *testing.T) {
	insts := []native.Inst{
		ins(native.OpAdd, 8, accReg(7, native.UD, true), vec(130, native.UD), vec(130, native.UD)),
		ins(native.OpAdd, 8, accReg(4, native.W, true), vec(131, native.W), imm(2, native.W)),
		ins(native.OpMul, 8, accReg(6, native.F, true), vec(132, native.F), imm(0x40000000, native.F)),
		ins(native.OpShr, 8, dst(140, native.UD), accReg(7, native.UD, false), imm(1, native.UW)), // with the carry
		ins(native.OpMov, 8, dst(141, native.W), accReg(4, native.W, false)),
		ins(native.OpMov, 8, dst(142, native.F), accReg(6, native.F, false)),
	}
	r := loadLarge(t, insts...)
	set(set(set(r, 130, repeat(0x80000001, 8)...), 131, []int16{1, 2, 3, 4, 5, 6, 7, 8}...), 132, []float32{1, 2, 3, 4, 5, 6, 7, 8}...).run(t)
	assert.Equal(t, repeat(0x80000001, 8), get[uint32](r, 140, 8))
	assert.Equal(t, []int16{3, 4, 5, 6, 7, 8, 9, 10}, get[int16](r, 141, 8))
	assert.Equal(t, []float32{2, 4, 6, 8, 10, 12, 14, 16}, get[float32](r, 142, 8))

	mixed := loadLarge(t, insts[2], ins(native.OpMov, 8, dst(20, native.D), accReg(6, native.D, false)))
	_, err := mixed.w.Resume(0, 100)
	require.ErrorContains(t, err, "reading the accumulator as another kind of type than it was written")
	assert.ErrorContains(t, refusedXe(t, native.DG2, ins(native.OpMov, 8, accReg(4, native.F, true), vec(1, native.F))), "move of acc2 to acc9")
}

// TestSavedLargeThread: a thread of 256 registers that stops at any instruction goes on in another worker; the state is of
// such a thread alone.
func TestSavedLargeThread(t *testing.T) {
	insts := []native.Inst{
		ins(native.OpAdd, 8, dst(255, native.UD), vec(128, native.UD), imm(5, native.UD)),
		ins(native.OpAdd, 8, accReg(7, native.UD, true), vec(255, native.UD), vec(255, native.UD)),
		ins(native.OpAdd, 8, dst(127, native.UD), vec(255, native.UD), imm(1, native.UD)),
		ins(native.OpShr, 8, dst(200, native.UD), accReg(7, native.UD, false), imm(1, native.UW)),
	}
	for stop := 1; stop <= len(insts); stop++ {
		r := loadLarge(t, insts...)
		set(r, 128, repeat(0x80000000, 8)...)
		_, err := r.w.Resume(0, stop)
		require.NoError(t, err)
		state := r.w.Save(0, nil)
		require.Len(t, state, 0x2000+4096)
		other := rigOf(New(r.prog), 0xFF)
		require.NoError(t, other.w.Load(0, other.env, state))
		other.run(t)
		assert.Equal(t, repeat(0x80000005, 8), get[uint32](other, 255, 8), "stopped at %d", stop)
		assert.Equal(t, repeat(0x80000005, 8), get[uint32](other, 200, 8), "stopped at %d", stop)
		assert.Equal(t, repeat(0x80000006, 8), get[uint32](other, 127, 8), "stopped at %d", stop)
		assert.ErrorContains(t, other.w.Load(0, other.env, state[:0x2000]), "8192 bytes: want 12288")
	}
	end := []native.Inst{gatewayEnd()}
	small, err := LoadFile("k", native.DG2, 128, end)
	require.NoError(t, err)
	large, err := LoadFile("k", native.DG2, 256, end)
	require.NoError(t, err)
	assert.NotEqual(t, fingerprint(small.Program), fingerprint(large.Program))
}
