package container

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// meaning is what the tokens of a kernel say, as keys and values of .ze_info.
type meaning struct {
	env       [][2]string
	payload   [][]string
	perThread [][]string
	buffers   [][]string
	bindings  [][]string
	samplers  [][]string

	k          *tokenKernel
	simd       uint32
	local      *token          // of the thread payload
	states     *token          // SAMPLER_STATE_ARRAY
	table      *token          // BINDING_TABLE_STATE
	named      map[uint32]bool // sampler states of arguments
	constant   map[uint32]bool // arguments that point at what the source declares const
	writeOnly  map[uint32]bool // images of such arguments
	parameters []*token        // dwords of vectors
}

// meaning goes over the tokens twice: those that say what others mean come in any
// order.
func (k *tokenKernel) meaning() *meaning {
	m := &meaning{k: k, named: map[uint32]bool{}, constant: map[uint32]bool{}, writeOnly: map[uint32]bool{}}
	for i := range k.tokens {
		switch t := &k.tokens[i]; t.number {
		case tokenSamplers:
			m.states = t
		case tokenPayload:
			m.local = t
		case tokenBindings:
			m.table = t
		case tokenArgument:
			info := argumentInfo(t)
			m.constant[t.f[0]] = strings.Contains(info[len(info)-1], "const")
			m.writeOnly[t.f[0]] = strings.Contains(info[5], "write_only")
		case tokenEnvironment:
			m.environment(t)
		}
	}
	for i := range k.tokens {
		t := &k.tokens[i]
		if say := sayings[t.number]; say != nil {
			say(m, t)
		}
	}
	m.vectors()
	m.localIDs()
	m.inlineSamplers()
	return m
}

// sayings is what each token adds.
var sayings = [len(fields)]func(*meaning, *token){
	tokenImage: (*meaning).image, tokenSampler: (*meaning).sampler, tokenParameter: (*meaning).parameter,
	tokenGlobal: (*meaning).pointer, tokenConstant: (*meaning).pointer, tokenPrivate: (*meaning).private,
	tokenLocal:        func(m *meaning, t *token) { m.set("slm_size", t.f[1]) },
	tokenScratch:      func(m *meaning, t *token) { m.scratch(t.f[1], 0) },
	tokenScratch1:     func(m *meaning, t *token) { m.scratch(t.f[1], 1) },
	tokenPrintf:       func(m *meaning, t *token) { m.implicit("printf_buffer", t.f[2], t.f[3]) },
	tokenGlobalBase:   func(m *meaning, t *token) { m.implicit(abi.DataGlobal, t.f[2], t.f[3]) },
	tokenConstantBase: func(m *meaning, t *token) { m.implicit(abi.DataConst, t.f[2], t.f[3]) },
}

// set writes a key of the execution environment, unless it is zero, as .ze_info
// leaves it out then.
func (m *meaning) set(key string, v uint32) {
	if v != 0 {
		m.env = append(m.env, [2]string{key, number(v)})
	}
}

// Fields of tokenEnvironment.
const (
	envRequired = 0 // three sizes
	envSIMD     = 3
	envBarriers = 5
	envGRFs     = 20
	envStack    = 29
)

func (m *meaning) environment(t *token) {
	m.simd = t.f[envSIMD]
	m.set("simd_size", m.simd)
	m.set("grf_count", t.f[envGRFs])
	m.set("barrier_count", min(t.f[envBarriers], 1))
	if r := t.f[envRequired : envRequired+3]; r[0] != 0 {
		m.env = append(m.env, [2]string{"required_work_group_size", fmt.Sprintf("[ %d, %d, %d ]", r[0], r[1], r[2])})
	}
	if more := words(t.text); len(more) > envStack-len(t.f) && more[envStack-len(t.f)] != 0 {
		m.env = append(m.env, [2]string{"has_stack_calls", "true"})
	}
}

// implicit adds a piece of payload that belongs to no argument.
func (m *meaning) implicit(kind abi.ArgType, offset, size uint32) {
	m.payload = append(m.payload, []string{"arg_type", string(kind), "offset", number(offset), "size", number(size)})
}

// piece adds a piece of payload of an argument.
func (m *meaning) piece(kind abi.ArgType, offset, size, arg uint32, more ...string) {
	m.payload = append(m.payload, append([]string{"arg_type", string(kind), "offset", number(offset), "size", number(size), "arg_index", number(arg)}, more...))
}

// bind connects an argument to the entry of the binding table that has its
// surface state; false when there is none.
func (m *meaning) bind(arg, state uint32) bool {
	n, ok := m.k.binding(m.table, state)
	if ok {
		m.bindings = append(m.bindings, []string{"bti_value", strconv.Itoa(n), "arg_index", number(arg)})
	}
	return ok
}

// binding finds the entry of the binding table that has a surface state.
func (k *tokenKernel) binding(table *token, state uint32) (int, bool) {
	if table == nil {
		return 0, false
	}
	at := uint64(table.f[0])
	for n := range min(uint64(table.f[1]), maxBindings) {
		if at+4*n+4 <= uint64(len(k.surface)) && binary.LittleEndian.Uint32(k.surface[at+4*n:]) == state {
			return int(n), true
		}
	}
	return 0, false
}

// bound finds where the binding table has program-scope data, which .ze_info has
// no place for.
func (k *tokenKernel) bound() map[string]int {
	var table *token
	out := map[string]int{}
	for i := range k.tokens {
		if k.tokens[i].number == tokenBindings {
			table = &k.tokens[i]
		}
	}
	for i := range k.tokens {
		t := &k.tokens[i]
		if t.number != tokenGlobalBase && t.number != tokenConstantBase {
			continue
		}
		if n, ok := k.binding(table, t.f[1]); ok {
			out[dataOf(t.number == tokenGlobalBase)] = n
		}
	}
	return out
}

