package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHazardsFull: findings stay when more is in flight than is followed, and that is said.
func TestHazardsFull(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "mul (8|M0) r40.0<1>:f r50.0<8;8,1>:f r51.0<8;8,1>:f\nadd (8|M0) r41.0<1>:f r40.0<8;8,1>:f r51.0<8;8,1>:f\n" +
		strings.Repeat("math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n", 1100)
	require.NoError(t, os.WriteFile("full.asm", []byte(text), 0o644))
	code, out, errOut := command(context.Background(), "", "nasm", "full.asm", "--target", "tgllp", "-o", "full.dat")
	require.Equal(t, exitOK, code, out+errOut)
	code, out, errOut = command(context.Background(), "", "hazards", "full.dat", "--target", "tgllp")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, errOut, "full.dat: offset 0x10: add (8|M0) r41.0<1>:f r40.0<8;8,1>:f r51.0<8;8,1>:f: r40: read before it is written by 0x0: wants @1\n")
	assert.True(t, strings.HasSuffix(errOut, ": more than 1024 instructions in flight: the others are left out\n"), errOut[max(0, len(errOut)-200):])
	assert.Contains(t, out, "full.dat: 1102 instructions, ")
}
