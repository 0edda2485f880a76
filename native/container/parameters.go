package container

import (
	"cmp"
	"slices"

	"github.com/genvisa/genvisa/sim/abi"
)

// parameterTypes are the types of payload pieces by their number, as .ze_info
// names them.
var parameterTypes = map[uint32]struct {
	kind     abi.ArgType
	argument bool // belongs to one
	vector   bool // three dwords, each of them a token
}{
	2: {abi.LocalSize, false, true}, 3: {abi.GlobalSize, false, true}, 4: {abi.GroupCount, false, true}, 5: {abi.WorkDimensions, false, false},
	16: {abi.GlobalOffset, false, true}, 28: {abi.EnqueuedLocal, false, true}, 42: {abi.BufferOffset, true, false},
	9: {"image_width", true, false}, 10: {"image_height", true, false}, 11: {"image_depth", true, false}, 12: {"image_channel_data_type", true, false},
	13: {"image_channel_order", true, false}, 18: {"image_array_size", true, false}, 20: {"image_num_samples", true, false}, 27: {"image_num_mip_levels", true, false},
	39: {"image_srgb_channel_order", true, false}, 44: {"flat_image_baseoffset", true, false}, 45: {"flat_image_width", true, false},
	46: {"flat_image_height", true, false}, 47: {"flat_image_pitch", true, false},
	14: {"sampler_address", true, false}, 15: {"sampler_normalized", true, false}, 21: {"sampler_snap_wa", true, false},
}

// Fields of tokenParameter, and types that are not in parameterTypes.
const (
	paramType, paramArg, paramOffset, paramSize, paramSource = 0, 1, 2, 3, 4

	paramValue    = 1
	paramLocal    = 8  // the source offset is an alignment
	paramStateful = 43 // says nothing about the payload
)

func (m *meaning) parameter(t *token) {
	arg, offset, size := t.f[paramArg], t.f[paramOffset], t.f[paramSize]
	kind, known := parameterTypes[t.f[paramType]]
	switch {
	case t.f[paramType] == paramValue:
		m.piece(abi.ByValue, offset, size, arg, "source_offset", number(t.f[paramSource]))
	case t.f[paramType] == paramLocal:
		m.piece(abi.ByPointer, offset, size, arg, "addrmode", abi.SLM, "addrspace", "local", "access_type", "readwrite", "slm_alignment", number(t.f[paramSource]))
	case t.f[paramType] == paramStateful:
	case !known: // refused when the kernel is launched, by this name
		m.implicit(abi.ArgType("patch_token_parameter_"+number(t.f[paramType])), offset, size)
	case kind.vector:
		m.parameters = append(m.parameters, t)
	case kind.argument:
		m.piece(kind.kind, offset, size, arg)
	default:
		m.implicit(kind.kind, offset, size)
	}
}

// vectors puts the dwords of vectors together that follow each other.
func (m *meaning) vectors() {
	slices.SortStableFunc(m.parameters, func(a, b *token) int { return cmp.Compare(a.f[paramOffset], b.f[paramOffset]) })
	for i := 0; i < len(m.parameters); {
		t, n := m.parameters[i], 1
		for i+n < len(m.parameters) && follows(t, m.parameters[i+n], uint32(n)) {
			n++
		}
		m.implicit(parameterTypes[t.f[paramType]].kind, t.f[paramOffset], uint32(4*n))
		i += n
	}
}

// follows says that t is dword n of the vector that begins with first.
func follows(first, t *token, n uint32) bool {
	return n < 3 && t.f[paramType] == first.f[paramType] && t.f[paramSource] == 4*n && t.f[paramOffset] == first.f[paramOffset]+4*n
}
