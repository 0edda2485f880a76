package machine

// When says where a command lets its threads be preempted.
type When uint8

// Answers of the rows of specs/eu/context.md.
const (
	Never   When = iota
	Between      // when the command comes, with no thread group in execution
	Inside       // at any time: groups in execution are saved
)

// Preemption is a command of the command stream at which a switch of contexts can occur, or
// cannot (Broxton, volume 6, GPGPU Context Switch).
type Preemption struct {
	Command  string
	Dispatch string // the word of launch files for a command that starts threads
	When     When
}

// PreemptionOf is what the command that a launch file's word stands for lets happen.
func PreemptionOf(dispatch string) (Preemption, bool) {
	for _, p := range preemptions {
		if p.Dispatch == dispatch && dispatch != "" {
			return p, true
		}
	}
	return Preemption{}, false
}

// Points are the commands between which threads are preempted, with none in execution.
func Points() (out []string) {
	for _, p := range preemptions {
		if p.When == Between {
			out = append(out, p.Command)
		}
	}
	return out
}
