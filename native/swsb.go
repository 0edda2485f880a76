package native

import "fmt"

// The parts of a software scoreboard code (gen-encoding section 6).
const (
	swsbDist  = 0x00 // + 1..7: wait for the instruction so many before this one
	swsbDst   = 0x20 // + token: wait until its destination is written
	swsbSrc   = 0x30 // + token: wait until its sources are read
	swsbSet   = 0x40 // + token: set it, which send and math alone do
	swsbBoth  = 0x80 // + 16 * distance + token
	swsbToken = 15
	swsbFirst = 7
)

// Scoreboard is Inst.SWSB in assembly text, without braces; "" for none. With a
// distance, a token is set by the instructions that can and waited for by others.
func (in *Inst) Scoreboard() string {
	token := in.SWSB & swsbToken
	switch c := in.SWSB; {
	case c == 0:
		return ""
	case c >= swsbBoth:
		s := fmt.Sprintf("@%d,$%d", c>>4&swsbFirst, token)
		if in.Op.IsSend() || in.Op == OpMath {
			return s
		}
		return s + ".dst"
	case c >= swsbSet:
		return fmt.Sprintf("$%d", token)
	case c >= swsbSrc:
		return fmt.Sprintf("$%d.src", token)
	case c >= swsbDst:
		return fmt.Sprintf("$%d.dst", token)
	}
	return fmt.Sprintf("@%d", in.SWSB-swsbDist)
}

// SyncName is what a sync waits for in assembly text.
func SyncName(fc uint8) string {
	for _, c := range codesGen12SyncFC {
		if c.code == fc {
			return c.name
		}
	}
	return fmt.Sprintf("fc%d", fc)
}

// sfidTexts are the shared functions as Gen12 mnemonics have them.
var sfidTexts = [...]string{
	SFIDNull: "null", SFIDSampler: "smpl", SFIDGateway: "gtwy", SFIDDPDC2: "dc2", SFIDDPRC: "rc", SFIDURB: "urb", SFIDSpawner: "ts",
	SFIDVME: "vme", SFIDDPDCRO: "dcro", SFIDDPDC0: "dc0", SFIDPI: "pixi", SFIDDPDC1: "dc1", SFIDCRE: "cre",
}

// SFIDName is the shared function of a Gen12 send in its mnemonic.
func SFIDName(sfid uint8) string {
	if int(sfid) < len(sfidTexts) && sfidTexts[sfid] != "" {
		return sfidTexts[sfid]
	}
	return fmt.Sprintf("sfid%d", sfid)
}
