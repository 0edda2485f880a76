package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// benchBar is the width of the longest bar.
const benchBar = 30

// text prints the table, and what else is known of each code.
func (b *benchReport) text(w io.Writer) {
	fmt.Fprintf(w, "launch    %s, the least of %d runs of each code\n", b.Launch, b.Runs)
	if b.first() != nil {
		b.table(w)
	}
	for i := range b.Rows {
		r := &b.Rows[i]
		switch {
		case r.Error != "":
			fmt.Fprintf(w, "%-9s no time: %s\n", r.Code, r.Error)
		case r.Channels > 0:
			fmt.Fprintf(w, "%-9s %d channel operations, %.1f million a second\n", r.Code, r.Channels, perSecond(r.Channels, r.took()))
		}
		if r.Before > 0 {
			fmt.Fprintf(w, "%-9s %s\n", r.Code, r.change(slices.Contains(b.Slower, r.Code)))
		}
	}
}

// change is a ratio beside that of the report before.
func (r *benchRow) change(slower bool) string {
	switch {
	case r.Error != "":
		return fmt.Sprintf("no ratio, before %.3g: NO TIME", r.Before)
	case slower:
		return fmt.Sprintf("ratio %.2f, before %.3g: SLOWER", r.Ratio, r.Before)
	}
	return fmt.Sprintf("ratio %.2f, before %.3g", r.Ratio, r.Before)
}

// table prints the codes that have a time, with a bar for each.
func (b *benchReport) table(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "code\tengine\tinstructions\tms\tmillion instructions a second\tratio\t\n")
	var most time.Duration
	for i := range b.Rows {
		most = max(most, b.Rows[i].took())
	}
	for i := range b.Rows {
		r := &b.Rows[i]
		if r.Error != "" {
			continue
		}
		bar := strings.Repeat("#", max(int(int64(benchBar)*int64(r.took())/int64(max(most, 1))), 1))
		fmt.Fprintf(t, "%s\t%s\t%d\t%.2f\t%.1f\t%.2f\t%s\n", r.Code, r.Engine, r.Instructions, milliseconds(r.took()), perSecond(r.Instructions, r.took()), r.Ratio, bar)
	}
	t.Flush()
}

// milliseconds is a time as people compare it.
func milliseconds(t time.Duration) float64 { return float64(t) / 1e6 }

// perSecond is millions of something a second.
func perSecond(n uint64, t time.Duration) float64 { return float64(n) / 1e6 / max(t.Seconds(), 1e-9) }
