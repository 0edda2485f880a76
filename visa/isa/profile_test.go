package isa

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// textOf is a kernel with one instruction over a few variables.
func kernelOf(t testing.TB, version, inst string) *visa.Kernel {
	t.Helper()
	k, err := asm.Parse("k", []byte(".version "+version+"\n.kernel \"k\"\n.decl X v_type=G type=f num_elts=256 align=GRF\n"+
		".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=16\n.decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n"+inst+"\n"))
	require.NoError(t, err)
	return k
}

// TestProfiles: bytes of what compilers laid out in different ways, by profile; "" where
// it has no form.
func TestProfiles(t *testing.T) {
	const (
		load   = "load_lz.R (M1, 8) 0x3:uw T6 X.0 X.32 X.64"
		paired = "load_lz.R (M1, 8) 0x3:uw T6 X.0 %null.0 X.32 X.64"
	)
	for _, c := range []struct {
		version, text string
		want          map[string]string
	}{
		{"4.1", "ifcall (M1, 8) X(0,0)<0;1,0> 1 2", map[string]string{
			"isa41-2022": "4f030000 00 200000000000 2101 01 02", "isa41-2023": "4f030000 00 00 200000000000 2101 01 02", "isa41-2024": "4f030000 00 00 200000000000 2101 01 02"}},
		{"4.1", "ifcall.uniform (M1, 8) X(0,0)<0;1,0> 1 2", map[string]string{
			"isa41-2022": "", "isa41-2023": "4f030000 01 00 200000000000 2101 01 02", "isa41-2024": "4f030000 01 00 200000000000 2101 01 02"}},
		{"4.1", load, map[string]string{
			"isa41-2022": "6e1a00 030000 01 050203000000 06 200000000000 02 200000002000 200000004000", "isa41-2023": "6e1a00 030000 01 050203000000 06 200000000000 02 200000002000 200000004000", "isa41-2024": ""}},
		{"4.1", paired, map[string]string{
			"isa41-2022": "", "isa41-2023": "", "isa41-2024": "6e1a00 030000 01 050203000000 06 200000000000 000000000000 02 200000002000 200000004000"}},
		{"4.2", paired, map[string]string{ // no compiler writes 4.2
			"": "", "isa41-2022": "", "isa41-2024": "6e1a00 030000 01 050203000000 06 200000000000 000000000000 02 200000002000 200000004000"}},
		{"3.8", load, map[string]string{"isa36": "6e1a 030000 01 050203000000 06 200000000000 02 200000002000 200000004000", "isa41-2022": ""}},
		{"3.3", load, map[string]string{"isa36": "6e1a 030000 01 0300 06 20000000 02 20002000 20004000"}},
		{"3.3", "(!P1) add (M3_NM, 8) X(1,2)<2> r[A0(3),-4]<8,1>:f X(0,0)<4;4,1>", map[string]string{"isa36": "01a30180 00 2000 01 02 0003 03 0000 03 fcff 07 5002 00 2000 00 00 4402"}},
		{"3.1", "barrier", map[string]string{"isa36": "", "": ""}},
	} {
		for profile, want := range c.want {
			k := kernelOf(t, c.version, c.text)
			out, err := fileOf(k).Encode(profile)
			if want == "" {
				assert.Error(t, err, "%s %s", profile, c.text)
				continue
			}
			require.NoError(t, err, "%s %s", profile, c.text)
			want = strings.ReplaceAll(want, " ", "")
			assert.Equal(t, want, hex.EncodeToString(out[len(out)-len(want)/2:]), "%s %s", profile, c.text)
			back, err := Read("", out, profile)
			require.NoError(t, err, "%s %s", profile, c.text)
			assert.Equal(t, k.Insts[0].Args, back.Kernels[0].Kernel.Insts[0].Args)
			open, err := Read("", out, "") // what only one profile can read needs no name
			require.NoError(t, err, "%s %s", profile, c.text)
			assert.Equal(t, k.Insts[0].Args, open.Kernels[0].Kernel.Insts[0].Args, profile)
		}
	}
}

