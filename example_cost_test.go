package genvisa_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa"
)

// CompareCosts says where the clocks of two compilers' codes of one kernel differ.
func ExampleCompareCosts() {
	k, err := genvisa.ReadKernel("examples/bitfields/bitfields.visaasm")
	if err != nil {
		panic(err)
	}
	code, err := genvisa.Compile(k, "skl")
	if err != nil {
		panic(err)
	}
	intel, err := os.ReadFile("examples/bitfields/bitfields.skl.dat")
	if err != nil {
		panic(err)
	}
	var costs []*genvisa.Cost
	for _, native := range [][]byte{code.Bytes, intel} {
		c, err := genvisa.CostOf(k, "skl", native)
		if err != nil {
			panic(err)
		}
		costs = append(costs, c)
		fmt.Println(c.Clocks, "clocks,", c.Issue, "of them issuing")
	}
	for _, reason := range genvisa.CompareCosts(costs[0], costs[1]).Reasons {
		fmt.Println(reason)
	}
	// Output:
	// 472 clocks, 60 of them issuing
	// 484 clocks, 62 of them issuing
	// waits for registers: 20 clocks, theirs 48 (waits: 4, theirs 5; instructions between: 2, theirs 1): -28 clocks
	// waits for memory: 392 clocks, theirs 374 (waits: 1, theirs 1; instructions between: 1, theirs 5), what is waited for is not moved up: +18 clocks
	// -1 moves (3, theirs 4): -2 clocks
}

// TestCostOf: what is no code of the kernel is an error.
func TestCostOf(t *testing.T) {
	k, err := genvisa.ReadKernel("examples/bitfields/bitfields.visaasm")
	require.NoError(t, err)
	_, err = genvisa.CostOf(k, "z80", nil)
	assert.ErrorContains(t, err, "z80")
	_, err = genvisa.CostOf(nil, "skl", nil)
	assert.ErrorContains(t, err, "kernel")
	_, err = genvisa.CostOf(k, "skl", []byte{1, 2, 3})
	assert.ErrorContains(t, err, "offset 0x0")
}
