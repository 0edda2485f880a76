package launch

import (
	"strings"

	"github.com/genvisa/genvisa/sim/media"
)

// walkerField is a number of MEDIA_OBJECT_WALKER, or a pair of them, by its name in the
// launch: which bits it has beside those of a position, its sign, and where it goes.
type walkerField struct {
	key    string
	more   int // bits more than a position
	signed bool
	lowest int64
	pair   func(*media.Walker) *media.XY
	number func(*media.Walker) *int
}

// walkerFields are those of specs STATE 2, MEDIA_OBJECT_WALKER, whose size depends on the
// target (the fact WalkerBits).
func walkerFields() []walkerField {
	return []walkerField{
		{key: "block_resolution", lowest: 1, pair: func(w *media.Walker) *media.XY { return &w.Local.Resolution }},
		{key: "local_start", pair: func(w *media.Walker) *media.XY { return &w.Local.Start }},
		{key: "local_outer_loop_stride", more: 1, signed: true, pair: func(w *media.Walker) *media.XY { return &w.Local.Stride }},
		{key: "local_inner_loop_unit", more: 1, signed: true, pair: func(w *media.Walker) *media.XY { return &w.Local.Unit }},
		{key: "local_loop_exec_count", more: 1, number: func(w *media.Walker) *int { return &w.Local.Count }},
		{key: "global_resolution", lowest: 1, pair: func(w *media.Walker) *media.XY { return &w.Global.Resolution }},
		{key: "global_start", more: 1, signed: true, pair: func(w *media.Walker) *media.XY { return &w.Global.Start }},
		{key: "global_outer_loop_stride", more: 1, signed: true, pair: func(w *media.Walker) *media.XY { return &w.Global.Stride }},
		{key: "global_inner_loop_unit", more: 1, signed: true, pair: func(w *media.Walker) *media.XY { return &w.Global.Unit }},
		{key: "global_loop_exec_count", more: 1, number: func(w *media.Walker) *int { return &w.Global.Count }},
	}
}

