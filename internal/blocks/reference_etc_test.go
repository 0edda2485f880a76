package blocks

import (
	"math"
	"strings"
)

// refETC is KDF's chapter of ETC2 for a whole block: paint colours by mode, then each texel's by its two bits.
func refETC(punched bool) reference {
	return func(b []byte) [][4]float64 {
		s := bitText(b[:8], true)
		clear := punched && bitField(s, 33, 33) == 0
		mode := etcMode(s, punched)
		out := make([][4]float64, 16)
		for p := range 16 { // a, b, c ...: columns
			x, y := p/4, p%4
			if mode == "planar" {
				out[x+4*y] = refPlanar(s, x, y)
				continue
			}
			index := 2*bitField(s, 16+p, 16+p) + bitField(s, p, p)
			if clear && index == 2 {
				continue
			}
			v := refPaint(s, mode, clear, x, y)[index]
			for c := range v {
				v[c] = min(max(v[c], 0), 255) / 255
			}
			out[x+4*y] = [4]float64{v[0], v[1], v[2], 1}
		}
		return out
	}
}

func etcMode(s string, punched bool) string {
	if !punched && bitField(s, 33, 33) == 0 {
		return "individual"
	}
	for i, mode := range []string{"T", "H", "planar"} {
		d := bitField(s, 58-8*i, 56-8*i)
		if d > 3 {
			d -= 8
		}
		if sum := bitField(s, 63-8*i, 59-8*i) + d; sum < 0 || sum > 31 {
			return mode
		}
	}
	return "differential"
}

// join is a text of digits picked from places of another.
func join(s string, parts ...[2]int) string {
	out := ""
	for _, p := range parts {
		out += s[len(s)-1-p[0] : len(s)-p[1]]
	}
	return out
}

func eight(digits string) float64 { return repeated(digits, len(digits)-1, 0) }

func plus(c [3]float64, d float64) [3]float64 { return [3]float64{c[0] + d, c[1] + d, c[2] + d} }

func refPaint(s, mode string, clear bool, x, y int) [4][3]float64 {
	distances := []float64{3, 6, 11, 16, 23, 32, 41, 64}
	switch mode {
	case "T":
		one := [3]float64{eight(join(s, [2]int{60, 59}, [2]int{57, 56})), eight(join(s, [2]int{55, 52})), eight(join(s, [2]int{51, 48}))}
		two := [3]float64{eight(join(s, [2]int{47, 44})), eight(join(s, [2]int{43, 40})), eight(join(s, [2]int{39, 36}))}
		d := distances[bitField(join(s, [2]int{35, 34}, [2]int{32, 32}), 2, 0)]
		return [4][3]float64{one, plus(two, d), two, plus(two, -d)}
	case "H":
		one := [3]float64{eight(join(s, [2]int{62, 59})), eight(join(s, [2]int{58, 56}, [2]int{52, 52})), eight(join(s, [2]int{51, 51}, [2]int{49, 47}))}
		two := [3]float64{eight(join(s, [2]int{46, 43})), eight(join(s, [2]int{42, 39})), eight(join(s, [2]int{38, 35}))}
		last := "0"
		if one[0]*65536+one[1]*256+one[2] >= two[0]*65536+two[1]*256+two[2] {
			last = "1"
		}
		d := distances[bitField(join(s, [2]int{34, 34}, [2]int{32, 32})+last, 2, 0)]
		return [4][3]float64{plus(one, d), plus(one, -d), plus(two, d), plus(two, -d)}
	}
	second := x >= 2
	if bitField(s, 32, 32) == 1 {
		second = y >= 2
	}
	var base [3]float64
	for i := range base {
		hi := 63 - 8*i
		switch {
		case mode == "individual" && second:
			base[i] = eight(join(s, [2]int{hi - 4, hi - 7}))
		case mode == "individual":
			base[i] = eight(join(s, [2]int{hi, hi - 3}))
		default:
			v := bitField(s, hi, hi-4)
			if d := bitField(s, hi-5, hi-7); second {
				v += d - d/4*8
			}
			base[i] = math.Floor(float64(v)*8 + float64(v)/4)
		}
	}
	table := bitField(s, 39, 37)
	if second {
		table = bitField(s, 36, 34)
	}
	small, large := []float64{2, 5, 9, 13, 18, 24, 33, 47}[table], []float64{8, 17, 29, 42, 60, 80, 106, 183}[table]
	if clear {
		small = 0
	}
	return [4][3]float64{plus(base, small), plus(base, large), plus(base, -small), plus(base, -large)}
}

