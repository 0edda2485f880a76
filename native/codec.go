package native

// Codec encodes and decodes the instructions of one target, and remembers the shapes
// that it has met: all of an instruction but register numbers, immediates, offsets and
// descriptors. Of an instruction whose shape it knows it looks at those alone. What it
// says, errors too, is what the functions of the same names say. It is not for several
// goroutines at once.
type Codec struct {
	t      Target
	cached bool
	plans  map[encodeShape]*encodePlan
	recent *[NumOps]recentPlan // of each op the plan that served last
	rows   map[decodeRows]*decodePlan
	asked  *[NumOps]asked
	word   word // that Next read last
	shapes int  // that decoding met
	kept   int  // of those, in rows
}

// NewCodec is a codec of a target.
func NewCodec(t Target) *Codec {
	return &Codec{t: t, cached: true, recent: new([NumOps]recentPlan), asked: new([NumOps]asked)}
}

// mostShapes bounds what a codec remembers; it then forgets and starts again.
const mostShapes = 1 << 13

// operandShape is the part of an operand that belongs to a shape.
type operandShape struct {
	file     RegFile
	typ      Type
	mod      SrcMod
	indirect bool
	region   Region
	swizzle  uint8
	chanEn   uint8
	mme      uint8
}

// encodeShape is what an instruction says beside its loose slots.
type encodeShape struct {
	op                                                     Op
	exec, off                                              uint8
	pred                                                   PredCtrl
	cond                                                   CondMod
	flagReg, flagSub                                       uint8
	dep, thread, math, sync, swsb, sfid                    uint8
	noMask, inv, sat, accWr, align16, branch, noSrc, debug bool
	fused, desc, exDesc, exBSO, eot, compact               bool
	src1Len, boolFC                                        uint8
	systolic                                               Systolic
	operands                                               [4]operandShape
}

func shapeOf(in *Inst) encodeShape {
	s := encodeShape{
		op: in.Op, exec: in.ExecSize, off: in.ChanOff, pred: in.PredCtrl, cond: in.Cond, flagReg: in.Flag.Reg, flagSub: in.Flag.Sub,
		dep: in.DepCtrl, thread: in.Thread, math: in.MathFC, sync: in.SyncFC, swsb: in.SWSB, sfid: in.Msg.SFID,
		noMask: in.NoMask, inv: in.PredInv, sat: in.Sat, accWr: in.AccWr, align16: in.Align16, branch: in.Branch, noSrc: in.NoSrcDep, debug: in.Debug,
		fused: in.Fused, desc: in.Msg.DescReg, exDesc: in.Msg.ExDescReg, exBSO: in.Msg.ExBSO, eot: in.Msg.EOT, compact: in.Compact,
		src1Len: in.Msg.Src1Len, boolFC: in.BoolFC, systolic: in.Systolic,
	}
	for i := range s.operands {
		o := in.operand(int8(i))
		s.operands[i] = operandShape{o.File, o.Type, o.Mod, o.Indirect, o.Region, o.Swizzle, o.ChanEn, o.MME}
	}
	return s
}

// loose tells the slots that are no part of a shape.
func (s slot) loose() bool {
	switch slots[s].part {
	case &partReg, &partSub, &partAImm, &partASub, &partImm:
		return true
	}
	switch s {
	case slotJIP, slotUIP, slotMsgDesc, slotDescAddrSubRegNum, slotExFuncCtrl, slotExMsgLength, slotExMsgDesc, slotExDescAddrSubRegNum:
		return true
	}
	return false
}

// virtual tells an instruction that is not ready to be encoded, or has bits of no
// field.
func (in *Inst) virtual() bool {
	if in.Rest != [2]uint64{} || in.Label|in.Label2|in.Flag.Virt != 0 {
		return true
	}
	for i := range int8(4) {
		if o := in.operand(i); o.AddrReg > 0 || o.AddrOf != 0 {
			return true
		}
	}
	return false
}

// encodePlan is a word of a shape, the loose fields to write over in it, and the loose
// slots that have no field and must be 0.
type encodePlan struct {
	word word
	rows []looseRow
	zero []slotInfo
	free bool // neither offsets nor descriptors have fields
}

// recentPlan is a plan of a shape.
type recentPlan struct {
	shape encodeShape
	plan  *encodePlan
}

// looseRow is a field of a loose slot. A plain one is a whole number at one place.
type looseRow struct {
	*field
	slotInfo
	frag  frag
	plain bool
}

func rowOf(f *field) looseRow {
	r := looseRow{field: f, slotInfo: slots[f.slot]}
	if r.plain = len(f.frags) == 1 && f.is == nil && f.ratio == nil && f.codes == nil && f.limits == nil && !f.twice && !f.next && !f.optional && !f.implied; r.plain {
		r.frag = f.frags[0]
	}
	return r
}

