package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// operands is operands as text: name, type, bytes of an element, first lane, elements.
func operands(list []dispatch.Value) string {
	var out []string
	for _, v := range list {
		kind := ""
		if v.Float {
			kind += "f"
		}
		if v.Sign {
			kind += "s"
		}
		out = append(out, fmt.Sprintf("%s %s%s %d@%d %x", v.Name, v.Type, kind, v.Size, v.Lane, v.Bits))
	}
	return strings.Join(out, ", ")
}

// watched runs a body step by step and gives, for each instruction, what is told of it.
func watched(t *testing.T, m *machine, withValues bool, body string) (out []string) {
	t.Helper()
	p, err := interp.New(parse(t, body))
	require.NoError(t, err)
	memory := mem.New()
	store := memory.Alloc("out", 256)
	memory.Bind(0, store)
	w := p.NewWorker(1)
	w.Start(0, m.thread(memory))
	s := dispatch.Step{Values: withValues}
	for {
		w.(dispatch.Watcher).Before(0, &s)
		status, err := w.Resume(0, 1)
		require.NoError(t, err)
		w.(dispatch.Watcher).After(0, &s)
		out = append(out, fmt.Sprintf("%d %x/%d %v %q: %s -> %s", s.Index, s.Lanes, s.Width, s.Effect, s.Message, operands(s.Sources), operands(s.Dests)))
		if status == dispatch.Done {
			w.(dispatch.Watcher).Before(0, &s)
			assert.Equal(t, dispatch.Step{Values: withValues, Index: -1, Sources: s.Sources[:0], Dests: s.Dests[:0]}, s, "of a thread that has ended")
			return out
		}
	}
}

// TestWatch: what the interpreter tells of each instruction: the lanes, and the elements of
// each operand before it and after it.
func TestWatch(t *testing.T) {
	m := newMachine()
	m.mask = 0xFF7FFFFD
	body := lines("add (M1, 4) OUT(0,0)<1> IN(0,1)<1;1,0> 0x10:ud", "mov (M5, 4) OUTD(1,0)<2> IND(0,2)<0;1,0>",
		"setp (M1_NM, 32) P1 0xf00a:ud", "(!P1) mul (M1, 4) OUTF(2,0)<1> INF(0,0)<2;2,1> INF(0,3)<0;2,1>",
		"addr_add (M1_NM, 2) A0(0)<1> &IN[4] 0x4:uw", "mov (M1_NM, 2) r[A0(0),4]<1>:uw r[A0(1),0]<2;2,1>:w",
		"cmp.lt (M5, 4) P2 IN(0,4)<1;1,0> 0x6:ud", "inv (M1, 1) OUTF(3,0)<1> INF(0,0)<0;1,0>", "fence_global.E",
		"mov (M1_NM, 8) TMP(0,0)<1> 0x0:ud", "(P2) scatter4_scaled.R (M5, 4) %slm IN(0,3)<0;1,0> IN.16 IN.32",
		"gather4_scaled.RG (M1, 8) %slm 0x8:ud TMP.0 OUT.64")
	want := []string{
		`1 d/4 exact "": src0 ud 4@0 [1 2 3 4] -> dst ud 4@0 [11 0 13 14]`,
		`2 f0000/4 exact "": src0 ds 4@16 [2] -> dst ds 4@16 [2 2 2 2]`,
		`3 ffffffff/32 exact "":  -> dst bits 4@-1 [f00a]`,
		`4 5/4 exact "": predicate bits 4@-1 [5], src0 ffs 4@0 [0 1 2 3], src1 ffs 4@0 [3 4 3 4] -> dst ffs 4@0 [0 0 0 0]`,
		`5 3/2 exact "":  -> `,
		`6 3/2 exact "": src0 ws 2@0 [2 0] -> dst uw 2@0 [2 0]`,
		`7 f0000/4 exact "": src0 ud 4@16 [4 5 6 7] -> dst bits 4@-1 [3]`,
		`8 1/1 approximate "": src0 ffs 4@0 [0] -> dst ffs 4@0 [7f800000]`,
		`9 1/1 no effect "":  -> `,
		`10 ff/8 exact "":  -> dst ud 4@0 [0 0 0 0 0 0 0 0]`,
		`11 30000/4 exact "scatter4_scaled": predicate bits 4@-1 [3], offset ud 4@16 [2], element_offset ud 4@16 [4 5 6 7], src ud 4@16 [8 9 a b] -> `,
		`12 fd/8 exact "gather4_scaled": element_offset ud 4@0 [0 0 0 0 0 0 0 0] -> dst ud 4@0 [0 0 0 0 0 0 0 0], dst ud 4@0 [0 0 0 0 0 0 0 0]`,
		`13 1/1 exact "":  -> `,
	}
	got := watched(t, m, true, body)
	require.Len(t, got, len(want)+2)
	assert.Equal(t, want, got[:len(want)])
	assert.Regexp(t, `^14 1/1 exact "oword_st": (src ud 4@0 \[[0-9a-f]+\],? ){32}-> $`, got[len(want)])
	assert.Equal(t, `15 1/1 exact "":  -> `, got[len(want)+1])

	quiet := watched(t, m, false, body)
	assert.Equal(t, `1 d/4 exact "":  -> `, quiet[0])
	assert.Equal(t, `11 30000/4 exact "scatter4_scaled":  -> `, quiet[10])
}

