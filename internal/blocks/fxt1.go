package blocks

// fxt1 is a texel of 8x4 in two halves (3DFX_texture_compression_FXT1, appendix). The high bits say which of four
// ways the block is made in.
func fxt1(w word, x, y int, out *Color) {
	t := x&3 + 4*y
	right := x >> 2
	var v [4]int
	switch mode := w.at(125, 3); {
	case mode >= 4:
		fxt1Mixed(w, t, right, &v)
	case mode < 2:
		fxt1High(w, w.at(3*(t+16*right), 3), &v)
	default:
		fxt1Few(w, mode == 3, w.at(2*(t+16*right), 2), right, &v)
	}
	out.bytes(&v)
}

// fxt1Color is a colour of 5 bits a component, the blue of which is lowest, at a bit.
func fxt1Color(w word, at int) [4]int {
	return [4]int{widen(w.at(at+10, 5), 5), widen(w.at(at+5, 5), 5), widen(w.at(at, 5), 5), 255}
}

// blend is part of of b and the rest of a, to the nearest.
func blend(a, b *[4]int, part, of, half int, v *[4]int) {
	for i := range v {
		v[i] = ((of-part)*a[i] + part*b[i] + half) / of
	}
}

// fxt1High is CC_HI: seven steps from one colour to another, and nothing.
func fxt1High(w word, code int, v *[4]int) {
	if code == 7 {
		return
	}
	a, b := fxt1Color(w, 96), fxt1Color(w, 111)
	blend(&a, &b, code, 6, 3, v)
}

// fxt1Few is CC_CHROMA, four colours, or CC_ALPHA, three with alpha: as they are, or for each half of the
// block steps from one of two to the third.
func fxt1Few(w word, alpha bool, code, right int, v *[4]int) {
	if !alpha {
		*v = fxt1Color(w, 64+15*code)
		return
	}
	colour := func(i int) [4]int {
		c := fxt1Color(w, 64+15*i)
		c[3] = widen(w.at(109+5*i, 5), 5)
		return c
	}
	switch lerp := w.at(124, 1) == 1; {
	case lerp:
		a, b := colour(2*right), colour(1)
		blend(&a, &b, code, 3, 1, v)
	case code < 3:
		*v = colour(code)
	}
}

// fxt1Mixed is CC_MIXED: each half has two colours, with six bits of green. The lowest of those of the first is the
// exclusive or of the second's with the high bit of the half's first texel.
func fxt1Mixed(w word, t, right int, v *[4]int) {
	code := w.at(2*(t+16*right), 2)
	at, low := 64+30*right, w.at(125+right, 1)
	a, b := fxt1Color(w, at), fxt1Color(w, at+15)
	b[1] = widen(w.at(at+20, 5)<<1|low, 6)
	if w.at(124, 1) == 0 {
		a[1] = widen(w.at(at+5, 5)<<1|low^w.at(1+32*right, 1), 6)
		blend(&a, &b, code, 3, 1, v)
		return
	}
	if code < 3 {
		blend(&a, &b, code, 2, 0, v)
	}
}
