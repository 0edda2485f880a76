package state

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestOnes: a pointer to a binding table has more bits on Xe-HPG, addresses have 32 on Gen7. What is none has no bits.
func TestOnes(t *testing.T) {
	for target := range native.NumTargets {
		table, address := uint64(0xffe0), uint64(math.MaxUint64)
		if target >= native.DG2 {
			table = 0x1fffe0
		}
		if target < native.BDW {
			address = math.MaxUint32
		}
		assert.Equal(t, table, Ones(target, "INTERFACE_DESCRIPTOR_DATA", "BindingTablePointer"), target)
		assert.Equal(t, uint64(0xffffffe0), Ones(target, "INTERFACE_DESCRIPTOR_DATA", "SamplerStatePointer"), target)
		assert.Equal(t, address, Ones(target, "RENDER_SURFACE_STATE", "SurfaceBaseAddress"), target)
	}
	assert.Zero(t, Ones(native.SKL, "INTERFACE_DESCRIPTOR_DATA", "Width"))
	assert.Zero(t, Ones(native.SKL, "INTERFACE", "BindingTablePointer"))
}
