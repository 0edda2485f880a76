package eu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// formFamilies are what TestForms draws, and the targets that have it.
var formFamilies = []struct {
	name     string
	from, to native.Target
	make     func(*maker)
}{
	{"logic", native.IVB, native.TGL, (*maker).logic},
	{"conversions", native.BDW, native.TGL, (*maker).convert},
	{"arithmetic", native.BDW, native.TGL, (*maker).arithmetic},
	{"ternary", native.CNL, native.TGL, (*maker).ternary},
	{"accumulators", native.BDW, native.TGL, (*maker).accumulator},
}

// TestForms runs random programs of one or two instructions, written as text, and compares
// all registers and flags with arithmetic on numbers of any size that shares nothing
// with the model: not the decoder, nor the regions, the rows or the facts of a target.
// What the assembler or the restrictions refuse is drawn again.
func TestForms(t *testing.T) {
	tried := 600
	if testing.Short() {
		tried /= 6
	}
	for _, f := range formFamilies {
		for target := f.from; target <= f.to; target++ {
			r := rand.New(rand.NewPCG(uint64(target), uint64(len(f.name))))
			forms, last, ran, stopped := map[string]int{}, 0, 0, 0
			for range tried {
				g := &maker{Rand: r, target: target, cr0: 0x4C0}
				f.make(g)
				switch err := g.compare(); {
				case errors.Is(err, errRefused):
				case errors.Is(err, errors.ErrUnsupported):
					stopped++
				case err != nil:
					t.Errorf("%v, cr0 %#x: %s\n%v", target, g.cr0, strings.Join(g.lines, "\n"), err)
				default:
					ran++
					forms[g.form]++
					if g.last {
						last++
					}
				}
			}
			name := fmt.Sprintf("%s on %v, of %d", f.name, target, tried)
			if !testing.Short() {
				floor.Exact(t, "programs of "+name, ran)
				floor.Exact(t, "forms of "+name, len(forms))
			}
			assert.Greater(t, last, ran/20, "programs of %s with the last register", name)
			assert.Less(t, stopped, ran/4, "programs of %s that stop", name)
		}
	}
}

var errRefused = errors.New("refused")

// load is the program's code.
func (g *maker) load() (*Program, error) {
	code, err := asm.Assemble("forms.asm", g.target, strings.NewReader(strings.Join(g.lines, "\n")+"\n"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	insts, _, err := native.DecodeAll(g.target, code)
	if err != nil {
		return nil, err
	}
	for _, f := range native.Check(g.target, insts) {
		if f.Rule.ID != "eu.logic" { // (abs) in logic, which has its documented effect
			return nil, fmt.Errorf("%w: %s", errRefused, f.Rule.ID)
		}
	}
	return loadInsts("forms", g.target, append(insts, eot()))
}

// compare runs the program on the model and beside it.
func (g *maker) compare() error {
	p, err := g.load()
	if err != nil {
		return err
	}
	live := g.Uint32() | g.Uint32()
	rig := rigOf(p, live)
	*rig.u32(rig.grf + code.OffCR0) = g.cr0
	rig.setMode(&code.Op{})
	file := rig.file()
	for at := 0; at < len(file); at += 8 {
		binary.LittleEndian.PutUint64(file[at:], g.cell())
	}
	m := &formState{live: rig.live, flags: g.Uint64(), cr0: g.cr0}
	*rig.flagWord(0), *rig.flagWord(1) = uint32(m.flags), uint32(m.flags>>32)
	m.regs = append(m.regs, file[:4096]...)
	for _, step := range g.steps {
		step(m)
	}
	if status, err := rig.w.Resume(0, 100); err != nil {
		return fmt.Errorf("%v: %w", status, err)
	}
	for at := range m.regs {
		if m.regs[at] != file[at] {
			from := at &^ 7
			return fmt.Errorf("r%d byte %d: % x, want % x", at/32, at%32, file[from:from+8], m.regs[from:from+8])
		}
	}
	if got := uint64(*rig.flagWord(0)) | uint64(*rig.flagWord(1))<<32; got != m.flags {
		return fmt.Errorf("flags %#x, want %#x", got, m.flags)
	}
	return nil
}

// cell is 64 bits of numbers of every type, one in four of them odd ones.
func (g *maker) cell() uint64 {
	switch g.IntN(8) {
	case 0:
		return oneOf[uint64](g.Rand, 0, ^uint64(0), 1<<63, 0x80000000_7FFFFFFF, 0x8000_7FFF_0001_FFFF, 0x0000000000000001, 0x800FFFFFFFFFFFFF)
	case 1: // denormals, zeros and infinities of halves
		return oneOf[uint64](g.Rand, 0x0001_83FF_0400_8001, 0x7C00_FC00_7E01_8000, 0x03FF_7BFF_3C00_BC00, 0x8000_3800_0200_3BFF)
	case 2: // of floats
		return oneOf[uint64](g.Rand, 0x00000001_807FFFFF, 0x7F800000_FF800000, 0x7FC00001_80000000, 0x33000000_B3800001, 0x38800000_387FC000, 0x3F800000_BF000000)
	case 3: // of doubles
		return oneOf[uint64](g.Rand, 0x000FFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF8000000000001, 0x36A0000000000001, 0xB810000000000000, 0x3FF0000000000000)
	case 4: // numbers near each other
		return uint64(0x3F000000+g.IntN(1<<25))<<32 | uint64(0xBF000000+g.IntN(1<<25))
	}
	return g.Uint64()
}

// TestFormNumbers: the arithmetic that forms are compared with, on literals.
func TestFormNumbers(t *testing.T) {
	hf, f, df := elementTypes["hf"], elementTypes["f"], elementTypes["df"]
	for _, c := range []struct {
		from, to *elementType
		v        uint64
		want     [4]uint64 // to even, up, down, to zero
	}{
		{f, hf, 0x3F801000, [4]uint64{0x3C00, 0x3C01, 0x3C00, 0x3C00}},
		{f, hf, 0x477FF000, [4]uint64{0x7C00, 0x7C00, 0x7BFF, 0x7BFF}},
		{f, hf, 0xC77FF000, [4]uint64{0xFC00, 0xFBFF, 0xFC00, 0xFBFF}},
		{f, hf, 0xB3000001, [4]uint64{0x8001, 0x8000, 0x8001, 0x8000}},
		{hf, f, 0x0001, [4]uint64{0x33800000, 0x33800000, 0x33800000, 0x33800000}},
		{df, f, 0x7FEFFFFFFFFFFFFF, [4]uint64{0x7F800000, 0x7F800000, 0x7F7FFFFF, 0x7F7FFFFF}},
		{f, df, 0x80000001, [4]uint64{0xB6A0000000000000, 0xB6A0000000000000, 0xB6A0000000000000, 0xB6A0000000000000}},
	} {
		for mode, want := range c.want {
			require.Equal(t, want, converted(c.to, c.from, c.v, native.ModNone, false, uint32(mode)<<4), "%#x, mode %d", c.v, mode)
		}
	}
	assert.EqualValues(t, 0x40E00000, f.fused(0x40000000, 0x40400000, 0x3F800000, 0x4C0))
	assert.EqualValues(t, 0x7FC00000, f.fused(0x7F800000, 0, 0x3F800000, 0x4C0))
	assert.EqualValues(t, 0x80000000, f.fused(0x80000001, 0x3F800000, 0x80000000, 0))
	assert.EqualValues(t, 0x7FF0000000000000, df.fused(0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, 0, 0x4C0))
}
