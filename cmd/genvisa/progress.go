package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
)

// quietTime is how long work may take before a progress bar appears.
const quietTime = time.Second

// progress shows a bar on a terminal for work that takes longer than quietTime;
// elsewhere update is nil. stop takes the bar away, however the work ended.
func progress(w io.Writer) (update func(done, total uint64), stop func()) {
	f, ok := w.(*os.File)
	if !ok {
		return nil, func() {}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil, func() {}
	}
	start := time.Now()
	var bar *pb.ProgressBar
	var mu sync.Mutex
	update = func(done, total uint64) {
		mu.Lock()
		defer mu.Unlock()
		if bar == nil {
			if time.Since(start) < quietTime || done == total {
				return
			}
			bar = pb.New64(int64(total)).SetWriter(f).Set("prefix", "groups ").Set(pb.CleanOnFinish, true).Start()
		}
		bar.SetCurrent(int64(done))
	}
	return update, func() {
		if bar != nil {
			bar.Finish()
		}
	}
}
