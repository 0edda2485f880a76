package visa

// MediaField is which lines of an interlaced picture the modifier of a media block says:
// field 0 the even ones, 1 the odd ones, when it says any. The modifiers of changed data, of
// which Intel's finalizer makes the same code, say the same as those without.
func MediaField(modifier uint64) (field int, interlaced bool) {
	return int(modifier & 1), modifier >= 2
}
