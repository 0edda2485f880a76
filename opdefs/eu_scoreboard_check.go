package opdefs

import "slices"

// checkScoreboard tests the rules of pipes and codes among themselves and beside the layouts.
func checkScoreboard(eu *EU, enums map[string]*Enum, errs *Errors) {
	if len(eu.Pipes)+len(eu.Issues)+len(eu.BoardCodes)+len(eu.Guards) == 0 && !slices.ContainsFunc(eu.Layouts, func(l *Layout) bool { return l.has(boardField) }) {
		return
	}
	for i, p := range eu.Pipes {
		if slices.ContainsFunc(eu.Pipes[:i], func(o Pipe) bool { return o.Name == p.Name || o.Letter == p.Letter && p.Letter != "" }) {
			errs.add(p.Pos, "pipe %s: its name or letter is that of another", p.Name)
		}
		if p.Letter != "" && !p.Ordered {
			errs.add(p.Pos, "pipe %s is out of order: no distance counts it, so that a letter says nothing", p.Name)
		}
		if !slices.ContainsFunc(eu.Issues, func(x Issue) bool { return x.Pipe == p.Name }) {
			errs.add(p.Pos, "pipe %s: no row of Issue has it", p.Name)
		}
	}
	checkIssues(eu, errs)
	for i := range eu.BoardCodes {
		checkBoardCode(eu, i, errs)
	}
	checkBoardLayouts(eu, errs)
	for i, g := range eu.Guards {
		e := enums[ArchRegisterEnum]
		if e != nil && !slices.ContainsFunc(e.Rows, func(r EnumRow) bool { return r.Name == g.Register }) {
			errs.add(g.Pos, "guard of %q: want a register of %s", g.Register, ArchRegisterEnum)
		}
		if slices.ContainsFunc(eu.Guards[:i], func(o ArchGuard) bool { return o.Register == g.Register && o.Targets&g.Targets != 0 }) {
			errs.add(g.Pos, "guard of %s: another row has it", g.Register)
		}
		if g.Distance == 0 || g.Targets&^eu.BoardTargets() != 0 {
			errs.add(g.Pos, "guard of %s: want a distance, on targets with a scoreboard", g.Register)
		}
	}
}

func (l *Layout) has(field string) bool {
	return slices.ContainsFunc(l.Fields, func(f Field) bool { return f.Name == field })
}

// OfFits says that a list of classes, traits and mnemonics has an instruction.
func OfFits(of []string, f *OpFact) bool {
	return slices.ContainsFunc(of, func(w string) bool { return w == f.Class || w == f.Op || slices.Contains(f.Traits, w) })
}

func checkOf(eu *EU, of []string, at Pos, errs *Errors) {
	for _, w := range of {
		if !slices.ContainsFunc(eu.Facts, func(f OpFact) bool { return OfFits([]string{w}, &f) }) {
			errs.add(at, "%q: want a class, a trait or a mnemonic of a section Facts", w)
		}
	}
}

// ordered says that a pipe is in order.
func (eu *EU) ordered(pipe string) bool {
	k := eu.PipeNamed(pipe)
	return k >= 0 && eu.Pipes[k].Ordered
}

// checkIssues: each instruction has a pipe on each target, and each row counts.
func checkIssues(eu *EU, errs *Errors) {
	counts := make([]bool, len(eu.Issues))
	for i, x := range eu.Issues {
		checkOf(eu, x.Of, x.Pos, errs)
		if k := eu.PipeNamed(x.Pipe); k < 0 {
			errs.add(x.Pos, "pipe %q: want one of the section Pipes", x.Pipe)
			counts[i] = true
		} else if x.Counted && !eu.Pipes[k].Ordered {
			errs.add(x.Pos, "pipe %s is out of order: no distance counts what is in it", x.Pipe)
		}
	}
	for t := range EUTargets {
		for k := range eu.Facts {
			last := slices.IndexFunc(eu.Issues, func(x Issue) bool { return x.Operand == 0 && x.Targets.Has(t) && OfFits(x.Of, &eu.Facts[k]) })
			if last < 0 {
				errs.add(eu.Facts[k].Pos, "%s: no row of Issue says its pipe on %s", eu.Facts[k].Op, EUTargets[t])
				continue
			}
			all, ordered := false, false // a row without an operand came, of any pipe and of one in order
			for i, x := range eu.Issues {
				if !x.Targets.Has(t) || !OfFits(x.Of, &eu.Facts[k]) {
					continue
				}
				in := eu.ordered(x.Pipe)
				counts[i] = counts[i] || !all || in && !ordered // the second for the pipe that a distance without one means
				all, ordered = all || x.Operand == 0, ordered || in && x.Operand == 0
			}
		}
	}
	for i, x := range eu.Issues {
		if !counts[i] {
			errs.add(x.Pos, "issue: the row never counts: rows before it have all that fits")
		}
	}
}

