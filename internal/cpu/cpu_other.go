//go:build !amd64

package cpu

// AVX2 is false on processors of another kind.
const AVX2 = false
