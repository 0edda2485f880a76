package sim

import "github.com/genvisa/genvisa/native"

// caps is what an engine has to know of a target beyond its encoding.
type caps struct {
	grfBytes       int
	gotoFalseJumps bool // forward goto: the channels whose predicate is false jump
}

// targets holds the devices whose instruction and message rules are modelled.
var targets = [native.NumTargets]*caps{
	native.SKL: {grfBytes: 4096, gotoFalseJumps: true},
	native.BXT: {grfBytes: 4096, gotoFalseJumps: true},
}
