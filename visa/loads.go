package visa

// LoadOrder is the order of load_3d's parameters. It changed with Gen9, and the text
// of a kernel does not say for which device it was made (message reference, trap 9).
type LoadOrder uint8

// Orders of u, v and r, and of the level of detail, lod.
const (
	LoadOrderOpen LoadOrder = iota // nobody has said
	LevelThird                     // u v lod r: Gen9 and later
	LevelSecond                    // u lod v r: Gen8 and before
)

var loadOrders = [...]string{LoadOrderOpen: "", LevelThird: "u v lod r", LevelSecond: "u lod v r"}

// String lists the parameters; it is "" for an open order.
func (o LoadOrder) String() string {
	if int(o) >= len(loadOrders) {
		return "order?"
	}
	return loadOrders[o]
}

// Places of the two parameters that change places.
const (
	secondParam = 1
	thirdParam  = 2
)

// Loads knows the order of the load_3d of one kernel.
type Loads struct {
	k     *Kernel
	zero  []bool // by root variable: all that is ever written to it is 0
	order LoadOrder
}

// LoadsOf finds the order: what Kernel.Loads says, else what the instructions
// tell. load_lz and sample_lz came with Gen9. And where one of the two parameters
// is 0 in all lanes and the other one is not, the one that is 0 is the level: images
// have level 0 alone, so that a kernel that means it the other way reads nothing but
// the border, or reads the same.
func LoadsOf(k *Kernel) *Loads {
	l := &Loads{k: k, order: k.Loads}
	if l.order != LoadOrderOpen {
		return l
	}
	l.findZeros()
	var votes [len(loadOrders)]bool
	for i := range k.Insts {
		switch in := &k.Insts[i]; in.Op {
		case OpLoadLz, OpSampleLz:
			l.order = LevelThird
			return l
		case OpLoad3d:
			votes[l.vote(in)] = true
		}
	}
	switch {
	case votes[LevelSecond] && !votes[LevelThird]:
		l.order = LevelSecond
	case votes[LevelThird] && !votes[LevelSecond]:
		l.order = LevelThird
	}
	return l
}

// Order is that of one load_3d, or LoadOrderOpen where it matters and nothing tells.
func (l *Loads) Order(in *Inst) LoadOrder {
	if l.order == LoadOrderOpen && l.isZero(in, secondParam) && l.isZero(in, thirdParam) {
		return LevelThird
	}
	return l.order
}

// vote is the order that one instruction tells.
func (l *Loads) vote(in *Inst) LoadOrder {
	switch second, third := l.isZero(in, secondParam), l.isZero(in, thirdParam); {
	case second && !third:
		return LevelSecond
	case third && !second:
		return LevelThird
	}
	return LoadOrderOpen
}

// isZero says that parameter i is 0 in all lanes: left out, null, or a variable that
// never holds anything else.
func (l *Loads) isZero(in *Inst, i int) bool {
	at := int(in.Op.Info().Args[ArgParams]) - 1 + i
	if at >= len(in.Args) {
		return true
	}
	v := in.Args[at].Var
	if v == VarNull {
		return true
	}
	if v < 0 || int(v) >= len(l.k.Vars) { // of a kernel that Link made from this one
		return false
	}
	root, _ := l.k.Root(v)
	return int(root) < len(l.zero) && l.zero[root]
}

// findZeros finds the variables that are written, and with nothing but 0.
func (l *Loads) findZeros() {
	k := l.k
	written, other := make([]bool, len(k.Vars)), make([]bool, len(k.Vars))
	for i := range k.Inputs {
		if k.Inputs[i].Kind == NoState {
			l.mark(other, k.Inputs[i].Var)
		}
	}
	for i := range k.Insts {
		in := &k.Insts[i]
		for a := range in.Args {
			o := &in.Args[a]
			switch access := in.Slot(a).Access; {
			case o.Kind == AddressOf && o.StateVar == NoState:
				l.mark(other, o.Var)
			case access != Writes && access != ReadsWrites || o.Kind != General && o.Kind != Raw:
			case isZeroMove(in):
				l.mark(written, o.Var)
			default:
				l.mark(other, o.Var)
			}
		}
	}
	for v := range written {
		written[v] = written[v] && !other[v] && v >= FirstUserVar
	}
	l.zero = written
}

func (l *Loads) mark(set []bool, v int32) {
	if v >= 0 && int(v) < len(set) {
		root, _ := l.k.Root(v)
		set[root] = true
	}
}

// isZeroMove says that an instruction writes zeros: mov of an immediate 0.
func isZeroMove(in *Inst) bool {
	src := in.Arg(ArgSrc0)
	return in.Op == OpMov && src != nil && src.Kind == Immediate && src.Imm == 0 && src.Mod == NoMod
}
