package main

import (
	"os"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"
)

// quietTime is how long work may take before a progress bar appears.
const quietTime = time.Second

// progress shows a bar on a terminal for work that takes longer than quietTime,
// and takes it away at the end; elsewhere it is nil.
func progress(s streams) func(done, total uint64) {
	f, ok := s.err.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	start := time.Now()
	var bar *pb.ProgressBar
	var mu sync.Mutex
	return func(done, total uint64) {
		mu.Lock()
		defer mu.Unlock()
		if bar == nil {
			if time.Since(start) < quietTime || done == total {
				return
			}
			bar = pb.New64(int64(total)).SetWriter(f).Set("prefix", "groups ").Set(pb.CleanOnFinish, true).Start()
		}
		bar.SetCurrent(int64(done))
		if done == total {
			bar.Finish()
		}
	}
}
