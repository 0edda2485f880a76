package interp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// imageDecls is decls with a sampler and a variable of halfs.
var imageDecls = strings.Replace(decls, ".input", ".decl S1 v_type=S num_elts=2\n.decl H v_type=G type=hf num_elts=64 align=GRF\n.input", 1)

// forge parses a body and changes its first instruction in a way that no text can.
func forge(t *testing.T, body string, change func(in *visa.Inst, k *visa.Kernel)) *visa.Kernel {
	t.Helper()
	k, err := asm.Parse("k.visaasm", []byte(imageDecls+lines(body)+finish))
	require.NoError(t, err, body)
	change(&k.Insts[1], k)
	return k
}

func arg(i int, change func(o *visa.Operand)) func(*visa.Inst, *visa.Kernel) {
	return func(in *visa.Inst, _ *visa.Kernel) { change(&in.Args[i]) }
}

// TestForgedInstructions: kernels that break rules that texts cannot break are refused with
// what is wrong. Variables, addresses, predicates, surfaces and samplers are counted with the
// predefined ones.
func TestForgedInstructions(t *testing.T) {
	v := func(n int32) func(*visa.Operand) { return func(o *visa.Operand) { o.Var = n } }
	for _, c := range []struct {
		body   string
		change func(in *visa.Inst, k *visa.Kernel)
		want   string
	}{
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(1, v(-1)), "mov: variable index -1: there are 55"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(1, v(55)), "mov: variable index 55: there are 55"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(0, v(55)), "mov: variable index 55: there are 55"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(0, func(o *visa.Operand) { o.Region.H = 0 }), "mov: destination stride 0"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Args = in.Args[:1] }, "mov: 1 operands: the op has 2"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Exec.Size = 64 }, "mov: execution size 64 at lane 0: lanes end at 32"},
		{"mov (M2, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Exec.Size = 32 }, "mov: execution size 32 at lane 4: lanes end at 32"},
		{"(P1) mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Pred.Var = 4 }, "mov: predicate index 4: there are 3"},
		{"(P1) mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Pred.Var = -1 }, "mov: predicate index -1: there are 3"},
		{"mov (M1, 8) OUT(3,1)<1> IN(0,0)<1;1,0>", arg(0, func(*visa.Operand) {}), "mov: operand reaches byte 132 of OUT, which has 128"},
		{"mov (M1, 8) OUT(0,0)<1> IN(3,1)<1;1,0>", arg(0, func(*visa.Operand) {}), "mov: operand reaches byte 132 of IN, which has 128"},
		{"mov (M1_NM, 1) OUT(0,0)<1> P1", arg(1, v(0)), "mov: predicate index 0: there are 3"},
		{"mov (M1_NM, 1) OUT(0,0)<1> P1", arg(1, v(4)), "mov: predicate index 4: there are 3"},
		{"setp (M1_NM, 32) P1 0x0:ud", arg(0, v(0)), "setp: predicate index 0: there are 3"},
		{"setp (M1_NM, 32) P1 0x0:ud", arg(0, v(4)), "setp: predicate index 4: there are 3"},
		{"addr_add (M1_NM, 1) A0(0)<1> &IN 0x0:uw", arg(0, v(1)), "addr_add: address variable index 1: there are 1"},
		{"addr_add (M1_NM, 1) A0(0)<1> &IN 0x0:uw", arg(0, v(-1)), "addr_add: address variable index -1: there are 1"},
		{"addr_add (M1_NM, 1) A0(0)<1> &IN 0x0:uw", arg(0, func(o *visa.Operand) { o.Off = -1 }), "addr_add: address elements -1 to -1 of A0, which has 16"},
		{"addr_add (M1_NM, 2) A0(15)<1> &IN 0x0:uw", arg(0, func(*visa.Operand) {}), "addr_add: address elements 15 to 16 of A0, which has 16"},
		{"mov (M1, 8) r[A0(0),0]<1>:ud 0x1:ud", arg(0, func(o *visa.Operand) { o.Region.H = 0 }), "mov: destination region <0;0,0>"},
		{"movs (M1_NM, 1) T6(0) 0x0:ud", arg(0, v(7)), "movs: surface variable index 7: there are 7"},
		{"movs (M1_NM, 1) T6(0) 0x0:ud", arg(0, v(-1)), "movs: surface variable index -1: there are 7"},
		{"movs (M1_NM, 1) T6(0) 0x0:ud", arg(0, func(o *visa.Operand) { o.Off = 1 }), "movs: elements 1 to 1 of T6, which has 1"},
		{"movs (M1_NM, 2) S1(0) 0x0:ud", arg(0, func(o *visa.Operand) { o.Off = 1 }), "movs: elements 1 to 2 of S1, which has 2"},
		{"movs (M1_NM, 2) S1(0) 0x0:ud", arg(0, v(-1)), "movs: sampler variable index -1: there are 1"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(1, v(7)), "surface variable index 7: there are 7"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(1, v(-1)), "surface variable index -1: there are 7"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(4, func(o *visa.Operand) { o.Off = -1 }), "operand starts at byte -1 of OUT, which has 128"},
		{"goto (M1, 32) main", arg(0, v(9)), "goto: branch to label 9, which is not defined"},
		{"goto (M1, 32) main", arg(0, v(-1)), "goto: branch to label -1, which is not defined"},
		{"switchjmp (M1, 1) IN(0,0)<0;1,0> (main, main)", arg(1, v(9)), "switchjmp: branch to label 9, which is not defined"},
		{"switchjmp (M1, 1) IN(0,0)<0;1,0> (main, main)", arg(2, v(-1)), "switchjmp: branch to label -1, which is not defined"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", func(in *visa.Inst, _ *visa.Kernel) { in.Op = visa.EndOps }, "there are"},
		// Messages on images.
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(2, v(7)), "surface variable index 7: there are 7"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(0, func(o *visa.Operand) { o.Imm = 0 }), "channels 0x0: want 1 to 0xf"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(0, func(o *visa.Operand) { o.Imm = 16 }), "channels 0x10: want 1 to 0xf"},
		{"load_lz.RG (M1, 8) 0x0:uw T6 OUT.96 IN.0", arg(0, func(*visa.Operand) {}), "operand dst reaches byte 160 of OUT, which has 128"},
		{"load_lz.R (M1, 16) 0x0:uw T6 OUT.0 IN.96", arg(0, func(*visa.Operand) {}), "operand params reaches byte 160 of IN, which has 128"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(5, func(o *visa.Operand) { o.Off = -4 }), "operand params reaches byte 28 of IN, which has 128"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(5, v(55)), "variable index 55: there are 55"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(5, v(-1)), "variable index -1: there are 55"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(3, v(55)), "variable index 55: there are 55"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(3, v(-1)), "variable index -1: there are 55"},
		{"resinfo.R (M1, 8) T6 IN.0 OUT.0", arg(3, v(55)), "variable index 55: there are 55"},
		{"gather4_typed.R (M1, 8) T6 IN.0 %null.0 %null.0 %null.0 OUT.0", arg(6, v(55)), "variable index 55: there are 55"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(4, v(55)), "variable index 55: there are 55"},
		{"load_lz.R (M1, 8) 0x0:uw T6 %null.0 IN.0", arg(0, func(*visa.Operand) {}), "operand dst is %null"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0 IN.0 IN.0 IN.0", arg(0, func(*visa.Operand) {}), "4 parameters of sampler message ld_lz: legal are up to 3"},
		{"sample_lz.R (M1, 8) 0x0:uw S1 T6 OUT.0 IN.0", arg(3, v(1)), "sampler variable index 1: there are 1"},
		{"sample_lz.R (M1, 8) 0x0:uw S1 T6 OUT.0 IN.0", arg(3, v(-1)), "sampler variable index -1: there are 1"},
		{"scatter4_typed.R (M1, 8) T6 IN.0 %null.0 %null.0 %null.0 %null.0", arg(0, func(*visa.Operand) {}), "operand src is %null"},
		{"scatter4_typed.RG (M1, 8) T6 IN.0 %null.0 %null.0 %null.0 OUT.96", arg(0, func(*visa.Operand) {}), "operand src reaches byte 160 of OUT, which has 128"},
		{"gather4_typed.R (M1, 8) T6 IN.0 IN.100 %null.0 %null.0 OUT.0", arg(0, func(*visa.Operand) {}), "operand v reaches byte 132 of IN, which has 128"},
		{"typed_atomic.add (M1, 8) T6 IN.0 %null.0 %null.0 %null.0 IN.100 %null.0 OUT.0", arg(0, func(*visa.Operand) {}), "operand src0 reaches byte 132 of IN, which has 128"},
		{"media_ld.nomod (8,8) T6 0 0x0:ud 0x0:ud OUT.96", arg(0, func(*visa.Operand) {}), "operand dst reaches byte 160 of OUT, which has 128"},
		{"media_ld.nomod (8,8) T6 0 0x0:ud 0x0:ud %null.0", arg(0, func(*visa.Operand) {}), "the block's registers are %null"},
		{"media_ld.nomod (64,5) T6 0 0x0:ud 0x0:ud OUT.0", arg(0, func(*visa.Operand) {}), "block of 64 bytes and 5 rows: want 1 to 64 of each, and rows of the next power of two bytes that are 256 together"},
		{"media_st.nomod (65,1) T6 0 0x0:ud 0x0:ud OUT.0", arg(0, func(*visa.Operand) {}), "block of 65 bytes and 1 rows: want 1 to 64"},
		{"media_st.nomod (0,1) T6 0 0x0:ud 0x0:ud OUT.0", arg(0, func(*visa.Operand) {}), "block of 0 bytes and 1 rows: want 1 to 64"},
		{"media_st.nomod (1,0) T6 0 0x0:ud 0x0:ud OUT.0", arg(0, func(*visa.Operand) {}), "block of 1 bytes and 0 rows: want 1 to 64"},
		{"media_st.nomod (1,65) T6 0 0x0:ud 0x0:ud OUT.0", arg(0, func(*visa.Operand) {}), "block of 1 bytes and 65 rows: want 1 to 64"},
	} {
		_, err := interp.New(forge(t, c.body, c.change))
		var invalid *interp.InvalidError
		if assert.ErrorAs(t, err, &invalid, "%s: %s", c.body, c.want) {
			assert.ErrorContains(t, err, c.want, c.body)
			assert.Equal(t, "k.visaasm", invalid.File)
		}
	}
}

// TestRefusedForms: valid instructions in forms that the interpreter does not have stop the
// thread that comes to them.
func TestRefusedForms(t *testing.T) {
	for _, c := range []struct {
		body   string
		change func(in *visa.Inst, k *visa.Kernel)
		want   string
	}{
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(1, func(o *visa.Operand) { o.Kind = visa.Raw }), "source operand of kind"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(0, func(o *visa.Operand) { o.Kind = visa.Raw }), "destination operand of kind"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(0, func(o *visa.Operand) { o.Type = visa.VF }), "destination operand of type vf"},
		{"mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", arg(1, func(o *visa.Operand) { o.Var = visa.VarSR0 }), "%sr0 before element 2"},
		{"mov (M1, 1) OUT(0,0)<1> IN(0,0)<0;1,0>", arg(0, func(o *visa.Operand) { o.Var = visa.VarTSC }), "writing %tsc"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(2, func(o *visa.Operand) { o.Type = visa.F }), "scalar operand of type f"},
		{"gather4_scaled.R (M1, 8) T6 0x0:ud IN.0 OUT.0", arg(2, func(o *visa.Operand) { o.Kind, o.Var = visa.Predicate, 1 }), "scalar operand of kind"},
		{"div.sat (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0> 0x1:ud", arg(1, func(*visa.Operand) {}), "saturation as ud; legal is a float type"},
		{"add.sat (M1, 1) OUTUQ(0,0)<1> INQ(0,0)<0;1,0> INQ(0,0)<0;1,0>", arg(0, func(*visa.Operand) {}), "saturation of unsigned 64-bit sources"},
		{"and (M1, 8) OUTF(0,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>", arg(0, func(*visa.Operand) {}), "an operation on f"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 H.0", arg(0, func(*visa.Operand) {}), "parameters of 16 bits: those of H are"},
		{"load_lz.R (M1, 8) 0x0:uw T6 OUT.0 IN.0", arg(1, func(o *visa.Operand) { o.Type = visa.F }), "scalar operand of type f"},
		{"faddr nowhere OUTUQ(0,0)<1>", arg(0, func(*visa.Operand) {}), `the address of "nowhere", which the program does not define`},
		{"fcall (M1, 32) nowhere 0 0", arg(0, func(*visa.Operand) {}), `function "nowhere", whose text is not linked`},
		{"fcall (M1, 32) nowhere 0 0", func(in *visa.Inst, _ *visa.Kernel) { in.Args[0].Var = 999 }, `function "", whose text is not linked`},
		{"fcall (M1, 32) nowhere 0 0", func(in *visa.Inst, _ *visa.Kernel) { in.Args[0].Var = -1 }, `function "", whose text is not linked`},
		{"ifcall (M1, 32) INF(0,0)<0;1,0> 0 0", arg(0, func(*visa.Operand) {}), "scalar operand of type f"},
	} {
		k, err := asm.Parse("k.visaasm", []byte(imageDecls+lines(c.body)+finish))
		if !assert.NoError(t, err, c.body) {
			continue
		}
		c.change(&k.Insts[1], k)
		w := start(t, k)
		s := dispatch.Step{Values: true}
		w.(dispatch.Watcher).Before(0, &s)
		assert.Equal(t, 1, s.Index, c.body)
		assert.Empty(t, s.Sources, c.body)
		_, err = w.Resume(0, 9)
		if assert.ErrorIs(t, err, errors.ErrUnsupported, c.body) {
			assert.ErrorContains(t, err, c.want, c.body)
		}
		w.(dispatch.Watcher).After(0, &s)
		assert.Empty(t, s.Dests, c.body)
	}
}
