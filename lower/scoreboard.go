package lower

// Codes of the scoreboard that make an instruction wait for all before it: the one in front,
// which waited for the others, and the one token that all messages and functions of math
// take.
const (
	afterAll   = 0x90 // @1, and $0 of its destination, or taken
	afterFront = 0x01 // @1: a branch takes and waits for no token
)

// scoreboard says of each instruction which earlier ones it waits for, where the hardware
// does not watch the registers.
func (c *compiler) scoreboard() error {
	if !c.t.Scoreboard() {
		return nil
	}
	for i := range c.p.Insts {
		switch in := &c.p.Insts[i]; {
		case in.Op.IsBranch() || in.Op.IsEmpty():
			in.SWSB = afterFront
		case in.Op.HasChannels():
			in.SWSB = afterAll
		}
	}
	return nil
}
