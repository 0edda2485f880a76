package interp_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// valueCase is a case of testdata/values and its kernel.
type valueCase struct {
	values.Case
	kernel *visa.Kernel
}

var valueCases = sync.OnceValues(func() ([]valueCase, error) {
	files, err := filepath.Glob(filepath.Join(corpus.Root(), "testdata", "values", "*.txt"))
	var out []valueCase
	for _, f := range files {
		b, readErr := os.ReadFile(f)
		cases, parseErr := values.Parse(filepath.Base(f), string(b))
		err = errors.Join(err, readErr, parseErr)
		for _, c := range cases {
			k, parseErr := asm.ParseLinked(c.Pos, []byte(c.Text()), c.Functions()...)
			if err = errors.Join(err, parseErr); parseErr == nil {
				err = errors.Join(err, load.MadeFor(k, c.Platform))
			}
			out = append(out, valueCase{c, k})
		}
	}
	return out, err
})

// runCase runs a case as one thread.
func runCase(c *values.Case, k *visa.Kernel) (s values.State, err error) {
	memory := mem.New()
	out, surface, flat := memory.Alloc("out", values.OutBytes), memory.Alloc("surface", 256), memory.Alloc("flat", 256)
	p, err := interp.NewAt(k, map[string]uint64{"flat": flat.Base})
	if err != nil {
		return s, err
	}
	group := &dispatch.Group{SLM: mem.NewLocal(values.SLMBytes)}
	group.Barrier.Reset(1)
	surface.SetBytes(0, c.Memory("surface"))
	flat.SetBytes(0, c.Memory("flat"))
	group.SLM.SetBytes(0, c.Memory("slm"))
	memory.Bind(values.OutSurface, out)
	memory.Bind(values.CaseSurface, surface)
	if err := c.Bind(memory, surface); err != nil {
		return s, err
	}
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Group: group, Payload: c.Registers(flat.Base), Mask: c.Mask, Mem: memory})
	status, err := w.Resume(0, 10000)
	if err == nil && status != dispatch.Done {
		err = fmt.Errorf("status %v", status)
	}
	return values.State{Out: out.Bytes(), Surface: surface.Bytes(), SLM: group.SLM.Bytes(), Flat: flat.Bytes()}, err
}

// TestValues runs every case of testdata/values.
//
// seed: vISA pages BFE
func TestValues(t *testing.T) {
	cases, err := valueCases()
	require.NoError(t, err)
	for _, c := range cases {
		s, err := runCase(&c.Case, c.kernel)
		if !assert.NoError(t, err, c.Pos) {
			continue
		}
		if d := c.Diff(s); len(d) > 0 {
			t.Errorf("%s\n\t%s", strings.Join(c.Code, "; "), strings.Join(d, "\n\t"))
		}
	}
}

// covered is what the cases of one op show.
type covered struct {
	dst, src map[int]visa.TypeSet // by row of the type map
	mods     map[visa.Modifier]bool
	fields   map[string]map[uint64]bool
	seen     bool
}

// add takes an instruction into account.
func (v *covered) add(in *visa.Inst) {
	info := in.Op.Info()
	var dst, src visa.TypeSet
	v.seen = true
	for i, s := range info.Slots {
		a := &in.Args[i]
		t := visa.TypeSet(1) << a.Type
		switch a.Kind {
		case visa.Predicate:
			t = 1 << visa.BOOL
		case visa.Address:
			t = 1 << visa.UW
		case visa.AddressOf:
			t = 0
		}
		switch {
		case a.Kind == visa.Field:
			if v.fields[s.Name] == nil {
				v.fields[s.Name] = map[uint64]bool{}
			}
			v.fields[s.Name][a.Imm] = true
		case s.Types != 0 || a.Kind == visa.Surface || a.Kind == visa.Raw:
		case s.Kind == visa.SlotDst:
			dst |= t
		case s.Kind == visa.SlotVec:
			src |= t
		}
		v.mods[a.Mod] = true
	}
	for r, rule := range info.Types {
		if dst&^rule.Dst == 0 && src&^rule.Src == 0 {
			v.dst[r] |= dst
			v.src[r] |= src
		}
	}
}

// missing lists what the op's page has and no case shows.
func (v *covered) missing(info *visa.OpInfo) (out []string) {
	if !v.seen {
		return []string{"no case at all"}
	}
	for r, rule := range info.Types {
		for t := visa.Type(0); t < 32; t++ {
			if rule.Dst.Has(t) && !v.dst[r].Has(t) {
				out = append(out, fmt.Sprintf("no destination %s in row %d of the type map", t, r))
			}
			if rule.Src.Has(t) && !v.src[r].Has(t) && slices.ContainsFunc(info.Slots, func(s visa.Slot) bool { return s.Kind == visa.SlotVec }) {
				out = append(out, fmt.Sprintf("no source %s in row %d of the type map", t, r))
			}
		}
	}
	for _, s := range info.Slots {
		if s.Enum == nil || info.Sem == visa.SemHook {
			continue
		}
		for _, e := range s.Enum.Values {
			if !v.fields[s.Name][uint64(e.Code)] && refusedValue(info, s.Name, e.Text) == nil && (s.DataFrom == 0 || e.Code < s.DataFrom) && s.DataOf>>min(e.Code, 31)&1 == 0 {
				out = append(out, "no "+s.Name+" "+e.Text)
			}
		}
	}
	want := map[visa.Modifier]bool{visa.Sat: info.Sat, visa.Neg: info.Mods == visa.ModArithmetic,
		visa.Abs: info.Mods == visa.ModArithmetic, visa.Not: info.Mods == visa.ModLogic}
	for m, needed := range want {
		if needed && !v.mods[m] {
			out = append(out, fmt.Sprintf("no modifier %d", m))
		}
	}
	return out
}

