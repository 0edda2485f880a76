package eu

import "github.com/genvisa/genvisa/internal/avx"

// haveEights says that rows of a multiple of eight lanes are computed by package avx. The
// loops in Go are what they must agree with.
var haveEights = avx.Have

func eights(n int) bool { return n&7 == 0 && haveEights }
