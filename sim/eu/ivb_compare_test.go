package eu

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// The classes of floats of the manual's tables, in their order, and values of
// each in ascending order.
var floatClasses = []struct {
	name   string
	values []string
}{
	{"-inf", []string{"-inf"}}, {"-fin", []string{"-2", "-1"}}, {"-den", []string{"-dem", "-den"}}, {"-0", []string{"-0"}},
	{"+0", []string{"0"}}, {"+den", []string{"den", "dem"}}, {"+fin", []string{"1", "2"}}, {"+inf", []string{"inf"}}, {"NaN", []string{"nan"}},
}

// table is one of the manual's tables: results by class, and of two numbers by
// their order.
type table struct {
	cond, section, order string
	cells                [][]string
}

func readTables(t *testing.T) (out []table) {
	b, err := os.ReadFile(filepath.Join("testdata", "ivb", "compare.tab"))
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		w := strings.Fields(line)
		switch {
		case len(w) == 0 || w[0] == "#" || w[0] == "-inf" && w[1] == "-fin":
		case len(w) == 3:
			out = append(out, table{cond: w[0], section: w[1], order: w[2]})
		default:
			last := &out[len(out)-1]
			require.Equal(t, floatClasses[len(last.cells)].name, w[0])
			last.cells = append(last.cells, w[1:])
		}
	}
	return out
}

// comparison is a way to run the tables.
type comparison struct {
	target native.Target
	ty     string
	cr0    uint32
	kept   bool // denormals are
}

// TestManualComparisons runs each cell of the tables of 2.3.1.3, with each pair of values
// of its classes, as cmp and, with the rule of 2.3.1.1 for NaN, as cmpn.
//
// seed: Ivy Bridge EU 2.3.1.3
func TestManualComparisons(t *testing.T) {
	tables := readTables(t)
	require.Len(t, tables, 6)
	for _, how := range []comparison{
		{native.IVB, "f", 0, false}, {native.HSW, "f", 0x40, false}, {native.BDW, "df", 0, false}, {native.BDW, "df", 0x40, true},
	} {
		for i := range tables {
			for _, op := range []string{"cmp", "cmpn"} {
				tables[i].check(t, op, how)
			}
		}
	}
}

// check compares all values with all others.
func (tab *table) check(t *testing.T, op string, how comparison) {
	var all []string
	var class []int
	for i, c := range floatClasses {
		for _, v := range c.values {
			all, class = append(all, v), append(class, i)
		}
	}
	got := compareAll(t, op, tab.cond, how, all)
	for a := range all {
		for b := range all {
			want := tab.want(op, how.kept, class[a], class[b], a, b)
			assert.Equal(t, want, got[a]>>b&1 != 0, "%v: %s.%s :%s, cr0 %#x: %s and %s", how.target, op, tab.cond, how.ty, how.cr0, all[a], all[b])
		}
	}
}

// want is the manual's result for values a and b, numbers in ascending order, of
// two classes.
func (tab *table) want(op string, kept bool, classA, classB, a, b int) bool {
	const nan, negDen, posDen = 8, 2, 5
	cell := tab.cells[classA][classB]
	if op == "cmpn" && (classA == nan || classB == nan) {
		return (classB == nan) != (tab.cond == "ne")
	}
	zero := func(class int) bool { return class == 3 || class == 4 || !kept && (class == negDen || class == posDen) }
	order := 1 + sign(a-b)
	if zero(classA) && zero(classB) {
		order = 1
	}
	if cell == "T" || cell == "F" {
		return cell == "T"
	}
	return tab.order[order] == 'T'
}

func sign(d int) int { return max(-1, min(1, d)) }

// compareAll runs one comparison for each value against all, and gives a bit for
// each of those.
func compareAll(t *testing.T, op, cond string, how comparison, all []string) (bits []uint32) {
	c := manualCase{pos: "compare", mask: 0xFFFF, cr0: how.cr0}
	var err error
	c.set, err = appendCells(nil, "r4:"+how.ty+" "+strings.Join(all, " "))
	require.NoError(t, err)
	for i := range all {
		if how.ty == "f" {
			fmt.Fprintf(&c.code, "%s (16|M0) (%s)f0.0 null<1>:f r%d.%d<0;1,0>:f r4.0<8;8,1>:f\n", op, cond, 4+i/8, i%8)
		} else {
			for half := 0; half < 16; half += 8 {
				fmt.Fprintf(&c.code, "%s (8|M%d) (%s)f0.0 null<1>:df r%d.%d<0;1,0>:df r%d.0<4;4,1>:df\n", op, half, cond, 4+i/4, i%4, 4+half/4)
			}
		}
		fmt.Fprintf(&c.code, "(W) mov (1|M0) r%d.0<1>:ud f0.0<0;1,0>:ud\n", 20+i)
	}
	p, err := c.load(how.target)
	require.NoError(t, err)
	r, err := c.start(p)
	require.NoError(t, err)
	require.NoError(t, r.finish())
	for i := range all {
		bits = append(bits, *r.u32(32 * (20 + i)))
	}
	return bits
}
