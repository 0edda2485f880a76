package native

// TryCompact sets in.Compact when the target has an 8-byte form of the
// instruction, and reports whether it has. The instruction must be encodable
// otherwise; one that is not stays as it is.
func TryCompact(t Target, in *Inst) bool {
	w, err := encodeWord(t, in, compactSize)
	if err != nil {
		return false
	}
	_, why := compress(t, in.Op, w)
	in.Compact = why == ""
	return in.Compact
}