// TestAmbiguous: bytes that are a message with two parameters, the first at byte 256 of
// %null, and one with a paired surface at byte 5 of %thread_y.
func TestAmbiguous(t *testing.T) {
	k := kernelOf(t, "4.1", "load_lz.R (M1, 8) 0x0:uw T6 X.0 %null.0 X.64 X.32")
	info := k.Insts[0].Op.Info()
	at := len(info.Slots) - 1
	k.Insts[0].Args = append(slices.Clone(k.Insts[0].Args[:at-1]), visa.Operand{}, visa.Operand{Kind: visa.Raw, Off: 0x105}, k.Insts[0].Args[at])
	out, err := fileOf(k).Encode("isa41-2022")
	require.NoError(t, err)
	_, err = Read("k.isa", out, "")
	require.ErrorIs(t, err, ErrAmbiguous)
	assert.ErrorContains(t, err, "profiles isa41-2022 and isa41-2024 both fit")
	for profile, want := range map[string]string{"isa41-2022": "load_lz.R (M1, 8)  0x0:uw T6 X.0 %null.261 X.64", "isa41-2024": "load_lz.R (M1, 8)  0x0:uw T6 X.0 %thread_y.1280 X.64"} {
		f, err := Read("k.isa", out, profile)
		require.NoError(t, err)
		got := f.Kernels[0].Kernel
		assert.Equal(t, want, asm.Text(got, &got.Insts[0]))
		assert.Equal(t, profile == "isa41-2024", f.Paired())
		again, err := f.Encode(profile)
		require.NoError(t, err)
		assert.Equal(t, out, again)
	}
}

// TestLetters: every letter of every page is read and written.
func TestLetters(t *testing.T) {
	for i := range profiles {
		c := newCodec(profiles[i].last, &profiles[i], nil)
		for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
			if f := &c.byOp[op]; !f.known {
				assert.Equal(t, "IFCALL_UNIFORM", f.info.Page, "%s has layout %s", op, f.info.Layout)
			}
		}
	}
	names := map[string]bool{}
	for _, p := range Profiles() {
		assert.False(t, names[p.Name])
		names[p.Name] = true
		assert.NotEmpty(t, p.About)
	}
}

// TestIndices: newer files have a number behind the surface and coordinates of LSC
// messages; made-up ops, until there are pages.
func TestIndices(t *testing.T) {
	slots := []visa.Slot{{Name: "surface", Kind: visa.SlotVec}, {Name: "u", Kind: visa.SlotRaw}, {Name: "src1", Kind: visa.SlotRaw}}
	for code, want := range map[uint8]string{0x89: "epv#rr", 0x8a: "epv#r#r", 0x74: "epvrr"} {
		info := &visa.OpInfo{Code: code, Layout: "epvrr", Slots: slots}
		for i := range profiles {
			f := formOf(info, profiles[i].last, &profiles[i])
			if assert.True(t, f.known); profiles[i].lscIndex {
				assert.Equal(t, want, f.layout)
			} else {
				assert.Equal(t, "epvrr", f.layout)
			}
		}
	}
}

// TestFreeBits: a fence of the software alone keeps the bits that it does not mean.
func TestFreeBits(t *testing.T) {
	out, err := fileOf(kernelOf(t, "4.1", "fence_sw")).Encode("")
	require.NoError(t, err)
	out[len(out)-1] = 0xa1
	f, err := Read("", out, "")
	require.NoError(t, err)
	k := f.Kernels[0].Kernel
	assert.Equal(t, "fence_sw", asm.Text(k, &k.Insts[0]))
	again, err := f.Encode("")
	require.NoError(t, err)
	assert.Equal(t, out, again)
	k.Insts[0].Op = visa.OpBarrier // what was changed is not what was read
	again, err = f.Encode("")
	require.NoError(t, err)
	assert.Equal(t, byte(0x59), again[len(again)-1])
}

