package origin

import (
	"errors"
	"fmt"
	"math"

	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

// Provenance says where the instructions of a program come from: native code that was
// compiled here from lines of vISA text, and all from lines of a source text.
type Provenance struct {
	compiled *lines           // nil unless it was
	kernel   *visa.Kernel     // of a text: what is interpreted or was compiled
	text     []source.Line    // of its instructions; nil when it names none
	native   *container.Lines // of native code that was not compiled here
	Note     string           // why native is nil although there are debug data
}

// OfText is that of a vISA text.
func OfText(k *visa.Kernel) Provenance {
	return Provenance{kernel: k, text: k.SourceLines()}
}

// Compile says that the text became native code of target t.
func (o *Provenance) Compile(t native.Target, insts []native.Inst, code []byte) (err error) {
	o.compiled, err = newLines(o.kernel, t, insts, code)
	return err
}

// Calls is lines.calls of what was compiled.
func (o *Provenance) Calls(err error) error { return o.compiled.calls(err) }

// OfContainer reads what a kernel of a container says about its lines.
func OfContainer(f *container.File, k *container.Kernel) (o Provenance) {
	l, err := f.Lines(k)
	if err != nil {
		o.Note = fmt.Sprintf("no source lines: %v", err)
	}
	o.native = l
	return o
}

// inst is the source line of an instruction of the text.
func (o *Provenance) inst(i int) source.Line {
	if i < 0 || i >= len(o.text) {
		return source.Line{}
	}
	return o.text[i]
}

// ip is the source line of the native instruction at an offset.
func (o *Provenance) ip(off int) source.Line {
	if o.compiled != nil {
		return o.inst(o.compiled.origin(off))
	}
	return o.native.At(off)
}

// known says that there are source lines.
func (o *Provenance) known() bool { return o.text != nil || o.native != nil }

// WithSource names the source line of the instruction of k that an error of an
// engine or of the compiler is about, where its text says one.
func WithSource(k *visa.Kernel, err error) error {
	file, pos, ok := textPlace(err)
	if !ok {
		return err
	}
	for i, line := range k.SourceLines() {
		if line.Known() && k.Insts[i].Pos == pos && k.FileOf(i) == file {
			return &LineError{Source: line, Err: err}
		}
	}
	return err
}

// textPlace is the place in a text that an error is about.
func textPlace(err error) (file string, pos visa.Pos, ok bool) {
	var fault *interp.Fault
	var form *interp.UnsupportedError
	var broken *interp.InvalidError
	var lacks *lower.UnsupportedError
	var wrong *lower.Error
	switch {
	case errors.As(err, &fault):
		return fault.File, fault.Pos, true
	case errors.As(err, &form):
		return form.File, form.Pos, true
	case errors.As(err, &broken):
		return broken.File, broken.Pos, true
	case errors.As(err, &lacks):
		return lacks.File, lacks.Pos, true
	case errors.As(err, &wrong):
		return wrong.File, wrong.Pos, true
	}
	return "", visa.Pos{}, false
}

// LineError is a fault, with the lines that its instruction comes from.
type LineError struct {
	Line   string // of the vISA text that it was compiled from here, with the text; or empty
	Source source.Line
	Err    error
}

// Error is the fault, then the lines.
func (e *LineError) Error() string {
	text := e.Err.Error()
	if e.Line != "" {
		text += "\n  compiled from " + e.Line
	}
	if e.Source.Known() {
		text += "\n  source line " + e.Source.String()
	}
	return text
}

// Unwrap is the fault.
func (e *LineError) Unwrap() error { return e.Err }

// Name adds the lines to a place that an engine has given: an offset in code, or a
// line of the text.
func (o *Provenance) Name(p *dispatch.Place) {
	var ip int
	if n, _ := fmt.Sscanf(p.Where, "ip %v", &ip); n == 1 {
		p.Line = o.ip(ip)
		if line := o.compiled.at(ip); line != "" {
			p.Inst += ", compiled from " + line
		}
		return
	}
	for i := range o.text {
		if o.text[i].Known() && fmt.Sprintf("%s:%v", o.kernel.FileOf(i), o.kernel.Insts[i].Pos) == p.Where {
			p.Line = o.text[i]
			return
		}
	}
}

// Locate adds the lines to what an error says about its instructions.
func (o *Provenance) Locate(err error) error {
	places := Stopped(err)
	for i := range places {
		o.Name(&places[i].Place)
	}
	ip, native := faultIP(err)
	switch {
	case native:
		out := &LineError{o.compiled.at(ip), o.ip(ip), err}
		if out.Line != "" || out.Source.Known() {
			return out
		}
	case o.kernel != nil:
		return WithSource(o.kernel, err)
	}
	return err
}

// faultIP is the offset of the native instruction that an error is about.
func faultIP(err error) (ip int, ok bool) {
	var fault *eu.Fault
	var open *code.UnmodelledError
	switch {
	case errors.As(err, &fault):
		return int(min(fault.IP, math.MaxInt32)), true
	case errors.As(err, &open):
		return int(min(open.IP, math.MaxInt32)), true
	}
	return 0, false
}

// Stopped is where threads were, for a run that was stopped.
func Stopped(err error) []dispatch.ThreadPlace {
	var stop *dispatch.StopError
	var dead *dispatch.DeadlockError
	switch {
	case errors.As(err, &stop):
		return stop.At
	case errors.As(err, &dead):
		return dead.At
	}
	return nil
}
