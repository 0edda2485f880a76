package launch

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFillLiterals: elements by their place, of spans that a division by
// multiplication must get right, by the generator's published numbers
// (6457827717110365317, 3203168211198807973, 9817491932198370423,
// 4593380528125082431 and 16408922859458223821).
func TestFillLiterals(t *testing.T) {
	for _, c := range []struct {
		fill string
		want []uint32
	}{
		{"type: u32, min: 0, max: 4294967295", []uint32{0xfb08fc85, 0x58540fa5, 0xa3f27c77, 0xe9177b3f, 0x08cb5ecd}},
		{"type: u32, min: 1, max: 4294967295", []uint32{0x54a7cc9e, 0x84c8002a, 0x2c31395e, 0x28d67281, 0xec839335}},
		{"type: u32, min: 0, max: 2", []uint32{0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x00000002}},
		{"type: u32, min: 3, max: 3", []uint32{0x00000003, 0x00000003, 0x00000003, 0x00000003, 0x00000003}},
		{"type: i32, min: -2147483648, max: 2147483646", []uint32{0xd4a7cc9d, 0x04c80029, 0xac31395d, 0xa8d67280, 0x6c839334}},
		{"type: f32, min: 0, max: 1", []uint32{0x3eb33da0, 0x3e31cfc0, 0x3f083ebc, 0x3e7efbdc, 0x3f63b834}},
		{"type: f32, min: -0.1, max: 1e30", []uint32{0x708d6560, 0x700c44c0, 0x70d6f4f1, 0x70492593, 0x7133a398}},
		{"type: f32, min: 0, max: 1e-43", []uint32{0x00000019, 0x0000000c, 0x00000026, 0x00000012, 0x0000003f}},
	} {
		_, f, err := generated(scalar(t, "{bytes: 20, fill: {random: 1234567, "+c.fill+"}}"))
		require.NoError(t, err)
		all := make([]byte, 20)
		f.at(all, 0)
		var got []uint32
		for i := range 5 {
			got = append(got, binary.LittleEndian.Uint32(all[4*i:]))
		}
		assert.Equal(t, c.want, got, c.fill)
		part := make([]byte, 8)
		f.at(part, 12)
		assert.Equal(t, all[12:], part, c.fill)
	}
}

// TestBefore: what a generated buffer held is known without a copy: a change is
// found in any chunk.
func TestBefore(t *testing.T) {
	const size = 2*chunk + 8
	for _, fill := range []string{"zero", "{random: 1, type: u32, min: 0, max: 99}"} {
		_, f, err := generated(scalar(t, fmt.Sprintf("{bytes: %d, fill: %s}", size, fill)))
		require.NoError(t, err)
		a := &Arg{fill: f, Elem: Elem{Name: "u32", Size: 4}}
		got := make([]byte, size)
		require.NoError(t, a.Begin(context.Background(), got, nil))
		assert.True(t, a.Untouched(got, nil), fill)
		assert.Zero(t, a.changes(1, got, nil).Mismatches, fill)
		held := bytes.Clone(got)
		for _, at := range []int{3, chunk - 4, chunk, 2*chunk + 4} {
			got[at] ^= 0x80
			assert.False(t, a.Untouched(got, nil), "%s %d", fill, at)
			c := a.changes(1, got, nil)
			assert.Equal(t, 1, c.Mismatches, "%s %d", fill, at)
			assert.Equal(t, at/4, c.First[0].Index, "%s %d", fill, at)
			assert.Equal(t, a.Elem.Format(held[at&^3:][:4]), c.First[0].Want, "%s %d", fill, at)
			got[at] ^= 0x80
		}
	}
}

// BenchmarkFill generates 1 MiB.
func BenchmarkFill(b *testing.B) {
	for _, fill := range []string{"type: u32, min: 0, max: 4294967295", "type: u32, min: 0, max: 99", "type: f32, min: -0.5, max: 0.5"} {
		_, f, err := generated(scalar(b, "{bytes: 1048576, fill: {random: 1, "+fill+"}}"))
		require.NoError(b, err)
		dst := make([]byte, 1<<20)
		b.Run(fill, func(b *testing.B) {
			b.SetBytes(1 << 20)
			for b.Loop() {
				f.at(dst, 0)
			}
		})
	}
}
