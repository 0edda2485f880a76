// Package origin says where the instructions of a program come from: native code that was compiled here from lines of vISA
// text (lines.go), and all code from lines of a source text (provenance.go), and how an instruction is called in messages,
// traces and counts (listing.go). Errors of engines and of the compiler get those lines here.
//
// What may not live here: reading programs (sim/load), and what is done with places (sim/observe).
package origin
