package estimate

// Comparison is the code of one kernel from two compilers, ours first.
type Comparison struct {
	Ours, Theirs Totals
	Pairs        []Pair // all blocks of both, in order
	Reasons      []Reason
	Note         string // how blocks were matched, when not one by one; "" otherwise
	SourceLines  bool   // that blocks have lines in common counted, too
}

// Pair is what was matched: up to MostMerged blocks of one side with one of the other, or blocks that only one side has.
type Pair struct {
	Ours, Theirs             Span
	OursTotals, TheirsTotals Totals
	Reasons                  []Reason // of the difference of their clocks, which they add up to; none without a difference
}

// Span is blocks [Start, End).
type Span struct{ Start, End int }

// Empty says that there are none.
func (s Span) Empty() bool { return s.Start == s.End }

// Side is one of the codes.
type Side struct {
	*Estimate
	Lines []int32 // by instruction: a number for the line of the source text that both come from; 0 unknown; nil for none
}

// Compare matches blocks by what they do and by their order, and by source lines where both sides have
// them, and says in what they differ.
func Compare(ours, theirs Side) *Comparison {
	c := &Comparison{
		Ours: ours.Total(), Theirs: theirs.Total(), SourceLines: ours.Lines != nil && theirs.Lines != nil,
	}
	c.Reasons = reasons(&c.Ours, &c.Theirs)
	pairs, ok := match(&ours, &theirs)
	if !ok {
		c.Note = "too many blocks to match: compared as a whole"
		pairs = []Pair{{Ours: Span{0, len(ours.Blocks)}, Theirs: Span{0, len(theirs.Blocks)}}}
	}
	for _, p := range pairs {
		p.OursTotals, p.TheirsTotals = ours.sum(p.Ours), theirs.sum(p.Theirs)
		p.Reasons = reasons(&p.OursTotals, &p.TheirsTotals)
		c.Pairs = append(c.Pairs, p)
	}
	return c
}

// sum adds up blocks.
func (e *Estimate) sum(s Span) (t Totals) {
	for i := s.Start; i < s.End; i++ {
		t.plus(&e.Blocks[i].Totals)
	}
	return t
}

// Clocks is how much longer ours takes.
func (p *Pair) Clocks() int64 { return int64(p.OursTotals.Clocks) - int64(p.TheirsTotals.Clocks) }

// Same says that no two blocks differ.
func (c *Comparison) Same() bool {
	for i := range c.Pairs {
		if len(c.Pairs[i].Reasons) > 0 {
			return false
		}
	}
	return true
}
