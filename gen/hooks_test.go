package gen_test

import (
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
	with := func(row, hook string) (map[string][]byte, error) {
		text := strings.Replace(string(enums), "| faddr | 14 |", row+"| faddr | 14 |", 1)
		text = strings.Replace(text, "| faddr | 14 |", "| faddr | 15 |", 1)
		m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: []byte(text)},
			"visa/BARRIER.md": {Data: []byte(strings.Replace(string(page), "hook barrier", "hook "+hook, 1))}})
		if err != nil {
			return nil, err
		}
		return gen.Generate(m)
	}
	files, err := with("| yield | 14 | |\n", "yield")
	require.NoError(t, err)
	assert.Contains(t, string(files["visa/zhooks.go"]), "\tYield()\n\tFaddr()\n")
	assert.Contains(t, string(files["visa/zops.go"]), "HookYield")
	_, err = with("| yield | 14 | |\n", "sleep")
	require.ErrorContains(t, err, `"hook sleep"; legal is one fenced block or the line "hook NAME" with NAME goto, jmp`)
	_, err = with("", "faddr")
	require.ErrorContains(t, err, "code 15 of hook faddr; legal are codes from 1 on without gaps")
}
