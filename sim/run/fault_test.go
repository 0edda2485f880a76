package run

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestBeside: where an address is, in words.
func TestBeside(t *testing.T) {
	m := mem.New()
	assert.Equal(t, "the launch has no buffers", beside(m.Flat().Near(1<<32), 1<<32))
	m.Alloc("arg0", 4000)
	m.Alloc("arg1", 16)
	for addr, want := range map[uint64]string{
		0:             "buffers begin at 0x100000000, below are no addresses but those of scratch space",
		1<<32 - 1:     "buffers begin at 0x100000000, below are no addresses but those of scratch space",
		1<<32 + 3998:  "2 bytes before the end of arg0, 4000 bytes at 0x100000000",
		1<<32 + 4000:  "0 bytes past the end of arg0, 4000 bytes at 0x100000000",
		1<<32 + 6000:  "2000 bytes past the end of arg0, 4000 bytes at 0x100000000",
		1<<32 + 8000:  "192 bytes before arg1, 16 bytes at 0x100002000",
		1<<32 + 8400:  "192 bytes past the end of arg1, 16 bytes at 0x100002000",
		1<<33 + 8191:  "4294967279 bytes past the end of arg1, 16 bytes at 0x100002000",
		1<<33 + 8192:  "far behind the last buffer: arg1, 16 bytes at 0x100002000",
		1<<63 + 1<<32: "far behind the last buffer: arg1, 16 bytes at 0x100002000",
	} {
		assert.Equal(t, want, beside(m.Flat().Near(addr), addr), "%#x", addr)
	}
}

// TestAddressFault: an access beyond a buffer at an address ends the launch on
// both engines, which name the same lane and address.
func TestAddressFault(t *testing.T) {
	l := inPrivate(t, 12)
	l.Args[0].Size = 400
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		rep, err := Run(context.Background(), l, Options{Engine: engine, Target: load.Only(native.SKL), Workers: 1})
		var at *AddressError
		var fault *mem.Fault
		require.ErrorAs(t, err, &at)
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, mem.Fault{Addr: 1<<32 + 400, Size: 4, Write: true}, *fault)
		assert.Equal(t, "counts", at.Kernel)
		assert.Equal(t, "0 bytes past the end of arg0, 400 bytes at 0x100000000", at.Near)
		assert.Equal(t, "arg0", at.Buffer)
		assert.Equal(t, uint64(404), at.End)
		assert.False(t, rep.Finished)
		var lane int
		if engine == load.Interp {
			var f *interp.Fault
			require.ErrorAs(t, err, &f)
			lane = f.Lane
			assert.Equal(t, "svm_scatter (M1, 8)", f.Inst)
			assert.Equal(t, [3]uint32{12, 0, 0}, f.Group)
		} else {
			var f *eu.Fault
			require.ErrorAs(t, err, &f)
			lane = f.Lane
			assert.Equal(t, "sends (8|M0)", f.Inst)
		}
		assert.Equal(t, 4, lane)
	}
}
