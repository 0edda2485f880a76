package regalloc

import (
	"slices"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forced puts variables and flags at given byte and bit addresses, right or
// wrong; what is not named keeps its fixed place or goes to free registers.
func forced(t *testing.T, p *native.Program, vars, flags map[int32]int32) *native.Program {
	t.Helper()
	q := Snapshot(p)
	for i := range q.Insts {
		q.Insts[i].Origin = int32(i + 1)
	}
	o, err := newObjects(q, testLimits, len(q.Flags))
	require.NoError(t, err)
	at := make([]int32, len(o.list))
	free := int32(64 * grfBytes)
	for v, obj := range o.index[fileGRF] {
		at[obj] = free
		if loc, ok := vars[int32(v)]; ok {
			at[obj] = loc
		} else if p.Vars[v].Fixed >= 0 {
			at[obj] = int32(p.Vars[v].Fixed)
		}
		free += 64
	}
	for f, obj := range o.index[fileFlag] {
		at[obj] = int32(f) * 16
		if loc, ok := flags[int32(f)]; ok {
			at[obj] = loc
		}
	}
	(&analysis{objects: o}).rewrite(at)
	return q
}

// verifyCase is a program with the names of what a wrong allocation confuses.
type verifyCase struct {
	name         string
	build        func(p *prog, id int32) (a, b int32) // two variables, or two flags
	flags        bool
	wantError    string // of the allocation with a and b in one place
	sharingIsFit bool   // it is right after all
}

func ifElse(p *prog, id int32, then, other func()) {
	f := p.newFlag(16)
	elseL, end := p.label(), p.label()
	p.cmp(f, native.CondGE, vec(id), imm(0x40000000))
	p.branch(native.OpIf, f, elseL, end)
	then()
	p.branch(native.OpElse, -1, end, end)
	p.place(elseL)
	other()
	p.place(end)
	p.branch(native.OpEndif, -1, 0, 0)
}

// whileLess runs body until i reaches the lane's limit, at most 4 times.
func whileLess(p *prog, id int32, body func(i int32)) {
	i, limit, f := p.newVar("i", 64), p.newVar("limit", 64), p.newFlag(16)
	p.alu(native.OpAnd, vec(limit), vec(id), imm(0x0c000000))
	p.alu(native.OpMov, vec(i), imm(0))
	head := p.label()
	p.place(head)
	p.alu(native.OpAdd, vec(i), vec(i), imm(0x04000000))
	body(i)
	p.cmp(f, native.CondLT, vec(i), vec(limit))
	p.branch(native.OpWhile, f, head, 0)
}

func verifyCases() []verifyCase { return append(maskCases(), flowCases()...) }

// maskCases are about lanes that sleep in straight code and in an if.
func maskCases() []verifyCase {
	return []verifyCase{
		{name: "arms of an if", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			x, y := p.newVar("x", 64), p.newVar("y", 64)
			p.alu(native.OpAdd, vec(x), vec(id), imm(1))
			p.alu(native.OpAdd, vec(y), vec(id), imm(2))
			ifElse(p, id, func() { p.alu(native.OpAdd, vec(x), vec(x), imm(5)) }, func() { p.alu(native.OpAdd, vec(y), vec(y), imm(6)) })
			p.store(id, x)
			p.store(id, y)
			return x, y
		}},
		{name: "NoMask temporary over sleeping lanes", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, t := p.newVar("v", 64), p.newVar("t", 64)
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			ifElse(p, id, func() {
				p.alu(native.OpAdd, vec(t), vec(id), imm(9)).NoMask = true
				p.store(id, t)
			}, func() { p.store(id, v) })
			return v, t
		}},
		{name: "masked temporary of the same layout", sharingIsFit: true, build: func(p *prog, id int32) (int32, int32) {
			v, t := p.newVar("v", 64), p.newVar("t", 64)
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			ifElse(p, id, func() {
				p.alu(native.OpAdd, vec(t), vec(id), imm(9))
				p.store(id, t)
			}, func() { p.store(id, v) })
			return v, t
		}},
		{name: "masked temporary of another width", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, t := p.newVar("v", 64), p.newVar("t", 64)
			p.alu(native.OpAdd, vec(v), vec(id), imm(1))
			ifElse(p, id, func() {
				w := vec(t)
				w.Type, w.Region = native.UW, native.Region{V: 16, W: 16, H: 1}
				p.alu(native.OpAdd, w, vec(id), imm(9))
				p.alu(native.OpAdd, vec(id), w, imm(9))
				p.store(id, id)
			}, func() { p.store(id, v) })
			return v, t
		}},
		{name: "flags", flags: true, wantError: "still needs bit", build: func(p *prog, id int32) (int32, int32) {
			x, f, g := p.newVar("x", 64), p.newFlag(16), p.newFlag(16)
			p.cmp(f, native.CondLT, vec(id), imm(0x40000000))
			p.cmp(g, native.CondLT, vec(id), imm(0x30000000))
			for _, flag := range []int32{f, g} {
				p.alu(native.OpMov, vec(x), imm(1))
				in := p.alu(native.OpAdd, vec(x), vec(id), imm(4))
				in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: flag + 1}
				p.store(id, x)
			}
			return f, g
		}},
		{name: "predicated write keeps the other lanes", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			x, y, f := p.newVar("x", 64), p.newVar("y", 64), p.newFlag(16)
			p.cmp(f, native.CondLT, vec(id), imm(0x40000000))
			p.alu(native.OpMov, vec(x), imm(1))
			p.alu(native.OpMov, vec(y), imm(2))
			p.store(id, y)
			in := p.alu(native.OpAdd, vec(x), vec(id), imm(4))
			in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: f + 1}
			p.store(id, x)
			return x, y
		}},
		{name: "one after the other", sharingIsFit: true, build: func(p *prog, id int32) (int32, int32) {
			x, y := p.newVar("x", 64), p.newVar("y", 64)
			p.alu(native.OpAdd, vec(x), vec(id), imm(1))
			p.store(id, x)
			p.alu(native.OpAdd, vec(y), vec(id), imm(2))
			p.store(id, y)
			return x, y
		}},
	}
}

