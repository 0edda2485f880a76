package run

import (
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/observe"
)

// printfBuffer provides the buffer that a kernel with printf fills.
func (s *Session) printfBuffer(m *memory) {
	if s.kernel.Takes(abi.PrintfBuffer) {
		m.printf = observe.PrintfBuffer(m.m)
		m.data[abi.PrintfBuffer] = m.printf.Base
	}
}

// printed reads what the kernel has printed.
func (s *Session) printed(rep *Report, m *memory, p *load.Program) (err error) {
	if m.printf == nil {
		return nil
	}
	rep.Printed, rep.PrintLost, err = observe.Printed(m.m, m.printf, p.Strings)
	return err
}

// checkPrinted compares what the kernel printed when the launch expects a text.
func (s *Session) checkPrinted(rep *Report) {
	if s.launch.Printf != nil {
		rep.PrintCheck = launch.ComparePrinted(rep.Printed, string(s.launch.Printf))
		rep.PrintCheck.Lost = rep.PrintLost
	}
}