// TestWatchDivergence: the lanes of a step are those that are there once others have joined.
func TestWatchDivergence(t *testing.T) {
	m := newMachine()
	m.mask = 0xFF
	got := watched(t, m, false, lines("cmp.lt (M1, 32) P1 IN(0,0)<1;1,0> 0x3:ud", "(P1) goto (M1, 32) L1", "mov (M1, 8) OUT(0,0)<1> 0x1:ud")+"L1:\n"+
		lines("mov (M1, 8) OUT(1,0)<1> 0x1:ud"))
	assert.Equal(t, []string{`1 ff/32 exact "":  -> `, `2 7/32 exact "":  -> `, `3 f8/8 exact "":  -> `, `5 ff/8 exact "":  -> `}, got[:4])
}

// TestWatchAtTheEdge: rows of a register operand end where its variable does, elements of an
// indirect one outside of all storage are 0, and past the last instruction there is nothing.
func TestWatchAtTheEdge(t *testing.T) {
	m := newMachine()
	got := watched(t, m, true, lines("mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud", "gather4_scaled.RG (M1, 8) %slm 0x8:ud TMP.96 OUT.64",
		"dword_atomic.inc (M1, 8) %slm TMP.0 %null.0 %null.0 OUT.96", "dword_atomic.add (M1, 8) %slm TMP.0 IN.96 %null.0 %null.0"))
	assert.Equal(t, []string{
		`2 ff/8 exact "gather4_scaled": element_offset ud 4@0 [0 0 0 0 0 0 0 0] -> dst ud 4@0 [0 0 0 0 0 0 0 0], dst ud 4@0 [0 0 0 0 0 0 0 0]`,
		`3 ff/8 exact "dword_atomic": element_offset ud 4@0 [0 0 0 0 0 0 0 0] -> dst ud 4@0 [0 1 2 3 4 5 6 7]`,
		`4 ff/8 exact "dword_atomic": element_offset ud 4@0 [0 0 0 0 0 0 0 0], src0 ud 4@0 [18 19 1a 1b 1c 1d 1e 1f] -> `,
	}, got[1:4])

	p, err := interp.New(parse(t, lines("addr_add (M1_NM, 1) A0(0)<1> &IN 0xfff0:uw", "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<4;4,1>:ud", "mov (M1, 1) r[A0(0),0]<1>:ud 0x1:ud")))
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, m.thread(mem.New()))
	_, err = w.Resume(0, 1)
	require.NoError(t, err)
	s := dispatch.Step{Values: true}
	w.(dispatch.Watcher).Before(0, &s)
	assert.Equal(t, "src0 ud 4@0 [0 0 0 0]", operands(s.Sources))
	_, err = w.Resume(0, 1)
	require.NoError(t, err)
	w.(dispatch.Watcher).After(0, &s)
	assert.Equal(t, []dispatch.Left{{Variable: "IN", Reads: 4}}, s.Left)
	w.(dispatch.Watcher).Before(0, &s)
	assert.Empty(t, s.Left)
	_, err = w.Resume(0, 1)
	require.Error(t, err)
	w.(dispatch.Watcher).Before(0, &s)
	assert.Equal(t, -1, s.Index, "of a thread that has faulted")
	w.(dispatch.Watcher).After(0, &s)
	assert.Empty(t, s.Dests)
}

// TestWatchImages: the scalars of a message on an image have their names; an instruction that is
// refused is told without its operands.
func TestWatchImages(t *testing.T) {
	k := forge(t, "media_ld.nomod (8,2) T6 0 IN(0,4)<0;1,0> IN(0,7)<0;1,0> OUT.0", func(*visa.Inst, *visa.Kernel) {})
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, newMachine().thread(mem.New()))
	s := dispatch.Step{Values: true}
	w.(dispatch.Watcher).Before(0, &s)
	assert.Equal(t, "x_offset ud 4@0 [4], y_offset ud 4@0 [7]", operands(s.Sources))
	assert.Equal(t, []any{1, uint32(1), 1, dispatch.Exact, ""}, []any{s.Index, s.Lanes, s.Width, s.Effect, s.Message})

	p, err = interp.New(forge(t, "inv (M1, 4) OUTF(0,0)<1> INF(0,0)<1;1,0>", arg(0, func(o *visa.Operand) { o.Type = visa.VF })))
	require.NoError(t, err)
	w = p.NewWorker(1)
	w.Start(0, newMachine().thread(mem.New()))
	w.(dispatch.Watcher).Before(0, &s)
	assert.Equal(t, []any{1, uint32(15), 4, dispatch.Exact, ""}, []any{s.Index, s.Lanes, s.Width, s.Effect, s.Message})
}

// TestWatchAddresses: what faddr writes is told as a destination, wherever it goes, and of a result
// that goes nowhere there is nothing to tell.
func TestWatchAddresses(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(decls+lines(`faddr ".str" OUTUQ(0,1)<1>`, "addr_add (M1_NM, 1) A0(0)<1> &OUT 0x20:uw",
		`faddr ".str" r[A0(0),8]<1>:uq`, "add (M1, 4) %null(0,0)<1> IN(0,4)<1;1,0> 0x1:ud")+finish))
	require.NoError(t, err)
	p, err := interp.NewAt(k, map[string]uint64{".str": 0x12340})
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, newMachine().thread(mem.New()))
	for _, want := range []string{"1:  -> dst uq 8@0 [12340]", "2:  -> ", "3:  -> dst uq 8@0 [12340]", "4: src0 ud 4@0 [4 5 6 7] -> "} {
		s := dispatch.Step{Values: true}
		w.(dispatch.Watcher).Before(0, &s)
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		w.(dispatch.Watcher).After(0, &s)
		assert.Equal(t, want, fmt.Sprintf("%d: %s -> %s", s.Index, operands(s.Sources), operands(s.Dests)))
	}
}
