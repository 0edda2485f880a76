package eu

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestCompiled: a thread calls compiled code where it begins, for all its channels or some, with its budget and what
// is known of its channels, in a mode that it is right in, and not behind a fault; the EU model does the rest.
func TestCompiled(t *testing.T) {
	add := ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W))
	start := func(mask uint32) (*rig, *Compiled, *[]uintptr) {
		r := load(t, mask, add, add, add, add)
		c := &Compiled{Begins: make([]Entry, 5), Next: []int32{1, 3, 3, 5, 5}}
		c.Begins[1] = Entry{Lanes: 0xFF, Row: code.FirstModeRow, Code: 7}
		c.Begins[3] = Entry{Lanes: 0xFF, Code: 8}
		var calls []uintptr
		c.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32, f *Frame) int32 {
			w := r.w.(*Worker)
			require.Equal(t, &w.frame, f)
			require.NotNil(t, f.Table)
			require.NotNil(t, f.Local)
			require.Equal(t, [2]uint32{0, math.MaxInt32}, [2]uint32{f.Waits, uint32(f.Wake)})
			require.Equal(t, r.base, registers)
			require.Equal(t, unsafe.Pointer(&r.prog.Consts[0]), consts)
			require.Equal(t, mask, channels)
			calls, f.Exec = append(calls, code), channels
			at, n := int32(r.pc), [...]int32{7: 2, 8: 1, 17: 2}[code]
			if f.Left < n {
				return at
			}
			f.Left -= n
			return at + n
		}
		c.Some = func() []uintptr {
			calls = append(calls, 0)
			return []uintptr{0, 17, 0, 0, 0}
		}
		r.w.(*Worker).Use(c)
		return r, c, &calls
	}
	after := func(r *rig, n int) int32 {
		_, err := r.w.Resume(0, n)
		require.NoError(t, err)
		require.EqualValues(t, n, r.w.Executed())
		return get[int32](r, 10, 1)[0]
	}
	r, _, calls := start(0xFF)
	assert.EqualValues(t, 1, after(r, 4), "only the first was added by the EU model")
	assert.Equal(t, []uintptr{7, 8}, *calls)

	r, _, calls = start(0x0F)
	assert.EqualValues(t, 2, after(r, 4), "there is no code for some channels of the last")
	assert.Equal(t, []uintptr{0, 17}, *calls)

	r, _, calls = start(0xFF)
	assert.EqualValues(t, 2, after(r, 2), "the sequence is longer than the budget")
	assert.Equal(t, []uintptr{7}, *calls)

	r, _, calls = start(0xFF)
	r.mode.ieee = false
	assert.EqualValues(t, 3, after(r, 4), "a mode that the first sequence is not right in")
	assert.Equal(t, []uintptr{8}, *calls)

	r, c, calls := start(0xFF)
	r.pc = 1
	for name, set := range map[string]func(){
		"behind a fault":         func() { r.err = errRunOff },
		"single program flow":    func() { r.mode.single = true },
		"in the system routine":  func() { r.system = true },
		"in a call of some":      func() { r.away = 1 },
		"where no code begins":   func() { r.pc = 2 },
		"behind what has a code": func() { r.pc = 4 },
	} {
		before := r.state
		set()
		assert.Zero(t, r.leap(c, 4), name)
		assert.Empty(t, *calls)
		r.state, r.mode.single = before, false
	}
	r.wait, r.wake = 0xF0, 3
	c.Call = func(_ uintptr, _, _ unsafe.Pointer, _ uint32, f *Frame) int32 {
		assert.Equal(t, [3]uint32{0xF0, 3, maxCall}, [3]uint32{f.Waits, uint32(f.Wake), uint32(f.Left)})
		f.Left -= 5
		return 3
	}
	assert.Equal(t, 5, r.leap(c, maxCall+1), "channels that wait; more ops than a call may execute")
	assert.Equal(t, 3, r.pc)
}

// TestCompiledParts: a thread is as code has left its channels.
func TestCompiledParts(t *testing.T) {
	r := load(t, 0xFF, ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W)))
	c := &Compiled{Begins: []Entry{{Lanes: 0xFF, Code: 7}}}
	c.Call = func(_ uintptr, _, _ unsafe.Pointer, _ uint32, f *Frame) int32 {
		f.Places[4], f.Exec, f.Waits, f.Wake, f.Apart = 2, 0xEF, 0x10, 2, 1
		f.Left--
		return 1
	}
	r.apart = false
	require.Equal(t, 1, r.leap(c, 1))
	assert.Equal(t, [4]any{uint32(0xEF), uint32(0x10), 2, true}, [4]any{r.exec, r.wait, r.wake, r.apart}, "channels that code has parted")
	assert.EqualValues(t, 2, r.chanPC[4])
}

