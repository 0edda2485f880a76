package abi

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

func load(t testing.TB, device, file string) *Info {
	t.Helper()
	path := filepath.Join(corpus.Dir(), device, file+".zeinfo")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	info, err := ParseZeInfo(filepath.Base(path), data)
	require.NoError(t, err)
	return info
}

func kernel(t testing.TB, device, file, name string) *Kernel {
	t.Helper()
	k, err := load(t, device, file).Kernel(name)
	require.NoError(t, err)
	return k
}

func dword(p []byte, i int) uint32 { return binary.LittleEndian.Uint32(p[4*i:]) }
func word(p []byte, i int) uint16  { return binary.LittleEndian.Uint16(p[2*i:]) }

// The worked example of the ABI: register and dword of every value.
func TestSaxpyPayload(t *testing.T) {
	k := kernel(t, "skl", "saxpy", "saxpy")
	assert.Equal(t, 32, k.SIMD)
	assert.Equal(t, []BTI{{0, 0}, {1, 1}}, k.BTIs)
	assert.Equal(t, "argument 2 (a)", k.ArgName(2))
	b, err := k.NewBuilder(&Launch{
		Dims: 1, Global: [3]uint32{240, 1, 1}, Local: [3]uint32{40, 1, 1}, Offset: [3]uint32{5, 0, 0},
		Args: []Arg{
			{Kind: Buffer, Addr: 0x1_0000_0000}, {Kind: Buffer, Addr: 0x2_0000_0000},
			{Kind: Value, Bytes: []byte{0, 0, 0x20, 0x40}}, {Kind: Value, Bytes: []byte{0xE6, 0, 0, 0}},
		},
	})
	require.NoError(t, err)
	assert.Equal(t, [3]uint32{6, 1, 1}, b.Groups())
	assert.Equal(t, 2, b.MaxThreads())
	require.Equal(t, 320, b.PayloadSize())

	p := make([]byte, 320)
	assert.Equal(t, uint32(0xFFFFFFFF), b.Fill(p, [3]uint32{3, 0, 0}, 0))
	assert.Equal(t, uint32(0xFF), b.Fill(p, [3]uint32{3, 0, 0}, 1))
	assert.Equal(t, uint32(3), dword(p, 1))
	for lane := range 8 {
		assert.Equal(t, uint16(32+lane), word(p[32:], lane), "X of lane %d", lane)
		assert.Zero(t, word(p[96:], lane), "Y of lane %d", lane)
	}
	reg := func(r, s int) uint32 { return dword(p, 8*r+s) }
	assert.Equal(t, uint32(5), reg(7, 0))
	assert.Equal(t, uint32(40), reg(7, 3))
	assert.Equal(t, uint32(1), reg(8, 1))
	assert.Equal(t, uint32(2), reg(8, 3))
	assert.Equal(t, uint32(0x40200000), reg(8, 4))
	assert.Equal(t, uint32(230), reg(8, 5))
	assert.Equal(t, uint32(0), reg(8, 6))
	assert.Equal(t, uint32(40), reg(9, 0))
	SetThread(p, 0x12345C00, 0x7F)
	assert.Equal(t, uint32(0x12345C7F), dword(p, 5))
}

func TestNoLocalIDsLeavesOneRegister(t *testing.T) {
	b, err := kernel(t, "skl", "saxpy", "empty").NewBuilder(&Launch{
		Dims: 1, Global: [3]uint32{1, 1, 1}, Local: [3]uint32{1, 1, 1}, Offset: [3]uint32{9, 0, 0},
		Args: []Arg{{Kind: Buffer, Addr: 0xABCD}},
	})
	require.NoError(t, err)
	p := make([]byte, b.PayloadSize())
	assert.Equal(t, uint32(1), b.Fill(p, [3]uint32{}, 0))
	assert.Equal(t, uint32(9), dword(p[64:], 0))
	assert.Equal(t, uint32(0xABCD), dword(p[64+32:], 0))
}

