package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// TestMessageExitCodes runs native code whose first message is not as it was: a
// descriptor that contradicts its message is bad input, a message that no table
// has is not modelled.
func TestMessageExitCodes(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "saxpy")
	code, err := os.ReadFile(filepath.Join(dir, "saxpy.skl.dat"))
	require.NoError(t, err)
	insts, _, err := native.DecodeAll(native.SKL, code)
	require.NoError(t, err)
	send := slices.IndexFunc(insts, func(in native.Inst) bool { return in.Msg.SFID == native.SFIDDPDC1 })
	require.GreaterOrEqual(t, send, 0)
	for _, c := range []struct {
		flip native.Desc // bits of the descriptor
		code int
		want string
	}{
		{1 << 20, exitUsage, ": send: ip 0x00"},
		{1 << 19, exitUsage, " GRFs of payload and "},
		{31 << 14, exitUnmodelled, "unknown to skl"},
	} {
		changed := slices.Clone(insts)
		changed[send].Msg.Desc ^= c.flip
		bad, err := native.EncodeAll(native.SKL, changed)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "bad.dat")
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		got, _, errOut := command(context.Background(), "", "run", filepath.Join(dir, "launch.yaml"), "--program", path)
		assert.Equal(t, c.code, got, errOut)
		assert.Contains(t, errOut, c.want)
	}
}
