// Package specs holds the specification pages: one vISA opcode per file under
// visa, EU tables under eu. README.md is their grammar.
//
// What may not live here: code other than the embedding; readers of the pages
// are in opdefs.
package specs