// TestInlineData: threads that start with data of their payload have it right behind their
// local ids, and find their number and that of their group's threads in r0.
func TestInlineData(t *testing.T) {
	k := &Kernel{Name: "k", SIMD: 8, InlineData: 32, BarrierCount: 1, Payload: []PayloadArg{{Type: WorkDimensions, Size: 4, Index: -1}}}
	at := 32
	for range 2 {
		b, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{52, 1, 1}, Local: [3]uint32{40, 1, 1}})
		require.NoError(t, err)
		p := make([]byte, b.PayloadSize())
		assert.Equal(t, uint32(0xFF), b.Fill(p, [3]uint32{}, 3))
		assert.Equal(t, uint32(5<<24|3), dword(p, 2))
		assert.Equal(t, uint32(1), dword(p[at:], 0))
		assert.Equal(t, uint32(0x0F), b.Fill(p, [3]uint32{1}, 1))
		assert.Equal(t, uint32(2<<24|1), dword(p, 2), "the last group has 12 items")
		k.PerThread, at = []PayloadArg{{Type: LocalID, Size: 96}}, 128
	}
}

// Local ids and sizes of groups at the ragged end, for every SIMD width.
func TestPartialGroups(t *testing.T) {
	for _, simd := range []int{8, 16, 32} {
		row := max(32, 2*simd)
		k := &Kernel{Name: "k", SIMD: simd,
			PerThread: []PayloadArg{{Type: LocalID, Size: 3 * row}},
			Payload:   []PayloadArg{{Type: LocalSize, Size: 12, Index: -1}, {Type: EnqueuedLocal, Offset: 12, Size: 12, Index: -1}},
		}
		b, err := k.NewBuilder(&Launch{Dims: 3, Global: [3]uint32{7, 5, 3}, Local: [3]uint32{4, 3, 2}})
		require.NoError(t, err)
		require.Equal(t, [3]uint32{2, 2, 2}, b.Groups())
		seen := map[[3]uint32]int{}
		p := make([]byte, b.PayloadSize())
		for g := range uint32(8) {
			group := [3]uint32{g & 1, g >> 1 & 1, g >> 2}
			want := [3]uint32{4 - group[0], 3 - group[1], 2 - group[2]}
			for th := range b.Threads(group) {
				mask := b.Fill(p, group, th)
				require.NotZero(t, mask)
				cross := p[32+3*row:]
				assert.Equal(t, want, [3]uint32{dword(cross, 0), dword(cross, 1), dword(cross, 2)})
				assert.Equal(t, [3]uint32{4, 3, 2}, [3]uint32{dword(cross, 3), dword(cross, 4), dword(cross, 5)})
				for lane := range simd {
					if mask>>lane&1 != 0 {
						id := [3]uint32{}
						for d := range id {
							id[d] = group[d]*[3]uint32{4, 3, 2}[d] + uint32(word(p[32+d*row:], lane))
						}
						seen[id]++
					}
				}
			}
		}
		assert.Len(t, seen, 7*5*3, "SIMD%d", simd)
		for id, n := range seen {
			assert.True(t, n == 1 && id[0] < 7 && id[1] < 5 && id[2] < 3, "%v %d times", id, n)
		}
	}
}

