//go:build oracle

package opencl

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// localArgs are the bytes of the local arguments p, b and w: an element for each item
// of a group, and in b some more, so that w is not where b ends.
var localArgs = [3]int{4 * localSize, localSize + 5, 8 * localSize}

// locals are the bytes of the program's local arguments, if it has them.
func (p *program) locals() []int {
	if strings.Contains(p.src, "__local uint *p,") {
		return localArgs[:]
	}
	return nil
}

// strange are the functions for which Intel's library has other results beside, a kernel
// for each, of all special values and of floats that begin like them.
func strange() (p *program, of []limit) {
	g := &generator{}
	g.line("#pragma OPENCL EXTENSION cl_khr_fp64 : enable")
	g.line("ulong bits64(double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }")
	g.specials()
	for n, list := range [][]limit{unary, ofTwo, withInt} {
		for _, f := range list {
			if f.beside == "" {
				continue
			}
			g.line("__kernel void k%d(__global const uint *a, __global const float *f, __global uint *o, __global uint *c, uint s) {", len(of))
			g.line("uint g = get_global_id(0);")
			second := []string{"", ", as_double(special[g * 7 + g / 32 & 31])", ", (int)(g % 20) - 9"}[n]
			g.line("ulong v;")
			g.line("if (g < 32) v = bits64(%s(as_double(special[g])%s));", f.name, second)
			g.line("else v = bits64(%s((double)as_float((uint)(special[g & 31] >> 32))%s));", f.name, second)
			g.line("o[g * 8] = (uint)v; o[g * 8 + 1] = (uint)(v >> 32);\n}")
			of = append(of, f)
		}
	}
	return &program{g.out.String(), len(of)}, of
}

// firstDifference names the first word of o and c that differs, or is empty. Words of limits,
// and those behind them, are doubles: each of two implementations may be that many units in
// the last place from the exact value.
func firstDifference(got, want [][]byte, limits map[int]limit) string {
	for b := range got {
		if len(got[b]) != len(want[b]) {
			return "sizes differ"
		}
		for i := 0; i < len(want[b]); i += 4 {
			limit, wide := limits[i/4%outputs]
			if b == 0 && wide {
				x, y := binary.LittleEndian.Uint64(got[b][i:]), binary.LittleEndian.Uint64(want[b][i:])
				zeros := limit.beside == otherZero && (x|y)<<1 == 0
				if !within(x, y, 2*limit.ulps) && !zeros && limit.beside != anything {
					return fmt.Sprintf("words %d of o: %#x (%g), pocl %#x (%g), with %d ulps", i/4, x, math.Float64frombits(x), y, math.Float64frombits(y), limit.ulps)
				}
				i += 4
				continue
			}
			g, w := binary.LittleEndian.Uint32(got[b][i:]), binary.LittleEndian.Uint32(want[b][i:])
			if g != w {
				return fmt.Sprintf("word %d of %s: %#x, pocl %#x", i/4, []string{"o", "c"}[b], g, w)
			}
		}
	}
	return ""
}