// maxBindings is how many entries a binding table has.
const maxBindings = 256

// pointer is a pointer to global or constant memory: through the binding table
// with its address beside, or by address alone.
func (m *meaning) pointer(t *token) {
	const arg, state, offset, size = 0, 1, 2, 3
	space, access := "global", "readwrite"
	if t.number == tokenConstant {
		space, access = "constant", "readonly"
	}
	if m.constant[t.f[arg]] {
		access = "readonly"
	}
	if !m.bind(t.f[arg], t.f[state]) {
		m.piece(abi.ByPointer, t.f[offset], t.f[size], t.f[arg], "addrmode", abi.Stateless, "addrspace", space, "access_type", access)
		return
	}
	m.piece(abi.ByPointer, 0, 0, t.f[arg], "addrmode", abi.Stateful, "addrspace", space, "access_type", access)
	m.piece(abi.BufferAddress, t.f[offset], t.f[size], t.f[arg])
}

// imageTypes are the types of images by their number.
var imageTypes = [...]string{
	1: "image_buffer", 2: "image_1d", 3: "image_1d_array", 4: "image_2d", 5: "image_2d_array", 6: "image_3d", 7: "image_cube", 8: "image_cube_array",
	9: "image_2d_depth", 10: "image_2d_array_depth", 11: "image_2d_msaa", 12: "image_2d_msaa_depth", 13: "image_2d_array_msaa", 14: "image_2d_array_msaa_depth",
	15: "image_2d_media", 16: "image_2d_media_block",
}

func (m *meaning) image(t *token) {
	const arg, kind, state, writes, transformable = 0, 1, 2, 5, 6
	access, name, turns := "readonly", "image_type_"+number(t.f[kind]), ""
	if int(t.f[kind]) < len(imageTypes) && t.f[kind] != 0 {
		name = imageTypes[t.f[kind]]
	}
	switch {
	case m.writeOnly[t.f[arg]]:
		access = "writeonly"
	case t.f[writes] != 0:
		access = "readwrite"
	}
	if t.f[transformable] != 0 {
		turns = "true"
	}
	m.bind(t.f[arg], t.f[state])
	m.piece(abi.ByPointer, 0, 0, t.f[arg], "addrmode", abi.Stateful, "addrspace", "image", "access_type", access, "image_type", name, "image_transformable", turns)
}

// sampler is a sampler argument: its index is the place of its state.
func (m *meaning) sampler(t *token) {
	const arg, offset = 0, 2
	index := uint32(0)
	if m.states != nil && t.f[offset] >= m.states.f[0] {
		index = (t.f[offset] - m.states.f[0]) / samplerState
	}
	m.named[index] = true
	m.piece(abi.ByPointer, 0, 0, t.f[arg], "addrmode", abi.Stateful, "addrspace", "sampler", "access_type", "readwrite", "sampler_index", number(index), "sampler_type", "texture")
}

func (m *meaning) private(t *token) {
	const offset, size, each, simt = 1, 2, 3, 4
	m.implicit("private_base_stateless", t.f[offset], t.f[size])
	if t.f[each] == 0 {
		return
	}
	per := ""
	if t.f[simt] != 0 {
		per = "true"
	}
	m.buffers = append(m.buffers, []string{"type", "global", "usage", "private_space", "size", number(t.f[each]), "is_simt_thread", per})
}

func (m *meaning) scratch(size, slot uint32) {
	if size == 0 {
		return
	}
	m.buffers = append(m.buffers, []string{"type", "scratch", "usage", "single_space", "size", number(size), "slot", number(slot)})
}

// localIDs are rows of words, each of whole registers.
func (m *meaning) localIDs() {
	if m.local == nil {
		return
	}
	rows := min(m.local.f[1], 1) + min(m.local.f[2], 1) + min(m.local.f[3], 1)
	row := max(2*m.simd, abi.GRFSize)
	if rows > 0 && m.simd <= 32 {
		m.perThread = append(m.perThread, []string{"arg_type", string(abi.LocalID), "offset", "0", "size", number(rows * row)})
	}
}

// Sampler states: bytes of one, and fields of its dwords (SAMPLER_STATE).
const (
	samplerState = 16
	maxSamplers  = 16
)

// inlineSamplers are the states that belong to no argument.
func (m *meaning) inlineSamplers() {
	if m.states == nil {
		return
	}
	filters, modes := [...]string{"nearest", "linear"}, map[uint32]string{0: "repeat", 1: "mirror", 2: "clamp_edge", 4: "clamp_border"}
	for i := range min(m.states.f[1], maxSamplers) {
		at := uint64(m.states.f[0]) + samplerState*uint64(i)
		if m.named[i] || at+samplerState > uint64(len(m.k.dynamic)) {
			continue
		}
		dw := words(m.k.dynamic[at : at+samplerState])
		filter, mode := dw[0]>>17&7, dw[3]>>6&7
		if int(filter) >= len(filters) || modes[mode] == "" {
			continue
		}
		normalized := "true"
		if dw[3]>>10&1 != 0 {
			normalized = ""
		}
		m.samplers = append(m.samplers, []string{"sampler_index", number(i), "addrmode", modes[mode], "filtermode", filters[filter], "normalized", normalized})
	}
}
