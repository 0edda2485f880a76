package opdefs

import "strings"

// ArchWrites says what a write does to a kind of architecture registers: the words of the
// column writes, in the order of the constants of package native. A list of dwords is the
// word some.
var ArchWrites = []string{"all", "none", "zero", "valid", "some"}

// ArchFile is a kind of architecture registers: a row of Registers.
type ArchFile struct {
	Pos     Pos
	Name    string // of the enumeration ArchRegister
	Count   int    // registers
	Bytes   int    // that instructions reach of one
	Least   int    // bytes of the least access
	Writes  int    // index into ArchWrites
	Dwords  uint64 // of some: set of the dwords that keep what is written
	Meaning string
}

// PlacePart is a part of the number of a thread's place in the device that lies elsewhere
// in sr0.0 on other targets.
type PlacePart struct {
	Pos     Pos
	Name    string
	Targets TargetSet
	Bits    uint64 // of sr0.0, low bits of the part first
	Source  string
}

// PlaceNames are the names that a row of Place may have, in the order of their constants.
var PlaceNames = []string{"EU", "Subslice", "Slice"}

var (
	registerColumns = []string{"register", "count", "bytes", "least", "writes", "meaning", "source"}
	placeColumns    = []string{"part", "targets", "bits", "source"}
)

// maxArchCount is how many registers the low four bits of a number tell apart.
const maxArchCount = 16

func (p *euParser) registers(s *euSection, rest string) {
	p.alone(s, rest, "Registers")
	for _, r := range s.Rows {
		f := &ArchFile{
			Pos: r.Pos, Name: p.match(r.get("register"), euName, "register"), Meaning: p.prose(r.get("meaning")),
			Count: p.small(r.get("count"), "registers", maxArchCount), Bytes: p.small(r.get("bytes"), "bytes", 4*maxWordDwords),
			Least: p.small(r.get("least"), "bytes of the least access", 8),
		}
		if p.prose(r.get("source")) == "" {
			p.errs.add(r.Pos, "register %s: want a source", f.Name)
		}
		p.archWrites(f, r.get("writes"))
		p.eu.ArchFiles = append(p.eu.ArchFiles, f)
	}
}

// archWrites reads a word of ArchWrites, or the dwords that are written.
func (p *euParser) archWrites(f *ArchFile, c euCell) {
	some := len(ArchWrites) - 1
	if _, ok := euNumber(strings.Split(c.Text, " ")[0]); !ok {
		f.Writes = p.choice(c, "writes", ArchWrites[:some])
		return
	}
	f.Writes = some
	for _, w := range strings.Fields(c.Text) {
		f.Dwords |= 1 << p.small(euCell{w, c.Pos}, "dword", maxWordDwords-1)
	}
}

func (p *euParser) placeParts(s *euSection, rest string) {
	p.alone(s, rest, "Place")
	for _, r := range s.Rows {
		x := PlacePart{
			Pos: r.Pos, Name: PlaceNames[p.choice(r.get("part"), "part", PlaceNames)], Targets: p.targets(r.get("targets")), Source: p.prose(r.get("source")),
		}
		for _, b := range p.ranges(r.get("bits")) {
			if b.Lo+b.Width > 32 {
				p.errs.add(r.get("bits").Pos, "bits %q: want ranges inside 31:0", r.get("bits").Text)
				break
			}
			x.Bits |= (1<<b.Width - 1) << b.Lo
		}
		if x.Source == "" {
			p.errs.add(r.Pos, "part %s: want a source", x.Name)
		}
		p.eu.PlaceParts = append(p.eu.PlaceParts, x)
	}
}

// checkRegisters: every kind of architecture registers has one row, of a name of the
// enumeration; a target has one row for a part, which shares no bit with another.
func checkRegisters(eu *EU, enums map[string]*Enum, errs *Errors) {
	if len(eu.ArchFiles) == 0 {
		return
	}
	rows, known := map[string]bool{}, map[string]bool{}
	for _, f := range eu.ArchFiles {
		if rows[f.Name] {
			errs.add(f.Pos, "register %s has a row already", f.Name)
		}
		rows[f.Name] = true
	}
	for _, r := range enums[ArchRegisterEnum].Rows {
		if known[r.Name] = true; !rows[r.Name] {
			errs.add(eu.ArchFiles[0].Pos, "register %s of the enumeration %s has no row", r.Name, ArchRegisterEnum)
		}
	}
	for _, f := range eu.ArchFiles {
		if !known[f.Name] {
			errs.add(f.Pos, "register %q: want a name of the enumeration %s", f.Name, ArchRegisterEnum)
		}
	}
	for i, x := range eu.PlaceParts {
		for _, o := range eu.PlaceParts[:i] {
			if x.Targets&o.Targets != 0 && (x.Name == o.Name || x.Bits&o.Bits != 0) {
				errs.add(x.Pos, "part %s shares a target with the row at line %d, and the name or bits", x.Name, o.Pos.Line)
			}
		}
	}
}
