package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var (
	quotients    = flag.Int("quotients", 512, "quotients and roots of each type and program that TestIEEE checks")
	nearest      = flag.Bool("nearest", false, "leave out the modes of rounding other than to the nearest")
	quotientSeed = flag.Uint64("quotientseed", 1, "seed of their operands")
)

// format is what a float type is: operands and results are its bits.
type format struct {
	bytes, fraction, bias int
	value                 func(uint64) float64
	bits                  func(float64) uint64 // rounds to nearest even
	quotient              func(a, b uint64) uint64
	root                  func(a uint64) uint64
}

var (
	single = format{4, 23, 127,
		func(b uint64) float64 { return float64(math.Float32frombits(uint32(b))) },
		func(x float64) uint64 { return uint64(math.Float32bits(float32(x))) },
		func(a, b uint64) uint64 {
			return uint64(math.Float32bits(math.Float32frombits(uint32(a)) / math.Float32frombits(uint32(b))))
		},
		// The root of a float rounds to double and then to float as it does at once.
		func(a uint64) uint64 {
			return uint64(math.Float32bits(float32(math.Sqrt(float64(math.Float32frombits(uint32(a)))))))
		},
	}
	double = format{8, 52, 1023, math.Float64frombits, math.Float64bits,
		func(a, b uint64) uint64 {
			return math.Float64bits(math.Float64frombits(a) / math.Float64frombits(b))
		},
		func(a uint64) uint64 { return math.Float64bits(math.Sqrt(math.Float64frombits(a))) },
	}
)

// near is a positive number with an exponent within so many of that of 1.
func (f *format) near(rng *rand.Rand, spread int) uint64 {
	e := f.bias + rng.IntN(2*spread+1) - spread
	return uint64(e)<<f.fraction | rng.Uint64()>>(64-f.fraction)
}

// operands makes a dividend and a divisor: any bits; of like exponents; with a
// quotient and a root near the middle between two numbers; with a denormal quotient.
func (f *format) operands(rng *rand.Rand, i int) (a, b uint64) {
	kind := i % 8
	switch kind {
	case 7:
		return rng.Uint64() >> (64 - 8*f.bytes), rng.Uint64() >> (64 - 8*f.bytes)
	case 0, 1, 4:
		return f.near(rng, 40), f.near(rng, 40) | rng.Uint64()&1<<(8*f.bytes-1)
	case 2, 3: // q and r have one bit more than the type
		b = f.near(rng, 20)
		q := 1 + math.Ldexp(float64(rng.Uint64()>>(63-f.fraction))+0.5, -f.fraction-1)
		x := new(big.Float).SetPrec(200).SetFloat64(q)
		if kind == 2 {
			x.Mul(x, x)
		} else {
			x.Mul(x, big.NewFloat(f.value(b)))
		}
		near, _ := x.Float64()
		return f.bits(near), b
	}
	a, b = f.near(rng, 2), f.near(rng, 20)
	at := uint64(rng.IntN(f.fraction + 6))
	return a&^(uint64(2*f.bias+1)<<f.fraction) | at<<f.fraction, b
}

// macro is a program that divides and takes roots, in a mode of cr0.
type macro struct {
	who  string
	mode big.RoundingMode
	p    *load.Program
}

// TestIEEE: the macros of division and square root, in the finalizer's code and in
// ours, give what math/big gives, rounded once.
//
// seed: Lakefield enumerations MathFC
// seed: Broxton vol. 6 Accumulators acc2-acc9
func TestIEEE(t *testing.T) {
	for _, k := range []struct {
		name string
		f    *format
	}{{"ieee__ieee_single_simd16", &single}, {"ieee__ieee_double_simd32", &double}} {
		stem := corpus.Subset() + "/skl/" + k.name
		launch, err := launch.Read(corpus.Subset() + "/run/" + k.name[:len(k.name)-len("_simd16")] + "/launch.yaml")
		require.NoError(t, err)
		intel, err := load.FromPath(stem+".dat", load.Sim, native.SKL)
		require.NoError(t, err)
		text, err := os.ReadFile(stem + ".visaasm")
		require.NoError(t, err)
		ours := func(target native.Target, modes ...big.RoundingMode) (list []macro) {
			for _, mode := range modes {
				kernel, err := load.ParseVISA(stem, bytes.Replace(text, []byte("<0;1,0> 0x4c0:ud"), []byte("<0;1,0> "+cr0[mode]+":ud"), 1))
				require.NoError(t, err)
				p, err := load.FromVISA(stem, kernel, load.Sim, target)
				require.NoError(t, err)
				list = append(list, macro{"ours for " + target.String(), mode, p})
			}
			return list
		}
		modes := []big.RoundingMode{big.ToNearestEven, big.ToPositiveInf, big.ToNegativeInf, big.ToZero}
		if *nearest {
			modes = modes[:1]
		}
		checkIEEE(t, launch, k.f, append(ours(native.SKL, modes...), macro{"intel", big.ToNearestEven, intel})...)
		if k.f == &single { // by digits
			checkIEEE(t, launch, k.f, append(ours(native.LKF, modes...), ours(native.TGL, modes...)...)...)
		}
	}
}

// cr0 is what the kernels set it to, for other modes.
var cr0 = map[big.RoundingMode]string{big.ToNearestEven: "0x4c0", big.ToPositiveInf: "0x4d0", big.ToNegativeInf: "0x4e0", big.ToZero: "0x4f0"}

