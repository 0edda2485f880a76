package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/abi"
)

// TestInitSizes: images give the global size, several integers the sides of
// matrices that the buffers hold.
func TestInitSizes(t *testing.T) {
	const image = "{arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 0, addrspace: image, image_type: image_2d}"
	value := func(i int) string {
		return fmt.Sprintf("{arg_type: arg_byvalue, offset: %d, size: 4, arg_index: %d}", 32+4*i, i)
	}
	for _, c := range []struct {
		required, payload string
		want              initSizes
	}{
		{"", value(0), initSizes{global: [3]uint32{32, 1, 1}, local: [3]uint32{8, 1, 1}, items: 32, count: 32, elements: 32}},
		{"", value(0) + "," + value(1), initSizes{global: [3]uint32{32, 1, 1}, local: [3]uint32{8, 1, 1}, items: 32, count: 4, elements: 32}},
		{", required_work_group_size: [16, 16, 1]", value(0), initSizes{global: [3]uint32{32, 32, 1}, local: [3]uint32{16, 16, 1}, items: 1024, count: 32, elements: 1024}},
		{", required_work_group_size: [16, 16, 1]", value(0) + "," + value(1) + "," + value(2), initSizes{global: [3]uint32{32, 32, 1}, local: [3]uint32{16, 16, 1}, items: 1024, count: 32, elements: 32768}},
		{"", image + "," + value(1), initSizes{global: [3]uint32{64, 64, 1}, local: [3]uint32{8, 1, 1}, items: 4096, count: 64, elements: 4096}},
		{", required_work_group_size: [48, 1, 1]", image, initSizes{global: [3]uint32{192, 1, 1}, local: [3]uint32{48, 1, 1}, items: 192, count: 192, elements: 192}},
	} {
		info, err := abi.ParseZeInfo("m.zeinfo", []byte(fmt.Sprintf("version: '1.20'\nkernels:\n"+
			"  - {name: k, execution_env: {simd_size: 8%s}, payload_arguments: [%s]}\n", c.required, c.payload)))
		require.NoError(t, err)
		k, err := info.Kernel("k")
		require.NoError(t, err)
		assert.Equal(t, c.want, sizesFor(k), "%s %s", c.required, c.payload)
	}
}