// Every type of payload argument, at the place and with the value that IGC's
// code expects.
func TestPayloadArguments(t *testing.T) {
	info, err := ParseZeInfo("k", []byte(`version: '1.20'
kernels:
  - name: k
    execution_env: {simd_size: 16, barrier_count: 1, slm_size: 100}
    payload_arguments:
      - {arg_type: global_id_offset, offset: 0, size: 12}
      - {arg_type: local_size, offset: 12, size: 12}
      - {arg_type: global_size, offset: 24, size: 12}
      - {arg_type: group_count, offset: 36, size: 12}
      - {arg_type: enqueued_local_size, offset: 48, size: 12}
      - {arg_type: work_dimensions, offset: 60, size: 4}
      - {arg_type: arg_byvalue, offset: 64, size: 8, arg_index: 0}
      - {arg_type: arg_byvalue, offset: 72, size: 4, arg_index: 0, source_offset: 12}
      - {arg_type: arg_byvalue, offset: 76, size: 4, arg_index: 1}
      - {arg_type: arg_bypointer, offset: 80, size: 8, arg_index: 2, addrmode: stateless, addrspace: global}
      - {arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 3, addrmode: stateful, addrspace: global}
      - {arg_type: buffer_address, offset: 88, size: 8, arg_index: 3}
      - {arg_type: buffer_offset, offset: 96, size: 4, arg_index: 3}
      - {arg_type: arg_bypointer, offset: 100, size: 4, arg_index: 4, addrmode: slm, addrspace: local, slm_alignment: 16}
      - {arg_type: arg_bypointer, offset: 104, size: 8, arg_index: 5, addrmode: slm, addrspace: local, slm_alignment: 64}
    per_thread_memory_buffers:
      - {type: scratch, usage: spill_fill_space, size: 2000}
      - {type: scratch, usage: private_space, size: 2100}
    binding_table_indices:
      - {bti_value: 7, arg_index: 3}
`))
	require.NoError(t, err)
	b, err := info.Kernels[0].NewBuilder(&Launch{
		Dims: 2, Global: [3]uint32{50, 6, 1}, Local: [3]uint32{20, 4, 1}, Offset: [3]uint32{3, 5, 0},
		Args: []Arg{
			{Kind: Value, Bytes: []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}}, {Kind: Value, Bytes: []byte{0x80, 0xFF}},
			{Kind: Buffer, Addr: 0x1122334455667788}, {Kind: Buffer, Addr: 0x99AABBCCDDEEFF00}, {Kind: Local, Size: 30}, {Kind: Local, Size: 1},
		},
	})
	require.NoError(t, err)
	assert.Equal(t, []BTI{{7, 3}}, b.BTIs())
	assert.Equal(t, 165, b.SLMSize()) // 100 static, 30 from 0 on, 1 from 64 on
	assert.Equal(t, 8192, b.ScratchSize())
	p := make([]byte, b.PayloadSize())
	b.Fill(p, [3]uint32{2, 1, 0}, 0)
	var got []uint32
	for i := range 28 {
		got = append(got, dword(p[64:], i))
	}
	assert.Equal(t, []uint32{
		3, 5, 0, 10, 2, 1, 50, 6, 1, 3, 2, 1, 20, 4, 1, 2,
		0x04030201, 0x08070605, 0x100F0E0D, 0xFF80, 0x55667788, 0x11223344, 0xDDEEFF00, 0x99AABBCC, 0, 0, 64, 0,
	}, got)
	assert.Equal(t, uint32(1<<31), dword(p, 2))
	assert.Equal(t, uint32(3), dword(p, 3), "8 KB of scratch")
}

func TestLocalArguments(t *testing.T) {
	k := kernel(t, "skl", "reduce", "dot_slm")
	k.SLMSize = 6 // pretend a static part, whose size the kernel itself adds to what it is given
	l := &Launch{Dims: 1, Global: [3]uint32{128, 1, 1}, Local: [3]uint32{64, 1, 1},
		Args: []Arg{{Kind: Buffer}, {Kind: Buffer}, {Kind: Buffer}, {Kind: Local, Size: 256}}}
	b, err := k.NewBuilder(l)
	require.NoError(t, err)
	assert.Equal(t, 6+256, b.SLMSize())
	p := make([]byte, b.PayloadSize())
	b.Fill(p, [3]uint32{1, 0, 0}, 0)
	assert.Equal(t, uint32(0), dword(p[32+192:], 8))
	assert.Equal(t, uint32(1<<31), dword(p, 2), "barrier enabled")
	l.Args[3].Size = MaxSLM
	_, err = k.NewBuilder(l)
	assert.ErrorContains(t, err, "reduce.zeinfo: kernel dot_slm: 65542 bytes of local memory (6 static); legal are 0 to 65536")
}

// Every .input of IGC's text ends inside the payload, and those of the
// cross-thread part start where the builder puts an argument.
func TestCorpusInputsAreInsidePayload(t *testing.T) {
	input := regexp.MustCompile(`(?m)^\.input \S+ offset=(\d+) size=(\d+)`)
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		t.Run(c.Name, func(t *testing.T) {
			k := kernel(t, "skl", strings.TrimSuffix(filepath.Base(c.Info), ".zeinfo"), c.Kernel)
			l := &Launch{Dims: 1, Global: [3]uint32{64, 1, 1}, Local: [3]uint32{64, 1, 1}}
			if k.RequiredLocal[0] != 0 {
				l.Dims, l.Local, l.Global = 3, k.RequiredLocal, k.RequiredLocal
			}
			for i := range k.ArgCount() {
				lo, _ := k.ValueSize(i)
				kind, _ := k.ImageKind(i)
				l.Args = append(l.Args, Arg{Kind: k.ArgKind(i), Bytes: make([]byte, lo), Size: 64, Image: &ImageArg{Kind: kind, Writable: true}, Sampler: &SamplerArg{}})
			}
			b, err := k.NewBuilder(l)
			require.NoError(t, err)
			text, err := os.ReadFile(c.Stem + ".visaasm")
			require.NoError(t, err)
			found := input.FindAllStringSubmatch(string(text), -1)
			require.NotEmpty(t, found)
			for _, m := range found {
				off, _ := strconv.Atoi(m[1])
				size, _ := strconv.Atoi(m[2])
				assert.LessOrEqual(t, off+size, b.PayloadSize())
				if off >= b.base() {
					assert.True(t, k.hasPiece(off-b.base()), "input of %d bytes at %d", size, off)
				}
			}
		})
	}
}