// TestCompiledFrame: code with barriers knows those of the thread's group, and code that writes the mode the one that the worker
// remembers, which the thread has then.
func TestCompiledFrame(t *testing.T) {
	r := load(t, 0xFF, ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W)))
	w := r.w.(*Worker)
	var got Frame
	c := &Compiled{Begins: []Entry{{Modes: true, Code: 7}}, Meets: true}
	c.Call = func(_ uintptr, _, _ unsafe.Pointer, _ uint32, f *Frame) int32 {
		got = *f
		f.Left, f.Took = f.Left-1, 1
		return 0
	}
	barrier := &r.env.Group.Barrier
	barrier.Reset(0)
	assert.Zero(t, r.leap(c, 1), "a thread that its group has not")
	barrier.Reset(1)
	r.env.Group.Alone = true
	assert.Zero(t, r.leap(c, 1), "a group without barrier")
	r.env.Group.Alone = false
	mode := r.mode
	assert.Equal(t, 1, r.leap(c, 1))
	came, notified := barrier.Of(0)
	assert.Equal(t, [3]any{barrier, came, notified}, [3]any{got.Barrier, got.Came, got.Notified})
	assert.EqualValues(t, noMode, got.Known, "nothing is remembered")

	mode.ieee, mode.single = true, false
	for _, k := range []struct {
		known known
		want  uint64
	}{
		{known{0x4C0, mode}, 0x4C0}, {known{0x4C0, arith{ieee: true, noAcc: true}}, noMode}, {known{0x4C0, arith{}}, noMode}, {known{0, mode}, noMode},
	} {
		w.known, r.mode = k.known, arith{}
		require.Equal(t, 1, r.leap(c, 1))
		assert.Equal(t, k.want, got.Known)
		assert.Equal(t, k.known.mode, r.mode)
	}
	w.known = known{0x4C0, mode}
	*r.cr0(1) = 1
	require.Equal(t, 1, r.leap(c, 1))
	assert.EqualValues(t, noMode, got.Known, "exceptions")
}

// TestCompiledEnd: code that ends the thread says at which message.
func TestCompiledEnd(t *testing.T) {
	r := load(t, 0xFF, ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W)))
	c := &Compiled{Begins: []Entry{{Code: 7}, {}}, Next: []int32{2, 2}}
	c.Call = func(_ uintptr, _, _ unsafe.Pointer, _ uint32, f *Frame) int32 {
		f.Left -= 2
		return ^1
	}
	r.w.(*Worker).Use(c)
	status, err := r.w.Resume(0, 100)
	require.NoError(t, err)
	assert.Equal(t, [3]any{dispatch.Done, 1, uint64(2)}, [3]any{status, r.pc, r.w.Executed()})
}

// TestAttach: threads of one group reach the same, but for their scratch space.
func TestAttach(t *testing.T) {
	p, err := loadInsts("attach", native.SKL, []native.Inst{eot()})
	require.NoError(t, err)
	w := p.NewWorker(3).(*Worker)
	group, other := &dispatch.Group{}, &dispatch.Group{SLM: mem.NewLocal(64)}
	m := mem.New()
	envs := []*dispatch.Thread{{Group: group, Mem: m}, {Group: other, Mem: m}, {Group: other, Mem: m, Scratch: mem.NewBuffer("scratch", 0, 1024)}}
	for i, env := range envs {
		env.Payload = make([]byte, 32)
		w.Start(i, env)
	}
	for _, c := range []struct {
		slot           int
		local, scratch bool
	}{{0, false, false}, {1, true, false}, {2, true, true}, {0, false, false}} {
		w.attach(&w.threads[c.slot])
		tables := w.port.Tables()
		assert.Equal(t, [2]bool{c.local, c.scratch}, [2]bool{tables.Local.Len > 0, tables.Scratch.Len > 0}, "thread %d", c.slot)
		assert.Same(t, envs[c.slot].Group, w.reached.group)
	}
}

// TestCompiledControl: code that begins at a control instruction is called there behind ops that the EU model executes, and where it
// executes nothing the EU model does that too.
func TestCompiledControl(t *testing.T) {
	add := ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W))
	jump := native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, JIP: 16}
	for _, n := range []int32{0, 1} {
		r := load(t, 0xFF, add, jump, add)
		c := &Compiled{Begins: make([]Entry, 4), Next: []int32{1, 4, 4, 4}}
		c.Begins[1].Code = 7
		calls := 0
		c.Call = func(_ uintptr, _, _ unsafe.Pointer, channels uint32, f *Frame) int32 {
			calls++
			f.Exec = channels
			f.Left -= n
			return int32(r.pc) + n
		}
		r.w.(*Worker).Use(c)
		_, err := r.w.Resume(0, 3)
		require.NoError(t, err)
		assert.Equal(t, 1, calls)
		assert.EqualValues(t, 3, r.w.Executed())
		assert.EqualValues(t, 2, get[int32](r, 10, 1)[0])
	}
}