// refused are the ops of pages that the interpreter does not run with the images and samplers of OpenCL, each in a
// kernel with what it says.
var refused = map[visa.Op][2]string{
	visa.OpSampleC:    refusedSampler("sample_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0 V.0", "compares nothing"),
	visa.OpSampleBC:   refusedSampler("sample_b_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0 V.0", "compares nothing"),
	visa.OpSampleLC:   refusedSampler("sample_l_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0 V.0", "compares nothing"),
	visa.OpSampleDC:   refusedSampler("sample_d_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0 V.0", "compares nothing"),
	visa.OpSampleCLz:  refusedSampler("sample_c_lz.R (M1, 8) 0x0:uw S0 T6 V.0 V.0 V.0", "compares nothing"),
	visa.OpLoad2dmsW:  refusedSampler("load_2dms_w.R (M1, 8) 0x0:uw T6 V.0 V.0", "one sample"),
	visa.OpLoadMcs:    refusedSampler("load_mcs.R (M1, 8) 0x0:uw T6 V.0 V.0", "one sample"),
	visa.OpSample4C:   refusedSampler("sample4_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0", "compares nothing"),
	visa.OpSample4PoC: refusedSampler("sample4_po_c.R (M1, 8) 0x0:uw S0 T6 V.0 V.0", "compares nothing"),
}

// refusedSampler is a sampler message that is not modelled, behind its declarations.
func refusedSampler(text, why string) [2]string {
	decls := ".decl V v_type=G type=f num_elts=32 align=GRF\n.decl S0 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\nL1:\nmovs (M1, 1) S0(0) 0x0:ud\nmovs (M1, 1) T6(0) 0x0:ud\n"
	return [2]string{decls + text, why}
}

func TestRefusedOps(t *testing.T) {
	for op, c := range refused {
		k, err := asm.Parse("t", []byte(".version 4.1\n.kernel \"k\"\n"+c[0]+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		assert.Equal(t, op, k.Insts[3].Op)
		p, err := interp.New(k)
		require.NoError(t, err)
		memory := mem.New()
		s, err := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat("r32f"), Extent: [3]int{1, 1, 1}}.Complete()
		require.NoError(t, err)
		memory.BindImage(0, mem.NewImage(s, memory.Alloc("image", int(s.Bytes()))))
		memory.BindSampler(0, &mem.Sampler{})
		w := p.NewWorker(1)
		w.Start(0, &dispatch.Thread{Payload: make([]byte, p.PayloadSize()), Mask: 0xff, Mem: memory})
		_, err = w.Resume(0, 9)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, c[1])
	}
}

// valueRefused is a value of a field with which the interpreter does not run an op, in an
// instruction.
type valueRefused struct{ page, mnemonic, field, value, inst, why string }

var valuesRefused = []valueRefused{
	{"LSC_LOAD", "", "space", "ss", "lsc_load.ugm (M1, 8)  V:d32  ss(V)[V]:a32", "space ss"},
	{"LSC_STORE", "", "space", "ss", "lsc_store.ugm (M1, 8)  ss(V)[V]:a32  V:d32", "space ss"},
	{"LSC_LOAD_STRIDED", "", "space", "ss", "lsc_load_strided.ugm (M1, 8)  V:d32  ss(V)[V,V]:a32", "space ss"},
	{"LSC_STORE_STRIDED", "", "space", "ss", "lsc_store_strided.ugm (M1, 8)  ss(V)[V,0x4]:a32  V:d32", "space ss"},
	{"LSC_LOAD_QUAD", "", "space", "ss", "lsc_load_quad.ugm (M1, 8)  V:d32.x  ss(V)[V]:a32", "space ss"},
	{"LSC_STORE_QUAD", "", "space", "ss", "lsc_store_quad.ugm (M1, 8)  ss(V)[V]:a32  V:d32.x", "space ss"},
	{"LSC_ATOMIC", "", "space", "ss", "lsc_atomic_iinc.ugm (M1, 8)  V:d32  ss(V)[V]:a32  %null  %null", "space ss"},
	{"LSC_ATOMIC", "lsc_atomic_fadd", "data_size", "d64", "lsc_atomic_fadd.slm (M1, 8)  V:d64  flat[V]:a32  V  %null", "operation 0x53"},
	{"LSC_ATOMIC", "lsc_atomic_fsub", "data_size", "d64", "lsc_atomic_fsub.slm (M1, 8)  V:d64  flat[V]:a32  V  %null", "operation 0x54"},
	{"LSC_ATOMIC", "lsc_atomic_fmin", "data_size", "d64", "lsc_atomic_fmin.slm (M1, 8)  V:d64  flat[V]:a32  V  %null", "operation 0x51"},
	{"LSC_ATOMIC", "lsc_atomic_fmax", "data_size", "d64", "lsc_atomic_fmax.slm (M1, 8)  V:d64  flat[V]:a32  V  %null", "operation 0x50"},
	{"LSC_ATOMIC", "lsc_atomic_fcas", "data_size", "d64", "lsc_atomic_fcas.slm (M1, 8)  V:d64  flat[V]:a32  V  V", "operation 0x52"},
}

