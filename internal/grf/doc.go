// Package grf is the general register file as packages see it that know no
// target: its size is generated from specs/eu/targets.md, where all targets agree, and the
// largest that a kernel can ask for on any of them.
// What differs between targets is in native.Caps.
package grf
