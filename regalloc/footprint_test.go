package regalloc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// piece is n units that one instruction touches, of one channel or the thread.
type piece struct {
	name, mode string // r read, w write that may not happen, W write
	unit, n    int32
	lane       int8
}

// footprintText lists pieces, those of one thing that follow each other as one:
// units, then the channels from the first on, or thread.
func footprintText(all []piece) string {
	slices.SortStableFunc(all, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.mode, b.mode), cmp.Compare(a.unit, b.unit))
	})
	all = slices.Compact(all) // what several channels read for the thread
	var out []string
	for i := 0; i < len(all); {
		p, end, lane := all[i], all[i].unit, all[i].lane
		for ; i < len(all); i++ {
			q := all[i]
			if q.name != p.name || q.mode != p.mode || q.unit != end || q.lane != lane || p.lane != wholeThread && q.n != p.n {
				break
			}
			end += q.n
			if p.lane != wholeThread {
				lane++
			}
		}
		who := "thread"
		if p.lane != wholeThread {
			who = fmt.Sprintf("%d+%d", p.lane, lane-p.lane)
		}
		out = append(out, fmt.Sprintf("%s %s %d-%d %s", p.mode, p.name, p.unit, end-1, who))
	}
	return strings.Join(out, ", ")
}

func mode(write, full bool) string {
	switch {
	case !write:
		return "r"
	case full:
		return "W"
	}
	return "w"
}

// allocatorSees is the footprint of the last instruction, as the allocator has it.
func allocatorSees(p *native.Program) (string, error) {
	o, err := newObjects(p, testLimits, len(p.Flags))
	if err != nil {
		return "", err
	}
	acc, err := collect(o)
	if err != nil {
		return "", err
	}
	var all []piece
	for _, r := range acc.of(int32(len(p.Insts) - 1)) {
		x := &o.list[r.obj]
		name, at := x.name, r.unit-x.first
		if x.liveIn { // a piece of a register file
			name, at = fileName[x.file], at+x.fixed
		}
		step, lane := r.n, r.lane
		if r.elem > 0 {
			step = min(int32(r.elem), r.n)
		}
		for k := int32(0); k < r.n; k += step {
			all = append(all, piece{name, mode(r.write, r.full), at + k, step, lane})
			if r.lane != wholeThread {
				lane++
			}
		}
	}
	return footprintText(all), nil
}

// verifierSees is the same as Verify has it.
func verifierSees(p *native.Program) (string, error) {
	loc := newLocations(native.SKL, native.GRFs)
	s := newSpace(p, &loc)
	r := reader{grf: grfBytes, size: func(x span) int32 { return s.things[s.vars[x.file][x.v]].size }}
	spans, err := r.spans(&p.Insts[len(p.Insts)-1])
	var all []piece
	for _, x := range spans {
		name := fileName[x.file]
		if x.v != nowhere {
			name = s.things[s.vars[x.file][x.v]].name
		}
		all = append(all, piece{name, mode(x.write, x.full), x.unit, x.n, x.lane})
	}
	return footprintText(all), err
}

func (p *prog) flagged(f int32, pred native.PredCtrl) *native.Inst {
	in := p.alu(native.OpMov, vec(0), imm(1))
	in.PredCtrl, in.Flag = pred, native.Flag{Virt: f + 1}
	return in
}

func with(o native.Operand, t native.Type, sub uint16, r native.Region) native.Operand {
	o.Type, o.Sub, o.Region = t, sub, r
	return o
}

func arf(reg int32, ty native.Type, sub uint16) native.Operand {
	return native.Operand{File: native.ARF, Reg: reg, Type: ty, Sub: sub, Region: native.Scalar}
}

func through(r native.Region, reg int32, sub uint8) native.Operand {
	return native.Operand{File: native.GRF, Indirect: true, Type: native.D, Region: r, AddrReg: reg, AddrSub: sub}
}

