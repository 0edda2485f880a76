package draft

import (
	"context"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// Bounds of a search.
const (
	maxTries   = 400
	staleTries = 80      // one after the other that change nothing for the better, after one that changed an output
	niceTries  = 20      // after one that is good, for one whose outputs vary
	maxEach    = 4 << 20 // instructions of a try
	maxAll     = 40 << 20
	maxRounds  = 3
	maxBuffer  = 8 << 20  // bytes that a buffer may grow to
	maxBuffers = 32 << 20 // and all of them
	maxSettle  = 10       // runs of one change, while buffers grow
)

// Search is how launches are tried.
type Search struct {
	File     string      // the launch file that is to be: paths in it are relative to it
	Options  run.Options // of the tries, with the program
	Progress func(tries, most int, instructions uint64)

	ctx          context.Context
	tries        int
	good         int // changes tried since one was good
	stale        int // changes tried since one was better
	instructions uint64
}

// Outcome is the best launch that was found, and what its run was like.
type Outcome struct {
	Launch    *Launch
	Clean     bool  // it finished without an access past an end
	Unchanged []int // outputs that no try changed
	Tries     int
	Err       error
}

// Run tries l, mends it and changes it until it computes something.
func (s *Search) Run(ctx context.Context, l *Launch) *Outcome {
	s.ctx = ctx
	best := s.settle(l)
	if best.score.trouble != refused {
		best = s.climb(best)
	}
	out := &Outcome{Launch: best.launch, Clean: best.score.trouble == clean, Unchanged: best.unchangedArgs(), Tries: s.tries, Err: best.err}
	out.Launch.note(best)
	return out
}

// climb tries changes as long as one makes the launch better.
func (s *Search) climb(best *tried) *tried {
	for range maxRounds {
		better := false
		for _, m := range moves(best) {
			if s.spent() || best.score.good() && best.score.constant == 0 {
				return best
			}
			l := best.launch.clone()
			if !m(l) {
				continue
			}
			if t := s.settle(l); t.score.less(best.score) {
				best, better, s.stale = t, true, 0
			}
			s.count(best)
		}
		if !better {
			break
		}
	}
	return best
}

// count counts changes that were tried.
func (s *Search) count(best *tried) {
	if best.score.good() {
		s.good++
	}
	if best.score.trouble == clean && len(best.changed) > 0 {
		s.stale++
	}
}

// spent says that no more may be tried.
func (s *Search) spent() bool {
	return s.tries >= maxTries || s.stale >= staleTries || s.good >= niceTries || s.instructions >= maxAll || s.ctx.Err() != nil
}

// try runs a launch as its text says.
func (s *Search) try(l *Launch) *tried {
	s.tries++
	parsed, err := launch.Parse(s.File, l.Text())
	if err != nil {
		return judge(l, nil, nil, err)
	}
	o := s.Options
	o.Apart, o.Deterministic, o.Limit = true, true, maxEach
	rep, err := run.Run(s.ctx, parsed, o)
	if rep != nil {
		s.instructions += rep.Instructions
	}
	if s.Progress != nil {
		s.Progress(s.tries, maxTries, s.instructions)
	}
	return judge(l, parsed, rep, err)
}

// settle runs a launch, and again with larger buffers where it went past an end.
func (s *Search) settle(l *Launch) *tried {
	best := s.try(l)
	for t, n := best, 1; n < maxSettle && s.ctx.Err() == nil; n++ {
		next := t.launch.clone()
		if !next.grow(t) {
			break
		}
		if t = s.try(next); t.score.less(best.score) || t.score == best.score {
			best = t
		}
	}
	return best
}

// grow makes buffers as large as the kernel reached; false when none can be.
func (l *Launch) grow(t *tried) (grown bool) {
	total := 0
	for i := range l.args {
		total += l.args[i].bytes
	}
	for i := range l.args {
		a, end := &l.args[i], t.past[i]
		if _, past := t.past[i]; past && a.kind == abi.Image {
			grown = a.image.grow() || grown
			continue
		}
		if end == 0 || end > maxBuffer {
			continue
		}
		size := wholePages(int(end))
		if t.score.trouble == fault { // which was the first access, not the farthest
			size = min(max(size, 4*a.bytes), maxBuffer)
		}
		if more := size - a.bytes; more > 0 && total+more <= maxBuffers {
			total += more
			a.bytes, grown = size, true
		}
	}
	if t.local > 0 {
		grown = l.growLocal() || grown
	}
	return grown
}

// growLocal doubles the local memory of the arguments.
func (l *Launch) growLocal() bool {
	total := l.kernel.SLMSize
	for i := range l.args {
		if l.args[i].kind == abi.Local {
			total += 2 * l.args[i].bytes
		}
	}
	if total > abi.MaxSLM || !l.has(abi.Local) {
		return false
	}
	for i := range l.args {
		if l.args[i].kind == abi.Local {
			l.args[i].bytes *= 2
		}
	}
	return true
}

// maxSide is how far an image grows.
const maxSide = 512

// grow doubles the sides that an image has.
func (im *image) grow() bool {
	for d := range im.sides {
		if 2*im.sides[d] > maxSide && im.sides[d] > 1 {
			return false
		}
	}
	for d := range im.sides {
		if im.sides[d] > 1 {
			im.sides[d] *= 2
		}
	}
	return true
}
