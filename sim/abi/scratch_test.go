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
		"added, between keys": {Needs{Scratch: 1984, Spilled: 1984},
			"  - name:            k\n    execution_env:\n      simd_size:       16\n    payload_arguments:\n      - arg_type:        local_size\n        offset:          0\n        size:            12\n",
			"  - name:            k\n    execution_env:\n      simd_size:       16\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: spill_fill_space\n        size: 2048\n    payload_arguments:\n      - arg_type:        local_size\n        offset:          0\n        size:            12\n"},
		"added to a list": {Needs{Scratch: 64, Spilled: 64},
			"  - name: k\n    execution_env:\n      simd_size: 8\n    per_thread_memory_buffers:\n    - type: global\n      usage: private_space\n      size: 80\n      is_simt_thread: true\n",
			"  - name: k\n    execution_env:\n      simd_size: 8\n    per_thread_memory_buffers:\n    - type: scratch\n      usage: spill_fill_space\n      size: 1024\n    - type: global\n      usage: private_space\n      size: 80\n      is_simt_thread: true\n"},
		"enlarged": {Needs{Scratch: 9000, Spilled: 100},
			"  - name: k\n    execution_env: {simd_size: 8, spill_size: 7}\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 8192 # bytes\n",
			"  - name: k\n    execution_env: {simd_size: 8, spill_size: 100}\n    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 16384 # bytes\n"},
		"enlarged in flow style": {Needs{Scratch: 1025, Spilled: 1},
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{type: scratch, size: 1}]}\n",
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{type: scratch, size: 2048}]}\n"},
		"behind other characters": {Needs{Scratch: 1025, Spilled: 1},
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{usage: größe, type: scratch, size: 1}]}\n",
			"  - {name: k, execution_env: {simd_size: 8}, per_thread_memory_buffers: [{usage: größe, type: scratch, size: 2048}]}\n"},
		"enough": {Needs{Scratch: 8192, Spilled: 0},
			"  - name: k\n    execution_env:\n      simd_size: 8\n      spill_size: 640\n    per_thread_memory_buffers:\n      - type: scratch\n        size: 8192\n",
			"  - name: k\n    execution_env:\n      simd_size: 8\n      spill_size: 0\n    per_thread_memory_buffers:\n      - type: scratch\n        size: 8192\n"},
		"other registers": {Needs{GRFs: 256},
			"  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 8\n      eu_thread_count: 8\n",
			"  - name: k\n    execution_env:\n      grf_count: 256\n      simd_size: 8\n      eu_thread_count: 4\n"},
		"registers that nothing said": {Needs{GRFs: 256},
			"  - name: k\n    execution_env:\n      simd_size: 8\n",
			"  - name: k\n    execution_env:\n      grf_count: 256\n      simd_size: 8\n"},
		"the registers that there are": {Needs{GRFs: 128}, "  - name: k\n    execution_env:\n      simd_size: 8\n", "  - name: k\n    execution_env:\n      simd_size: 8\n"},
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
		_, err := WithNeeds("m", []byte(scratchHead+text), map[string]Needs{"k": {Scratch: 32, Spilled: 32}})
		require.EqualError(t, err, want)
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}
}

// TestWithStart: metadata of a device where threads start with their payload say what ours starts with
// on others.
func TestWithStart(t *testing.T) {
	const text = "version: '1.8'\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n    per_thread_payload_arguments:\n      - arg_type: local_id\n        offset: 0\n        size: 96\n"
	out, err := WithNeeds("k.zeinfo", []byte(text), map[string]Needs{"k": {Inline: 32, Skip: 192}})
	require.NoError(t, err)
	assert.Contains(t, string(out), "    execution_env:\n      offset_to_skip_per_thread_data_load: 192\n      inline_data_payload_size: 32\n      simd_size: 16\n")
	again, err := WithNeeds("k.zeinfo", out, map[string]Needs{"k": {Inline: 32, Skip: 192}})
	require.NoError(t, err)
	assert.Equal(t, string(out), string(again))
	other, err := WithNeeds("k.zeinfo", out, map[string]Needs{"k": {Inline: 32, Skip: 128}})
	require.NoError(t, err)
	assert.Contains(t, string(other), "offset_to_skip_per_thread_data_load: 128\n")
	_, err = WithNeeds("k.zeinfo", []byte("version: '1.8'\nkernels:\n  - name: k\n    execution_env: {simd_size: 16}\n"), map[string]Needs{"k": {Inline: 32}})
	assert.ErrorContains(t, err, "kernel k: inline data have no place in metadata in flow style: want one key a line")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestUnusedArgument: an argument that the kernel has no use for has no bytes, whatever it is, and is no reason to stop.
func TestUnusedArgument(t *testing.T) {
	for _, arg := range []string{
		"addrmode: bindless, addrspace: image, access_type: writeonly, image_type: image_2d",
		"addrmode: bindless, addrspace: global, access_type: readonly",
		"addrmode: stateless, addrspace: global, access_type: readwrite",
		"addrmode: stateful, addrspace: global, access_type: readwrite",
	} {
		info, err := ParseZeInfo("m", []byte(scratchHead+
			"  - name: k\n    execution_env:\n      simd_size: 8\n    payload_arguments:\n"+
			"      - {arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 0, "+arg+"}\n"+
			"      - {arg_type: arg_byvalue, offset: 0, size: 4, arg_index: 1}\n"))
		require.NoError(t, err)
		k, err := info.Kernel("k")
		require.NoError(t, err)
		b, err := k.NewBuilder(&Launch{
			Dims: 1, Global: [3]uint32{8, 1, 1}, Local: [3]uint32{8, 1, 1},
			Args: []Arg{{Kind: k.ArgKind(0), Addr: 0x1000, Handle: 0x40, Image: &ImageArg{Kind: "2d", Writable: true}}, {Kind: Value, Bytes: []byte{1, 2, 3, 4}}},
		})
		require.NoError(t, err, arg)
		assert.Equal(t, []byte{1, 2, 3, 4}, b.image[b.base():][:4], arg)
	}
}