func refPlanar(s string, x, y int) (out [4]float64) {
	origin := []string{join(s, [2]int{62, 57}), join(s, [2]int{56, 56}, [2]int{54, 49}), join(s, [2]int{48, 48}, [2]int{44, 43}, [2]int{41, 39})}
	right := []string{join(s, [2]int{38, 34}, [2]int{32, 32}), join(s, [2]int{31, 25}), join(s, [2]int{24, 19})}
	down := []string{join(s, [2]int{18, 13}), join(s, [2]int{12, 6}), join(s, [2]int{5, 0})}
	for c := range 3 {
		o := eight(origin[c])
		v := float64(x)*(eight(right[c])-o)/4 + float64(y)*(eight(down[c])-o)/4 + o
		out[c] = min(max(math.Floor(v+0.5), 0), 255) / 255
	}
	out[3] = 1
	return out
}

// refFXT1 is the appendix of 3DFX_texture_compression_FXT1 for a whole block.
func refFXT1(b []byte) (out [][4]float64) {
	s := bitText(b, false)
	for y := range 4 {
		for x := range 8 {
			t := y*4 + x%4 + x/4*16
			v := refFXT1Texel(s, t)
			for c := range v {
				v[c] /= 255
			}
			out = append(out, v)
		}
	}
	return out
}

func rgb555(s string, hi int) [4]float64 {
	return [4]float64{repeated(s, hi, hi-4), repeated(s, hi-5, hi-9), repeated(s, hi-10, hi-14), 255}
}

// mixed is (a*from + b*(of-from) + half) / of without its fraction.
func mixed(a, b [4]float64, from, of, half float64) (v [4]float64) {
	for c := range v {
		v[c] = math.Floor((a[c]*from + b[c]*(of-from) + half) / of)
	}
	return v
}

func refFXT1Texel(s string, t int) [4]float64 {
	switch mode := join(s, [2]int{127, 125}); {
	case strings.HasPrefix(mode, "00"):
		one, zero := rgb555(s, 125), rgb555(s, 110)
		index := bitField(s, 3*t+2, 3*t)
		if index == 7 {
			return [4]float64{}
		}
		return mixed(zero, one, float64(6-index), 6, 3)
	case mode == "010":
		return rgb555(s, 78+15*bitField(s, 2*t+1, 2*t))
	case mode == "011":
		color := func(i int) [4]float64 {
			c := rgb555(s, 78+15*i)
			c[3] = repeated(s, 113+5*i, 109+5*i)
			return c
		}
		index := bitField(s, 2*t+1, 2*t)
		switch lerp := bitField(s, 124, 124) == 1; {
		case !lerp && index == 3:
			return [4]float64{}
		case !lerp:
			return color(index)
		case t >= 16:
			return mixed(color(2), color(1), float64(3-index), 3, 1)
		}
		return mixed(color(0), color(1), float64(3-index), 3, 1)
	}
	low, high, lsb, select0 := rgb555(s, 78), rgb555(s, 93), 125, 1
	greens := [2]int{73, 88}
	if t >= 16 {
		low, high, lsb, select0 = rgb555(s, 108), rgb555(s, 123), 126, 33
		greens = [2]int{103, 118}
	}
	high[1] = eight(join(s, [2]int{greens[1], greens[1] - 4}, [2]int{lsb, lsb}))
	index := bitField(s, 2*t+1, 2*t)
	if bitField(s, 124, 124) == 0 {
		x := "0"
		if bitField(s, select0, select0) != bitField(s, lsb, lsb) {
			x = "1"
		}
		low[1] = eight(join(s, [2]int{greens[0], greens[0] - 4}) + x)
		return mixed(low, high, float64(3-index), 3, 1)
	}
	if index == 3 {
		return [4]float64{}
	}
	return mixed(low, high, float64(2-index), 2, 0)
}
