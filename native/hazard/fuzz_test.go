package hazard

import (
	"testing"

	"github.com/genvisa/genvisa/native"
)

// FuzzCheck: no code makes the check or a clock crash.
func FuzzCheck(f *testing.F) {
	f.Add(uint8(native.TGL), []byte("\x61\x00\x03\x80\x20\x82\x05\x01\x05\x00\x20\x04\x00\x00\x00\x00"))
	f.Add(uint8(native.SKL), []byte("\x01\x00\x60\x00\x0c\x02\x20\x20\x40\x00\x8d\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, target uint8, code []byte) {
		to := native.Target(target) % native.NumTargets
		insts, offs, err := native.DecodeAll(to, code)
		if err != nil || len(insts) == 0 {
			return
		}
		r, err := Check(to, insts, offs)
		if err != nil {
			_ = err.Error()
		} else {
			for _, f := range r.Findings {
				_ = f.String()
			}
		}
		var clock Clock
		clock.Start(NewTiming(to, insts))
		var thread Thread
		thread.Start(NewCode(to, insts, offs))
		for i := range insts {
			clock.Step(i)
			thread.Step(i, i%3 != 0, nil, nil)
		}
	})
}
