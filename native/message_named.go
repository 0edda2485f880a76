package native

// NamedMessage is a message as intel-gen4asm names it from Gen7 on: its arguments are
// fields of the descriptor, or the shared function (the assembler's grammar, gram.y of
// the Intel GPU tools).
type NamedMessage struct {
	Least int // arguments that must be there
	sfid  uint8
	head  bool
	desc  Desc
	args  []namedArg
}

// namedArg is bits of a descriptor, from bit on.
type namedArg struct{ bit, bits int8 }

// Arguments that are no bits of the descriptor.
var (
	namedIgnored  = namedArg{bits: 0}
	namedFunction = namedArg{bits: -1}
	namedHeader   = namedArg{bits: -2} // whether there is a header
)

// Fields that several messages have.
var (
	namedTable   = namedArg{0, 8} // binding table index
	namedControl = namedArg{8, 6}
	namedType    = namedArg{14, 4}
)

// namedPorts are the functions that data_port names.
const namedPorts = 1<<SFIDDPSampler | 1<<SFIDDPRC | 1<<SFIDDPCC | 1<<SFIDDPDC0

// NamedMessages are all by name. The arguments of urb are its offset, the swizzle (1
// interleave, 2 transpose), and allocate, used and complete.
func NamedMessages() map[string]NamedMessage {
	return map[string]NamedMessage{
		"null":           {sfid: SFIDNull},
		"gateway":        {sfid: SFIDGateway},
		"sampler":        {Least: 3, sfid: SFIDSampler, head: true, desc: 2 << 17, args: []namedArg{namedTable, {8, 4}, namedIgnored}}, // always of 16 channels
		"read":           {Least: 4, sfid: SFIDDPSampler, head: true, args: []namedArg{namedTable, namedIgnored, namedControl, namedType}},
		"write":          {Least: 4, sfid: SFIDDPRC, head: true, args: []namedArg{namedTable, namedControl, namedType, namedIgnored, namedHeader}},
		"urb":            {Least: 5, sfid: SFIDURB, head: true, args: []namedArg{{4, 6}, {10, 2}, {13, 1}, {14, 1}, {15, 1}}},
		"thread_spawner": {Least: 3, sfid: SFIDSpawner, args: []namedArg{{0, 1}, {1, 1}, {4, 1}}},
		"vme":            {Least: 4, sfid: SFIDVME, head: true, args: []namedArg{namedTable, {8, 3}, {11, 2}, {13, 2}}},
		"cre":            {Least: 2, sfid: SFIDCRE, head: true, args: []namedArg{namedTable, {13, 2}}},
		"data_port":      {Least: 6, head: true, args: []namedArg{namedFunction, namedType, namedControl, namedTable, {18, 1}, namedHeader}},
	}
}

// Args is how many arguments it has at most.
func (m *NamedMessage) Args() int { return len(m.args) }

// Takes tells that argument i may have a value.
func (m *NamedMessage) Takes(i, v int) bool {
	switch a := m.args[i]; {
	case v < 0:
		return false
	case a == namedFunction:
		return v <= SFIDCRE && namedPorts>>v&1 != 0
	case a.bits > 0:
		return v>>a.bits == 0
	}
	return true
}

// Ignores tells that argument i says nothing on Gen7.
func (m *NamedMessage) Ignores(i int) bool { return m.args[i] == namedIgnored }

// Message is the message with arguments that Takes takes; the lengths are 0.
func (m *NamedMessage) Message(args []int) Message {
	out, head := Message{SFID: m.sfid, Desc: m.desc}, m.head
	for i, v := range args {
		switch a := m.args[i]; a {
		case namedIgnored:
		case namedHeader:
			head = v != 0
		case namedFunction:
			out.SFID = uint8(v)
		default:
			out.Desc |= Desc(v) << a.bit
		}
	}
	if head {
		out.Desc, _ = out.Desc.WithHeader(1)
	}
	return out
}
