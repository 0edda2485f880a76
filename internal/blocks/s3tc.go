package blocks

// s3tc is the colour of a block of S3TC (KDF, chapter S3TC). Two colours of 5, 6 and 5 bits are mixed by two
// bits a texel; where the first is not the larger and a block may say so, the last mix is
// black without alpha.
func s3tc(v uint64, x, y int, opaque bool, out *Color) {
	first, second := int(v&0xffff), int(v>>16&0xffff)
	a, b, of := 0, 0, 1
	out[3] = 1
	switch code := int(v >> (32 + 2*(4*y+x)) & 3); {
	case code == 0:
		a = 1
	case code == 1:
		b = 1
	case opaque || first > second:
		a, b, of = 4-code, code-1, 3
	case code == 2:
		a, b, of = 1, 1, 2
	default:
		out[3] = 0
	}
	for i, field := range [3]struct{ at, most int }{{11, 31}, {5, 63}, {0, 31}} {
		mix := a*(first>>field.at&field.most) + b*(second>>field.at&field.most)
		out[i] = float64(mix) / float64(of*field.most)
	}
}

// bc2 has four bits of alpha a texel, and a colour that is opaque.
func bc2(w word, x, y int, out *Color) {
	s3tc(w.hi, x, y, true, out)
	out[3] = float64(w.at(4*(4*y+x), 4)) / 15
}

// bc3 has alpha as the red of RGTC.
func bc3(w word, x, y int, out *Color) {
	s3tc(w.hi, x, y, true, out)
	out[3] = rgtc(w.lo, x, y)
}

// rgtc is the component of a block of RGTC (KDF, chapter RGTC): of codes of 8 bits.
func rgtc(v uint64, x, y int) float64 {
	a, b := int(v&0xff), int(v>>8&0xff)
	return rgtcMix(v, x, y, [2]int{a, b}, [2]int{0, 255}, a > b)
}

// rgtcSigned is the same of signed codes. Of those -128 is -127, but in the question
// which end is larger, which KDF leaves open for the two and D3D10 asks of what stands there.
func rgtcSigned(v uint64, x, y int) float64 {
	a, b := int(int8(v)), int(int8(v>>8))
	return rgtcMix(v, x, y, [2]int{max(a, -127), max(b, -127)}, [2]int{-127, 127}, a > b)
}

// rgtcMix mixes the ends by three bits a texel: in sevenths where the first is larger, otherwise in fifths, which
// leaves codes for the least and the most.
func rgtcMix(v uint64, x, y int, ends, limits [2]int, larger bool) float64 {
	code, of := int(v>>(16+3*(4*y+x))&7), 5
	if larger {
		of = 7
	}
	most := float64(limits[1])
	switch {
	case code < 2:
		return float64(ends[code]) / most
	case code > of:
		return float64(limits[code-6]) / most
	}
	return float64((of+1-code)*ends[0]+(code-1)*ends[1]) / (float64(of) * most)
}
