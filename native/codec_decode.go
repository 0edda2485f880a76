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
	rows          []looseRow
	insts         map[word]*knownInst
}

// knownInst is an instruction with the number of its shape.
type knownInst struct {
	Inst
	shape int
}

// asked are the bits that conditions of an op's fields look at, and the plan of the
// word that came last.
type asked struct {
	known bool
	bits  word
	last  word
	plan  *decodePlan
}

// Next is Decode into in, and gives a number to the shape of the instruction: what has
// the same number differs in register and address numbers, immediates, offsets,
// descriptors and Rest alone. 0 is one of a shape that the codec does not know.
func (c *Codec) Next(in *Inst, p []byte) (size, shape int, err error) {
	if layouts[c.t] == nil {
		return 0, 0, &TargetError{c.t}
	}
	w, size, err := fetch(c.t, p)
	if err != nil {
		return 0, 0, err
	}
	c.word = w
	shape, err = c.decodeWord(in, w, size)
	return size, shape, err
}

// decodeWord is the function of that name; it gives the shape's number, too.
func (c *Codec) decodeWord(in *Inst, w word, size int) (shape int, err error) {
	op, err := opOf(c.t, w.get(opcodeFrag))
	if err != nil || !c.cached {
		*in, err = decodeWord(c.t, w, size)
		return 0, err
	}
	plan := c.decodePlan(op, w)
	said := word{w[0] & plan.said[0], w[1] & plan.said[1]}
	like, known := plan.insts[said]
	if known {
		if *in = like.Inst; plan.fill(in, w, size) {
			return like.shape, nil
		}
	}
	*in, err = decodeWord(c.t, w, size)
	if err != nil || known {
		return 0, err
	}
	if c.kept++; c.kept > mostShapes {
		c.rows, c.asked, c.kept = nil, new([NumOps]asked), 1
		plan = c.decodePlan(op, w)
	}
	c.shapes++
	plan.keep(said, in, c.shapes)
	return c.shapes, nil
}

// decodePlan finds the plan of a word, or makes it.
func (c *Codec) decodePlan(op Op, w word) *decodePlan {
	a := &c.asked[op]
	if !a.known {
		a.known, a.bits = true, asks(fieldsOf(c.t, op))
	}
	bits := word{w[0] & a.bits[0], w[1] & a.bits[1]}
	if a.plan != nil && a.last == bits {
		return a.plan
	}
	key := decodeRows{op, bits}
	plan, known := c.rows[key]
	if !known {
		if c.rows == nil {
			c.rows = map[decodeRows]*decodePlan{}
		}
		plan = decodePlanOf(fieldsOf(c.t, op), w, a.bits)
		c.rows[key] = plan
	}
	a.last, a.plan = bits, plan
	return plan
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
			p.rows = append(p.rows, rowOf(f))
		} else {
			p.said.cover(f.frags)
		}
	}
	return p
}

// keep remembers an instruction for the bits of its word that say all but the loose
// slots, which are 0 in what is remembered.
func (p *decodePlan) keep(said word, in *Inst, shape int) {
	if p.insts == nil {
		p.insts = map[word]*knownInst{}
	}
	like := &knownInst{*in, shape}
	like.Msg.ExDesc = 0 // two fields make it up
	p.insts[said] = like
}

// fill reads the loose slots of a word; ok is false when a code has no value.
func (p *decodePlan) fill(in *Inst, w word, size int) bool {
	in.Compact = size == compactSize
	for i := range p.rows {
		if !p.rows[i].take(in, &w, size) {
			return false
		}
	}
	in.Rest = [2]uint64{w[0] &^ p.covered[0], w[1] &^ p.covered[1]}
	return true
}
