package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// TestIndirectData: a thread starts with bytes of memory behind the CURBE, in the last
// register with zeros behind them. The kernel adds r1 and r2.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestIndirectData(t *testing.T) {
	dir := nativeFiles(t, []uint32{13, 23, 3, 3, 3, 3, 3, 3})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data.in"), little([]uint32{0, 0, 0, 10, 20, 30}), 0o600))
	const memory = "- {bti: 1, type: BUFFER, initial: data.in, address: 0x200000}\ndispatch: media_object\n"
	curbe := "curbe: \"" + dwords("03000000") + "\"\n"
	parse := func(text string) (*launch.Launch, error) {
		return launch.Parse(filepath.Join(dir, "l.yaml"), []byte(nativeHead+text))
	}
	l, err := parse(memory + curbe + "threads: [{indirect: {address: 0x20000C, bytes: 8}}]\n")
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{})
	require.NoError(t, err)
	assert.True(t, rep.OK(), rep.Compared)

	for text, want := range map[string]string{
		memory + "threads: [{indirect: {address: 0x20000C, bytes: 13}}]\n":                `8:32: error: 13 bytes at 0x20000c: want all of them in a surface with an address`,
		memory + "threads: [{indirect: {address: 0x1FFFFF, bytes: 4}}]\n":                 `8:32: error: 4 bytes at 0x1fffff: want all of them in a surface with an address`,
		memory + "threads: [{indirect: {address: 0x200000}}]\n":                           `8:22: error: missing key "bytes" of indirect data`,
		memory + "threads: [{indirect: {address: 0x200000, bytes: 4065}}]\n":              `8:49: error: bytes: want a whole number from 1 to 4064, found "4065"`,
		memory + "threads: [{indirect: {address: 0x200000, bytes: 4}, inline: \"00\"}]\n": `8:22: error: unsupported: inline and indirect data of one thread: no document at hand says which comes first`,
		"dispatch: media_walker\nthreads: [{indirect: {address: 1, bytes: 4}}]\n":         `7:22: error: indirect data go with dispatch: media_object, found media_walker`,
		"dispatch: media_object_prt\nthreads: [{grf: {}}]\n":                              `6:11: error: unsupported: MEDIA_OBJECT_PRT, whose threads stay to start others: no document at hand has its fields`,
	} {
		_, err := parse(text)
		assert.ErrorContains(t, err, want, text)
		if text[:26] == "dispatch: media_object_prt" {
			assert.ErrorIs(t, err, errors.ErrUnsupported)
		}
	}
}
