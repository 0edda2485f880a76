package main

import (
	"context"
	"errors"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/interp"
)

// exitCodeOf sorts an error into the exit codes: what a run found, what is not
// modelled, and everything else as bad input.
func exitCodeOf(err error) int {
	switch {
	case is[*sim.UnmodelledError](err), is[*interp.UnsupportedError](err), is[*lower.UnsupportedError](err),
		is[*abi.UnsupportedError](err), is[*regalloc.PressureError](err), errors.Is(err, run.ErrUnsupported):
		return exitUnmodelled
	case is[*dispatch.ThreadError](err), is[*dispatch.DeadlockError](err), is[*dispatch.LimitError](err),
		errors.Is(err, context.Canceled):
		return exitFindings
	}
	return exitUsage
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
