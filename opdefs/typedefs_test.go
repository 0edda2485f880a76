package opdefs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/opdefs"
)

// quarter is a row of a float that no page of ours has.
const quarter = "| QF | 8 | 1 | float | F | e5m2 | variables | |\n"

// TestTypeRow reads one more row, which type maps may name then.
func TestTypeRow(t *testing.T) {
	src, err := os.ReadFile("../specs/visa/TYPES.md")
	require.NoError(t, err)
	types, err := opdefs.ParseTypes("visa/TYPES.md", append(src, quarter...))
	require.NoError(t, err)
	d := types[len(types)-1]
	assert.Equal(t, []any{"QF", 8, 1, opdefs.Float, opdefs.F, uint8(5), uint8(2)}, []any{d.String(), d.Bits(), d.Bytes(), d.Kind(), d.Computes(), d.Exp, d.Man})
	m := opdefs.Model{Types: types}
	qf, ok := m.Type("QF")
	assert.True(t, ok && qf == d.Type)
	_, ok = m.Type("UV")
	assert.False(t, ok, "packed immediates stand where their elements may")
}

func TestBadTypes(t *testing.T) {
	b, err := os.ReadFile("../specs/visa/TYPES.md")
	require.NoError(t, err)
	good := string(b) + quarter
	line := strings.Count(good, "\n")
	for _, c := range []struct{ name, old, new, want string }{
		{"title", "# Types", "Types", "headings; legal is one of level 1, remarks, then one table"},
		{"columns", "| Stands in |", "| Place |", "the table of types has other columns; legal are Name, Code, Bytes, Kind, Computes as, Format, Stands in, Meaning"},
		{"rows", quarter, strings.Repeat(quarter, 20), "36 types; legal are at most 32"},
		{"name", "| QF |", "| qf |", `type "qf"; legal are capitals and digits`},
		{"twice", "| QF |", "| BF |", "type BF stands twice, first at visa/TYPES.md:26:3"},
		{"code", "| QF | 8 |", "| QF | 16 |", `code "16" of type QF; legal are 0 to 15`},
		{"code taken", "| QF | 8 |", "| QF | 2 |", "type QF has code 2 of UW; legal is a code of its own where both stand"},
		{"bytes", "| QF | 8 | 1 |", "| QF | 8 | 3 |", `"3" bytes of type QF; legal are 1, 2, 4 and 8, and 0 for a predicate`},
		{"kind", "| 1 | float | F |", "| 1 | real | F |", `kind "real" of type QF; legal are unsigned, signed, float and predicate`},
		{"computes as itself", "| float | F | e5m2 |", "| float | | e5m2 |", `type QF computes as ""; legal is F, for floats of 1 or 2 bytes`},
		{"computes as", "| float | F | e5m2 |", "| float | DF | e5m2 |", `type QF computes as "DF"; legal is F`},
		{"exponent", "| e5m2 |", "| e1m6 |", `type QF computes as "F"; legal is F, for floats of 1 or 2 bytes whose exponent has 2 to 8 bits`},
		{"format", "| e5m2 |", "| 5+2 |", `format "5+2" of type QF; legal are eEmM for a float`},
		{"no format", "| e5m2 |", "| |", `format "" of type QF`},
		{"format of integers", "| float | F | e5m2 |", "| signed | F | e5m2 |", `format "e5m2" of type QF; legal are eEmM for a float, and N of M for N integers of M bits`},
		{"bits", "| e5m2 |", "| e5m3 |", `format "e5m3" of type QF has 9 bits; legal is one of 8`},
		{"place", "| e5m2 | variables |", "| e5m2 | memory |", `type QF stands in "memory"; legal are variables and immediates`},
		{"packed variable", "| e5m2 | variables |", "| 1 of e5m2 | variables |", "type QF is packed and stands in variables; legal are immediates"},
		{"packed float", "| 8 | 1 | float | F | e5m2 | variables |", "| 10 | 1 | float | F | 1 of e5m2 | immediates |", `type QF packs floats e5m2 as "F"; legal are e3m4 as F`},
		{"packed integers", "| 8 | 1 | float | F | e5m2 | variables |", "| 10 | 1 | signed | UW | 2 of 4 | immediates |", `type QF computes as "UW"; legal is a longer integer type of its kind`},
		{"own", "| UW | 2 | 2 |", "| UW | 2 | 4 |", "type UW differs from that of Semantics; legal are its size and kind, and no other type as which it computes"},
		{"own packed", "| UD | 0 | 4 | unsigned | | |", "| UD | 0 | 4 | unsigned | | 8 of 4 |", "type UD is packed; legal are types that are none of Semantics"},
		{"missing", "| HF | 14 |", "| HG | 14 |", "type HF has no row; legal is one for each type of Semantics"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(good, c.old))
			_, err := opdefs.ParseTypes("visa/TYPES.md", []byte(strings.Replace(good, c.old, c.new, 1)))
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "visa/TYPES.md:")
		})
	}
	_, err = opdefs.ParseTypes("visa/TYPES.md", []byte(strings.Replace(good, "| QF | 8 |", "| QF | x |", 1)))
	require.ErrorContains(t, err, fmt.Sprintf("visa/TYPES.md:%d:8: error: code", line))
	_, err = opdefs.ParseTypes("visa/TYPES.md", []byte(strings.Repeat("| x |\n", 3000)))
	require.ErrorContains(t, err, "the table has more than 2000 rows")
}
