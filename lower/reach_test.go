package lower_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestReached: what the compiler has no code for stops it where a lane may come to
// it, and nowhere else.
func TestReached(t *testing.T) {
	const head = ".version 4.1\n.kernel \"k\"\n.decl P1 v_type=P num_elts=16\n.kernel_attr SimdSize=16\n"
	const sub = "ret (M1, 16)\n.function \"s\"\ns:\n"
	for _, c := range []struct{ body, want string }{
		{"OP (M1, 8) a\nret (M1, 1)\n", "k:5:1: error: OP: not supported: no page in specs/visa says what it does (kernel k, pass select)"},
		{"jmp (M1, 1) e\nOP (M1, 8) a\ne:\nret (M1, 1)\n", ""},
		{"(P1) jmp (M1, 1) e\nOP (M1, 8) a\ne:\nret (M1, 1)\n", "k:6:1: error: OP"},
		{"goto (M1, 8) e\nOP (M1, 8) a\ne:\nret (M1, 1)\n", "k:6:1: error: OP"},
		{"goto (M1, 16) e\nOP (M1, 8) a\ne:\nret (M1, 1)\n", ""},
		{"goto (M1, 16) e\nb:\nOP (M1, 8) a\ne:\n(P1) goto (M1, 16) b\nret (M1, 1)\n", "k:7:1: error: OP"},
		{"goto (M1, 16) e\nb:\nOP (M1, 8) a\ngoto (M1, 16) b\ne:\nret (M1, 1)\n", ""},
		{"ret (M1, 16)\nOP (M1, 8) a\nret (M1, 1)\n", ""},
		{"ret (M1, 8)\nOP (M1, 8) a\nret (M1, 1)\n", "k:6:1: error: OP"},
		{"ret (M1, 16)\nfcall (M1, 16) f 0 0\nret (M1, 1)\n", ""},
		{"fcall (M1, 16) f 0 0\nret (M1, 1)\n", "k:5:1: error: fcall: not supported: a call of code that is not linked"},
		{"ret (M1, 16)\nifcall (M1, 16) 0x1:ud 0 0\nret (M1, 1)\n", ""},
		{"ifcall (M1, 16) 0x1:ud 0 0\nret (M1, 1)\n", "k:5:1: error: ifcall: not supported: a call of an address in a program"},
		{sub + "OP (M1, 8) a\nret (M1, 16)\n", ""},
		{"call (M1, 16) s\n" + sub + "OP (M1, 8) a\nret (M1, 16)\n", "k:9:1: error: OP"},
		{"ret (M1, 16)\ncall (M1, 8) s\n" + sub + "ret (M1, 16)\n", ""},
		{"call (M1, 16) s\n" + sub + "call (M1, 16) s\nret (M1, 16)\n", ""},
		{"call (M1, 16) s\n" + sub + "ret (M1, 16)\ncall (M1, 16) s\nret (M1, 16)\n", ""},
		{"ret (M1, 16)\ncall (M1, 16) s\n" + sub + "call (M1, 16) s\nret (M1, 16)\n", ""},
		{"call (M1, 16) s\n" + sub + "ret (M1, 16)\nOP (M1, 8) a\n.function \"r\"\nr:\nret (M1, 16)\n", ""},
		{"switchjmp (M1, 1) 0x0:ud (a)\nOP (M1, 8) a\na:\nret (M1, 16)\n", ""},
		{"call (M1, 8) s\n" + sub + "ret (M1, 16)\n", "k:5:1: error: call: not supported: a call by some lanes of the kernel: want all 16, or a predicate"},
		{"call (M1, 1) s\n" + sub + "ret (M1, 16)\n", ""},
		{"call (M1, 16) s\n" + sub[len("ret (M1, 16)\n"):] + "ret (M1, 16)\n", "k:7:1: error: .function: not supported: code that runs on into a subroutine"},
		{"call (M1, 16) s\nret (M1, 1)\ndead:\n" + sub[len("ret (M1, 16)\n"):] + "ret (M1, 16)\n", ""},
		{"switchjmp (M1, 1) 0x0:ud (a, b)\na:\nOP (M1, 8) a\nb:\nret (M1, 16)\n", "k:7:1: error: OP"},
	} {
		op := strings.NewReplacer("OP", visa.NumOps.String()) // the first without a page
		c.body, c.want = op.Replace(c.body), op.Replace(c.want)
		k, err := asm.Parse("k", []byte(head+c.body))
		require.NoError(t, err, c.body)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		if c.want == "" {
			assert.NoError(t, err, c.body)
			continue
		}
		assert.ErrorContains(t, err, c.want, c.body)
		assert.ErrorIs(t, err, errors.ErrUnsupported, c.body)
	}
}

// TestStateInputs: a surface that a launch binds has no index that is known, unless
// the text gives one in front of the use.
func TestStateInputs(t *testing.T) {
	const head = ".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=16 align=GRF\n.decl T6 v_type=T num_elts=1\n" +
		".input T6 offset=32 size=4\n.kernel_attr SimdSize=16\n"
	const use = "gather4_scaled.R (M1, 16) T6 0x0:ud V.0 V.0\n"
	for _, c := range []struct{ body, want string }{
		{"ret (M1, 1)\n", ""},
		{"movs (M1_NM, 1) T6(0) 0x0:ud\n" + use + "ret (M1, 1)\n", ""},
		{use + "ret (M1, 1)\n", "k:7:1: error: gather4_scaled: not supported: surface T6, whose binding table index nothing says"},
		{use + "L:\nmovs (M1_NM, 1) T6(0) 0x0:ud\nret (M1, 1)\n", "k:7:1: error: gather4_scaled: not supported: surface T6, whose binding table index nothing says"},
	} {
		k, err := asm.Parse("k", []byte(head+c.body))
		require.NoError(t, err)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		if c.want == "" {
			assert.NoError(t, err, c.body)
			continue
		}
		assert.ErrorContains(t, err, c.want)
	}
}

// TestLanesOfText: flags are combined in the lanes that the text gives, also behind
// instructions that are gone.
func TestLanesOfText(t *testing.T) {
	code := func(gone string) []byte {
		k, err := asm.Parse("k", []byte(".version 4.1\n.kernel \"k\"\n.decl X v_type=G type=d num_elts=16 align=GRF\n.input X offset=32 size=64\n"+
			".decl P1 v_type=P num_elts=16\n.decl P2 v_type=P num_elts=16\n.decl P3 v_type=P num_elts=16\n.kernel_attr SimdSize=16\n"+
			"jmp (M1, 1) on\n"+gone+"on:\n"+
			"cmp.lt (M1, 16) P1 X(0,0)<1;1,0> 0x5:d\ncmp.gt (M1, 16) P2 X(0,0)<1;1,0> 0x1:d\nand (M1, 16) P3 P1 P2\n"+
			"(P3) add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:d\n"+
			"ret (M1, 1)\n"))
		require.NoError(t, err)
		r, err := lower.Compile(k, native.SKL, lower.Options{})
		require.NoError(t, err)
		return r.Code
	}
	assert.Equal(t, code(""), code(strings.Repeat("add (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x9:d\n", 9)))
}
