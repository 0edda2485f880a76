package cpu

// AVX2 says that the processor has AVX2 and FMA instructions and that the system
// keeps their registers.
var AVX2 = hasAVX2()

func hasAVX2() bool
