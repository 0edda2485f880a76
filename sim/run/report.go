package run

import (
	"time"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
)

// Report is what a run did and how its results compare.
type Report struct {
	Kernel       string        `json:"kernel"`
	Program      string        `json:"program"`
	Engine       string        `json:"engine"`
	Runs         string        `json:"runs"` // which code that was, in words
	SIMD         int           `json:"simd"`
	Global       [3]uint32     `json:"global"`
	Local        [3]uint32     `json:"local"`
	Groups       uint64        `json:"groups"`
	Threads      uint64        `json:"threads"`
	Instructions uint64        `json:"instructions"`
	Duration     time.Duration `json:"nanoseconds"`
	Processor    time.Duration `json:"-"`             // of this process meanwhile, all workers together; 0 where the system does not say
	Finished     bool          `json:"finished"`      // false: stopped early, buffers hold partial results
	OutOfBounds  uint64        `json:"out_of_bounds"` // of all buffers, local memory and variables

	Outside     []dispatch.Outside     `json:"outside,omitempty"`      // by buffer, then by variable, with the first place
	Printed     string                 `json:"printf,omitempty"`       // text of the kernel's printf
	PrintLost   bool                   `json:"printf_lost,omitempty"`  // the buffer of printf was too small for all of it
	PrintCheck  *launch.Printed        `json:"printf_check,omitempty"` // when the launch expects a text
	Code        *load.CodeStats        `json:"code,omitempty"`
	Stats       *observe.Stats         `json:"stats,omitempty"` // with Options.Stats
	Compared    []launch.Compared      `json:"compared"`
	State       *dispatch.State        `json:"-"`                     // with Options.Save, when the run was stopped
	Preempted   bool                   `json:"preempted,omitempty"`   // with Options.Preempt: Image is where it goes on
	Image       []byte                 `json:"-"`                     // context image of a launch that was preempted: a file of package preempt
	Occupancy   *machine.Occupancy     `json:"occupancy,omitempty"`   // with Options.Occupancy
	Buffers     [][]byte               `json:"-"`                     // by argument: contents afterwards; nil for other kinds
	Blessed     []string               `json:"blessed,omitempty"`     // files that hold the results as expectations
	InOrder     *bool                  `json:"in_order,omitempty"`    // of a run that differs: it does so too when groups run one after the other; nil when that was not tried
	Untouched   []int                  `json:"untouched,omitempty"`   // arguments that are outputs and came back as they were
	Notes       []string               `json:"notes,omitempty"`       // what the program says about itself that cannot be used, formats that its target does not read, and states that were changed unseen
	Unset       []string               `json:"unset,omitempty"`       // variables of the text that are read and never written: results that depend on them are not defined
	Rounded     []string               `json:"rounded,omitempty"`     // ops of the text of whose float results no document gives the last bits
	Approximate []string               `json:"approximate,omitempty"` // ops of the program whose results are one choice of several, each with the reason: hardware may give others
	Stopped     []dispatch.ThreadPlace `json:"stopped,omitempty"`     // where threads were when the run was stopped
}

// OK reports that the run finished and every comparison holds.
func (r *Report) OK() bool {
	for _, c := range r.Compared {
		if c.Mismatches > 0 {
			return false
		}
	}
	return r.Finished && (r.PrintCheck == nil || r.PrintCheck.OK())
}

// Results are what Launch.Bless takes of a run.
func (r *Report) Results() *launch.Results {
	return &launch.Results{Finished: r.Finished, Buffers: r.Buffers, Printed: r.Printed, PrintLost: r.PrintLost}
}
