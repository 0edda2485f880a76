package message

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestMoveEights lets each lane in turn not follow the one before: then nothing is
// moved.
func TestMoveEights(t *testing.T) {
	if !haveEights {
		t.Skip("the processor has no AVX2")
	}
	for _, lanes := range []int{8, 16} {
		for odd := -1; odd < lanes; odd++ {
			offs, from, to := make([]byte, 4*lanes), make([]byte, 4*lanes), make([]byte, 4*lanes+4)
			for i := range lanes {
				off := uint32(0xFFFFFFF0 + 4*i)
				if i == odd {
					off ^= 1 << i
				}
				binary.LittleEndian.PutUint32(offs[4*i:], off)
				binary.LittleEndian.PutUint32(from[4*i:], uint32(100+i))
			}
			moved := moveEights(unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&offs[0]), lanes)
			require.Equal(t, odd < 0, moved, "%d lanes, lane %d apart", lanes, odd)
			want := make([]byte, 4*lanes+4)
			if moved {
				copy(want, from)
			}
			require.Equal(t, want, to)
		}
	}
}
