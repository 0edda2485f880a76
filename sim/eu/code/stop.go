package code

import (
	"errors"

	"github.com/genvisa/genvisa/native"
)

// Stop is an instruction that is not modelled. Code that no thread comes to may be
// anything that hardware has.
type Stop struct {
	Err    *UnmodelledError
	Masked bool // without a channel that runs it does nothing
}

// loadOrStop is load, after which an instruction that is not modelled stops the thread
// that comes to it.
func (l *loader) loadOrStop() error {
	err := l.load()
	var missing *UnmodelledError
	if !errors.As(err, &missing) {
		return err
	}
	o, stop := l.op, Stop{missing, l.masked}
	*o = Op{
		Form: FormStop, N: o.N, Off: o.Off, Full: o.Full, NoMask: o.NoMask, IP: o.IP, Ext: int32(len(l.prog.Stops)),
		Pred: o.Pred, PredInv: o.PredInv, Flags: o.Flags & (FlagPredicated | FlagAlign16),
		FlagReg: o.FlagReg, FlagSub: o.FlagSub, FlagShift: o.FlagShift, Cond: native.CondNone,
	}
	l.prog.Stops = append(l.prog.Stops, stop)
	return nil
}