// TestWrongKernels: what has no binary form, with the place in the text.
func TestWrongKernels(t *testing.T) {
	for _, c := range []struct {
		text, want string
		edit       func(*visa.Kernel)
		is         error
	}{
		{"addr_add (M1, 1) A0(0)<1> &X[2] 0x0:uw", "k:8:1: error: no binary form: the address of byte 2 of X: want a multiple of the 4 bytes", nil, ErrForm},
		{"addr_add (M1, 1) A0(0)<1> &X[8192] 0x0:uw", "k:8:1: error: no binary form: the address of byte 8192 of X", nil, ErrForm},
		{"addr_add (M1, 1) A0(0)<1> &T6[2] 0x0:uw", "the address of byte 2 of a surface", nil, ErrForm},
		{"mov (M1, 1) X(0,0)<1> %msg0(0,0)<0;1,0>", "k:8:1: error: no binary form: %scratchloc, which no profile has", func(k *visa.Kernel) {
			k.SetVersion(4, 2)
			k.Major, k.Minor, k.Insts[0].Args[1].Var = 4, 1, visa.VarScratch
		}, ErrForm},
		{"sample_lz.divS.R (M1, 8) 0x0:uw S0 T6 X.0 X.0", "state of sample_lz is 4: files of this version have no place for it", func(k *visa.Kernel) { k.SetVersion(3, 6) }, ErrField},
		{"bdpas (M1, 8) X.0 X.0 X.0 X(0,0)", "bdpas has no page", nil, ErrNoLayout},
		{"barrier", "variable 99 of 33", func(k *visa.Kernel) {
			k.Insts = []visa.Inst{{Op: visa.OpMov, Exec: visa.Exec{Size: 8}, Args: []visa.Operand{{Kind: visa.General, Var: 99, Region: visa.Region{H: 1}}, {Kind: visa.Immediate}}}}
		}, ErrRange},
		{"mov (M1, 8) X(0,0)<1> 0x0:f", "mov with 1 operands", func(k *visa.Kernel) { k.Insts[0].Args = k.Insts[0].Args[:1] }, ErrField},
		{"mov (M1, 8) X(0,0)<1> 0x0:f", "src0 of mov is a label", func(k *visa.Kernel) { k.Insts[0].Args[1].Kind = visa.Label }, ErrField},
		{"mov (M1, 8) X(0,0)<1> 0x0:f", "3 channels", func(k *visa.Kernel) { k.Insts[0].Exec.Size = 3 }, ErrField},
		{"mov (M1, 8) X(0,0)<1> 0x0:f", "immediate 0x100000000 is no number of type f", func(k *visa.Kernel) { k.Insts[0].Args[1].Imm = 1 << 32 }, ErrField},
		{"barrier", `the name "\x00"`, func(k *visa.Kernel) { k.Vars[32].Name = "\x00" }, ErrForm},
		{"barrier", `attribute Target is "gpu"`, func(k *visa.Kernel) { k.Attrs = []visa.Attr{{Name: "Target", Kind: visa.AttrString, Str: "gpu"}} }, nil},
		{"barrier", "attribute SimdSize is 4294967296", func(k *visa.Kernel) { k.Attrs = []visa.Attr{{Name: "SimdSize", Kind: visa.AttrInt, Int: 1 << 32}} }, nil},
		{"barrier", "linked with functions", func(k *visa.Kernel) { k.Functions = make([]visa.Function, 1) }, ErrForm},
		{"barrier", "number of addresses is 65536", func(k *visa.Kernel) { k.Addrs = make([]visa.Decl, 1<<16) }, ErrForm},
	} {
		k := kernelOf(t, "4.1", c.text)
		if c.edit != nil {
			c.edit(k)
		}
		_, err := fileOf(k).Encode("")
		assert.ErrorContains(t, err, c.want, c.text)
		if c.is != nil {
			assert.ErrorIs(t, err, c.is, c.text)
		}
		assert.Equal(t, c.is == ErrNoLayout, errors.Is(err, errors.ErrUnsupported))
	}
}

// TestApart: the bytes of an op are those of no other one.
func TestApart(t *testing.T) {
	c := newCodec(lastWritten, &profiles[1], nil)
	for code := range c.byCode {
		for i, a := range c.byCode[code] {
			for _, b := range c.byCode[code][:i] {
				if a.known && b.known && a.info.Sub == b.info.Sub {
					assert.True(t, apart(a, b), "%s and %s", a.op, b.op)
				}
			}
		}
	}
}

// apart says that a field at the same place has other values in one form than in the other.
func apart(a, b *form) bool {
	values := func(f *form, x *field) (v func(uint32) bool, some bool) {
		if x.fixed && x.like == 0 {
			return func(n uint32) bool { return n == x.value }, true
		}
		if x.slot >= 0 && f.info.Slots[x.slot].Enum != nil {
			return func(n uint32) bool { _, ok := f.info.Slots[x.slot].Enum.Text(n); return ok }, true
		}
		return nil, false
	}
	for i := range min(len(a.fields), len(b.fields)) {
		if a.fields[i].letter != b.fields[i].letter {
			return false
		}
		in, fixed := values(a, &a.fields[i])
		of, both := values(b, &b.fields[i])
		common := false
		for n := range uint32(1 << 16) {
			common = common || fixed && both && in(n) && of(n)
		}
		if fixed && both && !common {
			return true
		}
	}
	return false
}
