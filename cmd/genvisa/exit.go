package main

import (
	"context"
	"errors"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
)

// errFindings is the outcome of a command that has shown findings or mismatches.
var errFindings = errors.New("findings")

// exitCodeOf sorts an error into the exit codes: what is valid but not modelled,
// which is errors.ErrUnsupported in every package; what a run found; and
// everything else as bad input.
func exitCodeOf(err error) int {
	switch {
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errors.ErrUnsupported):
		return exitUnmodelled
	case is[*dispatch.ThreadError](err), is[*dispatch.DeadlockError](err), is[*dispatch.LimitError](err), is[*launch.MemoryError](err),
		errors.Is(err, context.Canceled):
		return exitFindings
	}
	return exitUsage
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
