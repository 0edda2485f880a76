package eu

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// probe runs the first instruction of a program again and again, with other registers.
type probe struct {
	*rig
	in            *native.Inst
	rng           *rand.Rand
	fresh         state
	arf           []byte // the architecture registers of the start
	image         []byte // of the trial
	arch          archMask
	reads, writes []byte // 0xFF where the footprint has a byte
	must          []byte // 0xFF where it must write one
	before, after []byte // general registers
	name          string
}

func newProbe(p *Program, rng *rand.Rand) *probe {
	r := rigOf(p, ^uint32(0))
	b := &probe{rig: r, in: &p.Counted[0], rng: rng, fresh: r.state, before: make([]byte, r.grf)}
	b.name = p.Target.String() + " " + p.Summary(0)
	arfs := b.arfs()
	for k := range 16 { // where operands by address lie, in turn
		binary.LittleEndian.PutUint16(arfs[code.OffA0+2*k:], uint16(32*(90+2*k)+4*(k%3)))
	}
	b.arf = slices.Clone(arfs)
	reads, writes := hazard.Footprint(b.in, func(o *native.Operand, lane, row int) (int, bool) { return r.lies(0, o, lane, row) })
	b.reads, b.writes = b.mask(reads), b.mask(writes)
	b.arch = archOf(b.in, b.runs)
	b.must = b.mustWrite()
	return b
}

func (b *probe) mask(ts hazard.Touches) []byte {
	out := make([]byte, b.grf)
	for _, x := range ts {
		for k := range native.GRFBytes {
			if x.Bytes>>k&1 != 0 {
				out[int(x.Reg)*native.GRFBytes+k] = 0xFF
			}
		}
	}
	return out
}

// step runs the instruction on the registers of b.before and b.image, and gives its error.
func (b *probe) step() string {
	b.state = b.fresh
	copy(b.file(), b.before)
	copy(b.arfs(), b.image)
	_, err := b.w.Resume(0, 1)
	b.after = b.file()
	if err != nil {
		return err.Error()
	}
	return ""
}

// arfs are the architecture registers.
func (b *probe) arfs() []byte { return unsafe.Slice((*byte)(unsafe.Add(b.base, b.grf)), code.ArchSize) }

// outcome is what the instruction left: its writes, the architecture registers that it may
// write, its error.
func (b *probe) outcome() []byte {
	if err := b.step(); err != "" {
		return []byte(err) // it stopped before it wrote
	}
	out := slices.Clone(b.arfs())
	for k := range out {
		if k < len(b.arch.follows) && b.arch.follows[k] != 0 {
			out[k] &= b.arch.must[k]
		}
	}
	for k, m := range b.must {
		if m != 0 {
			out = append(out, b.after[k])
		}
	}
	return out
}

// fill makes the general registers those of a new trial: where operands may lie, values
// of their type, so that arithmetic on them says something.
func (b *probe) fill(to []byte) {
	sparse := b.rng.IntN(2) == 0 // every second byte is 0, for conditions
	for k := 0; k < len(to); k += 8 {
		v := b.rng.Uint64()
		if sparse {
			v &= b.rng.Uint64() & 0x0101010101010101 * 0xFF
		}
		binary.LittleEndian.PutUint64(to[k:], v)
	}
	for i := range b.in.Src {
		o := &b.in.Src[i]
		if o.File != native.GRF || !o.Type.IsFloat() {
			continue
		}
		from, end := int(o.Reg)*native.GRFBytes, min(int(o.Reg)+perArea, native.GRFs)*native.GRFBytes
		if o.Indirect {
			from, end = 88*native.GRFBytes, len(to)
		}
		for k := from; k < end; k += o.Type.Size() {
			b.float(o.Type, to[k:])
		}
	}
}

// float writes a small whole number, so that sums of products do not depend on their order.
func (b *probe) float(ty native.Type, to []byte) {
	v := float64(b.rng.IntN(61)+2) / 2
	if b.rng.IntN(3) == 0 {
		v = -v
	}
	switch ty {
	case native.DF:
		binary.LittleEndian.PutUint64(to, math.Float64bits(v))
	case native.F:
		binary.LittleEndian.PutUint32(to, math.Float32bits(float32(v)))
	case native.HF:
		bits := math.Float32bits(float32(v))
		binary.LittleEndian.PutUint16(to, uint16(bits>>16&0x8000|(bits>>23&0xFF-112)<<10|bits>>13&0x3FF))
	}
}

// Trials: how often registers are filled anew at most, until everything has been seen, and
// how many elements of an operand are.
const (
	maxTrials = 300
	minTrials = 3
	elements  = 3
)

