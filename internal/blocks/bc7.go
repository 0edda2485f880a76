package blocks

import "math/bits"

// bc7Mode is how many there are of what in a block of a mode (ARB_texture_compression_bptc, table M): subsets, bits of the
// partition, of the rotation and of the choice of indices, of a colour and of alpha, whether each end or each
// subset has a bit that goes below its components, and bits of an index and of a second one.
type bc7Mode struct {
	subsets, partition, rotation, choice, color, alpha int
	ends, shared                                       bool
	index, second                                      int
}

var bc7Modes = [8]bc7Mode{
	{3, 4, 0, 0, 4, 0, true, false, 3, 0},
	{2, 6, 0, 0, 6, 0, false, true, 3, 0},
	{3, 6, 0, 0, 5, 0, false, false, 2, 0},
	{2, 6, 0, 0, 7, 0, true, false, 2, 0},
	{1, 0, 2, 1, 5, 6, false, false, 2, 3},
	{1, 0, 2, 0, 7, 8, false, false, 2, 2},
	{1, 0, 0, 0, 7, 7, true, false, 4, 0},
	{2, 6, 0, 0, 5, 5, true, false, 2, 0},
}

// bc7Block is a block, and the next bit of it.
type bc7Block struct {
	bc7Mode
	w    word
	next int
}

func (b *bc7Block) take(n int) int {
	v := b.w.at(b.next, n)
	b.next += n
	return v
}

// bc7 is a texel of BC7. A block without mode, whose lowest byte is 0, is 0 in all components (D3D11).
func bc7(w word, x, y int, out *Color) {
	mode := bits.TrailingZeros64(w.lo | 1<<8)
	if mode == 8 {
		*out = Color{}
		return
	}
	b := bc7Block{bc7Modes[mode], w, mode + 1}
	partition, rotation, choice := b.take(b.partition), b.take(b.rotation), b.take(b.choice)
	t := 4*y + x
	ends := b.endpoints(subset(b.subsets, partition, t))
	color := weights[b.index][index(w, b.next, b.index, b.subsets, partition, t)]
	alpha := color
	if b.second != 0 {
		b.next += 16*b.index - b.subsets
		alpha = weights[b.second][index(w, b.next, b.second, b.subsets, partition, t)]
		if choice == 1 {
			color, alpha = alpha, color
		}
	}
	var v [4]int
	for c := range v {
		part := color
		if c == 3 {
			part = alpha
		}
		v[c] = ((64-part)*ends[0][c] + part*ends[1][c] + 32) >> 6
	}
	if rotation != 0 {
		v[3], v[rotation-1] = v[rotation-1], v[3]
	}
	out.bytes(&v)
}

// endpoints are the two colours of a subset as 8 bits; the next bit is then the first of the indices.
func (b *bc7Block) endpoints(which int) (ends [2][4]int) {
	var all [6][4]int
	n := 2 * b.subsets
	for c := range 4 {
		width := b.color
		if c == 3 {
			width = b.alpha
		}
		for e := range n {
			all[e][c] = b.take(width)
		}
	}
	low := [6]int{}
	for e := range n {
		switch {
		case b.ends, b.shared && e%2 == 0:
			low[e] = b.take(1)
		case b.shared:
			low[e] = low[e-1]
		}
	}
	for e := range ends {
		from := 2*which + e
		for c := range 4 {
			ends[e][c] = b.component(all[from][c], low[from], c)
		}
	}
	return ends
}

// component is one of an end as 8 bits, with the bit below it; a mode without alpha has all of it.
func (b *bc7Block) component(v, low, c int) int {
	width := b.color
	if c == 3 {
		if width = b.alpha; width == 0 {
			return 255
		}
	}
	if b.ends || b.shared {
		v, width = v<<1|low, width+1
	}
	if width == 8 {
		return v
	}
	return widen(v, width)
}
