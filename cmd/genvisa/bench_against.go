package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/genvisa/genvisa/internal/files"
)

// maxBenchFile bounds a report, which has a line for each code.
const maxBenchFile = 1 << 20

// before is the report of --against, nil without.
func (c *benchCmd) before() (*benchReport, error) {
	if c.Against == "" {
		return nil, nil
	}
	src, err := files.ReadUpTo(c.Against, maxBenchFile)
	if err != nil {
		return nil, err
	}
	var rep benchReport
	if err := json.Unmarshal(src, &rep); err != nil {
		return nil, fmt.Errorf("%s: %w: want what genvisa bench --json printed", c.Against, err)
	}
	if len(rep.Rows) == 0 {
		return nil, fmt.Errorf("%s: no rows: want what genvisa bench --json printed", c.Against)
	}
	return &rep, nil
}

// against compares ratios with those of a report before of the same launch. Both are to the code in the first row, which therefore has to be the
// same. A code that had a time before and has none now counts as slower.
func (b *benchReport) against(before *benchReport, slower float64, name string) error {
	if filepath.Base(b.Launch) != filepath.Base(before.Launch) { // of native code a path
		return fmt.Errorf("%s: is of launch %q: want one of %q", name, before.Launch, b.Launch)
	}
	if b.first() == nil || before.first() == nil || b.first().Code != before.first().Code {
		return fmt.Errorf("%s: its ratios are to the code of another row: want the same --code", name)
	}
	shared := 0
	for i := range b.Rows {
		r := &b.Rows[i]
		k := slices.IndexFunc(before.Rows, func(o benchRow) bool { return o.Code == r.Code && o.Ratio > 0 })
		if k < 0 {
			continue
		}
		shared++
		if r.Before = before.Rows[k].Ratio; r.Error != "" || r.Ratio > r.Before*(1+slower) {
			b.Slower = append(b.Slower, r.Code)
		}
	}
	if shared < 2 {
		return errors.New(name + ": fewer than two of the codes have a time there: nothing to compare")
	}
	return nil
}

// first is the row to which ratios are.
func (b *benchReport) first() *benchRow {
	for i := range b.Rows {
		if b.Rows[i].Error == "" {
			return &b.Rows[i]
		}
	}
	return nil
}
