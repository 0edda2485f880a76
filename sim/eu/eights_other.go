//go:build !amd64

package eu

// Without rows of eight lanes the loops in Go do everything.
const haveEights = false

func eights(int) bool { return false }
