package effects

import "github.com/genvisa/genvisa/native"

// predicate is the flag bits that decide which channels take part, or what they take.
func (w *walker) predicate() {
	in := w.in
	if in.PredCtrl == native.PredNone {
		return
	}
	group := Group(in)
	e := Effect{At: int32(in.ChanOff), N: int32(in.ExecSize), Lane: w.flagChannel(), First: 0, Each: 1}
	if group > 1 {
		lo := int32(in.ChanOff) &^ (group - 1)
		hi := (int32(in.ChanOff) + int32(in.ExecSize) + group - 1) &^ (group - 1)
		e = Effect{At: lo, N: hi - lo, Lane: Thread, First: Thread}
	}
	w.flag(e)
	if !in.Align16 && (in.PredCtrl == native.PredAnyV || in.PredCtrl == native.PredAllV) {
		e.At += flagBits // the same channels of f1
		w.flag(e)
	}
}

// Group is how many flag bits that follow each other the predicate of one channel
// looks at: channels of Align16 at four where it does not look at its own.
func Group(in *native.Inst) int32 {
	switch {
	case in.PredCtrl <= native.PredSeq, in.PredCtrl < native.PredAny2H && !in.Align16:
		return 1
	case in.Align16:
		return 4
	}
	return 2 << ((in.PredCtrl - native.PredAny2H) / 2)
}

// flagChannel is the first channel whose flag bits are its own.
func (w *walker) flagChannel() int8 {
	if w.in.Op.IsUniform() {
		return Thread
	}
	return w.channel(0)
}

// flag says an effect on bits of the instruction's flag register.
func (w *walker) flag(e Effect) {
	f := &w.in.Flag
	e.Space, e.Var = Flag, f.Virt
	if f.Virt == 0 {
		e.At += int32(f.Reg)*flagBits + int32(f.Sub)*16
	}
	w.do(e)
}

// condition is the flag bits that the condition modifier writes. A predicate keeps
// those of the channels that it turns off, and so do channel enables.
func (w *walker) condition() {
	in := w.in
	if in.SetsFlag() {
		full := in.PredCtrl == native.PredNone && (!in.Align16 || in.IsMacro() || in.Dst.ChanEn == native.AllChannels)
		w.flag(Effect{At: int32(in.ChanOff), N: int32(in.ExecSize), Lane: w.flagChannel(), First: 0, Each: 1, Write: true, Full: full})
	}
}

// implied is what an instruction reads beside its operands.
func (w *walker) implied() {
	in := w.in
	if in.Op.ReadsAccumulator() {
		w.accumulators(false)
	}
	switch {
	case in.Op == native.OpSync && native.SyncName(in.SyncFC) == "bar":
		w.state(native.ARFN0, false)
	case in.Op.IsALU() && floats(in):
		w.state(native.ARFCR0, false) // rounding and denormals
	}
}

// results is what it writes beside its destination.
func (w *walker) results() {
	if w.in.AccWr || w.in.Op.WritesAccumulator() {
		w.accumulators(true)
	}
}

// accumulators are all of those that an instruction uses without naming one: which
// of their bytes are whose, the type and the channels say, and the documents not always.
func (w *walker) accumulators(write bool) {
	w.do(Effect{Space: Accumulator, N: 2 * native.GRFBytes, Lane: Thread, First: Thread, Write: write})
}

func (w *walker) state(reg int32, write bool) {
	w.do(Effect{Space: State, At: reg, N: 1, Lane: Thread, First: Thread, Write: write})
}

// floats says that an operand is a float.
func floats(in *native.Inst) bool {
	if in.Dst.Type.IsFloat() {
		return true
	}
	for s := range in.Src {
		if in.Src[s].File != native.NoFile && in.Src[s].Type.IsFloat() {
			return true
		}
	}
	return false
}
