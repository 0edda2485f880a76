package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/sim/run"
)

// systemChoice is what flags of run say of exceptions of native code.
type systemChoice struct {
	SIP        string
	Exceptions string
	HaltAfter  uint64
}

func (c *systemChoice) flags() []cli.Flag {
	return []cli.Flag{
		word(&c.SIP, "sip", "", "FILE", "", "System routine, to which threads of native code go that take an exception: Gen assembly (.asm) or native code. A launch of native code has a key for it."),
		word(&c.Exceptions, "exceptions", "", "BITS", "", "With --sip: those that are enabled when a thread starts, in cr0.1: 0x1000 illegal opcodes, 0x2000 software exceptions, 0x8000 breakpoints."),
		number(&c.HaltAfter, "halt-after", "With --sip: instructions of a thread after which the external halt sends it to the routine; 0: never."),
	}
}

// choose gives the options the system routine.
func (c *systemChoice) choose(o *run.Options) error {
	if c.SIP == "" && (c.Exceptions != "" || c.HaltAfter > 0) {
		return errors.New("--exceptions and --halt-after send threads to the system routine: want --sip")
	}
	if c.HaltAfter > math.MaxInt64 {
		return fmt.Errorf("--halt-after %d: want up to %d", c.HaltAfter, math.MaxInt64)
	}
	o.System = run.System{Routine: c.SIP, HaltAfter: c.HaltAfter}
	if c.Exceptions == "" {
		return nil
	}
	bits, err := strconv.ParseUint(c.Exceptions, 0, 32)
	if err != nil {
		return fmt.Errorf("--exceptions %q: want a number, such as 0x2000", c.Exceptions)
	}
	o.System.Exceptions = uint32(bits)
	return nil
}