// put writes the code of the slot into the word; false when the field does not take
// it.
func (r *looseRow) put(w *word, in *Inst, size int) bool {
	if !r.plain {
		raw, err := r.rawOf(in, size)
		w.scatter(r.frags, raw)
		return err == nil
	}
	v := r.number(in)
	raw := v >> r.scale & (1<<r.frag.n - 1)
	w.put(r.frag, raw)
	return r.plainValue(raw) == v
}

// plainValue is the number that a code of a plain row means.
func (r *looseRow) plainValue(raw uint64) uint64 {
	if r.signed {
		raw = uint64(int64(raw<<(64-r.frag.n)) >> (64 - r.frag.n))
	}
	return raw << r.scale
}

// take reads the slot from the word; false when its code has no value.
func (r *looseRow) take(in *Inst, w *word, size int) bool {
	var v uint64
	if r.plain {
		v = r.plainValue(w.get(r.frag))
		if r.signed && int64(v) != int64(int32(v)) {
			return false
		}
	} else {
		var ok bool
		if v, ok = r.value(w.gather(r.frags), size); !ok {
			return false
		}
	}
	switch {
	case r.inst != nil:
		r.inst.set(in, v)
	case r.part == &partImm:
		in.operand(r.opnd).Imm = v // its region is known
	default:
		r.part.set(in.operand(r.opnd), v)
	}
	return true
}

// encodeWord is the function of that name.
func (c *Codec) encodeWord(in *Inst, size int) (word, error) {
	if !c.cached || in.virtual() {
		return encodeWord(c.t, in, size)
	}
	shape := shapeOf(in)
	last := &c.recent[in.Op%NumOps] // an op that is none has no plan
	plan, known := last.plan, true
	if plan == nil || last.shape != shape {
		if plan, known = c.plans[shape]; plan != nil {
			last.shape, last.plan = shape, plan
		}
	}
	if plan != nil {
		if w, ok := plan.fill(in, size); ok {
			return w, nil
		}
	}
	w, err := encodeWord(c.t, in, size)
	if err == nil && !known {
		if c.plans == nil || len(c.plans) >= mostShapes {
			c.plans = map[encodeShape]*encodePlan{}
		}
		c.plans[shape] = planOf(c.t, in, w)
	}
	return w, err
}

// fill gives the word of an instruction of the plan's shape; ok is false when a field
// does not take it.
func (p *encodePlan) fill(in *Inst, size int) (word, bool) {
	w := p.word
	for i := range p.rows {
		if !p.rows[i].put(&w, in, size) {
			return w, false
		}
	}
	for i := range p.zero {
		if p.zero[i].number(in) != 0 {
			return w, false
		}
	}
	return w, !p.free || in.free()
}

// planOf is the plan for instructions like in, which encodes to w; nil when a loose
// field decides over others.
func planOf(t Target, in *Inst, w word) *encodePlan {
	p := &encodePlan{word: w}
	fields := fieldsOf(t, in.Op)
	var written [numSlots]bool
	var loose word
	for i := range fields {
		f := &fields[i]
		if !w.holds(f.when) {
			continue
		}
		written[f.slot] = written[f.slot] || f.is == nil
		if f.slot.loose() {
			p.rows = append(p.rows, rowOf(f))
			loose.cover(f.frags)
		}
	}
	for i := range fields {
		if !settled(&w, fields[i].when, loose) {
			return nil
		}
	}
	p.absent(in, &written)
	return p
}

// absent finds the loose slots without a field.
func (p *encodePlan) absent(in *Inst, written *[numSlots]bool) {
	var operands []slotInfo
	p.free = true
	for s := range numSlots {
		at := &slots[s]
		switch {
		case !s.loose():
		case at.part == nil && (written[s] || elsewhere(s, written)):
			p.free = false
		case written[s] || at.part != nil && in.operand(at.opnd).File == NoFile || elsewhere(s, written):
		case at.part != nil:
			operands = append(operands, *at)
		default:
			p.zero = append(p.zero, *at)
		}
	}
	if p.free {
		p.zero = nil // in.free asks all of them at once
	}
	p.zero = append(p.zero, operands...)
}

// free tells that all loose slots of the instruction itself are 0.
func (in *Inst) free() bool {
	m := &in.Msg
	return uint64(in.JIP)|uint64(in.UIP)|uint64(m.Desc)|uint64(m.ExDesc)|uint64(m.DescSub)|uint64(m.ExDescSub) == 0
}

// settled tells that a shape decides whether conditions hold, whatever the loose bits:
// none looks at them, or one that does not fails.
func settled(w *word, when []cond, loose word) bool {
	fixed := true
	for i := range when {
		var at word
		at.cover(when[i].at[:])
		if at[0]&loose[0]|at[1]&loose[1] != 0 {
			fixed = false
		} else if !w.holds(when[i : i+1]) {
			return true
		}
	}
	return fixed
}

// asks are the bits that conditions of fields look at.
func asks(fields []field) (w word) {
	for i := range fields {
		for _, c := range fields[i].when {
			w.cover(c.at[:])
		}
	}
	return w
}