// hasPiece says whether a payload argument starts at an offset.
func (k *Kernel) hasPiece(off int) bool {
	for _, p := range k.Payload {
		if p.Offset == off && p.Size > 0 {
			return true
		}
	}
	return false
}

func TestAllZeInfoParse(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "*", "*.zeinfo"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		_, err = ParseZeInfo(f, data)
		assert.NoError(t, err)
	}
}

func TestLaunchErrors(t *testing.T) {
	k := kernel(t, "skl", "saxpy", "fill")
	good := func() *Launch {
		return &Launch{Dims: 1, Global: [3]uint32{64, 1, 1}, Local: [3]uint32{32, 1, 1},
			Args: []Arg{{Kind: Buffer}, {Kind: Value, Bytes: make([]byte, 4)}}}
	}
	_, err := k.NewBuilder(good())
	require.NoError(t, err)
	for _, c := range []struct {
		name, want string
		change     func(l *Launch)
	}{
		{"count", "1 arguments given; it has 2", func(l *Launch) { l.Args = l.Args[:1] }},
		{"kind", "argument 0 (p) is a buffer; a local is given", func(l *Launch) { l.Args[0].Kind = Local }},
		{"short", "argument 1 (v) has 3 bytes; legal are 4", func(l *Launch) { l.Args[1].Bytes = make([]byte, 3) }},
		{"long", "argument 1 (v) has 5 bytes; legal are 4", func(l *Launch) { l.Args[1].Bytes = make([]byte, 5) }},
		{"zero", "global size 0 and local size 32 in dimension 0; legal are 1 and more", func(l *Launch) { l.Global[0] = 0 }},
		{"big", "local size [2048 1 1] is 2048 work items; legal are 1 to 1024", func(l *Launch) { l.Local[0] = 2048 }},
		{"wrap", "local size [65536 65536 1] is 4294967295 work items; legal are 1 to 1024",
			func(l *Launch) { l.Dims, l.Local = 2, [3]uint32{65536, 65536, 1} }},
		{"dims", "0 dimensions; legal are 1 to 3", func(l *Launch) { l.Dims = 0 }},
		{"extra", "global size 2 and local size 1 in dimension 1 of 1; legal is 1", func(l *Launch) { l.Global[1] = 2 }},
		{"offset", "offset 4294967290 and global size 64 in dimension 0; legal is a sum up to 2^32", func(l *Launch) { l.Offset[0] = 4294967290 }},
	} {
		l := good()
		c.change(l)
		_, err := k.NewBuilder(l)
		assert.EqualError(t, err, "saxpy.zeinfo: kernel fill: "+c.want, c.name)
	}
	k.RequiredLocal = [3]uint32{8, 1, 1}
	_, err = k.NewBuilder(good())
	assert.EqualError(t, err, "saxpy.zeinfo: kernel fill: local size [32 1 1]; the kernel requires [8 1 1]")
}

func TestUnsupported(t *testing.T) {
	k := kernel(t, "skl", "saxpy", "fill")
	k.Payload = append(k.Payload, PayloadArg{Type: "color_key", Offset: 64, Size: 4, Index: -1})
	_, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{64, 1, 1}, Local: [3]uint32{32, 1, 1},
		Args: []Arg{{Kind: Buffer}, {Kind: Value, Bytes: make([]byte, 4)}}})
	var un *UnsupportedError
	require.ErrorAs(t, err, &un)
	assert.Equal(t, `payload argument "color_key"`, un.What)
	k.Payload = append(k.Payload[:0:0], PayloadArg{Type: "local_size", Size: 4})
	k.pieces = []place{{7, 9}}
	_, err = k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{64, 1, 1}, Local: [3]uint32{32, 1, 1},
		Args: []Arg{{Kind: Buffer}, {Kind: Value, Bytes: make([]byte, 4)}}})
	require.ErrorContains(t, err, `saxpy.zeinfo:7:9: error: kernel fill: payload argument "local_size" of 4 bytes is not supported`)
}

