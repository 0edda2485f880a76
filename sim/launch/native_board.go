package launch

import "github.com/genvisa/genvisa/sim/media"

// What a relative position of the scoreboard can be: four bits each (state reference section 2,
// MEDIA_VFE_STATE, Scoreboard Delta).
const (
	lowDelta  = -8
	highDelta = 7
)

// board reads the relative positions of the scoreboard.
func (r *nativeReader) board() error {
	at, ok := r.at["scoreboard"]
	if !ok {
		return nil
	}
	items, err := at.items()
	if err != nil {
		return err
	}
	r.n.Board = []media.XY{}
	for _, it := range items {
		delta, err := pair(it, lowDelta, highDelta)
		if err != nil {
			return err
		}
		r.n.Board = append(r.n.Board, delta)
	}
	return nil
}

// checkBoard checks the scoreboard, of a file or made by a program.
func (n *Native) checkBoard(at node) error {
	switch {
	case n.Board == nil:
		return nil
	case !n.Target.Caps().Scoreboard:
		return at.errorf("%s has no scoreboard for threads", n.Target)
	case len(n.Board) == 0 || len(n.Board) > media.Entries:
		return at.errorf("%d relative positions: legal are 1 to %d", len(n.Board), media.Entries)
	}
	for _, d := range n.Board {
		if min(d.X, d.Y) < lowDelta || max(d.X, d.Y) > highDelta {
			return at.errorf("relative position %v: legal are %d to %d", d, lowDelta, highDelta)
		}
	}
	return nil
}
