package lower_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// both is a text for the interpreter and its code for a target, to run on any operands.
type both struct {
	c    values.Case
	ours *eu.Program
	text *interp.Program
}

// bothOf is code in the mode of a value of cr0. change, unless it is nil, changes the
// instructions.
func bothOf(t *testing.T, target native.Target, cr0, text string, change func([]native.Inst) []native.Inst) *both {
	t.Helper()
	cases, err := values.Parse("MOV.txt", "or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> "+cr0+":ud\n"+text+"\nA: 00\nB: 00\nD= 00\n")
	require.NoError(t, err)
	b := &both{c: cases[0]}
	k, err := asm.ParseLinked(b.c.Pos, []byte(b.c.Text()))
	require.NoError(t, err)
	b.text, err = interp.NewAt(k, nil)
	require.NoError(t, err)
	r, err := lower.Compile(k, target, lower.Options{Alloc: regalloc.Options{Verify: true}})
	require.NoError(t, err)
	keepsRules(t, text, r, target)
	var p *code.Program
	if change == nil {
		p, err = code.Load(b.c.Pos, target, r.Code)
	} else {
		p, err = code.LoadInsts(b.c.Pos, target, change(r.Program.Insts))
	}
	require.NoError(t, err)
	b.ours = eu.New(p)
	return b
}

// run gives what of D the code and the interpreter make of operands of so many bytes.
func (b *both) run(t *testing.T, size int, operands ...[]uint32) (ours, text []uint32) {
	t.Helper()
	for i, o := range operands {
		in := make([]byte, 0, 4*len(o))
		for _, v := range o {
			in = append(in, binary.LittleEndian.AppendUint32(nil, v)[:size]...)
		}
		b.c.In[string(rune('A'+i))] = in
	}
	s, err := newCaseMachine(&b.c).run(&b.c, b.ours.NewWorker(1), 0)
	require.NoError(t, err)
	w, err := newCaseMachine(&b.c).run(&b.c, b.text.NewWorker(1), 0)
	require.NoError(t, err)
	for i := range operands[0] {
		var x, y [4]byte
		copy(x[:], s.Out[size*i:][:size])
		copy(y[:], w.Out[size*i:][:size])
		ours, text = append(ours, binary.LittleEndian.Uint32(x[:])), append(text, binary.LittleEndian.Uint32(y[:]))
	}
	return ours, text
}

// lanes32 is how many operands a run has.
const lanes32 = 32

// edges are floats at the ends of what there is.
var edges = []uint32{
	0, 1 << 31, 1, 1<<31 | 1, 0x007FFFFF, 0x00800000, 0x80800000, 0x00800001, 0x00FFFFFF, 0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x3F800001, 0x3FFFFFFF, 0x40000000, 0x40000001,
	0x3F000000, 0x40400000, 0xC0C00000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F000000, 0x7E800001, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0x000116C2, 0x80400000, 0x33800000, 0x4B7FFFFF,
}