// TestAbsent: a pointer to memory that is not modelled does not stop a launch;
// what it points to has a name for the fault that its use becomes.
func TestAbsent(t *testing.T) {
	k := kernel(t, "skl", "saxpy", "fill")
	k.Buffers = append(k.Buffers, ThreadBuffer{Type: "global", Usage: "private_space", Size: 64})
	for i, what := range []ArgType{"private_base_stateless", "printf_buffer"} {
		k.Payload = append(k.Payload, PayloadArg{Type: what, Offset: 64 + 8*i, Size: 8, Index: -1})
	}
	b, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{64, 1, 1}, Local: [3]uint32{32, 1, 1},
		Args: []Arg{{Kind: Buffer}, {Kind: Value, Bytes: make([]byte, 4)}}})
	require.NoError(t, err)
	p := make([]byte, b.PayloadSize())
	b.Fill(p, [3]uint32{}, 0)
	for i, want := range []uint64{0x4080_0000_0000, 0x4180_0000_0000} {
		assert.Equal(t, want, binary.LittleEndian.Uint64(p[b.base()+64+8*i:]))
	}
	for _, c := range []struct {
		addr uint64
		want string
	}{
		{0x4080_0000_0000, "private_base_stateless"}, {0x4000_0000_0000, "private_base_stateless"},
		{0x40FF_FFFF_FFFF, "private_base_stateless"}, {0x2000_4080_0000_0010, "private_base_stateless"},
		{0x4100_0000_0000, "printf_buffer"}, {0x3FFF_FFFF_FFFF, ""}, {0x4200_0000_0000, ""}, {0, ""}, {1 << 32, ""},
	} {
		what, ok := b.Absent(c.addr)
		assert.Equal(t, c.want, what, "%#x", c.addr)
		assert.Equal(t, c.want != "", ok, "%#x", c.addr)
	}
}

const miniInfo = `---
version: '1.20'
kernels:
  - name: k
    execution_env:
      simd_size: 8
    payload_arguments:
      - arg_type: arg_byvalue
        offset: 0
        size: 4
        arg_index: 0
`

func TestParseErrors(t *testing.T) {
	_, err := ParseZeInfo("m", []byte(miniInfo))
	require.NoError(t, err)
	for _, c := range []struct{ from, to, want string }{
		{"1.20", "2.0", `m:2:10: error: version "2.0" is not supported; legal is 1.x`},
		{"simd_size: 8", "simd_size: 4", "m:6:18: error: kernel k: simd_size 4; legal are 8, 16, 32"},
		{"offset: 0", "offset: -4", "m:9:17: error: kernel k: arg_byvalue of 4 bytes at -4 is outside the 4096 bytes of the registers"},
		{"offset: 0", "offset: 9999999999999", "m:9:17: error: kernel k: arg_byvalue of 4 bytes at 9999999999999 is outside the 4096 bytes of the registers"},
		{"simd_size: 8", "simd_size: 8\n      slm_size: 9223372036854775807", "m:7:17: error: kernel k: slm_size 9223372036854775807; legal are 0 to 65536"},
		{"simd_size: 8", "simd_size: 8\n      grf_count: 7", "m:7:18: error: kernel k: grf_count 7; legal are 128 and, for devices after Gen12 LP, 256"},
		{"simd_size: 8", "simd_size: 8\n      grf_count: 0", "m:7:18: error: kernel k: grf_count 0; legal are 128 and, for devices after Gen12 LP, 256"},
		{"simd_size: 8", "simd_size: 8\n      inline_data_payload_size: 16", "m:7:33: error: kernel k: inline_data_payload_size 16; legal are 0 and 32"},
		{"simd_size: 8", "simd_size: 8\n      inline_data_payload_size: 64", "m:7:33: error: kernel k: inline_data_payload_size 64; legal are 0 and 32"},
		{"    payload", "    binding_table_indices:\n      - {bti_value: 1, arg_index: 0}\n      - {bti_value: 1, arg_index: 2}\n    payload",
			"m:9:9: error: kernel k: index 1 is there twice"},
		{"    payload", "    binding_table_indices:\n      - {bti_value: 250, arg_index: 0}\n      - {bti_value: 251, arg_index: 2}\n    payload",
			"m:9:9: error: kernel k: index 251 for argument 2; legal are 0 to 250 and 0 to 1023"},
		{"simd_size: 8", "simd_size: 8\n      slm_size: -1", "m:7:17: error: kernel k: slm_size -1; legal are 0 to 65536"},
		{"simd_size: 8", "simd_size: 8\n      required_work_group_size: [1, 4294967297, 1]", "kernel k: size 4294967297; legal are 1 to 1024"},
		{"offset: 0", "offset: 0\n        slm_alignment: 9223372036854775807", "m:10:24: error: kernel k: slm_alignment 9223372036854775807; legal are 0 to 65536"},
		{"offset: 0", "offset: x", "m:9:17: error: "},
		{"arg_index: 0", "arg_index: -1", "m:11:20: error: kernel k: arg_index -1; legal are 0 to 1023"},
		{"  - name: k", "  - nam: k", "error: kernel without a name"},
		{"  - name: k", "  - name: [", "m:"},
		{"arg_type: arg_byvalue", "note: 1", "error: kernel k: payload argument without arg_type"},
	} {
		bad := strings.Replace(miniInfo, c.from, c.to, 1)
		require.NotEqual(t, miniInfo, bad)
		_, err := ParseZeInfo("m", []byte(bad))
		var e *Error
		require.ErrorAs(t, err, &e, c.to)
		assert.Contains(t, err.Error(), c.want)
		assert.NotZero(t, e.Line, err.Error())
	}
	for _, s := range []string{"", "[]", "version: 1.20\nkernels: 7", "\x00", "{}"} {
		_, err := ParseZeInfo("m", []byte(s))
		assert.Error(t, err, "%q", s)
	}
}