// flowCases are about loops.
func flowCases() []verifyCase {
	return []verifyCase{
		{name: "back edge", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			x, t := p.newVar("x", 64), p.newVar("t", 64)
			p.alu(native.OpAdd, vec(x), vec(id), imm(77))
			whileLess(p, id, func(i int32) {
				p.store(i, x)
				p.alu(native.OpAdd, vec(t), vec(i), imm(3))
				p.store(i, t)
			})
			return x, t
		}},
		{name: "lanes that left the loop", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, t := p.newVar("v", 64), p.newVar("t", 64)
			whileLess(p, id, func(i int32) {
				p.alu(native.OpAdd, vec(t), vec(i), imm(3)).NoMask = true
				p.store(i, t)
				p.alu(native.OpAdd, vec(v), vec(i), imm(1))
			})
			p.store(id, v)
			return v, t
		}},
		{name: "lanes that left a goto loop", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			v, t, i, f := p.newVar("v", 64), p.newVar("t", 64), p.newVar("i", 64), p.newFlag(16)
			head, behind := p.label(), p.label()
			p.alu(native.OpMov, vec(i), vec(id))
			p.place(head)
			p.alu(native.OpAdd, vec(t), vec(i), imm(3)).NoMask = true
			p.store(i, t)
			p.alu(native.OpAdd, vec(v), vec(i), imm(1))
			p.alu(native.OpAdd, vec(i), vec(i), imm(0x10000000))
			p.cmp(f, native.CondLT, vec(i), imm(0x60000000))
			p.branch(native.OpGoto, f, behind, head).Branch = true
			p.place(behind)
			p.branch(native.OpJoin, -1, 0, 0)
			p.store(id, v)
			return v, t
		}},
		{name: "value of another lane that sleeps", wantError: "still needs", build: func(p *prog, id int32) (int32, int32) {
			x, t, y := p.newVar("x", 64), p.newVar("t", 64), p.newVar("y", 64)
			p.alu(native.OpAdd, vec(x), vec(id), imm(1)).NoMask = true
			low := p.newFlag(16)
			whileLess(p, id, func(i int32) {
				p.alu(native.OpAdd, vec(x), vec(i), vec(id))
				upper := vec(x) // lanes 0 to 7 read what lanes 8 to 15 wrote last
				upper.Sub = 32
				p.alu(native.OpAdd, vec(y), upper, imm(3)).ExecSize = 8
				p.cmp(low, native.CondLT, vec(id), imm(0x40000000))
				end := p.label()
				p.branch(native.OpGoto, low, end, end)
				p.store(i, y)
				p.place(end)
				p.branch(native.OpJoin, -1, 0, 0)
				p.alu(native.OpAdd, vec(t), vec(id), imm(9)).NoMask = true
				p.store(i, t)
			})
			return x, t
		}},
		{name: "lanes of an else-block keep the thread", sharingIsFit: true, build: func(p *prog, id int32) (int32, int32) {
			x, t := p.newVar("x", 64), p.newVar("t", 64)
			whileLess(p, id, func(i int32) {
				p.alu(native.OpAdd, vec(x), vec(i), imm(1))
				ifElse(p, id, func() { p.store(i, id) }, func() { p.store(i, x) })
				p.alu(native.OpAdd, vec(t), vec(id), imm(9)).NoMask = true
				p.store(i, t)
			})
			return x, t
		}},
	}
}

