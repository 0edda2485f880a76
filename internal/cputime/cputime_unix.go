//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Now is the processor time of this process, the system's for it included; ok is false where the system does not say.
func Now() (t time.Duration, ok bool) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}
