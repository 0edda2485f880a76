package visa_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

// TestConstructorFollowsSlots checks that a generated constructor puts its
// parameters where the op table's slots and the view expect them.
func TestConstructorFollowsSlots(t *testing.T) {
	raw := func(v int32) visa.Operand { return visa.Operand{Kind: visa.Raw, Var: v} }
	in := visa.NewGather4Scaled(visa.Exec{Size: 8}, visa.Pred{Var: 1}, 0xf, 6, visa.Operand{Kind: visa.Immediate, Imm: 4}, raw(40), raw(41))
	slots := in.Op.Info().Slots
	require.Len(t, in.Args, len(slots))
	v := visa.AsGather4Scaled(&in)
	names := []visa.ArgName{visa.ArgChannels, visa.ArgSurface, visa.ArgOffset, visa.ArgElementOffset, visa.ArgDst}
	for i, got := range []*visa.Operand{v.Channels(), v.Surface(), v.Offset(), v.ElementOffset(), v.Dst()} {
		assert.Same(t, in.Arg(names[i]), got, slots[i].Name)
	}
	assert.Nil(t, in.Arg(visa.ArgSrc0))
	text, ok := slots[0].Enum.Text(uint32(v.Channels().Imm))
	assert.Equal(t, "RGBA", text)
	assert.True(t, ok)
	assert.Equal(t, visa.Surface, v.Surface().Kind)
	assert.Equal(t, int32(41), v.Dst().Var)
	assert.Equal(t, visa.Writes, slots[4].Access)
	in.Args = in.Args[:4]
	assert.Same(t, &in.Args[3], in.Arg(visa.ArgElementOffset))
	assert.Nil(t, in.Arg(visa.ArgDst))
}

// TestOpTable checks what every reader of the table relies on.
func TestOpTable(t *testing.T) {
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		info := op.Info()
		letters := map[visa.SlotKind]byte{visa.SlotVec: 'v', visa.SlotDst: 'd', visa.SlotRaw: 'r', visa.SlotU8: '1', visa.SlotU16: '2',
			visa.SlotU32: '4', visa.SlotSurface: 'S', visa.SlotSampler: 's', visa.SlotLabel: 'L', visa.SlotString: 'N', visa.SlotVariable: 'V', visa.SlotI32: 'i'}
		fixed, slot := map[int]bool{}, 0
		for _, f := range info.Fixed {
			fixed[int(f.Pos)] = true
		}
		for i, l := range []byte(info.Layout) {
			if l == 'e' || l == 'x' || l == 'p' || l == 'c' || l == '*' || l == '=' || fixed[i] {
				continue
			}
			if assert.Less(t, slot, len(info.Slots), info.Name) {
				want := letters[info.Slots[slot].Kind]
				if info.Slots[slot].Origin {
					want = 'g'
				}
				if info.Slots[slot].Optional {
					want = 'o'
				}
				if l == 'n' {
					l = 'N' // a string too, with a wider index
				}
				assert.Equal(t, string(want), string(l), "%s slot %d", info.Name, slot)
			}
			slot++
		}
		assert.Equal(t, len(info.Slots), slot, info.Name)
		for i := range info.Slots {
			assert.Equal(t, strings.HasSuffix(info.Layout, "*") && i == slot-1, info.Slots[i].Repeat, info.Name)
		}
		named := make([]bool, len(info.Slots)+1)
		for _, at := range info.Args {
			assert.False(t, at > 0 && named[at], "%s slot %d has two names", info.Name, at-1)
			named[at] = true
		}
		assert.NotContains(t, named[1:], false, info.Name)
		assert.NotEmpty(t, info.Text, info.Name)
	}
}

// TestRepeatedSlot: the last slot takes one operand or more, each of which has
// the slot's kind.
func TestRepeatedSlot(t *testing.T) {
	in := visa.NewSwitchjmp(visa.Exec{Size: 1}, visa.Operand{Kind: visa.Immediate, Imm: 1}, 7, 5, 7)
	require.Len(t, in.Args, 4)
	assert.Equal(t, []int32{7, 5, 7}, []int32{in.Args[1].Var, in.Args[2].Var, in.Args[3].Var})
	v := visa.AsSwitchjmp(&in)
	assert.Same(t, &in.Args[0], v.Index())
	require.Len(t, v.Labels(), 3)
	assert.Same(t, &in.Args[1], &v.Labels()[0])
	assert.Same(t, &in.Args[1], in.Arg(visa.ArgLabels))
	for i := range in.Args {
		assert.Equal(t, i > 0, in.Slot(i).Repeat)
		assert.Equal(t, i > 0, in.Args[i].Kind == visa.Label)
	}
	info := in.Op.Info()
	for n, want := range map[int]bool{0: false, 1: false, 2: true, 3: true, 256: true, 257: false} {
		assert.Equal(t, want, info.Takes(n), n)
	}
	assert.True(t, info.Repeats())
	add := visa.OpAdd.Info()
	for n, want := range map[int]bool{2: false, 3: true, 4: false} {
		assert.Equal(t, want, add.Takes(n), n)
	}
	assert.False(t, add.Repeats())
	assert.False(t, visa.OpBarrier.Info().Repeats())
}
