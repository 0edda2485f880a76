package blocks

import "math/bits"

// etcSteps are the small and the large step of a table (KDF, ETC2 intensity modifier sets).
var etcSteps = [8][2]int{{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}}

// etcDistances are those of the modes T and H.
var etcDistances = [8]int{3, 6, 11, 16, 23, 32, 41, 64}

// etc is the colour of a block of ETC1 or ETC2 (KDF, chapters ETC1 and ETC2), the first byte of which is highest. Where the
// sum of a colour and its difference leaves its five bits, ETC1 says nothing, and
// ETC2 has three other modes. In a format with punched alpha the bit that
// tells colours of their own from a difference says that all is opaque.
func etc(v uint64, x, y int, punched bool, out *Color) {
	w := word{lo: bits.ReverseBytes64(v)}
	flag := w.at(33, 1) == 1
	clear := punched && !flag
	p := 4*x + y
	code := w.at(16+p, 1)<<1 | w.at(p, 1)
	c := [4]int{3: 255}
	switch over := etcOver(w); {
	case over < 0 || !flag && !punched:
		etcBlock(w, flag || punched, clear, x, y, code, &c)
	case over == 0:
		etcT(w, code, &c)
	case over == 1:
		etcH(w, code, &c)
	default:
		etcPlane(w, x, y, &c)
		clear = false
	}
	if clear && code == 2 {
		c = [4]int{}
	}
	for i := range c {
		c[i] = min(max(c[i], 0), 255)
	}
	out.bytes(&c)
}

// etcOver is the first component whose sum with its difference has more than five bits, or -1.
func etcOver(w word) int {
	for i := range 3 {
		if s := w.at(59-8*i, 5) + etcDelta(w, i); s < 0 || s > 31 {
			return i
		}
	}
	return -1
}

// etcDelta is a difference of three bits.
func etcDelta(w word, i int) int { return int(int8(w.at(56-8*i, 3)<<5)) >> 5 }

// etcBlock is a colour for each half of the block, and a step for each texel.
func etcBlock(w word, differs, clear bool, x, y, code int, c *[4]int) {
	second := x >> 1
	if w.at(32, 1) == 1 {
		second = y >> 1
	}
	for i := range 3 {
		switch {
		case !differs:
			c[i] = widen(w.at(60-8*i-4*second, 4), 4)
		default:
			c[i] = widen(w.at(59-8*i, 5)+second*etcDelta(w, i), 5)
		}
	}
	step := etcSteps[w.at(37-3*second, 3)][code&1]
	if clear && code&1 == 0 {
		step = 0
	}
	if code&2 != 0 {
		step = -step
	}
	add(c, step)
}

// add adds a number to R, G and B.
func add(c *[4]int, d int) {
	for i := range 3 {
		c[i] += d
	}
}

// etcSecond is the second colour of the modes T and H, the blue of which is at a bit.
func etcSecond(w word, at int) [4]int {
	return [4]int{widen(w.at(at+8, 4), 4), widen(w.at(at+4, 4), 4), widen(w.at(at, 4), 4), 255}
}

// etcT is one colour, and another with a distance up and down.
func etcT(w word, code int, c *[4]int) {
	if code == 0 {
		*c = [4]int{widen(w.at(59, 2)<<2|w.at(56, 2), 4), widen(w.at(52, 4), 4), widen(w.at(48, 4), 4), 255}
		return
	}
	*c = etcSecond(w, 36)
	add(c, (2-code)*etcDistances[w.at(34, 2)<<1|w.at(32, 1)])
}

// etcH is two colours with a distance up and down. The lowest bit of its number is that the first colour is not
// below the second.
func etcH(w word, code int, c *[4]int) {
	a := [4]int{widen(w.at(59, 4), 4), widen(w.at(56, 3)<<1|w.at(52, 1), 4), widen(w.at(51, 1)<<3|w.at(47, 3), 4), 255}
	b := etcSecond(w, 35)
	d := w.at(34, 1)<<2 | w.at(32, 1)<<1
	if a[0]<<16|a[1]<<8|a[2] >= b[0]<<16|b[1]<<8|b[2] {
		d |= 1
	}
	if *c = a; code >= 2 {
		*c = b
	}
	add(c, (1-2*(code&1))*etcDistances[d])
}

// etcPlane is three colours, of 6, 7 and 6 bits, and a plane through them.
func etcPlane(w word, x, y int, c *[4]int) {
	origin := [3]int{widen(w.at(57, 6), 6), widen(w.at(56, 1)<<6|w.at(49, 6), 7), widen(w.at(48, 1)<<5|w.at(43, 2)<<3|w.at(39, 3), 6)}
	right := [3]int{widen(w.at(34, 5)<<1|w.at(32, 1), 6), widen(w.at(25, 7), 7), widen(w.at(19, 6), 6)}
	down := [3]int{widen(w.at(13, 6), 6), widen(w.at(6, 7), 7), widen(w.at(0, 6), 6)}
	for i, o := range origin {
		c[i] = (x*(right[i]-o) + y*(down[i]-o) + 4*o + 2) >> 2
	}
}
