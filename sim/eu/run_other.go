//go:build !amd64

package eu

func runRows(t *thread, first *Op, count int, exec, limit uint32, kinds *uint32) (done int) {
	panic(noEights)
}