// TestBothFootprints: what an instruction touches, for the allocator and for Verify,
// which share no code for it.
func TestBothFootprints(t *testing.T) {
	v, w := int32(0), int32(1)
	flag := func(bits int32) native.Operand {
		return native.Operand{File: native.VirtFlag, Reg: 0, Type: native.UW, Sub: uint16(bits / 8), Region: native.Scalar}
	}
	for _, c := range []struct {
		name  string
		build func(p *prog)
		want  string
	}{
		{"masked", func(p *prog) { p.alu(native.OpAdd, vec(v), vec(w), imm(1)) }, "W v 0-63 0+16, r w 0-63 0+16"},
		{"upper channels", func(p *prog) {
			in := p.alu(native.OpMov, vec(v), with(vec(w), native.W, 16, packed))
			in.ExecSize, in.ChanOff = 8, 8
		}, "W v 0-31 8+8, r w 16-31 8+8"},
		{"NoMask", func(p *prog) { p.alu(native.OpMov, vec(v), vec(w)).NoMask = true }, "W v 0-63 thread, r w 0-63 thread"},
		{"one channel", func(p *prog) { p.alu(native.OpMov, vec(v), scl(w)).ExecSize = 1 }, "W v 0-3 0+1, r w 0-3 0+1"},
		{"one value for all", func(p *prog) { p.alu(native.OpMov, vec(v), with(scl(w), native.D, 8, native.Scalar)) }, "W v 0-63 0+16, r w 8-11 thread"},
		{"one value, rows of one", func(p *prog) {
			p.alu(native.OpMov, vec(v), with(scl(w), native.D, 8, native.Region{V: 0, W: 1, H: 3}))
		}, "W v 0-63 0+16, r w 8-11 thread"},
		{"steps", func(p *prog) {
			in := p.alu(native.OpMov, with(vec(v), native.W, 2, native.Region{}), with(vec(w), native.W, 0, native.Region{V: 16, W: 8, H: 2}))
			in.ExecSize, in.Dst.Region.H = 4, 2
		}, "W v 2-3 0+1, W v 6-7 1+1, W v 10-11 2+1, W v 14-15 3+1, r w 0-1 0+1, r w 4-5 1+1, r w 8-9 2+1, r w 12-13 3+1"},
		{"a row twice", func(p *prog) {
			p.alu(native.OpMov, vec(v), with(vec(w), native.D, 0, native.Region{V: 0, W: 8, H: 1}))
		}, "W v 0-63 0+16, r w 0-3 0+1, r w 0-3 8+1, r w 4-7 1+1, r w 4-7 9+1, r w 8-11 2+1, r w 8-11 10+1, r w 12-15 3+1, r w 12-15 11+1, " +
			"r w 16-19 4+1, r w 16-19 12+1, r w 20-23 5+1, r w 20-23 13+1, r w 24-27 6+1, r w 24-27 14+1, r w 28-31 7+1, r w 28-31 15+1"},
		{"Align16 enables", func(p *prog) {
			in := p.alu(native.OpMov, vec(v), vec(w))
			in.Align16, in.ExecSize, in.Dst.ChanEn, in.Src[0].Swizzle = true, 8, 0xB, native.IdentitySwizzle
		}, "W v 0-7 0+2, W v 12-23 3+3, W v 28-31 7+1, r w 0-31 0+8"},
		{"Align16 one value", func(p *prog) {
			in := p.alu(native.OpMov, vec(v), with(scl(w), native.D, 4, native.Scalar))
			in.Align16, in.ExecSize, in.Dst.ChanEn, in.Src[0].Swizzle = true, 4, 0xF, native.IdentitySwizzle
		}, "W v 0-15 0+4, r w 4-7 thread"},
		{"registers", func(p *prog) {
			p.alu(native.OpMov, native.GRFOperand(3, 8, packed, native.D), native.GRFOperand(5, 0, packed, native.W))
		}, "W GRF 104-167 0+16, r GRF 160-191 0+16"},
		{"flag operand", func(p *prog) { p.scalar(native.OpMov, flag(16), arf(native.ARFF1, native.UW, 2)) }, "W P 16-31 thread, r flag 48-63 thread"},
		{"flag register", func(p *prog) { p.scalar(native.OpMov, arf(native.ARFF0, native.UD, 0), flag(0)) }, "r P 0-15 thread, W flag 0-31 thread"},
		{"address register", func(p *prog) { p.scalar(native.OpMov, arf(native.ARFA0, native.UW, 6), imm(1)) }, "W address 6-7 thread"},
		{"accumulator", func(p *prog) { p.alu(native.OpMov, arf(native.ARFAcc0, native.D, 0), vec(v)) }, "r v 0-63 0+16"},
		{"predicated", func(p *prog) { p.flagged(0, native.PredSeq) }, "r P 0-15 0+16, w v 0-63 0+16"},
		{"predicate chooses", func(p *prog) { p.flagged(0, native.PredSeq).Op = native.OpSel }, "r P 0-15 0+16, W v 0-63 0+16"},
		{"condition", func(p *prog) { p.cmp(0, native.CondLT, vec(v), imm(1)).ChanOff = 16 }, "W P 16-31 16+16, r v 0-63 16+16"},
		{"condition and predicate", func(p *prog) {
			p.cmp(0, native.CondLT, vec(v), imm(1)).PredCtrl = native.PredSeq
		}, "r P 0-15 0+16, w P 0-15 0+16, r v 0-63 0+16"},
		{"condition of sel", func(p *prog) { p.alu(native.OpSel, vec(v), vec(w), imm(1)).Cond = native.CondLT }, "W v 0-63 0+16, r w 0-63 0+16"},
		{"flag registers by name", func(p *prog) {
			in := p.cmp(0, native.CondLT, vec(v), imm(1))
			in.Flag, in.ExecSize = native.Flag{Reg: 1, Sub: 1}, 8
		}, "W flag 48-55 0+8, r v 0-31 0+8"},
		{"uniform", func(p *prog) { p.branch(native.OpJmpi, 0, 0, 0).ExecSize = 1 }, "r P 0-0 thread"},
		{"indirect", func(p *prog) { p.alu(native.OpMov, vec(v), through(packed, 1, 3)) }, "r A 6-7 thread, W v 0-63 0+16"},
		{"indirect for each channel", func(p *prog) {
			p.alu(native.OpMov, vec(v), through(native.Region{V: native.VxH, W: 1}, 1, 0)).ExecSize = 8
		}, "r A 0-15 0+8, W v 0-31 0+8"},
		{"indirect for each row", func(p *prog) {
			in := p.alu(native.OpMov, vec(v), through(native.Region{V: native.VxH, W: 4, H: 1}, 1, 1))
			in.ExecSize, in.ChanOff = 8, 8
		}, "r A 2-5 thread, W v 0-31 8+8"},
		{"indirect for a part of a row", func(p *prog) {
			p.alu(native.OpMov, vec(v), through(native.Region{V: native.VxH, W: 8, H: 1}, 0, 2)).ExecSize = 4
		}, "r address 4-5 thread, W v 0-15 0+4"},
		{"indirect rows of none", func(p *prog) {
			p.alu(native.OpMov, vec(v), through(native.Region{V: native.VxH}, 0, 2)).ExecSize = 2
		}, "r address 4-7 0+2, W v 0-7 0+2"},
		{"indirect destination", func(p *prog) { p.alu(native.OpMov, through(native.Dst1, 1, 0), vec(v)) }, "r A 0-1 thread, r v 0-63 0+16"},
	} {
		holdFootprint(t, c.name, c.want, c.build)
	}
}

