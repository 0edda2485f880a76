// Package launch reads launch files: which kernel runs, on how many work items, with which arguments, and what must come
// out. A Launch is such a file in memory, its data files included, or the same made by a program.
//
// # From a file to bytes
//
// The text is YAML whose nodes know their place (yaml.go), so that every error says file, line, column, what was found and
// what is legal. One function reads each kind of argument: buffers (bufferarg.go), images (imagearg.go), samplers, values
// and structures (structs.go), and a launch of native code its surfaces, samplers and registers (native_*.go). Contents
// come from a file of bytes, numbers (.npy, CSV) or a picture, stand in the launch file (values.go), or are generated
// (fill.go), then again chunk by chunk to be compared, so that they take no memory twice. All sizes are known, and bounded
// together, before any of that is read or generated (obtain.go).
//
// # After a run
//
// An argument knows what it must hold: Compare compares, by the check that the file names; SaveData and Bless write
// results as files, and as expectations into the launch file, at the places where they stand in it. Ready and Set make the
// copy that runs, and changes of it for one run.
//
// What may not live here: programs, engines, memory of a run. Package sim/run makes payloads and surfaces of a launch.
package launch
