package load

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// routineText is how the name of a system routine as assembly text ends.
const routineText = ".asm"

// WithRoutine is engine e with the system routine of a file, assembly text (.asm) or native
// code, to which its threads go that take an exception.
func WithRoutine(e dispatch.Engine, path string) (dispatch.Engine, error) {
	p, ok := e.(*eu.Program)
	if !ok {
		return nil, fmt.Errorf("%s: a system routine goes with native code", path)
	}
	src, err := files.ReadUpTo(path, files.Native.Limit())
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == routineText {
		if src, err = nasm.Assemble(path, p.Target, bytes.NewReader(src)); err != nil {
			return nil, err
		}
	}
	insts, _, err := native.DecodeAll(p.Target, src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return engine(p.Routine(insts))
}

// WithRoutineAt is engine e with the system routine at a byte offset of its own code.
func WithRoutineAt(e dispatch.Engine, ip uint32) (dispatch.Engine, error) {
	p, ok := e.(*eu.Program)
	if !ok {
		return nil, fmt.Errorf("a system routine at %#x goes with native code", ip)
	}
	return engine(p.RoutineAt(ip))
}

// engine is resolved code in the EU model.
func engine(p *code.Program, err error) (dispatch.Engine, error) {
	if err != nil {
		return nil, err
	}
	return eu.New(p), nil
}
