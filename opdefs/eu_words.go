package opdefs

// Word is a field of a dword that hardware fixes: of r0, or of the header of messages.
type Word struct {
	Pos     Pos
	Of      string // whose: the name in the title of its section
	Name    string
	Dword   int
	Bits    Range
	Meaning string
}

// Surface is a binding table index with a meaning of its own.
type Surface struct {
	Pos     Pos
	Name    string
	Index   int
	Meaning string
}

// maxWordDwords is how many dwords a register has.
const maxWordDwords = 8

func (p *euParser) wordFields(s *euSection, rest string) {
	if !euName.MatchString(rest) {
		p.errs.add(s.Pos, "section title %q: want Words NAME", s.Title)
		return
	}
	for _, r := range s.Rows {
		w := Word{Pos: r.Pos, Of: rest, Name: p.match(r.get("field"), euName, "field"), Meaning: p.prose(r.get("meaning"))}
		if n := p.number(r.get("dword")); n < maxWordDwords {
			w.Dword = int(n)
		} else {
			p.errs.add(r.get("dword").Pos, "dword %d: want 0 to %d", n, maxWordDwords-1)
		}
		if rs := p.ranges(r.get("bits")); len(rs) == 1 && rs[0].Lo+rs[0].Width <= 32 {
			w.Bits = rs[0]
		} else if rs != nil {
			p.errs.add(r.get("bits").Pos, "bits %q: want one range inside 31:0", r.get("bits").Text)
		}
		p.eu.Words = append(p.eu.Words, w)
	}
}

func (p *euParser) surfaces(s *euSection, rest string) {
	p.alone(s, rest, "Surfaces")
	for _, r := range s.Rows {
		f := Surface{Pos: r.Pos, Name: p.match(r.get("surface"), euName, "surface"), Meaning: p.prose(r.get("meaning"))}
		if n := p.number(r.get("index")); n <= 255 {
			f.Index = int(n)
		} else {
			p.errs.add(r.get("index").Pos, "index %d: want 0 to 255", n)
		}
		p.eu.Surfaces = append(p.eu.Surfaces, f)
	}
}

// checkWords: no two fields of a header have a name or a bit, no two surfaces a name or an
// index.
func checkWords(eu *EU, errs *Errors) {
	for i, w := range eu.Words {
		for _, o := range eu.Words[:i] {
			switch {
			case o.Of != w.Of:
			case o.Name == w.Name:
				errs.add(w.Pos, "field %s is already at line %d", w.Name, o.Pos.Line)
			case o.Dword == w.Dword && bitsOf([]Range{w.Bits}).meets(bitsOf([]Range{o.Bits})):
				errs.add(w.Pos, "field %s shares bits with %s at line %d", w.Name, o.Name, o.Pos.Line)
			}
		}
	}
	for i, f := range eu.Surfaces {
		for _, o := range eu.Surfaces[:i] {
			if o.Name == f.Name || o.Index == f.Index {
				errs.add(f.Pos, "surface %s, %d is already at line %d", f.Name, f.Index, o.Pos.Line)
			}
		}
	}
}
