package lower_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestCorpus compiles every kernel of the subset: the allocation verifies,
// the bytes decode to the program that was encoded, and a second run gives the
// same bytes.
func TestCorpus(t *testing.T) {
	for i, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		if testing.Short() && i%2 != 0 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			k := parse(t, c.Stem+".visaasm")
			r, err := lower.Compile(k, native.SKL, lower.Options{Alloc: regalloc.Options{Verify: true}})
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(native.SKL, r.Code)
			require.NoError(t, err)
			require.Len(t, insts, r.Stats.Instructions)
			for i := range insts {
				assert.Equal(t, r.Program.Insts[i].Op, insts[i].Op)
				assert.Equal(t, r.Program.Insts[i].JIP, insts[i].JIP)
				assert.Equal(t, r.Program.Insts[i].UIP, insts[i].UIP)
			}
			assert.Empty(t, native.Check(native.SKL, insts))
			if !testing.Short() {
				again, err := lower.Compile(parse(t, c.Stem+".visaasm"), native.SKL, lower.Options{})
				require.NoError(t, err)
				assert.Equal(t, r.Code, again.Code)
			}
			peer, err := os.ReadFile(c.Stem + ".dat")
			require.NoError(t, err)
			theirs, _, err := native.DecodeAll(native.SKL, peer)
			require.NoError(t, err)
			t.Logf("%d instructions, %d bytes; the reference compiler %d, %d", len(insts), len(r.Code), len(theirs), len(peer))
		})
	}
}

const header = `.version 4.1
.kernel "k"
.decl V0032 v_type=G type=ud num_elts=16 align=hword
.decl V0033 v_type=G type=uq num_elts=16 align=hword
.decl F v_type=G type=f num_elts=16 align=hword
.decl DF v_type=G type=df num_elts=16 align=hword
.decl Q v_type=G type=q num_elts=16 align=hword
.decl W v_type=G type=uw num_elts=16 align=hword
.decl B v_type=G type=b num_elts=32 align=hword
.decl A0 v_type=A num_elts=8
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=32
.decl T6 v_type=T num_elts=1
.kernel_attr SimdSize=16
.function "_main_0"
_main_0:
`