// checkBoardCode tests a row by itself and beside those before it.
func checkBoardCode(eu *EU, i int, errs *Errors) {
	x := &eu.BoardCodes[i]
	for _, w := range x.Of {
		if eu.PipeNamed(w) < 0 {
			errs.add(x.Pos, "codes from %d: %q: want pipes of the section Pipes", x.First, w)
		}
	}
	if (x.Distance.Width != 0) != (x.Pipe != "") || (x.Token.Width != 0) != (x.Says != 0) {
		errs.add(x.Pos, "codes from %d: want a distance with its pipe, and bits with their token, or none", x.First)
	}
	if n := eu.PipeNamed(x.Pipe); x.Pipe != "" && !slices.Contains(BoardPipes, x.Pipe) {
		in := TargetSet(0)
		for _, r := range eu.Issues {
			if r.Pipe == x.Pipe {
				in |= r.Targets
			}
		}
		if n < 0 || eu.Pipes[n].Letter == "" || x.Targets&^in != 0 {
			errs.add(x.Pos, "codes from %d: pipe %q: want %s, or a pipe with a letter in which the targets have instructions", x.First, x.Pipe, oneOf(BoardPipes))
		}
	}
	mask := x.Distance.mask() | x.Token.mask()
	want := 1 << x.Token.Width
	if x.Distance.Width > 0 {
		want *= 1<<x.Distance.Width - 1
	}
	whole := x.Distance.mask()&x.Token.mask() == 0 && int(x.Last-x.First)+1 == want
	for c := x.First; c <= x.Last; c++ {
		whole = whole && c&^mask == x.First&^mask && (x.Distance.Width == 0 || x.Distance.At(c) != 0)
	}
	if !whole {
		errs.add(x.Pos, "codes %d..%d: want one for each distance but 0 and each token that their bits can say", x.First, x.Last)
	}
	for j := range eu.BoardCodes[:i] {
		o := &eu.BoardCodes[j]
		if o.Targets&x.Targets == 0 || !alike(o.Of, x.Of) {
			continue
		}
		if o.First <= x.Last && x.First <= o.Last {
			errs.add(x.Pos, "codes %d..%d: line %d has some of them for the same instructions", x.First, x.Last, o.Pos.Line)
		}
		if o.Pipe == x.Pipe && o.Says == x.Says {
			errs.add(x.Pos, "codes %d..%d say what those of line %d do", x.First, x.Last, o.Pos.Line)
		}
	}
}

// mask has the bits of a range.
func (r Range) mask() uint64 { return (1<<r.Width - 1) << r.Lo }

// alike says that two rows are about one pipe both: those without a list are about what is on none.
func alike(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// checkBoardLayouts: on each target the codes of the rows without a list, and the legal codes of the field,
// are the same; the other rows have codes of those.
func checkBoardLayouts(eu *EU, errs *Errors) {
	for t, name := range EUTargets {
		var codes [1 << boardBits]bool
		for _, x := range eu.BoardCodes {
			for c := x.First; c <= x.Last && len(x.Of) == 0 && x.Targets.Has(t); c++ {
				codes[c] = true
			}
		}
		for _, x := range eu.BoardCodes {
			if x.Targets.Has(t) && (!codes[x.First] || !codes[x.Last]) {
				errs.add(x.Pos, "codes %d..%d on %s: want a row for the instructions that no other names", x.First, x.Last, name)
			}
		}
		for _, l := range eu.Layouts {
			for _, f := range l.Fields {
				if f.Name != boardField || !l.Targets.Has(t) || !f.Targets.Has(t) {
					continue
				}
				for c, ok := range codes {
					switch legal := f.Codes == nil || slices.Contains(f.Codes, uint64(c)); {
					case legal && !ok:
						errs.add(f.Pos, "%s of %s has code %d, of which no row of Scoreboard says what it means", boardField, name, c)
					case ok && !legal:
						errs.add(f.Pos, "%s of %s lacks code %d, which a row of Scoreboard has", boardField, name, c)
					}
				}
			}
		}
	}
}
