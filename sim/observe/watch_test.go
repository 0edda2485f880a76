package observe_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/sim/trace"
)

// everything is a trace of all instructions of the first thread that nobody reads.
func everything(t *testing.T) *observe.Trace {
	f, err := observe.ParseFilter("group=0.0.0,thread=0")
	require.NoError(t, err)
	return &observe.Trace{Out: io.Discard, Filters: []observe.Filter{f}}
}

// TestWatched runs kernels with all observers: the results are the same, and what
// was counted adds up.
func TestWatched(t *testing.T) {
	infos := map[string]*abi.Info{}
	for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
		if testing.Short() && c.Kernel != "saxpy" {
			continue
		}
		launch, err := launch.Read(c.Launch)
		require.NoError(t, err)
		if infos[c.Info] == nil {
			text, err := os.ReadFile(c.Info)
			require.NoError(t, err)
			infos[c.Info], err = abi.ParseZeInfo(c.Info, text)
			require.NoError(t, err)
		}
		for _, w := range []struct {
			ext    string
			engine load.EngineName
		}{{".visaasm", load.Interp}, {".visaasm", load.Sim}, {".dat", load.Sim}} {
			p, err := load.FromPath(c.Stem+w.ext, w.engine, native.SKL)
			require.NoError(t, err)
			plain, err := run.Run(context.Background(), launch, run.Options{Program: p, Metadata: infos[c.Info]})
			require.NoError(t, err)
			rep, err := run.Run(context.Background(), launch, run.Options{Program: p, Metadata: infos[c.Info], Stats: true, Trace: everything(t)})
			require.NoError(t, err)
			assert.True(t, rep.OK(), "%s %s %s: %+v", c.Name, w.ext, w.engine, rep.Compared)
			assert.Equal(t, plain.Buffers, rep.Buffers, "%s %s %s", c.Name, w.ext, w.engine)
			assert.Equal(t, plain.Instructions, rep.Instructions, "%s %s %s", c.Name, w.ext, w.engine)
			sums(t, c.Name+w.ext+" "+string(w.engine), rep)
		}
	}
}

// sums holds counts to each other: of all, by instruction and by effect.
func sums(t *testing.T, what string, rep *run.Report) {
	s := rep.Stats
	var executions, lanes, outside, left uint64
	for _, i := range s.Instructions {
		executions, lanes = executions+i.Executions, lanes+i.Lanes
	}
	for _, o := range s.Outside {
		outside += o.Accesses
	}
	for _, o := range rep.Outside {
		left += o.Count
	}
	assert.Equal(t, s.Executions, executions, what)
	assert.Equal(t, s.Lanes, lanes, what)
	if c := s.Cycles; c != nil {
		clocks := c.Issue
		for _, n := range c.Stalls {
			clocks += n
		}
		assert.Equal(t, c.Total, clocks, what)
		assert.Equal(t, rep.Threads, c.Threads, what)
		assert.LessOrEqual(t, c.Longest, c.Total, what)
		assert.LessOrEqual(t, c.Total, c.Threads*c.Longest, what)
		assert.Greater(t, c.Issue, s.Executions, what)
	}
	assert.Equal(t, s.Executions, s.Exact+s.Approximate+s.NoEffect, what)
	assert.Equal(t, left, outside, what)
	assert.LessOrEqual(t, s.Lanes, s.LaneSlots, what)
	assert.InDelta(t, rep.Instructions, s.Executions, float64(rep.Threads)*128, "%s: threads that wait at a barrier try again", what)
}