// span is what the field can hold where a position has so many bits.
func (f *walkerField) span(bits int) (low, high int64) {
	if bits += f.more; f.signed {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return f.lowest, 1<<bits - 1
}

// Fields of the walker that are the same on all targets but for the number of colors.
const (
	maxMiddleSteps  = 1<<5 - 1
	lowMiddle       = -2
	highMiddle      = 1
	maxColors       = 1 << 4
	maxPackedColors = 1 << 8
)

// mostColors is how many colors a position can have: as r0 has bits for them.
func (n *Native) mostColors() int {
	if n.Target.Caps().PackedPosition {
		return maxPackedColors
	}
	return maxColors
}

// walker reads the loops of a media walker, and the inline data that all its threads have.
func (r *nativeReader) walker() error {
	at, ok := r.at["walker"]
	if !ok {
		for _, key := range []string{"inline", "scoreboard"} {
			if r.has(key) {
				return r.l.parts[key].errorf("key %q goes with \"walker\"", key)
			}
		}
		return nil
	}
	if r.n.Dispatch != dispatches[2] {
		return r.l.parts["walker"].errorf("key \"walker\" goes with dispatch: %s, found %s", dispatches[2], r.n.Dispatch)
	}
	bits, err := r.n.walkerBits(at)
	if err != nil {
		return err
	}
	if r.n.Walker, err = readWalker(at, bits, r.n.mostColors()); err != nil {
		return err
	}
	if err := r.board(); err != nil {
		return err
	}
	if data, ok := r.at["inline"]; ok {
		t := NativeThread{}
		if err := r.inline(&t, data); err != nil {
			return err
		}
		r.n.Each = []NativeThread{t}
	}
	return nil
}

// walkerBits is how many bits a position has, where a source says it.
func (n *Native) walkerBits(at node) (int, error) {
	if bits, ok := n.Target.Caps().WalkerBits(); ok {
		return bits, nil
	}
	return 0, at.unsupported("the media walker of %s: no source at hand has its fields", n.Target)
}

// readWalker reads the fields; those that are left out are lines of a block in raster
// order, and columns of blocks, as far as there are any.
func readWalker(n node, bits, colors int) (*media.Walker, error) {
	fields := walkerFields()
	legal := []string{"mid_loop_unit", "middle_loop_extra_steps", "color_count_minus_one"}
	for i := range fields {
		legal = append(legal, fields[i].key)
	}
	given, err := n.fields(legal...)
	if err != nil {
		return nil, err
	}
	at := map[string]node{}
	for _, f := range given {
		at[f.key] = f.val
	}
	if _, ok := at["block_resolution"]; !ok {
		return nil, n.errorf("missing key \"block_resolution\" of a walker")
	}
	w := &media.Walker{}
	w.Local.Stride, w.Local.Unit = media.XY{Y: 1}, media.XY{X: 1}
	w.Local.Count, w.Global.Count = 1<<(bits+1)-1, 1<<(bits+1)-1
	for i := range fields {
		f := &fields[i]
		if v, ok := at[f.key]; ok {
			low, high := f.span(bits)
			err = f.read(v, w, low, high)
		} else if strings.HasPrefix(f.key, "global") {
			columns(w, f.key)
		}
		if err != nil {
			return nil, err
		}
	}
	return w, readMiddle(w, at, colors)
}

// columns gives a global field that is left out what columns of blocks need: the fields
// before it are read.
func columns(w *media.Walker, key string) {
	switch key {
	case "global_resolution":
		w.Global.Resolution = w.Local.Resolution
	case "global_outer_loop_stride":
		w.Global.Stride.X = w.Local.Resolution.X
	case "global_inner_loop_unit":
		w.Global.Unit.Y = w.Local.Resolution.Y
	}
}

// readMiddle reads the middle loop and the colors.
func readMiddle(w *media.Walker, at map[string]node, colors int) (err error) {
	if v, ok := at["mid_loop_unit"]; ok {
		if w.Middle, err = pair(v, lowMiddle, highMiddle); err != nil {
			return err
		}
	}
	if v, ok := at["middle_loop_extra_steps"]; ok {
		if w.Extra, err = v.integer(0, maxMiddleSteps); err != nil {
			return err
		}
	}
	w.Colors = 1
	if v, ok := at["color_count_minus_one"]; ok {
		w.Colors, err = v.integer(0, int64(colors-1))
		w.Colors++
	}
	return err
}

// read reads the field.
func (f *walkerField) read(n node, w *media.Walker, low, high int64) (err error) {
	if f.number != nil {
		*f.number(w), err = n.integer(low, high)
		return err
	}
	*f.pair(w), err = pair(n, low, high)
	return err
}

// pair reads [X, Y].
func pair(n node, low, high int64) (media.XY, error) {
	items, err := n.items()
	if err != nil {
		return media.XY{}, err
	}
	if len(items) != 2 {
		return media.XY{}, n.want("two numbers, [X, Y]")
	}
	x, err := items[0].whole(low, high)
	if err != nil {
		return media.XY{}, err
	}
	y, err := items[1].whole(low, high)
	return media.XY{X: int(x), Y: int(y)}, err
}

// checkWalker checks the fields of a walker, of a file or made by a program, and that it
// gives threads.
func (n *Native) checkWalker(at func(part string) node) error {
	here := at("walker")
	bits, err := n.walkerBits(here)
	switch {
	case err != nil:
		return err
	case n.Dispatch != dispatches[2]:
		return here.errorf("a walker goes with dispatch %s, found %s", dispatches[2], n.Dispatch)
	case n.Threads != nil:
		return at("threads").errorf("threads lists all threads and the walker makes them: want one of them")
	case n.GroupThreads() != 1 || n.SLM != 0:
		return here.unsupported("thread groups of a media walker (Group ID Loop Select)")
	}
	if err := n.checkBoard(at("scoreboard")); err != nil {
		return err
	}
	for _, f := range walkerFields() {
		low, high := f.span(bits)
		values := []int{}
		if f.number != nil {
			values = append(values, *f.number(n.Walker))
		} else {
			values = append(values, f.pair(n.Walker).X, f.pair(n.Walker).Y)
		}
		for _, v := range values {
			if int64(v) < low || int64(v) > high {
				return here.errorf("%s %d: legal are %d to %d", f.key, v, low, high)
			}
		}
	}
	return n.checkOrder(here)
}

// checkOrder checks what is the same on all targets, and walks.
func (n *Native) checkOrder(at node) error {
	w := n.Walker
	switch {
	case w.Extra < 0 || w.Extra > maxMiddleSteps:
		return at.errorf("middle_loop_extra_steps %d: legal are 0 to %d", w.Extra, maxMiddleSteps)
	case min(w.Middle.X, w.Middle.Y) < lowMiddle || max(w.Middle.X, w.Middle.Y) > highMiddle:
		return at.errorf("mid_loop_unit %v: legal are %d to %d", w.Middle, lowMiddle, highMiddle)
	case w.Colors < 0 || w.Colors > n.mostColors():
		return at.errorf("%d colors: legal are 1 to %d", w.Colors, n.mostColors())
	case w.Local.Unit == media.XY{} || w.Global.Unit == media.XY{}:
		return at.errorf("an inner loop in steps of (0, 0) does not end")
	}
	threads, _, err := n.Walk()
	switch {
	case err != nil:
		return at.errorf("%v", err)
	case len(threads) == 0:
		return at.errorf("the walker gives no thread")
	}
	return nil
}

// Walk are the threads of a media walker, in the order of their dispatch, and with a
// scoreboard what each depends on.
func (n *Native) Walk() (threads []media.Thread, needs []media.Dependencies, err error) {
	threads, err = n.Walker.Threads(maxNativeThread)
	if err == nil && n.Board != nil {
		needs, err = media.Depend(threads, n.Board)
	}
	return threads, needs, err
}
