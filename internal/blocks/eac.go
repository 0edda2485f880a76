package blocks

import "math/bits"

// eacSteps are the distances below of each table; those above are one less each (KDF, intensity modifier
// sets of the alpha of ETC2).
var eacSteps = [16][4]int{
	{3, 6, 9, 15}, {3, 7, 10, 13}, {2, 5, 8, 13}, {2, 4, 6, 13}, {3, 6, 8, 12}, {3, 7, 9, 11}, {4, 7, 8, 11}, {3, 5, 8, 11},
	{2, 6, 8, 10}, {2, 5, 8, 10}, {2, 4, 8, 10}, {2, 5, 7, 10}, {3, 4, 7, 10}, {1, 2, 3, 10}, {4, 6, 8, 9}, {3, 5, 7, 9},
}

// eacParts are the base of a block, the step of a texel, and what it is multiplied by.
func eacParts(v uint64, x, y int) (base, step, times int) {
	v = bits.ReverseBytes64(v)
	code := int(v >> (45 - 3*(4*x+y)) & 7)
	step = -eacSteps[v>>48&15][code&3]
	if code >= 4 {
		step = -step - 1
	}
	return int(v >> 56), step, int(v >> 52 & 15)
}

// eighths is a step in eighths of the base: a factor of 0 stands for one eighth.
func eighths(step, times int) int {
	if times == 0 {
		return step
	}
	return 8 * step * times
}

// eac is the unsigned component of 11 bits (KDF, chapter ETC2, unsigned R11 EAC).
func eac(v uint64, x, y int) float64 {
	base, step, times := eacParts(v, x, y)
	return float64(min(max(8*base+4+eighths(step, times), 0), 2047)) / 2047
}

// eacSigned is the signed one, whose base of -128 is -127.
func eacSigned(v uint64, x, y int) float64 {
	base, step, times := eacParts(v, x, y)
	return float64(min(max(8*max(int(int8(base)), -127)+eighths(step, times), -1023), 1023)) / 1023
}

// etcAlpha is a block of alpha of 8 bits, then a colour of ETC2.
func etcAlpha(w word, x, y int, out *Color) {
	etc(w.hi, x, y, false, out)
	base, step, times := eacParts(w.lo, x, y)
	out[3] = float64(min(max(base+step*times, 0), 255)) / 255
}