// TestTrace: what a trace of three instructions says on both engines.
func TestTrace(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "saxpy")
	launch, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	for _, c := range []struct {
		engine load.EngineName
		filter string
		want   string
	}{
		{load.Interp, "line=96,group=1,thread=1", `group [1 0 0] thread 1 lanes 0-15 saxpy.visaasm:96:5: add (M1, 16) V0049(0,0)<1> V0048(0,0)<0;1,0> V0049(0,0)<1;1,0>
  src0:d 128
  src1:d 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
  => dst:d 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175
`},
		{load.Interp, "line=100,group=7,thread=3", `group [7 0 0] thread 3 lanes 0-15 saxpy.visaasm:100:5: cmp.lt (M1, 16) P1 V0053(0,0)<1;1,0> V0035(0,0)<0;1,0>
  src0:d 992 993 994 995 996 997 998 999 1000 1001 1002 1003 1004 1005 1006 1007
  src1:d 1000
  => dst 000000ff
`},
		{load.Interp, "line=1", "trace: none of the instructions that ran is to be shown\n"},
		{load.Interp, "line=110,group=7,thread=3", `group [7 0 0] thread 3 lanes 0-7 saxpy.visaasm:110:5: gather4_scaled.R (M1, 16) T6 0x0:ud V0059.0 V0061.0
  element_offset:ud 3968 3972 3976 3980 3984 3988 3992 3996 - - - - - - - -
  => dst:f 496 496.5 497 497.5 498 498.5 499 499.5 - - - - - - - -
`},
	} {
		var out bytes.Buffer
		f, err := observe.ParseFilter(c.filter)
		require.NoError(t, err)
		_, err = run.Run(context.Background(), launch, run.Options{Engine: c.engine, Target: load.Only(native.SKL), Trace: &observe.Trace{Out: &out, Filters: []observe.Filter{f}}})
		require.NoError(t, err)
		assert.Equal(t, c.want, strings.ReplaceAll(out.String(), dir+string(filepath.Separator), ""), "%s %s", c.engine, c.filter)
	}
}

// TestTraceBeforeBug: what was shown before a bug is written.
func TestTraceBeforeBug(t *testing.T) {
	launch, err := launch.Read(filepath.Join(corpus.Root(), "examples", "saxpy", "launch.yaml"))
	require.NoError(t, err)
	f, err := observe.ParseFilter("line=96,group=0,thread=0")
	require.NoError(t, err)
	var out bytes.Buffer
	assert.PanicsWithValue(t, "a bug", func() {
		_, _ = run.Run(context.Background(), launch, run.Options{
			Engine: load.Interp, Trace: &observe.Trace{Out: &out, Filters: []observe.Filter{f}}, Progress: func(dispatch.Progress) { panic("a bug") },
		})
	})
	assert.Contains(t, out.String(), "add (M1, 16)")
}

