package estimate

import (
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/native/latency"
)

// Cause is what instructions wait for.
type Cause uint8

// Causes, in the order in which they are listed.
const (
	CauseMemory Cause = iota
	CauseScratch
	CauseLocal
	CauseSampler
	CauseFence
	CauseSources
	CauseMath
	CauseRegister
	CauseFlag
	CauseAddress
	CauseAccumulator
	CauseBranch
	CauseCode
	NumCauses
)

var causeNames = [NumCauses]string{
	"memory", "scratch memory", "local memory", "sampler", "fences and barriers", "sources of messages", "math", "registers", "flags", "a0",
	"accumulators", "branches", "scoreboard codes",
}

// String is what is waited for.
func (c Cause) String() string { return causeNames[c] }

// causes are those of the classes of specs/eu/latency.md.
var causes = [latency.NumClasses]Cause{
	latency.ClassAlu: CauseRegister, latency.ClassFlag: CauseFlag, latency.ClassAcc: CauseAccumulator, latency.ClassMath: CauseMath,
	latency.ClassBranch: CauseBranch, latency.ClassMessage: CauseFence, latency.ClassLocal: CauseLocal, latency.ClassFunction: CauseMemory,
	latency.ClassSources: CauseSources,
}

// causeOf is the cause of a wait for an instruction of a kind.
func causeOf(w *hazard.Wait, by Kind) Cause {
	switch {
	case w.Code:
		return CauseCode
	case w.Address:
		return CauseAddress
	case w.Class == latency.ClassFunction && by == KindSample:
		return CauseSampler
	case w.Class == latency.ClassFunction && by == KindScratch:
		return CauseScratch
	}
	return causes[w.Class]
}
