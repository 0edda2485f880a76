package eu

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// formState is what a program of forms works on: all bytes of the registers, the flags, the
// accumulator as numbers of any size.
type formState struct {
	regs  []byte
	flags uint64
	live  uint32
	cr0   uint32
}

func (m *formState) get(at, size int) uint64 {
	var cell [8]byte
	copy(cell[:], m.regs[at:at+size])
	return binary.LittleEndian.Uint64(cell[:])
}

// formWrite is an element that an instruction writes, and the bit of its condition.
type formWrite struct {
	at, size int
	v        uint64
	channel  int
	flag     bool
}

// place is a region of registers: element k lies k/w rows and k%w columns behind the first byte.
type place struct {
	first   int // byte
	v, w, h int
	t       *elementType
}

func (p *place) at(k int) int { return p.first + (k/p.w*p.v+k%p.w*p.h)*p.t.size }

func (p *place) end(n int) (end int) {
	for k := range n {
		end = max(end, p.at(k)+p.t.size)
	}
	return end
}

// region is the text of a source of one or two; of three the width is implied.
func (p *place) text(region string) string {
	return fmt.Sprintf("r%d.%d%s:%s", p.first/32, p.first%32/p.t.size, region, p.t.name)
}

// maker makes programs of a target: a line of text for each instruction, and beside it
// what the documents say that it does.
type maker struct {
	*rand.Rand
	target native.Target
	lines  []string
	steps  []func(*formState)
	form   string // what the program is counted as
	cr0    uint32
	last   bool // an operand ends with the last register
}

func anyOf[T any](g *maker, of ...T) T { return of[g.IntN(len(of))] }

// put moves a region of n elements to random registers, at times to the last.
func (g *maker) put(p *place, n int, align int) place {
	p.first = 0
	end := p.end(n)
	room := 4096 - end
	first := 32*10 + g.IntN(32*100)
	if g.IntN(4) == 0 {
		first, g.last = room, true
	}
	p.first = min(first, room) / align * align
	return *p
}

// source is a region of n elements for one or two sources.
func (g *maker) source(n int, t *elementType) (place, string) {
	for {
		w := min(1<<g.IntN(5), n)
		h := anyOf(g, 0, 1, 1, 1, 2, 4)
		v := anyOf(g, 0, 1, 2, 4, 8, 16, 32)
		switch {
		case g.IntN(6) == 0:
			v, w, h = 0, 1, 0
		case w == 1:
			h = 0
		}
		if w == n && h != 0 {
			v = w * h
		}
		if w > 1 && h == 0 && v == 0 || w == 1 && n == 1 && v != 0 || v > 32 || w*h*t.size > 32 {
			continue
		}
		p := g.put(&place{v: v, w: w, h: h, t: t}, n, t.size)
		if g.IntN(2) == 0 {
			p.first &^= 31
		}
		if p.first%32+p.end(n)-p.first > 64 {
			continue
		}
		return p, p.text(fmt.Sprintf("<%d;%d,%d>", v, w, h))
	}
}

// result is a destination of n elements that are at least apart bytes from each other.
func (g *maker) result(n int, t *elementType, apart int) (place, string) {
	for {
		h := anyOf(g, 1, 1, 1, 2, 4)
		if h*t.size < apart || h*t.size*n > 64 {
			if max(1, apart/t.size)*t.size*n > 64 {
				panic("BUG: a destination of more than two registers")
			}
			continue
		}
		p := g.put(&place{v: n * h, w: n, h: h, t: t}, n, 32)
		if n*h*t.size <= 16 && g.IntN(2) == 0 {
			p.first += 16
		}
		return p, p.text(fmt.Sprintf("<%d>", h))
	}
}

// size is a number of channels whose widest elements fill two registers at most.
func (g *maker) size(widest int) int {
	for {
		if n := anyOf(g, 1, 2, 4, 8, 8, 16, 16, 32); n*widest <= 64 {
			return n
		}
	}
}

// head is what stands before the operands, and which elements of which channels it lets run.
func (g *maker) head(op string, n int, predicates bool) (text string, on func(m *formState, k int) bool, first int) {
	offsets := 32 / max(n, 4)
	first = max(n, 4) * g.IntN(offsets)
	nomask := g.IntN(4) == 0
	flag, not, pred := g.IntN(2), g.IntN(2), predicates && g.IntN(4) == 0
	var before []string
	if nomask {
		before = append(before, "W")
	}
	if pred {
		before = append(before, strings.Repeat("~", not)+fmt.Sprintf("f%d.0", flag))
	}
	if len(before) > 0 {
		text = "(" + strings.Join(before, "&") + ") "
	}
	return fmt.Sprintf("%s%s (%d|M%d)", text, op, n, first), func(m *formState, k int) bool {
		if !nomask && m.live>>(first+k)&1 == 0 {
			return false
		}
		return !pred || m.flags>>(32*flag+first+k)&1 != uint64(not)
	}, first
}

// step adds an instruction: what it writes for each element, and where its conditions go.
func (g *maker) step(line string, n, flag int, on func(m *formState, k int) bool, element func(m *formState, k int) formWrite) {
	g.lines = append(g.lines, line)
	g.steps = append(g.steps, func(m *formState) {
		var all []formWrite
		for k := range n {
			if on(m, k) {
				all = append(all, element(m, k))
			}
		}
		for _, w := range all {
			var cell [8]byte
			binary.LittleEndian.PutUint64(cell[:], w.v)
			copy(m.regs[w.at:w.at+w.size], cell[:])
			if flag >= 0 {
				m.flags &^= 1 << (32*flag + w.channel)
				if w.flag {
					m.flags |= 1 << (32*flag + w.channel)
				}
			}
		}
	})
}

func (g *maker) count(format string, args ...any) { g.form = fmt.Sprintf(format, args...) }

// modified writes a modifier beside an operand of a number.
func modified(mod native.SrcMod, operand string) string {
	return [4]string{"", "(abs)", "-", "-(abs)"}[mod] + operand
}