// check compares the footprint with what the model does.
func (b *probe) check(t *testing.T) {
	t.Helper()
	picked := b.pick()
	unwritten := slices.Clone(b.must)
	for trial := 0; trial < maxTrials && (trial < minTrials || len(picked) > 0 || slices.Contains(unwritten, 0xFF)); trial++ {
		b.image = b.arch.fill(b.arf, b.rng)
		b.fill(b.before)
		want := b.outcome()
		b.arch.kept(t, b)
		for k, m := range b.writes {
			switch {
			case m == 0 && b.after[k] != b.before[k]:
				require.Fail(t, "it writes a byte that the footprint lacks", "%s: r%d byte %d: %+v", b.name, k/native.GRFBytes, k%native.GRFBytes, *b.in)
			case b.after[k] != b.before[k]:
				unwritten[k] = 0
			}
		}
		kept := slices.Clone(b.before)
		b.fill(b.before)
		for k, m := range b.reads {
			if m != 0 {
				b.before[k] = kept[k]
			}
		}
		b.image = b.arch.other(b.image, b.rng)
		require.True(t, bytes.Equal(want, b.outcome()), "%s: a byte that its effects lack changes what it does: %+v", b.name, *b.in)
		picked = slices.DeleteFunc(picked, func(x code.Span) bool {
			copy(b.before, kept)
			for k := x.From; k < x.To; k++ {
				b.before[k] ^= byte(b.rng.IntN(255) + 1)
			}
			return !bytes.Equal(want, b.outcome())
		})
	}
	require.Empty(t, picked, "%s: bytes that change nothing: %+v", b.name, *b.in)
	k := slices.Index(unwritten, 0xFF)
	require.Negative(t, k, "%s: r%d byte %d is not written: %+v", b.name, k/native.GRFBytes, k%native.GRFBytes, *b.in)
}

// pick are some elements that the instruction must read: of each source the first, the last
// and one in the middle.
func (b *probe) pick() (out []code.Span) {
	if b.in.Dst.IsNull() || b.predicated() || b.in.Src[0].File == native.ARF {
		return nil // a condition may be what it is for all values of a type, and the accumulator is 0
	}
	for i := range b.in.Op.Sources() {
		o := &b.in.Src[i]
		touches := slices.DeleteFunc(b.in.Touches(i), func(x native.Touch) bool {
			off := b.in.Align16 && !b.in.IsMacro() && !b.in.Enables(x.Lane)
			return off || b.in.Op.MaskSource() >= 0 && !b.runs(x.Lane) // read, and not needed
		})
		if o.File != native.GRF || len(touches) == 0 || b.coarse(i) {
			continue
		}
		for e := range elements {
			x := touches[0]
			switch e {
			case 1:
				x = touches[len(touches)-1]
			case 2:
				x = touches[b.rng.IntN(len(touches))]
			}
			at, _ := b.place(o, x)
			out = append(out, code.Span{From: at, To: at + x.Bytes})
		}
	}
	return out
}

// predicated says that channels may be off.
func (b *probe) predicated() bool {
	return b.in.PredCtrl != native.PredNone && !b.in.Op.PredicateChooses()
}

// coarse tells sources of which not every element matters: mach gives the upper half, which may be
// nothing; the numerator of a macro counts when it is special; words have nothing in the low
// bits when 32 bits of them are reversed; and what floats give may be one integer for all.
func (b *probe) coarse(i int) bool {
	switch b.in.Op {
	case native.OpMach:
		return true
	}
	if b.in.IsMathMacro() && i == 0 {
		return true
	}
	return b.in.Src[i].Type.IsFloat() && !b.in.Dst.Type.IsFloat() || b.in.Op == native.OpBfrev && b.in.Src[0].Type.Size() < 4
}

// mustWrite are the bytes of the footprint that are written in any case: of sad2 and
// sada2 each second element is undefined, of smov those that the mask leaves out stay.
func (b *probe) mustWrite() []byte {
	out := make([]byte, b.grf)
	switch {
	case b.predicated():
		return out
	case b.in.Dst.File != native.GRF || b.in.HasRemainder():
		return b.writes
	}
	for _, x := range b.in.Touches(-1) {
		if !b.runs(x.Lane) {
			continue
		}
		at, _ := b.place(&b.in.Dst, x)
		for k := range x.Bytes {
			out[at+k] = 0xFF
		}
	}
	return out
}

// runs says that a lane has a result.
func (b *probe) runs(lane int) bool {
	mask := b.in.Op.MaskSource()
	switch {
	case b.in.Op == native.OpSad2 || b.in.Op == native.OpSada2:
		return lane%2 == 0
	case mask >= 0:
		return b.in.Src[mask].Imm>>lane&1 != 0
	}
	return true
}

// place is where a touch of an operand lies.
func (b *probe) place(o *native.Operand, x native.Touch) (at int, known bool) {
	if !o.Indirect {
		return x.At, true
	}
	at, known = b.lies(0, o, x.Lane, x.Row)
	return at + x.At, known
}
