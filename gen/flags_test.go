package gen_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// TestRangeOfFlags: a field that is a set of flags may have any sum of them, and none.
func TestRangeOfFlags(t *testing.T) {
	enums, err := os.ReadFile("../specs/visa/ENUMS.md")
	require.NoError(t, err)
	base, err := os.ReadFile("../opdefs/testdata/TEST.md")
	require.NoError(t, err)
	page := strings.NewReplacer("| Rel_op:ub |", "| Rel_op:ub | Mode:uw |", "| --- | --- | --- | --- | --- | --- |", "| --- | --- | --- | --- | --- | --- | --- |",
		"  - enum: RELATION\n", "  - enum: RELATION\n- **Mode(uw):** Flags.\n  - enum: RT_WRITE_MODE\n",
		".<rel_op> (", ".<rel_op>.<mode> (", "src0[i] + 1", "src0[i] << mode").Replace(string(base))
	m, err := opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(page)}})
	require.NoError(t, err)
	_, err = gen.Generate(m)
	require.ErrorContains(t, err, "shift count from 0 to 8188; legal is a count that is provably in 0..63")
	m, err = opdefs.ParseDir(fstest.MapFS{"visa/ENUMS.md": {Data: enums}, "visa/TEST.md": {Data: []byte(strings.Replace(page, "<< mode", "+ mode", 1))}})
	require.NoError(t, err)
	files, err := gen.Generate(m)
	require.NoError(t, err)
	require.Contains(t, string(files["visa/zops.go"]), "{Kind: TextFlags, Slot: 1, Glue: true}")
}
