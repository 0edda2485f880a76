package eu

// Bits of cr0.1 (Ivy Bridge PRM vol. 4 part 3, 3.3.3.8). Exceptions that are taken stop
// the thread: the system routine that would handle them is not modelled.
const (
	stackEnable    = 1 << 11
	illegalEnable  = 1 << 12
	softwareEnable = 1 << 13
	breakEnable    = 1 << 15
	stackStatus    = 1 << 27
	illegalStatus  = 1 << 28
	softwareStatus = 1 << 29
	haltStatus     = 1 << 30

	// What code may set without an effect: enables, and the status bits of exceptions
	// that only hardware raises.
	quietBits = stackEnable | illegalEnable | softwareEnable | breakEnable | stackStatus | illegalStatus
)

// raised is the exception that a value of cr0.1 asks for, or "". A software exception
// that is not enabled only has its bit set (gen-execution 7.3).
func raised(cr01 uint32) string {
	switch {
	case cr01&softwareStatus != 0 && cr01&softwareEnable != 0:
		return "a software exception"
	case cr01&haltStatus != 0:
		return "an external halt"
	case cr01&^(quietBits|softwareStatus) != 0:
		return "reserved bits of cr0.1"
	}
	return ""
}

// breaking runs one instruction of code that has breakpoints. The thread stops before
// one that is enabled and not suppressed, which it is once.
func (t *thread) breaking(left *int) step {
	cr0 := t.u32(t.grf + offCR0)
	here := *t.u32(t.grf + offCR0 + 4)&breakEnable != 0 && t.pc < len(t.prog.Insts) && t.prog.Insts[t.pc].Debug
	if here && *cr0&modeSuppress == 0 {
		t.unmodelled(&t.prog.Ops[t.pc], "a breakpoint", 0)
		return end
	}
	one := 1
	s := t.block(&one)
	*left += one - 1
	if here && s != stall {
		*cr0 &^= modeSuppress
	}
	return s
}
