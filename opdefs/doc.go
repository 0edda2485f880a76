// Package opdefs reads the specification pages into a model, with positions in every error.
//
// What may not live here: Go code generation (gen), runtime types (visa, native).
package opdefs
