package native

import "github.com/genvisa/genvisa/internal/lazy"

// The functions of one source of bfn: bit k of each is the bit of that source in k (Xe-HPG 1.3).
const (
	boolSource0 = 0xAA
	boolSource1 = 0xCC
	boolSource2 = 0xF0
)

// BooleanSources are the functions that give each source of bfn itself; every other is
// made of them bit by bit.
var BooleanSources = [3]uint8{boolSource0, boolSource1, boolSource2}

// BooleanText is the shortest expression of s0, s1 and s2 with ~, &, ^ and |, which bind in this order, whose
// function a bfn computes: (s0^s1^s2) for 0x96. The two constants are a source and its complement.
func BooleanText(fc uint8) string { return booleans.From(makeBooleans)[fc] }

// The outermost operator of an expression, the tightest first.
const (
	boundAtom = iota
	boundAnd
	boundXor
	boundOr
)

var booleans lazy.Table[[256]string]

func makeBooleans() *[256]string {
	var best [256]string
	var bound [256]int
	take := func(fc uint8, b int, text string) bool {
		if old := best[fc]; old != "" && (len(old) < len(text) || len(old) == len(text) && (bound[fc] < b || bound[fc] == b && old <= text)) {
			return false
		}
		best[fc], bound[fc] = text, b
		return true
	}
	for i, fc := range BooleanSources {
		take(fc, boundAtom, "s"+string(rune('0'+i)))
	}
	in := func(fc uint8, b int) string {
		if bound[fc] > b {
			return "(" + best[fc] + ")"
		}
		return best[fc]
	}
	for grew := true; grew; {
		grew = false
		for i := range best {
			a := uint8(i)
			if best[a] == "" {
				continue
			}
			grew = take(^a, boundAtom, "~"+in(a, boundAtom)) || grew
			for j := range best {
				b := uint8(j)
				if best[b] == "" {
					continue
				}
				grew = take(a&b, boundAnd, in(a, boundAnd)+"&"+in(b, boundAnd)) || grew
				grew = take(a^b, boundXor, in(a, boundXor)+"^"+in(b, boundXor)) || grew
				grew = take(a|b, boundOr, in(a, boundOr)+"|"+in(b, boundOr)) || grew
			}
		}
	}
	for fc := range best {
		best[fc] = "(" + best[fc] + ")"
	}
	return &best
}
