package media

import "fmt"

// XY is a position, a stride or a size, in blocks.
type XY struct{ X, Y int }

func (a XY) plus(b XY, times int) XY { return XY{a.X + times*b.X, a.Y + times*b.Y} }

func (a XY) within(size XY) bool { return a.X >= 0 && a.Y >= 0 && a.X < size.X && a.Y < size.Y }

// String is (x, y).
func (a XY) String() string { return fmt.Sprintf("(%d, %d)", a.X, a.Y) }

// Loop is the outer and the inner loop of a walker over a rectangle, local or global. The
// outer one begins a line at Start and Count more, each Stride further; the inner one goes
// along the line in steps of Unit, over the positions that lie in the rectangle.
type Loop struct {
	Resolution XY // of the rectangle
	Start      XY
	Stride     XY // Outer Loop Stride
	Unit       XY // Inner Loop Unit
	Count      int
}

// Walker is a MEDIA_OBJECT_WALKER command: blocks by the global loop, positions in each
// by the local loop, with Extra lines more behind each, Middle apart, and a thread for each of
// Colors (state reference section 2; the names are those of its fields).
type Walker struct {
	Local, Global Loop
	Middle        XY  // Mid-Loop Unit
	Extra         int // Middle Loop Extra Steps
	Colors        int // Color Count Minus One, and one; 0 is 1
}

// Thread is where a thread of the media pipeline is.
type Thread struct {
	At    XY
	Color int
}

// String is the position, and the color where it is not 0.
func (t Thread) String() string {
	if t.Color == 0 {
		return t.At.String()
	}
	return fmt.Sprintf("%v color %d", t.At, t.Color)
}

// LengthError is a walker that gives too many threads, or tries too many positions for the
// threads that it gives.
type LengthError struct{ Threads, Most int }

// Error names the limit.
func (e *LengthError) Error() string {
	if e.Threads > e.Most {
		return fmt.Sprintf("the walker gives more than %d threads", e.Most)
	}
	return fmt.Sprintf("the walker tries more than %d lines for its first %d threads", linesAThread*e.Most, e.Threads)
}

// linesAThread bounds the work of a walker whose lines hold nothing: so many lines for each
// thread that it may give.
const linesAThread = 16

// Threads are the threads in the order of their dispatch, at most most: a *LengthError else.
func (w *Walker) Threads(most int) ([]Thread, error) {
	g := &walk{w: w, most: most}
	for outer := 0; outer <= w.Global.Count && !g.over(); outer++ {
		g.lines++
		w.Global.line(w.Global.Start.plus(w.Global.Stride, outer), func(block XY) bool {
			g.block(block)
			return !g.over()
		})
	}
	if g.over() {
		return nil, &LengthError{len(g.out), most}
	}
	return g.out, nil
}

// walk is a walker at work.
type walk struct {
	w     *Walker
	most  int
	lines int
	out   []Thread
}

func (g *walk) over() bool { return len(g.out) > g.most || g.lines > linesAThread*g.most }

// block walks the local loop of a block. What of it lies outside of the global resolution
// has no threads.
func (g *walk) block(at XY) {
	l := &g.w.Local
	for outer := 0; outer <= l.Count; outer++ {
		for mid := 0; mid <= g.w.Extra; mid++ {
			if g.lines++; g.over() {
				return
			}
			l.line(l.Start.plus(l.Stride, outer).plus(g.w.Middle, mid), func(p XY) bool {
				if p = p.plus(at, 1); p.within(g.w.Global.Resolution) {
					g.threads(p)
				}
				return !g.over()
			})
		}
	}
}

func (g *walk) threads(at XY) {
	for color := range max(g.w.Colors, 1) {
		g.out = append(g.out, Thread{at, color})
	}
}

// line gives the positions in the rectangle on the way from from in steps of Unit, until
// yield is false. A unit of (0, 0) gives from alone.
func (l *Loop) line(from XY, yield func(XY) bool) {
	first, last := 0, 0
	if l.Unit != (XY{}) {
		x0, x1 := steps(from.X, l.Unit.X, l.Resolution.X)
		y0, y1 := steps(from.Y, l.Unit.Y, l.Resolution.Y)
		first, last = max(x0, y0, 0), min(x1, y1)
	}
	for n := first; n <= last; n++ {
		if p := from.plus(l.Unit, n); p.within(l.Resolution) && !yield(p) {
			return
		}
	}
}

// far is more steps than any line has: coordinates have a few thousand values.
const far = 1 << 40

// steps are the first and the last number of steps of unit from from that lead into 0 to
// size-1; the last is before the first when none does.
func steps(from, unit, size int) (first, last int) {
	switch {
	case unit < 0:
		return steps(size-1-from, -unit, size)
	case unit > 0:
		return ceil(-from, unit), ceil(size-from, unit) - 1
	case from < 0 || from >= size:
		return far, -far
	}
	return -far, far
}

// ceil is a/b rounded up, b > 0.
func ceil(a, b int) int {
	q := a / b
	if a > 0 && a%b != 0 {
		q++
	}
	return q
}