// floatPairs calls fn with all pairs of edges, and with runs of random ones.
func floatPairs(seed uint64, runs int, fn func(a, b []uint32)) {
	for k := range edges {
		fn(edges, append(edges[k:len(edges):len(edges)], edges[:k]...))
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for range runs {
		a, b := make([]uint32, lanes32), make([]uint32, lanes32)
		for i := range a {
			a[i], b[i] = r.Uint32(), r.Uint32()
			if i%2 == 0 { // a denormal quotient more often than not
				a[i], b[i] = a[i]&^(0xE0<<23), b[i]&^(0x80<<23)|0x40<<23
			}
		}
		fn(a, b)
	}
}

// modesOfCr0 round in all ways, with and without denormals of floats and halves.
var modesOfCr0 = []string{"0x4c0", "0x4d0", "0x4e0", "0x4f0", "0x0", "0x10", "0x20", "0x30", "0x80", "0x400"}

// TestDigits: quotients and roots without macros are the interpreter's, bit for bit, in every
// mode, and so are quotients where the math unit has none.
func TestDigits(t *testing.T) {
	runs := 128
	if testing.Short() {
		runs = 4
	}
	for _, c := range []struct {
		code    string
		targets []native.Target
	}{
		{"divm (M1, 32) D:f A:f B:f", []native.Target{native.LKF, native.TGL}},
		{"sqrtm (M1, 32) D:f A:f", []native.Target{native.ICL, native.TGL}},
		{"div (M1, 32) D:f A:f B:f", []native.Target{native.TGL}},
		{"divm.sat (M1, 32) D:f (-abs)A:f (-)B:f", []native.Target{native.TGL}},
	} {
		for _, target := range c.targets {
			for seed, cr0 := range modesOfCr0 {
				p, wrong, n := bothOf(t, target, cr0, c.code, nil), 0, 0
				floatPairs(uint64(seed), runs, func(a, b []uint32) {
					ours, text := p.run(t, 4, a, b)
					for i := range ours {
						if n++; ours[i] != text[i] {
							if wrong++; wrong < 4 {
								t.Errorf("%s for %v, cr0 %s: %08x %08x: %08x, want %08x", c.code, target, cr0, a[i], b[i], ours[i], text[i])
							}
						}
					}
				})
				assert.Equal(t, (runs+len(edges))*lanes32, n)
			}
		}
	}
}

// TestDigitsTakeApproximations: no result depends on the last bits of the approximations:
// their code is that of TestDigits, behind each of which an integer is added to its result.
func TestDigitsTakeApproximations(t *testing.T) {
	for _, code := range []string{"divm (M1, 32) D:f A:f B:f", "sqrtm (M1, 32) D:f A:f"} {
		for _, by := range []int32{-256, -3, 3, 256} {
			changed := 0
			p := bothOf(t, native.LKF, "0x4c0", code, func(insts []native.Inst) (out []native.Inst) {
				for _, in := range insts {
					out = append(out, in)
					if in.Op.IsMath() {
						changed++
						add := native.Inst{Op: native.OpAdd, ExecSize: in.ExecSize, NoMask: true, Dst: in.Dst}
						add.Dst.Type = native.D
						add.Src = [3]native.Operand{add.Dst, native.ImmOperand(uint64(uint32(by)), native.D)}
						add.Src[0].Region = native.Region{V: 8, W: 8, H: 1}
						out = append(out, add)
					}
				}
				return out
			})
			require.Positive(t, changed)
			r := rand.New(rand.NewPCG(3, uint64(by)))
			for range 256 {
				a, b := make([]uint32, lanes32), make([]uint32, lanes32)
				for i := range a { // numbers all: nothing is added to a result that is none
					a[i], b[i] = r.Uint32()%(0xFE<<23)+1<<23, r.Uint32()%(0xFE<<23)+1<<23
				}
				ours, text := p.run(t, 4, a, b)
				if !assert.Equal(t, text, ours, "%s, approximations changed by %d", code, by) {
					break
				}
			}
		}
	}
}

// otherHalves are the halves of which math in floats gives another last bit than the
// function rounded once to a half: those whose float is in the middle between two halves.
var otherHalves = map[string]int{"inv": 0, "log": 0, "exp": 1, "sqrt": 0, "rsqrt": 0, "sin": 4, "cos": 2}

// TestHalvesInFloats: functions of all halves on a target whose math has none, rounded toward
// zero everywhere else.
func TestHalvesInFloats(t *testing.T) {
	step := lanes32
	if testing.Short() {
		step *= 16
	}
	for op, want := range otherHalves {
		p, wrong := bothOf(t, native.BDW, "0x4f0", op+" (M1, 32) D:hf A:hf", nil), 0
		for first := 0; first < 1<<16; first += step {
			a := make([]uint32, lanes32)
			for i := range a {
				a[i] = uint32(first + i)
			}
			ours, text := p.run(t, 2, a)
			for i := range a {
				if ours[i] != text[i] {
					wrong++
					assert.LessOrEqual(t, max(ours[i], text[i])-min(ours[i], text[i]), uint32(1), "%s of %04x", op, a[i])
				}
			}
		}
		if assert.LessOrEqual(t, wrong, want, op); !testing.Short() {
			assert.Equal(t, want, wrong, op)
		}
	}
}

// TestQuotientsOfHalves: those of a target without, and those in floats, are the
// interpreter's in every mode.
func TestQuotientsOfHalves(t *testing.T) {
	for _, target := range []native.Target{native.BDW, native.TGL} {
		for _, cr0 := range modesOfCr0 {
			p := bothOf(t, target, cr0, "div (M1, 32) D:hf A:hf B:hf", nil)
			r := rand.New(rand.NewPCG(9, uint64(target)))
			for range 64 {
				a, b := make([]uint32, lanes32), make([]uint32, lanes32)
				for i := range a {
					a[i], b[i] = r.Uint32()&0xFFFF, r.Uint32()&0xFFFF
				}
				ours, text := p.run(t, 2, a, b)
				if !assert.Equal(t, text, ours, "%v, cr0 %s: %04x by %04x", target, cr0, a, b) {
					break
				}
			}
		}
	}
}

// TestPowers: powers that a target makes of other functions are as near as the product of
// exponent and logarithm is; those of zero, one, infinity and no number, and with such an
// exponent, are the interpreter's.
func TestPowers(t *testing.T) {
	const near = 1.0 / (1 << 17)
	for _, cr0 := range []string{"0x4c0", "0x0"} {
		p, exact, close := bothOf(t, native.TGL, cr0, "pow (M1, 32) D:f A:f B:f", nil), 0, 0
		floatPairs(5, 64, func(a, b []uint32) {
			ours, text := p.run(t, 4, a, b)
			for i := range ours {
				x, y := float64(math.Float32frombits(a[i])), float64(math.Float32frombits(b[i]))
				switch want := math.Pow(math.Abs(x), y); {
				case x == 0 || y == 0 || x-x != 0 || y-y != 0 || math.Abs(x) == 1:
					exact++
					assert.Equal(t, text[i], ours[i], "%08x to the %08x, cr0 %s", a[i], b[i], cr0)
				case a[i]&0x7F800000 != 0 && b[i]&0x7F800000 != 0 && want > 0x1p-126*(1+near) && want < math.MaxFloat32*(1-near):
					close++
					assert.InEpsilon(t, want, math.Float32frombits(ours[i]), near, "%08x to the %08x, cr0 %s", a[i], b[i], cr0)
				}
			}
		})
		assert.Equal(t, []int{455, 1677}, []int{exact, close})
	}
}
