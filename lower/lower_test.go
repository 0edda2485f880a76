package lower_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestCorpus compiles every kernel of the subset: the allocation verifies,
// the bytes decode to the program that was encoded, and a second run gives the
// same bytes.
func TestCorpus(t *testing.T) {
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
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
			again, err := lower.Compile(parse(t, c.Stem+".visaasm"), native.SKL, lower.Options{})
			require.NoError(t, err)
			assert.Equal(t, r.Code, again.Code)
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
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.kernel_attr SimdSize=16
.function "_main_0"
_main_0:
`

// TestUnsupported: what has no lowering is an error that names the op, the
// missing thing and its place.
func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ op, inst, want string }{
		{"svm_gather", "svm_gather.4.1 (M1, 8) V0033.0 V0032.0", "scattered messages on 64-bit addresses"},
		{"movs", "movs (M1_NM, 1) T6(0) V0032(0,0)<0;1,0>\n gather4_scaled.R (M1, 16) T6 0x0:ud V0032.0 V0032.0", "constant"},
		{"gather4_scaled", "gather4_scaled.R (M1, 16) T6 0x0:ud V0032.0 V0032.0", "binding table index is not a constant"},
		{"sel", "sel (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud", "sel without a predicate"},
		{"add", "(P1.any) add (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud", "combined over lanes"},
		{"mov", "mov (M1, 16) V0032(0,0)<1> %hw_id(0,0)<0;1,0>", "predefined variable %hw_id"},
		{"add", "add.sat (M1, 8) V0033(0,0)<1> V0033(0,0)<1;1,0> 0x1:ud", "saturation of 64-bit integers"},
		{"mul", "mul.sat (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> V0032(0,0)<1;1,0>", "saturation of a product of dwords"},
		{"mad", "mad.sat (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud 0x2:ud", "saturation of an integer mad"},
		{"mov", "mov (M1, 4) V0033(0,0)<4> V0033(0,0)<1;1,0>", "operand over more than 2 registers in 4 channels"},
		{"mov", "(P1) mov (M5, 16) V0032(0,0)<1> V0032(0,0)<1;1,0>", "lane 31 of predicate P1"},
		{"cmp", "cmp.eq (M5, 16) P1 V0032(0,0)<1;1,0> 0x1:ud", "lane 31 of predicate P1"},
	} {
		k, err := asm.Parse("k.visaasm", []byte(header+c.inst+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		var u *lower.UnsupportedError
		if assert.ErrorAs(t, err, &u, c.inst) {
			col := strconv.Itoa(1 + strings.Index(c.inst, c.op))
			assert.Regexp(t, `^k\.visaasm:10:`+col+`: error: `+c.op+`: not supported: .*`+c.want, err.Error())
			assert.Equal(t, int32(10), u.Line)
			assert.Equal(t, c.op, u.Op.String())
		}
	}
}

func TestTargets(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(header+"ret (M1, 1)\n"))
	require.NoError(t, err)
	for target := range native.NumTargets {
		_, err := lower.Compile(k, target, lower.Options{})
		if target == native.SKL {
			assert.NoError(t, err)
		} else {
			assert.ErrorAs(t, err, new(*lower.UnsupportedError))
			assert.ErrorContains(t, err, "not supported: code for target "+target.String()+": want one of [skl]")
		}
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
