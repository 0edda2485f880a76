package messages

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestTemporaries: what payload and response are copied to has as many registers as the
// message says.
func TestTemporaries(t *testing.T) {
	p := &native.Program{SIMD: 16}
	e := edit.New(p, native.SKL)
	a, b := e.NewVar("a", 128, 4), e.NewVar("b", 128, 4)
	row := native.Region{V: 8, W: 8, H: 1}
	p.Insts = []native.Inst{{
		Op: native.OpSend, ExecSize: 16, Dst: edit.Virt(b, 4, native.Dst1, native.UD),
		Src: [3]native.Operand{edit.Virt(a, 4, row, native.UD)},
		Msg: native.Message{SFID: 12, Desc: 0x4205e02}, // a read of 16 lanes
	}}
	assert.NoError(t, Run(e))
	assert.Equal(t, []native.Var{
		{Name: "payload", Size: 64, Align: 32, Fixed: -1}, {Name: "response", Size: 64, Align: 32, Fixed: -1},
	}, p.Vars[2:])
}
