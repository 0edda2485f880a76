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
	"github.com/genvisa/genvisa/sim/run"
)

// quietTime is how long work may take before a progress bar appears, shownTime
// how long it stays as it is.
const (
	quietTime = time.Second
	shownTime = time.Second / 10
)

// groupsText shows groups, and what a single group that takes long shows
// otherwise nothing of: instructions and their rate. triesText shows launches of a search,
// bytesText contents of buffers, before a launch and after it.
const (
	groupsText = `groups {{counters . }} {{bar . }} {{string . "executed"}}`
	triesText  = `tries {{counters . }} {{bar . }} {{string . "executed"}}`
	bytesText  = `buffers {{counters . }} {{bar . }} {{speed . }}`
)

// bars show on a terminal how far work is that takes longer than quietTime, one bar for
// each part of it. nil shows nothing.
type bars struct {
	out   io.Writer
	start time.Time

	mu    sync.Mutex
	next  time.Duration // since start: when a bar may appear or change
	text  string        // of the part that works
	began time.Duration // and when it began
	bar   *pb.ProgressBar
}

// newBars is nil when w is no terminal: a file or a pipe stays clean.
func newBars(w io.Writer) *bars {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return nil
	}
	return &bars{out: f, start: time.Now(), next: quietTime}
}

// tells sets what a run calls.
func (b *bars) tells(o *run.Options) {
	if b != nil {
		o.Progress = func(p dispatch.Progress) { b.instructions(groupsText, p) }
		o.Buffers = b.bytes
	}
}

// instructions shows a part of the work that executes.
func (b *bars) instructions(text string, p dispatch.Progress) {
	b.show(text, int64(p.Done), int64(p.Total), func(bar *pb.ProgressBar, in time.Duration) {
		bar.Set("executed", executed(p.Instructions, in))
	})
}

// bytes shows a pass over buffers.
func (b *bars) bytes(done, total int64) {
	b.show(bytesText, done, total, func(bar *pb.ProgressBar, _ time.Duration) { bar.Set(pb.Bytes, true) })
}

// show sets the bar of a part to done of total; set gives it what else its text has, and
// is told for how long the part works.
func (b *bars) show(text string, done, total int64, set func(*pb.ProgressBar, time.Duration)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	elapsed := time.Since(b.start)
	if text != b.text {
		b.finish()
		b.text, b.began = text, elapsed
	}
	if elapsed < b.next || b.bar == nil && done == total {
		return
	}
	b.next = elapsed + shownTime
	if b.bar == nil {
		b.bar = pb.New64(total).SetTemplateString(text).SetWriter(b.out).Set(pb.CleanOnFinish, true)
		set(b.bar, elapsed-b.began)
		b.bar.Start()
	}
	set(b.bar, elapsed-b.began)
	b.bar.SetTotal(total).SetCurrent(done)
}

// finish takes the bar away.
func (b *bars) finish() {
	if b.bar != nil {
		b.bar.Finish()
		b.bar = nil
	}
}

// stop takes the bar away, however the work ended.
func (b *bars) stop() {
	if b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.finish()
	}
}

// executed is a count of instructions with its rate.
func executed(n uint64, in time.Duration) string {
	return fmt.Sprintf("%.1f million instructions, %.1f million a second", float64(n)/1e6, float64(n)/1e6/max(in.Seconds(), 1e-9))
}
