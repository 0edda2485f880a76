//go:build oracle

package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// matrixProduct is a call of an extension that the compiler of 2022 knows without a header: rows of Dst, dwords of a row's
// part of a lane, types of both sources, products in a dword, and what an element of each is.
type matrixProduct struct {
	call, acc, a, b string
	rows            int
	float           bool
	first, second   func(word uint32, k int) float64 // element k of a dword of the activations, of the weights
	elements        int                              // of the sum of a dword of the weights
}

func narrow(bits int, signed bool) func(uint32, int) float64 {
	return func(w uint32, k int) float64 {
		v := int64(w) >> (k * bits) & (1<<bits - 1)
		if signed && v>>(bits-1) != 0 {
			v -= 1 << bits
		}
		return float64(v)
	}
}

// small halves and bfloats: what is multiplied has so few bits that no sum is rounded, in any order.
func half(w uint32, k int) float64 { return float64((w>>(16*k)&0x3ff)>>8) + 4 }

func bfloat(w uint32, k int) float64 { return float64(math.Float32frombits(w >> (16 * k) << 16)) }

var matrixProducts = []matrixProduct{
	{"f16_f16_matrix_mad_k16", "float8", "int8", "int8", 8, true, half, half, 2},
	{"bf16_bf16_matrix_mad_k16", "float4", "int4", "int8", 4, true, bfloat, bfloat, 2},
	{"i8_u8_matrix_mad_k32", "int8", "int8", "uint8", 8, false, narrow(8, true), narrow(8, false), 4},
	{"u8_i8_matrix_mad_k32", "int2", "uint2", "int8", 2, false, narrow(8, false), narrow(8, true), 4},
	{"u4_i4_matrix_mad_k64", "int8", "uint8", "int8", 8, false, narrow(4, false), narrow(4, true), 8},
}

// TestMatrixProducts: kernels of Intel's compiler for dg2 that multiply matrices give the products that the extension
// (cl_intel_subgroup_matrix_multiply_accumulate) says.
func TestMatrixProducts(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.cl"), []byte(matrixSource()), 0o600))
	c := exec.Command("ocloc", "compile", "-file", "k.cl", "-device", "dg2", "--format", "zebin", "-output", "k.bin", "-output_no_suffix",
		"-options", "-w", "-internal_options", "-ze-emit-zebin-visa-sections")
	c.Dir = dir
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	checkProducts(t, dir, load.InterpCode)
}

// matrixSource has a kernel for each product.
func matrixSource() string {
	var src strings.Builder
	for i, m := range matrixProducts {
		fmt.Fprintf(&src, "%s __attribute__((overloadable)) intel_sub_group_%s(%s a, %s b, %s c);\n", m.acc, m.call, m.a, m.b, m.acc)
		fmt.Fprintf(&src, "__attribute__((intel_reqd_sub_group_size(8))) __kernel void k%d(__global %s *d, __global %s *a, __global %s *b) {\n  int i = get_global_id(0);\n  d[i] = intel_sub_group_%s(a[i], b[i], d[i]);\n}\n",
			i, m.acc, m.a, m.b, m.call)
	}
	return src.String()
}

// checkProducts runs the kernels of k.bin in a folder on random matrices: lane i has column i of the result and of the weights, and
// dword i of each row of the activations.
func checkProducts(t *testing.T, dir string, code load.CodeName) {
	t.Helper()
	r := rand.New(rand.NewPCG(29, 8))
	for i, m := range matrixProducts {
		acc, a, b := m.words(r, m.rows, true), m.words(r, m.rows, false), m.words(r, 8, false)
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), fmt.Appendf(nil, "kernel: k%d\nprogram: k.bin\nglobal: [8]\nlocal: [8]\nargs:\n%s%s%s", i,
			buffer(acc, true), buffer(a, false), buffer(b, false)))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Code: code})
		require.NoError(t, err, m.call)
		assert.Equal(t, m.float, rep.Approximate != nil, m.call)
		for lane := range 8 {
			for row := range m.rows {
				at := lane*m.rows + row
				want := m.value(acc[at])
				for d := range 8 {
					for k := range m.elements {
						want += m.first(a[d*m.rows+row], k) * m.second(b[lane*8+d], k)
					}
				}
				got := m.value(binary.LittleEndian.Uint32(rep.Buffers[0][4*at:]))
				assert.Equal(t, want, got, "%s lane %d row %d", m.call, lane, row)
			}
		}
	}
}

// value is an element of the accumulator.
func (m *matrixProduct) value(w uint32) float64 {
	if m.float {
		return float64(math.Float32frombits(w))
	}
	return float64(int32(w))
}

// words draws the vectors of eight lanes.
func (m *matrixProduct) words(r *rand.Rand, n int, acc bool) (out []uint32) {
	for range 8 * n {
		w := r.Uint32()
		switch {
		case acc && m.float:
			w = math.Float32bits(float32(r.IntN(1000)))
		case acc:
			w >>= 8
		case m.float && strings.HasPrefix(m.call, "f16"): // 4 to 7, as halves
			w = 0x44004400 | w&0x03000300
		case m.float:
			w = math.Float32bits(float32(r.IntN(8)))>>16 | math.Float32bits(float32(-r.IntN(8)))&0xffff0000
		}
		out = append(out, w)
	}
	return out
}

// buffer is an argument of a launch file with these dwords.
func buffer(words []uint32, output bool) string {
	return fmt.Sprintf("- {buffer: {values: [%s]}, type: u32, output: %t}\n", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(words)), ", "), "[]"), output)
}