// checkIEEE compares programs on the same operands.
func checkIEEE(t *testing.T, from *launch.Launch, f *format, macros ...macro) {
	const most = 1 << 16
	rng := rand.New(rand.NewPCG(*quotientSeed, uint64(f.bytes)))
	wrong := make([]int, len(macros))
	for left := *quotients; left > 0; left -= most {
		n := min(left, most)
		a, b := make([]uint64, n), make([]uint64, n)
		exact := make([]exactly, n)
		for i := range a {
			a[i], b[i] = f.operands(rng, i)
			exact[i] = f.exact(a[i], b[i])
		}
		for k, m := range macros {
			q, r := f.results(t, from, m.p, a, b)
			for i := range a {
				wantQ, wantR := f.rounded(exact[i].q, m.mode), f.rounded(exact[i].r, m.mode)
				if exact[i].q == nil {
					wantQ = f.quotient(a[i], b[i])
				}
				if exact[i].r == nil {
					wantR = f.root(a[i])
				}
				if !f.same(q[i], wantQ) || !f.same(r[i], wantR) {
					if wrong[k]++; wrong[k] < 5 {
						t.Errorf("%s, %d bytes, %v: %x by %x is %x, want %x; root %x, want %x", m.who, f.bytes, m.mode, a[i], b[i], q[i], wantQ, r[i], wantR)
					}
				}
			}
		}
	}
	for k, m := range macros {
		t.Logf("%s, %d bytes, %v, seed %d: %d quotients and as many roots, %d wrong", m.who, f.bytes, m.mode, *quotientSeed, *quotients, wrong[k])
	}
}

// results runs a program on dividends a, of which it takes the roots too, and
// divisors b.
func (f *format) results(t *testing.T, from *launch.Launch, p *load.Program, a, b []uint64) (q, r []uint64) {
	l := *from
	n := len(a)
	l.Global[0] = uint32(n)
	l.Args = append([]launch.Arg(nil), from.Args...)
	for i, data := range [][]byte{make([]byte, n*f.bytes), make([]byte, n*f.bytes), f.pack(a), f.pack(b)} {
		l.Args[i].Data, l.Args[i].Expect, l.Args[i].Output = data, nil, i < 2
	}
	s, err := run.NewSession(&l, run.Options{})
	require.NoError(t, err)
	rep, err := s.Run(context.Background(), p)
	require.NoError(t, err)
	return f.unpack(rep.Buffers[0]), f.unpack(rep.Buffers[1])
}

// exactly is a quotient and a root with so many bits that rounding them is rounding
// the true ones; nil where one has no such result: then the processor's division
// and root say whether it is zero, infinite or no number.
type exactly struct{ q, r *big.Float }

// exact: the quotient or root of numbers of p bits that has not p+1 bits itself is
// further from each number that has than one part in 2^(2p+2), so that so many bits
// round as all of them.
func (f *format) exact(a, b uint64) (e exactly) {
	x, y := f.value(a), f.value(b)
	finite := func(v float64) bool { return v != 0 && v-v == 0 }
	prec := uint(2*f.fraction + 24)
	if finite(x) && finite(y) {
		e.q = new(big.Float).SetPrec(prec).Quo(big.NewFloat(x), big.NewFloat(y))
	}
	if finite(x) && x > 0 {
		e.r = new(big.Float).SetPrec(prec).Sqrt(big.NewFloat(x))
	}
	return e
}

// rounded is x in mode.
func (f *format) rounded(x *big.Float, mode big.RoundingMode) uint64 {
	if x == nil || mode == big.ToNearestEven { // Float32 and Float64 round once to that
		return f.fromBig(x)
	}
	least := 1 - f.bias - f.fraction // the exponent of the smallest number
	e := max(x.MantExp(nil)-f.fraction-1, least)
	n, cut := new(big.Float).SetMantExp(x, -e).Int(nil)
	away := mode == big.ToPositiveInf && x.Sign() > 0 || mode == big.ToNegativeInf && x.Sign() < 0
	if away && cut != big.Exact {
		n.Add(n, big.NewInt(int64(x.Sign())))
	}
	y := new(big.Float).SetMantExp(new(big.Float).SetInt(n), e)
	largest := f.value(uint64(2*f.bias+1)<<f.fraction - 1)
	if !away && y.MantExp(nil) > f.bias+1 {
		y.SetFloat64(largest * float64(x.Sign()))
	}
	sign := uint64(0)
	if x.Sign() < 0 {
		sign = 1 << (8*f.bytes - 1)
	}
	return f.fromBig(y) | sign // of zero too
}

// same: equal bits, or both NaN.
func (f *format) same(x, y uint64) bool {
	vx, vy := f.value(x), f.value(y)
	return x == y || vx != vx && vy != vy
}

func (f *format) fromBig(x *big.Float) uint64 {
	if x == nil {
		return 0
	}
	if f.bytes == 4 {
		v, _ := x.Float32()
		return uint64(math.Float32bits(v))
	}
	v, _ := x.Float64()
	return math.Float64bits(v)
}

func (f *format) pack(v []uint64) []byte {
	out := make([]byte, 0, f.bytes*len(v))
	for _, x := range v {
		out = append(out, binary.LittleEndian.AppendUint64(nil, x)[:f.bytes]...)
	}
	return out
}

func (f *format) unpack(b []byte) []uint64 {
	out := make([]uint64, len(b)/f.bytes)
	for i := range out {
		var x [8]byte
		copy(x[:], b[i*f.bytes:][:f.bytes])
		out[i] = binary.LittleEndian.Uint64(x[:])
	}
	return out
}
