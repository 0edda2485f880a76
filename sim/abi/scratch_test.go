package abi

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const scratchHead = "---\nversion: '1.20'\nkernels:\n"

// TestWithNeeds: the lines that give scratch space, and no others, change.
func TestWithNeeds(t *testing.T) {
	for name, c := range map[string]struct {
		need     Needs
		from, to string
	}{
		"added, between keys": {Needs{1984, 1984},
			"  - name:            k\n    execution_env:\n      simd_size:       16\n    payload_arguments:\n      - arg_type:        local_size\n        offset:          0\n        size:            12\n",
			"  - name:            k\n    execution_env:\n      simd_size:       16\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: spill_fill_space\n        size: 2048\n    payload_arguments:\n      - arg_type:        local_size\n        offset:          0\n        size:            12\n"},
		"added to a list": {Needs{64, 64},
			"  - name: k\n    execution_env:\n      simd_size: 8\n    per_thread_memory_buffers:\n    - type: global\n      usage: private_space\n      size: 80\n      is_simt_thread: true\n",
			"  - name: k\n    execution_env:\n      simd_size: 8\n    per_thread_memory_buffers:\n    - type: scratch\n      usage: spill_fill_space\n      size: 1024\n    - type: global\n      usage: private_space\n      size: 80\n      is_simt_thread: true\n"},
		"enlarged": {Needs{9000, 100},
			"  - name: k\n    execution_env: {simd_size: 8, spill_size: 7}\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 8192 # bytes\n",
			"  - name: k\n    execution_env: {simd_size: 8, spill_size: 100}\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 16384 # bytes\n"},
		"enlarged in flow style": {Needs{1025, 1},
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{type: scratch, size: 1}]}\n",
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{type: scratch, size: 2048}]}\n"},
		"behind other characters": {Needs{1025, 1},
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{usage: größe, type: scratch, size: 1}]}\n",
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{usage: größe, type: scratch, size: 2048}]}\n"},
		"enough": {Needs{8192, 0},
			"  - name: k\n    execution_env:\n      simd_size: 8\n      spill_size: 640\n    per_thread_memory_buffers:\n      - type: scratch\n        size: 8192\n",
			"  - name: k\n    execution_env:\n      simd_size: 8\n      spill_size: 0\n    per_thread_memory_buffers:\n      - type: scratch\n        size: 8192\n"},
	} {
		t.Run(name, func(t *testing.T) {
			other := "  - name: other\n    execution_env:\n      simd_size: 8\n      spill_size: 5\n"
			out, err := WithNeeds("m", []byte(scratchHead+other+c.from+other[:10]+"x"+other[10:]), map[string]Needs{"k": c.need})
			require.NoError(t, err)
			assert.Equal(t, scratchHead+other+c.to+other[:10]+"x"+other[10:], string(out))
			info, err := ParseZeInfo("m", out)
			require.NoError(t, err)
			k, err := info.Kernel("k")
			require.NoError(t, err)
			assert.GreaterOrEqual(t, k.ScratchSize(), c.need.Scratch)
		})
	}
}

// TestWithNeedsRefused: where a line cannot be added, nothing is guessed.
func TestWithNeedsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"  - {name: k, execution_env: {simd_size: 8}}\n":                                      "m:4:6: error: kernel k: scratch space of 32 bytes has no place in metadata in flow style: want one key a line",
		"  - name: k\n    execution_env: {simd_size: 8}\n    per_thread_memory_buffers: []\n": "m:4:5: error: kernel k: scratch space of 32 bytes has no place in metadata in flow style: want one key a line",
	} {
		_, err := WithNeeds("m", []byte(scratchHead+text), map[string]Needs{"k": {32, 32}})
		require.EqualError(t, err, want)
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}
}
