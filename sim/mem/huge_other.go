//go:build !linux

package mem

func preferHuge([]byte) {}