// TestTraceOperands: elements behind an address, predicates and scalars, on both
// engines.
func TestTraceOperands(t *testing.T) {
	k, err := load.ParseVISA("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl V v_type=G type=ud num_elts=16 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl S v_type=G type=d num_elts=1 align=dword
.decl A0 v_type=A num_elts=1
.decl P1 v_type=P num_elts=8
.input S offset=32 size=4
.kernel_attr SimdSize=8
    mov (M1, 8) V(0,0)<1> 0x7:ud
    addr_add (M1_NM, 1) A0(0)<1> &V 0x1c:uw
    setp (M1_NM, 8) P1 0x35:ud
    (P1) add (M1, 8) D(0,0)<1> r[A0(0),0]<1;1,0>:ud S(0,0)<0;1,0>
    ret (M1, 1)
`))
	require.NoError(t, err)
	launch, err := launch.Parse("l.yaml", []byte("kernel: k\nprogram: k.visaasm\ninputs: {S: \"feffffff\"}\nargs: []\n"))
	require.NoError(t, err)
	for engine, want := range map[load.EngineName][]string{
		load.Interp: {"  predicate 00000035\n", "  src0:ud 7 - 0 - 0 0 - -\n", "  src1:d -2\n", "  => dst:ud 5 - 4294967294 - 4294967294 4294967294 - -\n"},
		load.Sim:    {"  predicate f", " 00000035\n", "  src0:ud 7 - 0 - 0 0 - -\n", "all -2\n", "  => dst:ud 5 - 4294967294 - 4294967294 4294967294 - -\n"},
	} {
		p, err := load.FromVISA("k.visaasm", k, engine, native.SKL)
		require.NoError(t, err)
		var out bytes.Buffer
		_, err = run.Run(context.Background(), launch, run.Options{Program: p, Trace: &observe.Trace{Out: &out, Filters: []observe.Filter{{Lines: &observe.Span{From: 13, To: 13}}}}})
		require.NoError(t, err)
		for _, w := range want {
			assert.Contains(t, out.String(), w, engine)
		}
	}
}

// TestTraceRows: a memory instruction shows what it uses of its variables, a row
// of lanes at a time, and no more.
func TestTraceRows(t *testing.T) {
	k, err := load.ParseVISA("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl OFF v_type=G type=ud num_elts=32 align=GRF
.decl D v_type=G type=f num_elts=64 align=GRF
.decl T6 v_type=T num_elts=1
.input OFF offset=32 size=128
.kernel_attr SimdSize=8
    movs (M1_NM, 1) T6(0) 0x0:ud
    gather4_scaled.RG (M1, 8) T6 0x0:ud OFF.32 D.32
    ret (M1, 1)
`))
	require.NoError(t, err)
	offsets := strings.Repeat("ff000000", 8) + "0000000004000000080000000c000000" + strings.Repeat("00000000", 20)
	launch, err := launch.Parse("l.yaml", []byte("kernel: k\nprogram: k.visaasm\ninputs: {OFF: \""+offsets+"\"}\nargs:\n  - {buffer: {bytes: 64, fill: {random: 1, type: u32, min: 7, max: 7}}}\n"))
	require.NoError(t, err)
	p, err := load.FromVISA("k.visaasm", k, load.Interp, native.SKL)
	require.NoError(t, err)
	var out bytes.Buffer
	_, err = run.Run(context.Background(), launch, run.Options{Program: p, Trace: &observe.Trace{Out: &out, Filters: []observe.Filter{{Lines: &observe.Span{From: 9, To: 9}}}}})
	require.NoError(t, err)
	_, operands, _ := strings.Cut(out.String(), "\n")
	assert.Equal(t, "  element_offset:ud 0 4 8 12 0 0 0 0\n  => dst:f all 1e-44\n  => dst:f all 1e-44\n", operands)
}

// TestTraceCompiled: code that was compiled here is traced by lines of its text,
// wherever it lies.
func TestTraceCompiled(t *testing.T) {
	launch, err := launch.Read(filepath.Join(corpus.Root(), "examples", "saxpy", "launch.yaml"))
	require.NoError(t, err)
	var out bytes.Buffer
	line := observe.Filter{Lines: &observe.Span{From: 96, To: 96}, Group: []uint32{1}, Threads: &observe.Span{From: 1, To: 1}}
	_, err = run.Run(context.Background(), launch, run.Options{Engine: load.Sim, Target: load.Only(native.SKL), Trace: &observe.Trace{Out: &out, Filters: []observe.Filter{line}}})
	require.NoError(t, err)
	assert.Contains(t, out.String(), "saxpy.visaasm:96:5: add (M1, 16) V0049(0,0)<1> V0048(0,0)<0;1,0> V0049(0,0)<1;1,0>\n")
	assert.Contains(t, out.String(), ":d 160 161 162 163 164 165 166 167 168 169 170 171 172 173 174 175\n")
	assert.NotContains(t, out.String(), ":97:", "another line")
}

// brokenPipe takes some bytes and then no more.
type brokenPipe struct{ left int }

func (p *brokenPipe) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

// TestTraceLost: a trace that cannot be written ends the run, with what there is.
func TestTraceLost(t *testing.T) {
	launch, err := launch.Read(filepath.Join(corpus.Root(), "testdata", "bench", "empty.yaml"))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), launch, run.Options{Engine: load.Interp, Trace: &observe.Trace{Out: &brokenPipe{}, Filters: []observe.Filter{{}}}})
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.NotNil(t, rep)
	assert.False(t, rep.Finished)
	assert.Less(t, rep.Groups, uint64(16384))
}

