package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestZebinOfSpills: a container says the scratch space of our code where the
// metadata give none, and its code runs.
func TestZebinOfSpills(t *testing.T) {
	from := filepath.Join(corpus.Root(), "examples", "bitfields")
	t.Chdir(t.TempDir())
	require.NoError(t, os.CopyFS(".", os.DirFS(from)))
	src, err := os.ReadFile("bitfields.visaasm")
	require.NoError(t, err)

	// 90 values of two registers that live at once and depend on each other, which
	// change the last column by 0.
	const n = 90
	var decls, live strings.Builder
	last := "DATA"
	for i := range n {
		name := fmt.Sprintf("F%d", i)
		fmt.Fprintf(&decls, ".decl %s v_type=G type=ud num_elts=16 align=hword\n", name)
		fmt.Fprintf(&live, "    add (M1, 16) %s(0,0)<1> %s(0,0)<1;1,0> LIDX(0,0)<1;1,0>\n    xor (M1, 16) %[1]s(0,0)<1> %[1]s(0,0)<1;1,0> %[3]d:ud\n", name, last, 7919*i)
		last = name
	}
	for i := range 2 * n {
		fmt.Fprintf(&live, "    xor (M1, 16) OUT(6,0)<1> OUT(6,0)<1;1,0> F%d(0,0)<1;1,0>\n", i%n)
	}
	text := strings.Replace(string(src), ".decl T6", decls.String()+".decl T6", 1)
	at := "    shl (M1_NM, 1) OFF(0,0)<1> R0(0,1)<0;1,0> 0x8:ud\n"
	require.Contains(t, text, at)
	require.NoError(t, os.WriteFile("bitfields.visaasm", []byte(strings.Replace(text, at, live.String()+at, 1)), 0o600))

	for target, bytes := range map[string]int{"skl": 4096, "bxt": 4096} {
		out := target + ".bin"
		code, _, errOut := command(context.Background(), "", "compile", "bitfields.visaasm", "--target", target, "--zebin", out)
		require.Zero(t, code, errOut)
		_, info, _ := command(context.Background(), "", "info", out)
		assert.Contains(t, info, fmt.Sprintf("kernel bitfields: SIMD16, 128 GRFs, 0 bytes of local memory, %d bytes of scratch\n", bytes))
		code, report, errOut := command(context.Background(), "", "run", "launch.yaml", "--program", out, "--target", target)
		assert.Zero(t, code, report+errOut)
		assert.Contains(t, report, "engine    EU model ("+target+"), from zebin\n")
	}
}