// TestSharedFootprints: elements that channels read of others are the thread's.
func TestSharedFootprints(t *testing.T) {
	v, w := int32(0), int32(1)
	for _, c := range []struct {
		name  string
		build func(p *prog)
		want  string
	}{
		{"groups of four", func(p *prog) {
			p.alu(native.OpDp3, with(vec(v), native.F, 0, native.Region{H: 1}), with(vec(w), native.F, 0, packed), with(scl(2), native.F, 0, native.Scalar)).ExecSize = 8
		}, "r u 0-3 thread, W v 0-31 0+8, r w 0-11 thread, r w 16-27 thread"},
		{"groups of two", func(p *prog) {
			p.alu(native.OpSad2, with(vec(v), native.W, 0, native.Region{H: 1}), with(vec(w), native.UB, 4, packed), with(vec(w), native.UB, 32, packed)).ExecSize = 4
		}, "W v 0-7 0+4, r w 4-7 thread, r w 32-35 thread"},
		{"line", func(p *prog) {
			p.alu(native.OpLine, with(vec(v), native.F, 0, native.Region{H: 1}), with(scl(w), native.F, 16, native.Scalar), with(vec(w), native.F, 32, packed)).ExecSize = 8
		}, "W v 0-31 0+8, r w 16-19 thread, r w 28-31 thread, r w 32-63 0+8"},
		{"plane", func(p *prog) {
			p.newVar("places", 128)
			p.alu(native.OpPln, with(vec(v), native.F, 0, native.Region{H: 1}), with(scl(w), native.F, 0, native.Scalar), with(vec(3), native.F, 0, packed))
		}, "r places 0-127 thread, W v 0-63 0+16, r w 0-7 thread, r w 12-15 thread"},
	} {
		holdFootprint(t, c.name, c.want, c.build)
	}
}

