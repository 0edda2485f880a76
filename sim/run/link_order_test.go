package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/sim/abi"
)

// TestInterleaved: halves of an address that do not follow each other are found,
// whose order other code need not share.
func TestInterleaved(t *testing.T) {
	of := func(kind abi.RelocKind, symbol string) abi.Reloc { return abi.Reloc{Kind: kind, Symbol: symbol} }
	lowA, highA, lowB, highB := of(abi.RelocLow, "a"), of(abi.RelocHigh, "a"), of(abi.RelocLow, "b"), of(abi.RelocHigh, "b")
	assert.Nil(t, interleaved([]abi.Reloc{lowA, highA, lowB, highB, of(abi.RelocAddr, "c")}))
	for _, mixed := range [][]abi.Reloc{{lowA, lowB, highA, highB}, {lowA, highB, lowB, highA}, {lowA}} {
		assert.Equal(t, &mixed[0], interleaved(mixed))
	}
}
