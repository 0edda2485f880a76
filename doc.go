// Package genvisa is the root of the module; it holds no code.
//
// What may not live here: anything but the generation directive.
package genvisa

//go:generate go run ./cmd/opgen --specs specs --out .
