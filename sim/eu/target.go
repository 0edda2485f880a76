package eu

import "github.com/genvisa/genvisa/native"

// caps is what an engine has to know of a target beyond its encoding.
type caps struct {
	grfBytes int
}

// targets holds the devices whose instruction and message rules are modelled.
var targets = [native.NumTargets]*caps{
	native.SKL: {grfBytes: 4096},
	native.BXT: {grfBytes: 4096},
}
