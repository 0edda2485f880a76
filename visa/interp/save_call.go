package interp

import (
	"encoding/binary"
	"fmt"
)

// Behind the variables of a saved thread stands its stack: the number of frames
// (4 bytes), then of each, the outermost first, the instruction behind the call,
// the lanes that called, those that did not, the function, whether variables were
// put aside (4 each), an instruction per lane (4 each), and those variables.
const savedFrame = 5*4 + 4*lanes

// appendStack writes the calls that have not returned.
func (t *thread) appendStack(dst []byte) []byte {
	dst = append32(dst, uint32(len(t.stack)))
	for i := range t.stack {
		f := &t.stack[i]
		aside := uint32(0)
		if f.saved != nil {
			aside = 1
		}
		for _, v := range [...]uint32{uint32(f.ret), f.called, f.aside, uint32(f.fn), aside} {
			dst = append32(dst, v)
		}
		for l, pc := range f.pcip {
			if f.aside>>l&1 == 0 {
				pc = f.ret // lanes that wait have a place of their own
			}
			dst = append32(dst, uint32(pc))
		}
		dst = append(dst, f.saved...)
	}
	return dst
}

// readStack is the inverse of appendStack: calls of a thread with the lanes all,
// of which live are in the innermost one.
func (p *Program) readStack(src []byte, all, live uint32) ([]frame, error) {
	bad := func(format string, args ...any) ([]frame, error) {
		return nil, fmt.Errorf("%w: %s", ErrState, fmt.Sprintf(format, args...))
	}
	if len(src) < 4 {
		return bad("no stack of calls")
	}
	n, src := le32(src), src[4:]
	if n > maxDepth || int(n)*savedFrame > len(src) {
		return bad("%d calls in %d bytes: legal are 0..%d", n, len(src), maxDepth)
	}
	var stack []frame
	active := map[int32]bool{}
	for i := range n {
		if len(src) < savedFrame {
			return bad("call %d: %d bytes are left", i, len(src))
		}
		f, again := readFrame(src)
		src = src[savedFrame:]
		if f.called == 0 || f.called&f.aside != 0 || (f.called|f.aside)&^all != 0 {
			return bad("call %d: lanes %#x called, %#x did not, of %#x", i, f.called, f.aside, all)
		}
		if f.fn < noFunction || int(f.fn) >= len(p.functions) || !p.holds(&f) {
			return bad("call %d: function %d, return to instruction %d", i, f.fn, f.ret)
		}
		if again != (f.fn != noFunction && active[f.fn]) {
			return bad("call %d: variables of function %d that it does not have", i, f.fn)
		}
		if again {
			size := p.functions[f.fn].size()
			if len(src) < size {
				return bad("call %d: %d bytes are left: want %d", i, len(src), size)
			}
			f.saved, src = append([]byte{}, src[:size]...), src[size:]
		}
		active[f.fn] = true
		stack, all = append(stack, f), f.called
	}
	if len(src) > 0 || live&^all != 0 {
		return bad("lanes %#x in a call of %#x, %d bytes too many", live, all, len(src))
	}
	return stack, nil
}

// holds says that a program has the instructions that a frame names.
func (p *Program) holds(f *frame) bool {
	code := uint32(len(p.code))
	for l := range f.pcip {
		if uint32(f.pcip[l]) >= code {
			return false
		}
	}
	return uint32(f.ret) < code
}

func readFrame(src []byte) (f frame, again bool) {
	le := binary.LittleEndian
	f = frame{ret: int32(le.Uint32(src)), called: le.Uint32(src[4:]), aside: le.Uint32(src[8:]), fn: int32(le.Uint32(src[12:]))}
	for l := range f.pcip {
		f.pcip[l] = int32(le.Uint32(src[20+4*l:]))
	}
	return f, le.Uint32(src[16:]) != 0
}
