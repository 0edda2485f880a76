//go:build oracle

package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spilling are kernels for which our code takes more registers than there are: Intel's of
// the first and, on skl, of the last has no scratch space.
const spilling = `
kernel void root(global double *o, global const double *x) { int i = get_global_id(0); o[i] = cbrt(x[i]); }
kernel void mixed(global uint *o, global const uint *x) {
  int i = get_global_id(0);
  uint a[40];
  ushort b[40];
  for (int k = 0; k < 40; k++) { a[k] = x[(i + k) & 63] * k; b[k] = x[(i * 3 + k) & 63]; }
  for (int k = 0; k < 64; k++) { int p = (x[(i + k) & 63] + k) % 40; a[p] += b[(p * 7) % 40] ^ rotate(a[p], 5u); b[k % 40] += a[p]; }
  uint s = 0;
  for (int k = 0; k < 40; k++) s += a[k] * (k + 1) + b[k];
  o[i] = s;
}
kernel void wide(global ulong16 *o, global const ulong16 *x) {
  int i = get_global_id(0) & 7;
  ulong16 a = x[i], b = x[(i + 1) & 7], c = x[(i + 2) & 7], d = x[(i + 3) & 7];
  for (int k = 0; k < 5; k++) { a = a * b + c; b = rotate(b ^ d, (ulong16)(7)); c = c - a * d; d = d + b; }
  o[i] = a + b + c + d;
}
`

// TestZebinOfSpillsOracle: our code in a container of the compiler gives what Intel's does,
// with the scratch space that the container says.
func TestZebinOfSpillsOracle(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	t.Chdir(t.TempDir())
	var values []byte
	for i := range 128 {
		v := (float64(i) - 50) * math.Pow(3, float64(i%40-20))
		switch i % 32 {
		case 30:
			v = math.Inf(1)
		case 31:
			v = math.Copysign(0, -1)
		}
		values = binary.LittleEndian.AppendUint64(values, math.Float64bits(v))
	}
	require.NoError(t, os.WriteFile("x.bin", values, 0o600))
	require.NoError(t, os.WriteFile("k.cl", []byte(spilling), 0o600))
	scratch := map[string]int{"skl root": 1024, "skl mixed": 4096, "skl wide": 2048, "bxt root": 1024, "bxt mixed": 4096, "bxt wide": 2048}
	for _, device := range []string{"skl", "bxt"} {
		own := device + ".bin"
		code, _, errOut := command(context.Background(), "", "compile", "k.cl", "--target", device, "--zebin", own)
		require.Zero(t, code, errOut)
		_, info, _ := command(context.Background(), "", "info", own)
		for _, kernel := range []string{"root", "mixed", "wide"} {
			assert.Regexp(t, fmt.Sprintf("kernel %s: .*, %d bytes of scratch\n", kernel, scratch[device+" "+kernel]), info)
			launch := device + kernel + ".yaml"
			require.NoError(t, os.WriteFile(launch, []byte("kernel: "+kernel+"\nprogram: k.cl\nglobal: [128]\nlocal: [32]\nargs:\n  - {buffer: {bytes: 1024, fill: zero}, type: u32, output: true}\n  - {buffer: x.bin, type: u32}\n"), 0o600))
			for _, line := range []string{"run " + launch + " --code intel --deterministic --bless --target " + device, "run " + launch + " --program " + own + " --target " + device} {
				code, out, errOut := command(context.Background(), "", strings.Fields(line)...)
				require.Zero(t, code, "%s: %s%s", line, out, errOut)
				if !strings.Contains(line, "bless") {
					assert.Contains(t, out, "arg0      ok: 256 elements match", line)
				}
			}
		}
	}
}
