package agree

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/genvisa/genvisa/internal/history"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
	"github.com/genvisa/genvisa/visa/verify"
)

const (
	groups          = 2
	threadsPerGroup = 2
	threads         = groups * threadsPerGroup
	payloadBytes    = 128 * grf // the whole register file: what is no input is garbage
	limit           = 200_000
	inputBytes      = 520
)

// launch is what all engines run a kernel with.
type launch struct {
	payload [threads][]byte
	mask    [threads]uint32
	input   []byte
	rw      []byte
	simd    int
	verify  bool // the registers that our compiler gives
}

// newLaunch makes the payloads and memory of a seed.
//
// The finalizer takes a write outside of branches for one of all lanes: what a
// lane that was never dispatched holds is open then, so that all are.
func newLaunch(seed uint64, simd int, intel bool) *launch {
	g := &gen{r: rand.New(rand.NewPCG(seed, 77))}
	l := &launch{simd: simd, input: g.data(inputBytes), rw: g.data(slice * threads), verify: seed%*verified == 0}
	for i := range threads {
		p := g.data(payloadBytes)
		word := func(n int, v uint32) { binary.LittleEndian.PutUint32(p[4*n:], v) }
		word(8, uint32(slice*i))
		word(9, uint32(outputSize/16*i))
		word(12, uint32(slice*(i%threadsPerGroup)))
		l.payload[i] = p
		l.mask[i] = uint32(uint64(1)<<simd - 1)
	}
	if intel {
		return l
	}
	l.mask[1] &= g.r.Uint32() | 1
	l.mask[2] &= 1<<g.r.IntN(simd+1) - 1 | 1
	return l
}

// data is n bytes (of eight), each eight of them values of one type.
func (g *gen) data(n int) []byte {
	types := []visa.Type{visa.UB, visa.UW, visa.UD, visa.UD, visa.F, visa.F, visa.HF, visa.DF, visa.UQ}
	var b []byte
	var t visa.Type
	for len(b) < n {
		if len(b)%64 == 0 {
			t = pick(g, types)
		}
		b = binary.LittleEndian.AppendUint64(b, g.value(t))
		b = b[:len(b)-8+t.Size()]
	}
	return b
}

// scratchBytes is the scratch space of each thread, for registers that are
// spilled; r0.3 has its code, the logarithm of its KB.
const (
	scratchCode  = 5
	scratchBytes = 1024 << scratchCode
)

// payloads is a launch as the dispatcher wants it.
type payloads struct {
	l     *launch
	flat  uint64
	entry uint32 // byte of the code behind what loads a payload: all of it is in registers
}

func (p payloads) Groups() [3]uint32     { return [3]uint32{groups, 1, 1} }
func (p payloads) MaxThreads() int       { return threadsPerGroup }
func (p payloads) Threads([3]uint32) int { return threadsPerGroup }
func (p payloads) PayloadSize() int      { return payloadBytes }
func (p payloads) SLMSize() int          { return slice * threadsPerGroup }
func (p payloads) ScratchSize() int      { return scratchBytes }
func (p payloads) IndirectSize() int     { return 0 }
func (p payloads) IndirectBase() uint64  { return 0 }
func (p payloads) Entry() uint32         { return p.entry }
func (p payloads) Extent() int           { return payloadBytes }

func (p payloads) FillIndirect([]byte, [3]uint32) {}

func (p payloads) Fill(dst []byte, group [3]uint32, thread int) uint32 {
	n := int(group[0])*threadsPerGroup + thread
	copy(dst, p.l.payload[n])
	binary.LittleEndian.PutUint64(dst[40:], p.flat+uint64(slice*n))
	dst[12] = dst[12]&^15 | scratchCode
	dst[11] = threadsPerGroup
	return p.l.mask[n]
}

// result is what a run left: an error class and the buffers.
type result struct {
	fault string // "" when it ended
	err   error
	out   [][]byte
}

var bufferNames = []string{"T6 (input)", "T7 (variables)", "T8", "flat"}

func (l *launch) run(e dispatch.Engine, entry uint32) *result {
	m := mem.New()
	data := [][]byte{l.input, make([]byte, outputSize*threads), l.rw, l.rw}
	var bufs []*mem.Buffer
	for i, d := range data {
		b := m.Alloc(bufferNames[i], len(d))
		b.SetBytes(0, d)
		m.Bind(i, b)
		bufs = append(bufs, b)
	}
	_, err := dispatch.Run(context.Background(), &dispatch.Launch{
		Engine: e, Payloads: payloads{l, bufs[3].Base, entry}, Mem: m, Deterministic: true, Limit: limit, Budget: 1 << 20,
	})
	r := &result{err: err, fault: class(err)}
	for _, b := range bufs {
		r.out = append(r.out, b.Bytes())
	}
	return r
}

// class is the kind of a fault: what two engines must agree on.
func class(err error) string {
	var (
		memory   *mem.Fault
		deadlock *dispatch.DeadlockError
		tooLong  *dispatch.LimitError
		region   *interp.RegionFault
		register *eu.RegisterError
		model    *code.UnmodelledError
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &memory):
		return "memory fault"
	case errors.Is(err, mem.ErrUnbound):
		return "unbound surface"
	case errors.As(err, &deadlock):
		return "deadlock"
	case errors.As(err, &tooLong):
		return "limit"
	case errors.As(err, &region), errors.As(err, &register):
		return "indirect operand outside the registers"
	case errors.As(err, &model):
		return "not modelled: " + model.What
	}
	return "error: " + err.Error()
}

