//go:build oracle

package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lintedSource has kernels whose code from Intel's compiler rules once found fault with.
const lintedSource = `
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__attribute__((intel_reqd_sub_group_size(8))) kernel void acc(global int *o, global const int *a, global const int *b, global const int *c) {
	int i = get_global_id(0), x = a[i], y = b[i], z = c[i], t = (x ^ z) & ~y, u = (t | x) & ~z;
	o[i] = (u ^ y) & ~(t + z);
}
kernel void immediate(global int *o, global const uchar4 *a, int w) {
	int i = get_global_id(0);
	uchar4 v = a[i];
	int m = v.w;
	o[i] = (v.x * m + 128) / w;
	o[i + w] = v.y * m + 128;
}
kernel void bytes(global int *o, global const char2 *a, int w) { int i = get_global_id(0); char2 v = a[i]; o[i] = v.x * w + v.y; }
kernel void selected(global ulong *o, global const char *a) { int i = get_global_id(0); o[i] = convert_ulong_sat(a[i]); }
kernel void gathered(global ulong *o, global const uchar *a) {
	int i = get_global_id(0);
	ulong r = 0;
	for (int k = 0; k < 8; k++) r |= ((ulong)a[i * 8 + k]) << (8 * k);
	o[i] = r;
}
kernel void compared(global long *o, global const char *a, global const long *q) { int i = get_global_id(0); o[i] = q[i] < (long)a[i] ? 7 : i; }
kernel void shifted(global ulong *o, global const uchar *a, global const ulong *q) { int i = get_global_id(0); o[i] = q[i] >> (a[i] & 63); }
kernel void halves(global float *o, global const half *a, int n) {
	int i = get_global_id(0);
	half3 t[4];
	for (int k = 0; k < 4; k++) t[k] = vload3(k + i * 4, a);
	float s = 0;
	for (int k = 0; k < n; k++) { half3 r = t[k & 3]; s += (float)r.x * (float)r.y + (float)r.z; }
	o[i] = s;
}
`

// TestLintOfCompiled: nothing is found in what ocloc makes of lintedSource, and the instructions that it was about are there.
func TestLintOfCompiled(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("k.cl", []byte(lintedSource), 0o600))
	gen8 := []string{"sel (8|M0) (ge)f0.0 q b w", "or (8|M0) q q ub", "cmp (8|M0) (lt)f0.0 q q b", "shr (8|M0) q uq ub"}
	for device, forms := range map[string][]string{
		"bdw": append(gen8, "mov (16|M0) f hf"), "skl": gen8, "bxt": nil,
		"icllp": {"and (8|M0) d acc d ~d", "mad (16|M0) d w d uw", "mad (16|M0) d b d w"},
		"lkf":   {"and (8|M0) d acc d ~d", "mad (16|M0) d w d uw", "mad (16|M0) d b d w"},
		"tgllp": {"and (8|M0) d acc d ~d", "mad (16|M0) d w d uw"},
	} {
		out, err := exec.Command("ocloc", "compile", "-file", "k.cl", "-device", device, "--format", "zebin", "-q", "-output", device, "-output_no_suffix").CombinedOutput()
		require.NoError(t, err, "%s", out)
		code, text, errOut := command(context.Background(), "", "lint", device)
		assert.Equal(t, exitOK, code, "%s: %s%s", device, text, errOut)
		_, text, _ = command(context.Background(), "", "ndis", device)
		made := map[string]bool{}
		for l := range strings.Lines(text) {
			made[formOf(l)] = true
		}
		for _, f := range forms {
			assert.True(t, made[f], "%s: no %s", device, f)
		}
	}
}

// formOf is an instruction's op, its size, and the types of its operands; accumulators and modifiers by name.
func formOf(line string) string {
	line, _, _ = strings.Cut(line, "{")
	var out []string
	for _, w := range strings.Fields(line) {
		name, ty, typed := strings.Cut(w, ":")
		switch {
		case !typed:
			out = append(out, w)
		case strings.HasPrefix(name, "acc"):
			out = append(out, "acc "+ty)
		case strings.HasPrefix(name, "~"):
			out = append(out, "~"+ty)
		default:
			out = append(out, ty)
		}
	}
	return strings.Join(out, " ")
}

// TestHazardsOfCompiled: nothing is found in ocloc's code for tgl of functions with a division in one
// side of a branch and its register in the other, without a wait.
func TestHazardsOfCompiled(t *testing.T) {
	if _, err := exec.LookPath("ocloc"); err != nil {
		t.Skip("ocloc (Debian's intel-opencl-icd) is not installed")
	}
	t.Chdir(t.TempDir())
	const source = "kernel void k(global float *o, global const float *a) { int i = get_global_id(0); o[i] = tgamma(a[i]); o[i + 100] = lgamma(a[i]); }\n"
	require.NoError(t, os.WriteFile("k.cl", []byte(source), 0o600))
	out, err := exec.Command("ocloc", "compile", "-file", "k.cl", "-device", "tgllp", "--format", "zebin", "-q", "-output", "k.bin", "-output_no_suffix").CombinedOutput()
	require.NoError(t, err, "%s", out)
	code, text, errOut := command(context.Background(), "", "hazards", "k.bin")
	assert.Equal(t, exitOK, code, "%s%s", text, errOut)
	assert.Contains(t, text, " 0 findings")
}
