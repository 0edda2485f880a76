// Package speed holds no code of the product: its benchmark sets the EU model beside pocl, a compiler for this CPU.
//
// A workload is a launch file and a kernel in OpenCL C: the six that lie beside the repository, which this project is made fast with, and
// those of testdata, which it is not: two of integers (adler32, chacha20), an image filter (conv3x3), a reduction with barriers
// (reduce) and a loop whose channels part (maze). Intel's compiler makes the code of a device, the EU model executes it on one worker,
// and testdata/host.c launches the same kernel with the same arguments by pocl, in turns. What counts is the processor time of a
// launch without loading, filling and comparing, and its ratio.
//
//	go test -tags oracle ./internal/agree/speed -run '^$' -bench Pocl -benchtime 5x -args -device tgllp
//
// What may not live here: anything that a package of the product imports.
package speed
