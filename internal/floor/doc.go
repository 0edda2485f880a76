// Package floor holds tests to how much they did: kernels that agreed, programs
// that ran, rows that were compared. The number is that of today, exactly, in
// testdata/floors.txt of the tested package. Fewer is a loss, more is written
// down with -update, so that it cannot be lost again unseen.
//
// What may not live here: numbers that depend on the machine or on time.
package floor
