package eu

import (
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// Program is resolved code that the EU model runs. It serves any number of workers.
type Program struct{ *code.Program }

var _ dispatch.Engine = (*Program)(nil)

// New is the engine of a resolved program.
func New(p *code.Program) *Program { return &Program{p} }

// What nearly every file here has of package code.
const (
	maxLanes   = code.MaxLanes
	numKernels = code.NumKernels
)
