package load

import (
	"fmt"
	"sync"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/jit"
)

// EngineCode says what the EU model executes native code by.
type EngineCode string

// Ways to execute native code; "" is JIT.
const (
	JIT      EngineCode = "jit"      // code of the host's processor that is compiled for the program, where that can be
	Portable EngineCode = "portable" // the rows of the EU model
)

// Check refuses a way that there is not.
func (c EngineCode) Check() error {
	switch c {
	case "", JIT, Portable:
		return nil
	}
	return fmt.Errorf("engine code %q: legal are %s and %s", string(c), JIT, Portable)
}

// Compiled keeps what the last program became, for launches that run again.
type Compiled struct {
	lock sync.Mutex
	code *jit.Program
}

// Engine is an engine that executes native code in a way. One that runs no native code, or is watched, stays as
// it is.
func (k *Compiled) Engine(c EngineCode, e dispatch.Engine) dispatch.Engine {
	p, ok := e.(*eu.Program)
	if !ok || c == Portable {
		return e
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.code == nil || k.code.Program != p {
		k.code = jit.New(p)
	}
	return k.code
}
