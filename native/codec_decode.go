package native

// decodeRows are the bits of a word that decide which fields it has.
type decodeRows struct {
	op   Op
	bits word
}

// decodePlan is what words with the same fields have in common: the bits that say all
// but the loose slots, and the instructions by those bits.
type decodePlan struct {
	said, covered word
	rows          []*field // the loose ones
	insts         map[word]*Inst
}

// asked are the bits that conditions of an op's fields look at.
type asked struct {
	known bool
	bits  word
}

// decodeWord is the function of that name.
func (c *Codec) decodeWord(w word, size int) (Inst, error) {
	op, err := opOf(c.t, w.get(opcodeFrag))
	if err != nil || !c.cached {
		return decodeWord(c.t, w, size)
	}
	a := &c.asked[op]
	if !a.known {
		a.known, a.bits = true, asks(fieldsOf(c.t, op))
	}
	key := decodeRows{op, word{w[0] & a.bits[0], w[1] & a.bits[1]}}
	plan, known := c.rows[key]
	if !known {
		if c.rows == nil || len(c.rows) >= mostShapes {
			c.rows = map[decodeRows]*decodePlan{}
		}
		plan = decodePlanOf(fieldsOf(c.t, op), w, a.bits)
		c.rows[key] = plan
	}
	said := word{w[0] & plan.said[0], w[1] & plan.said[1]}
	like, known := plan.insts[said]
	if known {
		in := *like
		if plan.fill(&in, w, size) {
			return in, nil
		}
	}
	in, err := decodeWord(c.t, w, size)
	if err == nil && !known {
		plan.keep(said, in)
	}
	return in, err
}

// decodePlanOf is the plan of words that have the fields of w.
func decodePlanOf(fields []field, w, asked word) *decodePlan {
	p := &decodePlan{said: asked, covered: word{1<<opcodeFrag.n - 1 | 1<<cmptFrag.lo}}
	for i := range fields {
		f := &fields[i]
		if !w.holds(f.when) || f.implied { // a ratio has no bits either, and is not loose
			continue
		}
		p.covered.cover(f.frags)
		if f.slot.loose() && f.is == nil {
			p.rows = append(p.rows, f)
		} else {
			p.said.cover(f.frags)
		}
	}
	return p
}

// keep remembers an instruction for the bits of its word that say all but the loose
// slots, which are 0 in what is remembered.
func (p *decodePlan) keep(said word, in Inst) {
	if p.insts == nil || len(p.insts) >= mostShapes {
		p.insts = map[word]*Inst{}
	}
	in.Msg.ExDesc = 0 // two fields make it up
	p.insts[said] = &in
}

// fill reads the loose slots of a word; ok is false when a code has no value.
func (p *decodePlan) fill(in *Inst, w word, size int) bool {
	in.Compact = size == compactSize
	for _, f := range p.rows {
		v, ok := f.value(w.gather(f.frags), size)
		if !ok {
			return false
		}
		if at := &slots[f.slot]; at.part == &partImm {
			in.operand(at.opnd).Imm = v // its region is known
			continue
		}
		f.slot.set(in, v)
	}
	in.Rest = [2]uint64{w[0] &^ p.covered[0], w[1] &^ p.covered[1]}
	return true
}
