package num

import "math"

// MaxTerms is the most products of a DotF.
const MaxTerms = 4

// DotF is the sum of the products of up to MaxTerms pairs. In which order it rounds
// and whether products do no source says (the Ivy Bridge PRM, vol. 4 part 3, 2.3.1.2,
// leaves it to the implementation), so that known is false where that matters:
// unless each product and each sum of some of them is a float.
func DotF(m Mode, a, b []float32) (v float32, known bool) {
	var sums [1 << MaxTerms]float64
	n := len(a)
	special, others := 0.0, 0.0 // what infinities and NaNs add up to, and the magnitudes of the rest
	for i := range n {
		p := float64(m.FlushF(a[i])) * float64(m.FlushF(b[i]))
		sums[1<<i] = p
		if p-p != 0 {
			special += p
			continue
		}
		others += math.Abs(p)
	}
	if special != 0 {
		return finishF(m, special), others <= math.MaxFloat32
	}
	for set := 1; set < 1<<n; set++ {
		first := set & -set
		if set == first {
			if !isFloat(sums[set]) {
				return 0, false
			}
			continue
		}
		x, y := sums[first], sums[set^first]
		s := x + y
		if !isFloat(s) || sumTail(x, y, s) != 0 {
			return 0, false
		}
		sums[set] = zeroSum(m, s, x, y)
	}
	return finishF(m, sums[1<<n-1]), true
}

// isFloat says that x is a float, and none that a mode flushes.
func isFloat(x float64) bool {
	return float64(float32(x)) == x && (x == 0 || x >= minNormalF || x <= -minNormalF)
}
