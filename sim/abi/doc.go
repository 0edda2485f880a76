// Package abi reads IGC's kernel metadata (.zeinfo) and lays out the thread
// payload: r0, local ids, cross-thread arguments.
//
// What may not live here: buffers' contents, execution, launch files.
package abi