// holdFootprint builds a program of v and w of 64 bytes, u of 4, P of 32 channels
// and A of 16 words, whose last instruction it is about.
func holdFootprint(t *testing.T, name, want string, build func(p *prog)) {
	t.Helper()
	p := newProg()
	p.newVar("v", 64)
	p.newVar("w", 64)
	p.newVar("u", 4)
	p.newFlag(32)
	p.Addrs = append(p.Addrs, native.AddrVar{Name: "A", Words: 16})
	build(p)
	got, err := allocatorSees(p.Program)
	require.NoError(t, err, name)
	assert.Equal(t, want, got, "%s: allocator", name)
	got, err = verifierSees(p.Program)
	require.NoError(t, err, name)
	assert.Equal(t, want, got, "%s: Verify", name)
}

// TestPredicateGroups: the bits that a predicate control looks at, those of whole
// groups that the flag has.
func TestPredicateGroups(t *testing.T) {
	for ctrl, c := range map[native.PredCtrl]string{
		native.PredSeq:   "r P 12-15 12+4",
		native.PredAny2H: "12-15", native.PredAll2H: "12-15", native.PredAny4H: "12-15", native.PredAll4H: "12-15",
		native.PredAny8H: "8-15", native.PredAll8H: "8-15", native.PredAny16H: "0-15", native.PredAll16H: "0-15",
		native.PredAny32H: "0-31", native.PredAll32H: "0-31",
	} {
		want := c
		if ctrl != native.PredSeq {
			want = "r P " + c + " thread"
		}
		holdFootprint(t, ctrl.Suffix(false), want+", w v 0-15 12+4", func(p *prog) {
			in := p.flagged(0, ctrl)
			in.ExecSize, in.ChanOff = 4, 12
		})
	}
	holdFootprint(t, "one channel of two", "r P 2-3 thread, w v 0-3 3+1", func(p *prog) {
		in := p.flagged(0, native.PredAny2H)
		in.ExecSize, in.ChanOff = 1, 3
	})
	holdFootprint(t, "more than the flag has", "r P 0-15 thread, w v 0-31 0+8", func(p *prog) {
		p.flagged(0, native.PredAll32H).ExecSize = 8
		p.Flags[0].Bits = 16
	})
	for _, c := range []struct {
		ctrl    native.PredCtrl
		align16 bool
		want    string
	}{
		{native.PredAnyV, false, ".anyv"}, {native.PredAllV, false, ".allv"},
		{native.PredAnyV, true, ".x"}, {native.PredAll2H, true, ".w"}, {native.PredAny4H, true, ".any4h"},
	} {
		p := newProg()
		p.newVar("v", 64)
		p.flagged(p.newFlag(32), c.ctrl).Align16 = c.align16
		for _, sees := range []func(*native.Program) (string, error){allocatorSees, verifierSees} {
			_, err := sees(p.Program)
			assert.ErrorContains(t, err, "predicate control "+c.want+": not supported")
		}
	}
}
