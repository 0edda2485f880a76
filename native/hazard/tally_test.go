package hazard

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
)

// tally counts what became of changes, by kind of change.
type tally struct {
	of      string
	columns []string
	rows    []string
	count   map[[2]string]int
}

// newTally has a column for changes that were found and one for each way in which others
// went.
func newTally(of, found string, others ...string) *tally {
	return &tally{of: of, columns: append([]string{found}, others...), count: map[[2]string]int{}}
}

func (y *tally) add(row, column string) {
	if !slices.Contains(y.rows, row) {
		y.rows = append(y.rows, row)
	}
	if !slices.Contains(y.columns, column) {
		panic("no column " + column)
	}
	y.count[[2]string{row, column}]++
}

// sum adds up a column; all of them without one.
func (y *tally) sum(columns ...string) (n int) {
	for k, v := range y.count {
		if len(columns) == 0 || slices.Contains(columns, k[1]) {
			n += v
		}
	}
	return n
}

// table has a row for each kind in the order of the alphabet, and one for all.
func (y *tally) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | made | %s |\n| --- |%s\n", y.of, strings.Join(y.columns, " | "), strings.Repeat(" ---: |", len(y.columns)+1))
	line := func(name string, count func(column string) int) {
		made, cells := 0, ""
		for _, c := range y.columns {
			n := count(c)
			made += n
			cells += fmt.Sprintf(" %d |", n)
		}
		fmt.Fprintf(&b, "| %s | %d |%s\n", name, made, cells)
	}
	slices.Sort(y.rows)
	for _, r := range y.rows {
		line(r, func(c string) int { return y.count[[2]string{r, c}] })
	}
	line("all", func(c string) int { return y.sum(c) })
	return b.String()
}

// hold compares the table of all changes with docs/hazards.md, and how many a sample
// had with testdata/floors.txt.
func (y *tally) hold(t *testing.T, section, name string) {
	t.Helper()
	t.Log("\n" + y.table())
	if *allMutations {
		floor.Table(t, filepath.Join(corpus.Root(), "docs", "hazards.md"), section, y.table())
		return
	}
	floor.Exact(t, name, y.sum())
	floor.Exact(t, name+": "+y.columns[0], y.sum(y.columns[0]))
}
