package gen_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// A row of HOOK is a constant and a method that engines must have; a page may
// name it; codes have no gaps.
func TestHooksAreDeclaredOnce(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	page, err := os.ReadFile("../specs/visa/BARRIER.md")
	require.NoError(t, err)
	n := 0
	at := strings.Index(string(enums), "| split_barrier |")
	require.Positive(t, at)
	_, err = fmt.Sscanf(string(enums)[at:], "| split_barrier | %d |", &n)
	require.NoError(t, err)
	last, yield := fmt.Sprintf("| split_barrier | %d |", n), fmt.Sprintf("| yield | %d | |\n", n)
	with := func(row, hook string) (map[string][]byte, error) {
		text := strings.Replace(string(enums), last, row+fmt.Sprintf("| split_barrier | %d |", n+1), 1)
		m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: []byte(text)},
			"visa/BARRIER.md": {Data: []byte(strings.Replace(string(page), "hook barrier", "hook "+hook, 1))}})
		if err != nil {
			return nil, err
		}
		return gen.Generate(m)
	}
	files, err := with(yield, "yield")
	require.NoError(t, err)
	assert.Contains(t, string(files["visa/zhooks.go"]), "\tYield()\n\tSplitBarrier()\n")
	assert.Contains(t, string(files["visa/zops.go"]), "HookYield")
	_, err = with(yield, "sleep")
	require.ErrorContains(t, err, `"hook sleep"; legal is one fenced block, the line "data REASON" or the line "hook NAME" with NAME goto, jmp`)
	_, err = with("", "split_barrier")
	require.ErrorContains(t, err, fmt.Sprintf("code %d of hook split_barrier; legal are codes from 1 on without gaps", n+1))
}