func refusedValue(info *visa.OpInfo, field, value string) *valueRefused {
	for i := range valuesRefused {
		r := &valuesRefused[i]
		if r.page == info.Page && (r.mnemonic == "" || r.mnemonic == info.Name) && r.field == field && r.value == value {
			return r
		}
	}
	return nil
}

func TestRefusedValues(t *testing.T) {
	for _, c := range valuesRefused {
		k, err := asm.Parse("t", []byte(".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=32 align=GRF\n"+c.inst+"\nret (M1, 1)\n"))
		require.NoError(t, err)
		assert.Equal(t, c.page, k.Insts[0].Op.Info().Page)
		_, err = start(t, k).Resume(0, 9)
		require.ErrorIs(t, err, errors.ErrUnsupported, c.inst)
		assert.ErrorContains(t, err, c.why)
	}
}

// TestDataOps: a thread that comes to an op whose page is data stops with the page's reason.
func TestDataOps(t *testing.T) {
	count := 0
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		if op.Info().Sem != visa.SemData {
			continue
		}
		count++
		k := forge(t, "mov (M1, 8) OUT(0,0)<1> 0x1:ud", func(in *visa.Inst, _ *visa.Kernel) {
			in.Op, in.Args = op, make([]visa.Operand, len(op.Info().Slots))
		})
		p, err := interp.New(k)
		require.NoError(t, err, op.String())
		w := p.NewWorker(1)
		w.Start(0, &dispatch.Thread{Payload: make([]byte, p.PayloadSize()), Mask: 0xff, Mem: mem.New()})
		_, err = w.Resume(0, 9)
		require.ErrorIs(t, err, errors.ErrUnsupported, op.String())
		assert.ErrorContains(t, err, op.String()+": the interpreter does not support it: page "+op.Info().Page+" says nothing of what it does: "+op.Info().Why)
	}
	floor.Exact(t, "data ops", count)
}

// TestDataValues: a value of a field that is data stops the thread with its own reason.
func TestDataValues(t *testing.T) {
	k := forge(t, "dpas.u8.tf32.8.1 (M1, 8) OUT.0 %null.0 IN.0 IN(0,0)", func(*visa.Inst, *visa.Kernel) {})
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Payload: make([]byte, p.PayloadSize()), Mask: 0xff, Mem: mem.New()})
	_, err = w.Resume(0, 9)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "dpas: the interpreter does not support it: page DPAS says nothing of what it does with this a: no document at hand says how such floats lie")
}

// TestTransposedLanes: data of one lane behind each other are not those of more lanes.
func TestTransposedLanes(t *testing.T) {
	k, err := asm.Parse("t", []byte(".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=32 align=GRF\nlsc_load.slm (M1, 8)  V:d32x4t  flat[V]:a32\nret (M1, 1)\n"))
	require.NoError(t, err)
	_, err = interp.New(k)
	require.ErrorContains(t, err, "8 elements with order 2: want 1")
}

// TestValuesAreComplete finds pages, rows of type maps, types, enumerated fields
// and modifiers that no case of the page shows.
func TestValuesAreComplete(t *testing.T) {
	ops := map[visa.Op]*covered{}
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		ops[op] = &covered{map[int]visa.TypeSet{}, map[int]visa.TypeSet{}, map[visa.Modifier]bool{}, map[string]map[uint64]bool{}, false}
	}
	cases, err := valueCases()
	require.NoError(t, err)
	for _, c := range cases {
		from, to := c.Lines()
		own := false
		for i := range c.kernel.Insts {
			in := &c.kernel.Insts[i]
			inside := int(in.Pos.Line) >= from && int(in.Pos.Line) < to || in.Op == visa.OpSubroutine || c.kernel.FunctionOf(i) >= 0
			if inside && in.Op.Info().Page == c.Page {
				own = true
				ops[in.Op].add(in)
			}
		}
		assert.True(t, own, "%s: no instruction of page %s", c.Pos, c.Page)
	}
	for op, v := range ops {
		if _, ok := refused[op]; ok || op.Info().Sem == visa.SemData {
			continue
		}
		for _, m := range v.missing(op.Info()) {
			t.Errorf("testdata/values/%s.txt: %s: %s", op.Info().Page, op, m)
		}
	}
}