func BenchmarkFill(b *testing.B) {
	k := kernel(b, "skl", "saxpy", "saxpy")
	bl, err := k.NewBuilder(&Launch{Dims: 1, Global: [3]uint32{240, 1, 1}, Local: [3]uint32{40, 1, 1},
		Args: []Arg{{Kind: Buffer}, {Kind: Buffer}, {Kind: Value, Bytes: make([]byte, 4)}, {Kind: Value, Bytes: make([]byte, 4)}}})
	require.NoError(b, err)
	p := make([]byte, bl.PayloadSize())
	b.ReportAllocs()
	for range b.N {
		bl.Fill(p, [3]uint32{1, 0, 0}, 1)
	}
}

// TestNewerTypes: program-scope data has other names in metadata from version 1.49 on, with its place
// in the binding table.
func TestNewerTypes(t *testing.T) {
	info, err := ParseZeInfo("k", []byte(`version: '1.49'
kernels:
  - name: k
    execution_env: {simd_size: 16, grf_count: 128}
    payload_arguments:
      - {arg_type: const_base, offset: 0, size: 8, bti_value: 3}
      - {arg_type: global_base, offset: 8, size: 8}
`))
	require.NoError(t, err)
	p := info.Kernels[0].Payload
	assert.Equal(t, []ArgType{DataConst, DataGlobal}, []ArgType{p[0].Type, p[1].Type})
	assert.Equal(t, []int{3, -1}, []int{p[0].BTI, p[1].BTI})
}

// TestImageFormatAsked: a kernel that asks for the channels of an image in a format that OpenCL has not is refused.
func TestImageFormatAsked(t *testing.T) {
	k := kernel(t, "skl", "image_rw", "image_gray")
	k.Payload = slices.Clone(k.Payload)
	launch := func(order uint32) *Launch {
		return &Launch{Dims: 2, Global: [3]uint32{16, 8, 1}, Local: [3]uint32{16, 2, 1},
			Args: []Arg{{Kind: Image, Image: &ImageArg{Kind: "2d", Order: order, Format: "B5G6R5_UNORM"}}, {Kind: Buffer}}}
	}
	_, err := k.NewBuilder(launch(0))
	require.NoError(t, err)
	for _, asked := range []ArgType{ImageOrder, ImageDataType} {
		for i := range k.Payload {
			if p := &k.Payload[i]; p.Type == ImageHeight || p.Type == ImageOrder {
				p.Type = asked
			}
		}
		_, err = k.NewBuilder(launch(0))
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.ErrorContains(t, err, "the kernel asks for the channel order or type of its image, and OpenCL has none for the format B5G6R5_UNORM")
		_, err = k.NewBuilder(launch(0x10B5))
		require.NoError(t, err)
	}
}