// TestFilters: what is no filter is said, and what one shows.
func TestFilters(t *testing.T) {
	for text, want := range map[string]string{
		"":              `"": want all, or line=, ip=, source=, group= and thread= with commas between, found ""`,
		"lines=3":       `"lines=3": want all, or line=, ip=, source=, group= and thread= with commas between, found "lines=3"`,
		"line=":         `"line=": want a number or a range such as 12-20, found ""`,
		"line=9-8":      `"line=9-8": want a number or a range such as 12-20, found "9-8"`,
		"thread=-1":     `"thread=-1": want a number or a range such as 12-20, found "-1"`,
		"group=1.2.3.4": `"group=1.2.3.4": want a group such as 2, 0.1 or 0.1.0, found "1.2.3.4"`,
		"line=1,line=2": `"line=1,line=2": line= twice, and all terms must hold: want --trace again`,
		"line=010":      `"line=010": want a number or a range such as 12-20, found "010"`,
		"group=01":      `"group=01": want a group such as 2, 0.1 or 0.1.0, found "01"`,
		"all,line=3":    `"all,line=3": want all, or line=, ip=, source=, group= and thread= with commas between, found "all"`,
	} {
		_, err := observe.ParseFilter(text)
		assert.EqualError(t, err, want)
	}
	f, err := observe.ParseFilter("line=12-20,ip=0x40,source=7,group=1.2,thread=3")
	require.NoError(t, err)
	assert.Equal(t, observe.Filter{Lines: &observe.Span{From: 12, To: 20}, IPs: &observe.Span{From: 64, To: 64}, Source: &observe.Span{From: 7, To: 7}, Threads: &observe.Span{From: 3, To: 3}, Group: []uint32{1, 2}}, f)
}

// TestStats: places past an end, approximate results and what was not modelled.
func TestStats(t *testing.T) {
	launch, err := launch.Parse("l.yaml", []byte("kernel: k\nprogram: k.visaasm\ninputs: {OFF: \"40000000\"}\nargs:\n  - {buffer: {bytes: 64, fill: zero}, output: true}\n"))
	require.NoError(t, err)
	text := `.version 4.1
.kernel "k"
.decl OFF v_type=G type=ud num_elts=1 align=dword
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl F v_type=G type=f num_elts=8 align=GRF
.decl T6 v_type=T num_elts=1
.input OFF offset=32 size=4
.kernel_attr SimdSize=8
    movs (M1_NM, 1) T6(0) 0x0:ud
    cos (M1, 8) F(0,0)<1> F(0,0)<1;1,0>
    fence_sw
    gather4_scaled.R (M1, 8) T6 OFF(0,0)<0;1,0> D.0 F.0
    ret (M1, 1)
`
	k, err := load.ParseVISA("k.visaasm", []byte(text))
	require.NoError(t, err)
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		p, err := load.FromVISA("k.visaasm", k, engine, native.SKL)
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), launch, run.Options{Program: p, Stats: true})
		require.NoError(t, err)
		s := rep.Stats
		assert.Equal(t, uint64(1), s.Approximate, engine)
		sums(t, string(engine), rep)
		require.Len(t, s.Outside, 1)
		assert.Equal(t, "arg0", s.Outside[0].Buffer)
		assert.Equal(t, uint64(8), s.Outside[0].Accesses)
		assert.Contains(t, s.Outside[0].Inst, map[load.EngineName]string{load.Interp: "gather4_scaled.R", load.Sim: "send"}[engine])
		i := slices.IndexFunc(s.Messages, func(m observe.MessageStats) bool {
			return m.Kind == map[load.EngineName]string{load.Interp: "gather4_scaled", load.Sim: "UntypedRead"}[engine]
		})
		if assert.GreaterOrEqual(t, i, 0, "%v", s.Messages) {
			assert.Equal(t, trace.Count{Executions: 1, Lanes: 8}, s.Messages[i].Count)
		}
		if engine == load.Interp {
			assert.Equal(t, uint64(1), s.NoEffect, "the fence")
			assert.Equal(t, observe.InstructionStats{Place: dispatch.Place{Where: "k.visaasm:10:5", Inst: "cos (M1, 8) F(0,0)<1> F(0,0)<1;1,0>"}, Count: trace.Count{Executions: 1, Lanes: 8}}, s.Instructions[1])
		}
	}
}