func TestVerify(t *testing.T) { checkVerify(t, verifyCases()) }

// checkVerify verifies allocations of each case: one that is right, one with two variables in
// one place, and the allocator's.
func checkVerify(t *testing.T, cases []verifyCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := newProg()
			id := p.input("id", 32, 64)
			a, b := c.build(p, id)
			p.eot()

			good := forced(t, p.Program, nil, nil)
			require.NoError(t, Verify(p.Program, good, native.SKL))
			require.True(t, sameRuns(t, p.Program, good))

			shared := map[int32]int32{a: 20 * grfBytes, b: 20 * grfBytes}
			bad := forced(t, p.Program, shared, nil)
			if c.flags {
				bad = forced(t, p.Program, nil, map[int32]int32{a: 16, b: 16})
			}
			err := Verify(p.Program, bad, native.SKL)
			if c.sharingIsFit {
				assert.NoError(t, err)
				assert.True(t, sameRuns(t, p.Program, bad))
			} else {
				assert.ErrorContains(t, err, c.wantError)
				assert.False(t, sameRuns(t, p.Program, bad), "the wrong allocation computes the right result")
			}

			mine := Snapshot(p.Program)
			allocate(t, mine)
			assert.True(t, sameRuns(t, p.Program, mine))
		})
	}
}

func TestVerifyRefusesForgedPrograms(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	x := p.newVar("x", 64)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	ifElse(p, id, func() { p.store(id, x) }, func() { p.alu(native.OpMov, vec(x), vec(id)) })
	p.store(id, x)
	p.eot()
	for name, c := range map[string]struct {
		forge func(q *native.Program)
		want  string
	}{
		"operation":   {func(q *native.Program) { q.Insts[0].Op = native.OpXor }, "not the same operation"},
		"immediate":   {func(q *native.Program) { q.Insts[0].Src[1].Imm = 2 }, "not the same operation"},
		"mask":        {func(q *native.Program) { q.Insts[0].NoMask = true }, "not the same operation"},
		"label":       {func(q *native.Program) { q.Labels[0]++ }, "branch target moved"},
		"missing":     {func(q *native.Program) { q.Insts = slices.Delete(q.Insts, 0, 1); q.Labels[0]--; q.Labels[1]-- }, "does not survive"},
		"no partner":  {func(q *native.Program) { q.Insts[0].Origin = 0 }, "not a flag move"},
		"order":       {func(q *native.Program) { q.Insts[1].Origin = 1 }, "origin"},
		"virtual":     {func(q *native.Program) { q.Insts[0].Dst.File = native.Virt }, "still virtual"},
		"input moved": {func(q *native.Program) { q.Insts[0].Src[0].Reg = 9 }, "expected in byte"},
		"region":      {func(q *native.Program) { q.Insts[0].Src[0].Region.V = 4 }, "not the same operation"},
	} {
		t.Run(name, func(t *testing.T) {
			q := forced(t, p.Program, nil, nil)
			c.forge(q)
			assert.ErrorContains(t, Verify(p.Program, q, native.SKL), c.want)
		})
	}
}
