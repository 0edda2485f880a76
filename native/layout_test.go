package native

import (
	"bytes"
	"encoding/binary"
	"github.com/genvisa/genvisa/internal/floor"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLayoutFields: every field of every layout can be written and read back
// at its full width, touches as many bits as it is wide, and has a slot.
func TestLayoutFields(t *testing.T) {
	n := 0
	for tg := range NumTargets {
		if layouts[tg] == nil {
			continue
		}
		for format, fields := range layouts[tg] {
			for i := range fields {
				f := &fields[i]
				n++
				name := slotNames[f.slot]
				s := slots[f.slot]
				assert.True(t, s.inst != nil || s.part != nil, "%s has no accessor", name)
				if f.implied || f.ratio != nil {
					continue
				}
				for _, g := range f.frags {
					assert.LessOrEqual(t, g.lo&63+g.n, uint8(64), "%s of format %d crosses bit 64", name, format)
				}
				var w word
				w.cover(f.frags)
				assert.Equal(t, int(f.width()), bits.OnesCount64(w[0])+bits.OnesCount64(w[1]), name)
				assert.Equal(t, ^uint64(0)>>(64-f.width()), w.gather(f.frags), name)
			}
		}
	}
	assert.Equal(t, 7107, n)
}

// TestLayoutCodes: value and raw are inverse on every code of every field
// narrow enough to try them all.
func TestLayoutCodes(t *testing.T) {
	for tg := range NumTargets {
		if layouts[tg] != nil {
			layoutCodes(t, tg)
		}
	}
}

func layoutCodes(t *testing.T, tg Target) {
	for _, fields := range layouts[tg] {
		for i := range fields {
			f := &fields[i]
			if f.implied || f.is != nil || f.ratio != nil || f.width() > 12 {
				continue
			}
			legal := 0
			for raw := range uint64(1) << f.width() {
				v, ok := f.value(raw, fullSize)
				if !ok {
					continue
				}
				legal++
				back, ok := f.raw(v, fullSize)
				assert.True(t, ok && back == raw, "%v %s: code %#x gives %d gives %#x", tg, slotNames[f.slot], raw, v, back)
			}
			assert.NotZero(t, legal, slotNames[f.slot])
		}
	}
}

// TestCompactMaps: the index tables have the length their field can name, and
// no map crosses bit 64.
func TestCompactMaps(t *testing.T) {
	for tg := range NumTargets {
		if compacts[tg] == nil {
			continue
		}
		for _, rows := range compacts[tg] {
			compactMaps(t, rows)
		}
	}
}

func compactMaps(t *testing.T, rows []compactField) {
	for _, r := range rows {
		w := 0
		for _, f := range r.frags {
			w += int(f.n)
		}
		if r.index != nil {
			assert.Len(t, r.index, 1<<w, r.name)
		}
		for _, m := range r.maps {
			assert.LessOrEqual(t, m.nlo&63+m.nn, uint8(64), r.name)
		}
	}
}

// FuzzDecodeEncode: whatever decodes encodes to the same bytes.
func FuzzDecodeEncode(f *testing.F) {
	f.Add([]byte{0x01, 0, 0x60, 0, 0xe8, 0x3a, 0x40, 0x21, 0x80, 0x02, 0x8d, 0, 0, 0, 0, 0})
	f.Add([]byte{0x31, 0, 0x60, 0x0c, 0xe8, 0x02, 0xa0, 0x21, 0x6f, 0x01, 0xef, 0x7f, 0, 0, 0x10, 0x02})
	f.Add([]byte{0x20, 0, 0, 0, 4, 0, 0, 0x34, 0, 0x14, 0, 0x0e, 0xd0, 0xff, 0xff, 0xff})
	f.Add([]byte{0x01, 0x4b, 0, 0x20, 0x07, 0x7f, 0x02, 0})
	f.Add([]byte{0x5b, 0x21, 0x0a, 0x20, 0x02, 0x10, 0x22, 0x14})
	f.Fuzz(func(t *testing.T, p []byte) {
		for tg := range NumTargets {
			if layouts[tg] != nil {
				decodeEncode(t, tg, p)
			}
		}
	})
}

func decodeEncode(t *testing.T, tg Target, p []byte) {
	in, n, err := Decode(tg, p)
	if err != nil {
		return
	}
	b, err := Encode(tg, &in)
	if err != nil || !bytes.Equal(b, p[:n]) {
		// a compact word with an index that a lower one equals is stored as the lower
		if in.Compact && err == nil {
			again, _, err := Decode(tg, b)
			if err == nil && reflect.DeepEqual(again, in) {
				return
			}
		}
		t.Fatalf("%v %x: %+v: %x, %v", tg, p[:n], in, b, err)
	}
}

// TestRandomWords: the same of words with a legal opcode, seeded.
func TestRandomWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 12))
	decoded := 0
	for tg := range NumTargets {
		if layouts[tg] == nil {
			continue
		}
		for op := range NumOps {
			for range 20 {
				if !tg.HasOp(op) {
					break
				}
				// few bits, since most combinations of many are no instruction
				w := word{uint64(opCodes[tg][op].code) | r.Uint64()&r.Uint64()&r.Uint64()&^0x7f, r.Uint64() & r.Uint64() & r.Uint64()}
				p := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, w[0]), w[1])
				if _, _, err := Decode(tg, p); err == nil {
					decoded++
				}
				decodeEncode(t, tg, p)
			}
		}
	}
	floor.Exact(t, "words of a few bits that decode", decoded)
}