// TestUnsupported: what has no lowering is an error that names the op, the
// missing thing and its place.
func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ op, inst, want string }{
		{"svm_gather", "svm_gather.4.1 (M1, 32) V0033.0 V0032.0", "scattered message of 32 lanes: want at most 16$"},
		{"movs", "movs (M1_NM, 2) T6(0) V0032(0,0)<1;1,0>\n gather4_scaled.R (M1, 16) T6 0x0:ud V0032.0 V0032.0", "movs of other than one number"},
		{"gather4_scaled", "gather4_scaled.R (M1, 16) T6 0x0:ud V0032.0 V0032.0", "surface T6, whose binding table index nothing says"},
		{"sel", "sel (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud", "sel without a predicate"},
		{"add", "(P1.any) add (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud", "combined over lanes"},
		{"mov", "mov (M1, 16) V0032(0,0)<1> %color(0,0)<0;1,0>", "predefined variable %color"},
		{"add", "add.sat (M1, 8) V0033(0,0)<1> V0033(0,0)<1;1,0> 0x1:ud", "saturation of 64-bit integers"},
		{"mov", "mov (M1, 8) F(0,0)<1> (-)V0033(0,0)<1;1,0>", "negated unsigned 64-bit source of a float: want a type with sign$"},
		{"mul", "mul.sat (M1, 16) V0032(0,0)<1> (-)V0032(0,0)<1;1,0> V0032(0,0)<1;1,0>", "saturation of a product of dwords with a sum or modifiers that 64 bits do not hold$"},
		{"mad", "mad.sat (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> V0032(0,0)<1;1,0> (-)V0032(0,0)<1;1,0>", "saturation of a product of dwords with a sum or modifiers that 64 bits do not hold$"},
		{"mov", "mov (M1, 4) V0033(0,0)<4> V0033(0,0)<1;1,0>", "operand over more than 2 registers in 4 channels"},
		{"mov", "(P1) mov (M5, 16) V0032(0,0)<1> V0032(0,0)<1;1,0>\nsetp (M1, 16) P1 0x0:ud", "lane 31 of predicate P1"},
		{"cmp", "cmp.eq (M5, 16) P1 V0032(0,0)<1;1,0> 0x1:ud", "lane 31 of predicate P1 with 16 elements$"},
		{"and", "and (M5, 16) P2 P2 P1\nsetp (M1, 16) P1 0x0:ud", "lane 31 of predicate P1 with 16 elements$"},
		{"and", "and (M5, 16) P1 P2 P2", "lane 31 of predicate P1 with 16 elements$"},
		{"setp", "setp (M5, 16) P1 0x0:ud", "lane 31 of predicate P1 with 16 elements$"},
		{"setp", "setp (M3, 8) P2 0x1:ud", "setp of 8 lanes from 8: want 16 lanes, or to begin at lane 0$"},
		{"and", "(P1) and (M1, 16) P2 P2 P1", "predicated operation on predicates$"},
		{"and", "and (M1, 16) P2 P2 V0032(0,0)<1;1,0>", "predicate and other operand in one instruction: want predicates only$"},
		{"sin", "sin (M1, 8) DF(0,0)<1> DF(0,0)<1;1,0>", "type df of the result: want f or hf$"},
		{"mod", "mod (M1, 8) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>", "type f of the result: want integers of at most 32 bits$"},
		{"sqrt", "sqrt (M1, 8) DF(0,0)<1> DF(0,0)<1;1,0>", "type df of the result: want f or hf$"},
		{"sqrt", "sqrt (M1, 8) V0032(0,0)<1> V0032(0,0)<1;1,0>", "type ud of the result: want f or hf$"},
		{"rol", "rol (M1, 8) W(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud", "rotation other than of plain dwords or words$"},
		{"rol", "rol (M1, 8) V0032(0,0)<1> W(0,0)<1;1,0> 0x1:ud", "rotation other than of plain dwords or words$"},
		{"ror", "ror (M1, 8) V0032(0,0)<1> V0032(0,0)<1;1,0> (-)V0032(0,0)<1;1,0>", "rotation other than of plain dwords or words$"},
		{"ror", "ror (M1, 8) V0032(0,0)<1> (-)V0032(0,0)<1;1,0> 0x1:ud", "rotation other than of plain dwords or words$"},
		{"addr_add", "addr_add (M1_NM, 1) A0(0)<1> &T6 0x0:uw", "address of a surface or sampler$"},
		{"addr_add", "addr_add (M1_NM, 1) A0(0)<1> &%color 0x0:uw", "predefined variable %color$"},
		{"svm_atomic", "svm_atomic.add (M1, 16) V0033.0 V0032.0 %null.0 %null.0", "svm_atomic of 16 lanes: want at most 8$"},
		{"gather4_scaled", "gather4_scaled.R (M1, 32) %slm 0x0:ud V0032.0 V0032.0", "scattered message of 32 lanes: want at most 16$"},
		{"gather_scaled", "gather_scaled.1 (M1, 32) %slm 0x0:ud V0032.0 V0032.0", "scattered message of 32 lanes: want at most 16$"},
		{"gather_scaled", "gather_scaled.1 (M1, 16) %slm 0x0:ud %color.0 V0032.0", "predefined variable %color$"},
		{"cmp", "cmp.lt (M1, 8) P1 V0033(0,0)<1;1,0> Q(0,0)<1;1,0>", "comparison of unsigned 64-bit with signed numbers$"},
		{"max", "max (M1, 8) V0033(0,0)<1> (-)V0033(0,0)<1;1,0> V0033(0,0)<1;1,0>", "comparison of unsigned 64-bit with signed numbers$"},
		{"ifcall", "ifcall (M1, 8) V0033(0,0)<0;1,0> 1 1", "a call of an address in a program .*$"},
		{"fcall", "fcall (M1, 8) away 1 1", "a call of code that is not linked: .*$"},
		{"mov", "mov (M1, 8) V0032(0,0)<1> 0x1:bf", "type bf$"},
	} {
		k, err := asm.Parse("k.visaasm", []byte(header+c.inst+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		var u *lower.UnsupportedError
		if assert.ErrorAs(t, err, &u, c.inst) {
			before, after, two := strings.Cut(c.inst, "\n")
			line, at := 1+strings.Count(header, "\n"), before
			if two && !strings.Contains(before, c.op+" ") && strings.Contains(after, c.op) && u.Line != int32(line) {
				line, at = line+1, after
			}
			place := fmt.Sprintf(`^k\.visaasm:%d:%d: error: `, line, 1+strings.Index(at, c.op))
			assert.Regexp(t, place+c.op+`: not supported: .*`+strings.Replace(c.want, "$", ` \(kernel k, pass \w+\)$`, 1), err.Error())
			assert.Equal(t, int32(line), u.Line)
			assert.Equal(t, c.op, u.Op.String())
		}
	}
}

// TestAtomicCodes: codes that no text has.
func TestAtomicCodes(t *testing.T) {
	for _, c := range []struct {
		inst string
		code uint64
		ok   bool
	}{
		{"dword_atomic.add (M1, 16) %slm V0032.0 V0032.0 %null.0 %null.0", 0x05, true},
		{"dword_atomic.add (M1, 16) %slm V0032.0 V0032.0 %null.0 %null.0", 0x0d, false},
		{"dword_atomic.add (M1, 16) %slm V0032.0 V0032.0 %null.0 %null.0", 0x20, false},
		{"dword_atomic.add (M1, 16) %slm V0032.0 V0032.0 %null.0 %null.0", 0x40, false},
		{"svm_atomic.add (M1, 8) V0033.0 %null.0 V0032.0 %null.0", 0x45, true},
		{"svm_atomic.add (M1, 8) V0033.0 %null.0 V0032.0 %null.0", 0x11, true},
		{"svm_atomic.add (M1, 8) V0033.0 %null.0 V0032.0 %null.0", 0x51, false},
		{"svm_atomic.add (M1, 8) V0033.0 %null.0 V0032.0 %null.0", 0x20, false},
		{"svm_atomic.add (M1, 8) V0033.0 %null.0 V0032.0 %null.0", 0x1f, false},
	} {
		k, err := asm.Parse("k.visaasm", []byte(header+c.inst+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		k.Insts[1].Arg(visa.ArgOp).Imm = c.code
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		if c.ok {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, fmt.Sprintf("not supported: atomic operation %#x (", c.code))
		}
	}
}

// TestReadsNull: a message cannot read %null, which is a fault of the text.
func TestReadsNull(t *testing.T) {
	for _, inst := range []string{
		"gather_scaled.1 (M1, 16) %slm 0x0:ud %null.0 V0032.0", "scatter4_scaled.R (M1, 16) %slm 0x0:ud V0032.0 %null.0",
		"dword_atomic.add (M1, 16) %slm V0032.0 %null.0 %null.0 %null.0", "oword_st (1) %slm 0x0:ud %null.0",
	} {
		k, err := asm.Parse("k.visaasm", []byte(header+inst+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		op, _, _ := strings.Cut(inst, ".")
		op, _, _ = strings.Cut(op, " ")
		assert.ErrorContains(t, err, "k.visaasm:17:1: error: "+op+" reads %null: want a variable that holds the data or addresses")
		assert.NotErrorIs(t, err, errors.ErrUnsupported)
	}
}

// TestLacking: a target without code is refused with the fact that it lacks.
func TestLacking(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(header+"ret (M1, 1)\n"))
	require.NoError(t, err)
	lacking := map[native.Target]string{
		native.CNL: "whose DwordMul nobody knows",
	}
	for target := range native.NumTargets {
		_, err := lower.Compile(k, target, lower.Options{})
		why, lacks := lacking[target]
		assert.Equal(t, !lacks, lower.Supported(target), target)
		if !lacks {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorAs(t, err, new(*lower.UnsupportedError))
		assert.ErrorContains(t, err, "not supported: code for target "+target.String()+", "+why+": want one of [ivb hsw bdw skl bxt icl lkf tgl dg2 mtl arl]")
	}
}

// TestBadLabel: a branch to a label that the kernel never places.
func TestBadLabel(t *testing.T) {
	k := parse(t, filepath.Join("testdata", "flow.visaasm"))
	for i := range k.Insts {
		if name := k.Insts[i].Op.String(); name == "label" {
			k.Insts = append(k.Insts[:i], k.Insts[i+1:]...)
			break
		}
	}
	_, err := lower.Compile(k, native.SKL, lower.Options{})
	require.Error(t, err)
	assert.False(t, errors.As(err, new(*lower.UnsupportedError)))
	assert.ErrorContains(t, err, "label L_else is not defined")
}