// differs names the first difference between two results, or is empty.
func (r *result) differs(o *result) string {
	if r.fault != o.fault {
		return fmt.Sprintf("the interpreter ends with %q (%v), the other with %q (%v)", r.fault, r.err, o.fault, o.err)
	}
	if r.fault != "" {
		return ""
	}
	for i := range r.out {
		if bytes.Equal(r.out[i], o.out[i]) {
			continue
		}
		for at := range r.out[i] {
			if r.out[i][at] != o.out[i][at] {
				at = at / 8 * 8
				return fmt.Sprintf("%s: byte %d: the interpreter has % x, the other % x", bufferNames[i], at,
					r.out[i][at:min(at+8, len(r.out[i]))], o.out[i][at:min(at+8, len(o.out[i]))])
			}
		}
	}
	return ""
}

// verdict is how a comparison came out.
type verdict struct {
	skip string // why there was nothing to compare
	two  string // why our code is none of three that were compared
	diff string
}

func parse(src string) (*visa.Kernel, error) {
	k, err := asm.Parse("fuzz.visaasm", []byte(src))
	if err != nil {
		return nil, err
	}
	if f := verify.Kernel(k); len(f) > 0 {
		return nil, fmt.Errorf("%v", f[0])
	}
	return k, nil
}

// compareOurs runs a kernel on the interpreter and, compiled by package lower for
// skl, on the EU model. An error means that the kernel is not valid.
func compareOurs(src string, l *launch) (verdict, error) { return compareOn(src, l, native.SKL) }

// others are compareOurs for other targets, and what kernels for them have.
var others = map[native.Target]struct {
	compare comparison
	on      device
}{
	native.IVB: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.IVB) }, gen7},
	native.HSW: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.HSW) }, gen7},
	native.BXT: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.BXT) }, gen9},
	native.BDW: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.BDW) }, gen8},
	native.ICL: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.ICL) }, gen11},
	native.TGL: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.TGL) }, gen12},
	native.DG2: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.DG2) }, gen12},
	native.MTL: {func(src string, l *launch) (verdict, error) { return compareOn(src, l, native.MTL) }, xeDoubles},
}

// compareAll is compareOurs for all of them, of one run of the interpreter.
func compareAll(src string, l *launch) (verdict, error) {
	return compareOn(src, l, native.SKL, native.BXT, native.BDW)
}

// compareOn compares the code for targets; it ends with the first that differs.
func compareOn(src string, l *launch, targets ...native.Target) (v verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			v.diff = fmt.Sprintf("panic: %v", p)
		}
	}()
	k, err := parse(src)
	if err != nil {
		return verdict{}, err
	}
	want, err := interpret(k, l)
	var missing *interp.UnsupportedError
	switch {
	case errors.As(err, &missing):
		return verdict{skip: "interpreter: " + missing.Op + ": " + missing.What}, nil
	case err != nil:
		return verdict{}, err
	}
	for _, t := range targets {
		one, err := compareCompiled(t, k, want, l)
		if err != nil || one.diff != "" {
			return one, err
		}
		if one.skip != "" {
			v.skip = one.skip
		}
	}
	return v, nil
}

// compareCompiled compares the code of package lower for a target with what the
// interpreter left.
func compareCompiled(target native.Target, k *visa.Kernel, want *result, l *launch) (verdict, error) {
	var before *native.Program
	moved, schedules := "", 0
	res, err := lower.Compile(k, target, lower.Options{Alloc: regalloc.Options{Verify: l.verify}, Dump: func(pass string, p *native.Program) {
		if pass == "schedule" || pass == "reschedule" {
			moved = cmp.Or(moved, history.Differ(before, p, target, pass == "reschedule"))
			schedules++
		}
		before = regalloc.Snapshot(p)
	}})
	var unsupported *lower.UnsupportedError
	var pressure *regalloc.PressureError
	switch {
	case errors.As(err, &unsupported):
		return verdict{skip: unsupported.Op.String() + ": " + unsupported.What}, nil
	case errors.As(err, &pressure):
		return verdict{skip: "pressure in file " + pressure.File}, nil
	case err != nil:
		return verdict{diff: "the compiler fails: " + err.Error()}, nil
	}
	if schedules != 2 {
		return verdict{diff: fmt.Sprintf("%d schedules were compared with what was before: want that of virtual registers and that behind allocation", schedules)}, nil
	}
	if moved != "" {
		return verdict{diff: "the schedule is wrong: " + moved}, nil
	}
	for _, f := range native.Check(target, res.Program.Insts) {
		return verdict{diff: fmt.Sprintf("the code is not legal: %s: %v", f.Rule.ID, res.Program.Insts[f.Inst].Op)}, nil
	}
	return compareNative(target, res.Code, res.Begin, want, l)
}

func interpret(k *visa.Kernel, l *launch) (*result, error) {
	p, err := interp.New(k)
	if err != nil {
		return nil, err
	}
	r := l.run(p, 0)
	var missing *interp.UnsupportedError
	if errors.As(r.err, &missing) { // what the interpreter refuses, it refuses where it gets there
		return nil, r.err
	}
	return r, nil
}

func compareNative(target native.Target, bytes []byte, entry uint32, want *result, l *launch) (verdict, error) {
	p, err := code.Load("fuzz", target, bytes)
	if err != nil {
		return verdict{diff: "the EU model refuses the code: " + err.Error()}, nil
	}
	diff := want.differs(l.run(eu.New(p), entry))
	if diff == "" {
		if diff = want.differs(l.run(jit.Every(eu.New(p)), entry)); diff != "" {
			diff = "compiled for the host: " + diff
		}
	}
	return verdict{diff: diff}, nil
}
