package lower

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

const refuseHead = `.version 4.1
.kernel "k"
.decl V v_type=G type=ud num_elts=64 align=GRF
.decl W v_type=G type=ud num_elts=64 align=GRF
.decl F v_type=G type=f num_elts=64 align=GRF
.decl T6 v_type=T num_elts=1
.decl S1 v_type=S num_elts=1
.decl P1 v_type=P num_elts=16
.input V offset=32 size=256
`

func refused(t *testing.T, attrs, body string, o Options, change func(k *visa.Kernel)) error {
	t.Helper()
	k, err := asm.Parse("k", []byte(refuseHead+attrs+body+"ret (M1, 1)\n"))
	require.NoError(t, err)
	if change != nil {
		change(k)
	}
	_, err = Compile(k, native.SKL, o)
	require.Error(t, err, body)
	return err
}

// TestRefusals: errors with their text, of texts and of what only a program can make.
func TestRefusals(t *testing.T) {
	const simd = ".kernel_attr SimdSize=16\n"
	for _, c := range []struct {
		attrs, body string
		change      func(k *visa.Kernel)
		want        string
		open        bool // valid, and not supported
	}{
		{".kernel_attr SimdSize=4\n", "", nil, "k:1:1: error: kernel attribute SimdSize is 4: want 8, 16 or 32 (kernel k, pass cfg)", false},
		{simd, "", func(k *visa.Kernel) { k.IsFunction = true }, "k:1:1: error: not supported: compiling function k on its own: want a kernel (kernel k, pass cfg)", true},
		{simd, "movs (M1_NM, 1) T6(0) 0x0:ud\nsample_lz.RGBA (M1, 8) 0x0:uw S1 T6 F.0 F.32 F.64\n", nil, "k:12:1: error: sample_lz: not supported: sampler S1, whose index nothing says (kernel k, pass select)", true},
		{simd, "cmp.lt (M1, 16) P1 V(0,0)<1;1,0> W(0,0)<1;1,0>\n", func(k *visa.Kernel) { k.Insts[0].Arg(visa.ArgRelOp).Imm = 6 }, "k:11:1: error: cmp: not supported: relation 6: want 0 to 5 (kernel k, pass select)", true},
		{simd, "add (M1, 16) V(0,0)<1> W(0,0)<1;1,0> 0x1:ud\n", func(k *visa.Kernel) { k.Insts[0].Args[2].Mod = visa.Neg }, "k:11:1: error: add: not supported: modifier on an immediate (kernel k, pass select)", true},
	} {
		err := refused(t, c.attrs, c.body, Options{}, c.change)
		assert.EqualError(t, err, c.want)
		assert.Equal(t, c.open, errors.Is(err, errors.ErrUnsupported), c.want)
	}
}

// TestRefusedPlaces: what the allocator says gets the place of the text, the first one where
// it is about what spilling has put in front.
func TestRefusedPlaces(t *testing.T) {
	const simd = ".kernel_attr SimdSize=16\n"
	const sum = "add (M1, 16) V(0,0)<1> W(0,0)<1;1,0> W(2,0)<1;1,0>\n" // of two parts of W, which nothing writes
	k, err := asm.Parse("k", []byte(refuseHead+simd+sum+"ret (M1, 1)\n"))
	require.NoError(t, err)
	_, err = Compile(k, native.SKL, Options{Alloc: regalloc.Options{GRFs: 3}})
	require.NoError(t, err)
	err = refused(t, simd, sum, Options{Alloc: regalloc.Options{GRFs: 2}}, nil)
	var pressure *regalloc.PressureError
	require.ErrorAs(t, err, &pressure)
	assert.ErrorContains(t, err, "k:1:1: error: regalloc: k: GRF pressure: need 1, have 2 ")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	err = refused(t, simd, "add (M1, 16) V(7,0)<1> W(0,0)<1;1,0> W(2,0)<1;1,0>\n", Options{}, nil)
	assert.ErrorContains(t, err, "k:11:1: error: add: operand reaches bytes 256 to 259 of V, which has 256 (kernel k, pass regalloc)")
	err = refused(t, simd, "", Options{Alloc: regalloc.Options{GRFs: 129}}, nil)
	assert.EqualError(t, err, "k: regalloc: 129 GRFs: want 1..128, or 0 for all (kernel k, pass regalloc)")
}

// TestSpillPlace: spilled values lie behind the scratch memory that the text uses itself.
func TestSpillPlace(t *testing.T) {
	body := ""
	for _, v := range []string{"V", "W", "F"} {
		for i := range 4 {
			body += fmt.Sprintf("mul (M1, 16) %[1]s(%[2]d,0)<1> %[1]s(%[2]d,0)<1;1,0> %[1]s(%[3]d,0)<1;1,0>\n", v, 2*i, 6-2*i)
		}
	}
	for i := range 4 { // all three live until here, in any order
		body += fmt.Sprintf("mul (M1, 16) W(%[1]d,0)<1> W(%[1]d,0)<1;1,0> V(%[2]d,0)<1;1,0>\n", 2*i, 6-2*i)
		body += fmt.Sprintf("mov (M1, 16) V(%d,0)<1> F(%d,0)<1;1,0>\n", 2*i, 6-2*i)
		body += fmt.Sprintf("mov (M1, 16) F(%d,0)<1> W(%d,0)<1;1,0>\n", 2*i, 6-2*i)
	}
	compile := func(attr string) (Stats, error) {
		k, err := asm.Parse("k", []byte(refuseHead+".kernel_attr SimdSize=16\n"+attr+body+"ret (M1, 1)\n"))
		require.NoError(t, err)
		r, err := Compile(k, native.SKL, Options{Alloc: regalloc.Options{GRFs: 20}})
		if err != nil {
			return Stats{}, err
		}
		return r.Stats, nil
	}
	s, err := compile("")
	require.NoError(t, err)
	assert.Positive(t, s.SpillBytes)
	assert.Equal(t, s.SpillBytes, s.Scratch)
	at, err := compile(".kernel_attr SpillMemOffset=4096\n")
	require.NoError(t, err)
	assert.Equal(t, s.SpillBytes, at.SpillBytes)
	assert.Equal(t, 4096+s.SpillBytes, at.Scratch)
	_, err = compile(".kernel_attr SpillMemOffset=2097152\n")
	assert.ErrorContains(t, err, "from byte 1048576 of scratch memory: want an end of at most 131072")
	_, err = compile(".kernel_attr SpillMemOffset=130944\n")
	assert.ErrorContains(t, err, "from byte 130944 of scratch memory: want an end of at most 131072")
}

// TestRegionBytes: how far operands of vISA reach.
func TestRegionBytes(t *testing.T) {
	for _, c := range []struct {
		r    visa.Region
		t    visa.Type
		n    int
		want int
	}{
		{visa.Region{V: 1, W: 1}, visa.UD, 8, 32}, {visa.Region{V: 8, W: 8, H: 1}, visa.UD, 8, 32}, {visa.Region{H: 2}, visa.UW, 8, 30}, {visa.Region{W: 1}, visa.UQ, 16, 8}, {visa.Region{V: 4, W: 2, H: 1}, visa.UB, 1, 1}, {visa.Region{V: 4, W: 2, H: 2}, visa.UB, 4, 11},
	} {
		o := visa.Operand{Region: c.r, Type: c.t}
		assert.Equal(t, c.want, regionBytes(&o, c.n), "%+v", c)
	}
}
