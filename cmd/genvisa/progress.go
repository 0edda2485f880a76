package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
	"github.com/mattn/go-isatty"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// quietTime is how long work may take before a progress bar appears, shownTime
// how long it stays as it is.
const (
	quietTime = time.Second
	shownTime = time.Second / 10
)

// groupsText shows groups, and what a single group that takes long shows
// otherwise nothing of: instructions and their rate. triesText shows launches of a search.
const (
	groupsText = `groups {{counters . }} {{bar . }} {{string . "executed"}}`
	triesText  = `tries {{counters . }} {{bar . }} {{string . "executed"}}`
)

// progress shows a bar on a terminal for work that takes longer than quietTime;
// elsewhere update is nil. stop takes the bar away, however the work ended.
func progress(w io.Writer, text string) (update func(dispatch.Progress), stop func()) {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return nil, func() {}
	}
	start := time.Now()
	next := quietTime
	var bar *pb.ProgressBar
	var mu sync.Mutex
	update = func(p dispatch.Progress) {
		mu.Lock()
		defer mu.Unlock()
		elapsed := time.Since(start)
		if elapsed < next || bar == nil && p.Done == p.Total {
			return
		}
		next = elapsed + shownTime
		if bar == nil {
			bar = pb.New64(int64(p.Total)).SetTemplateString(text).SetWriter(f).Set(pb.CleanOnFinish, true).Start()
		}
		bar.Set("executed", executed(p.Instructions, elapsed)).SetCurrent(int64(p.Done))
	}
	return update, func() {
		if bar != nil {
			bar.Finish()
		}
	}
}

// executed is a count of instructions with its rate.
func executed(n uint64, in time.Duration) string {
	return fmt.Sprintf("%.1f million instructions, %.1f million a second", float64(n)/1e6, float64(n)/1e6/max(in.Seconds(), 1e-9))
}
