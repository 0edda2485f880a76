package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euRegisters writes what the kinds of architecture registers are, and where sr0.0 has the
// place of a thread's unit.
func euRegisters(eu *opdefs.EU, j *jen.File) error {
	j.Comment("ArchWrite is what an architecture register keeps of what is written to it (specs/eu/registers.md).")
	j.Type().Id("ArchWrite").Uint8()
	j.Comment("Kinds of writes; of WriteSome the dwords of a row are kept.")
	counted(j, "ArchWrite", "Write", opdefs.ArchWrites)
	var kinds []jen.Code
	for _, r := range findEnum(eu, opdefs.ArchRegisterEnum).Rows {
		for _, f := range eu.ArchFiles {
			if f.Name == r.Name && !repeated(findEnum(eu, opdefs.ArchRegisterEnum).Rows, r) {
				kinds = append(kinds, jen.Lit(int(r.Code)).Op(":").Add(line(jen.Lit(f.Count), jen.Lit(f.Bytes), jen.Lit(f.Least), jen.Id("Write"+opdefs.GoName(opdefs.ArchWrites[f.Writes])), hex(f.Dwords))))
			}
		}
	}
	j.Comment("archFiles are the kinds of architecture registers by the high four bits of the number.")
	j.Var().Id("archFiles").Op("=").Add(rows(jen.Index(jen.Lit(16)).Id("archFile"), kinds))
	j.Comment("StatePart is a part of the place of a thread's unit.")
	j.Type().Id("StatePart").Uint8()
	j.Comment("Parts of that place, in sr0.0.")
	counted(j, "StatePart", "State", opdefs.PlaceNames)
	var parts []jen.Code
	for t := range opdefs.EUTargets {
		var bits []jen.Code
		for _, name := range opdefs.PlaceNames {
			bits = append(bits, hex(stateBits(eu, t, name)))
		}
		parts = append(parts, jen.Id(targetConst(t)).Op(":").Add(line(bits...)))
	}
	j.Comment("stateBits are the bits of sr0.0 that have them.")
	j.Var().Id("stateBits").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Index(jen.Lit(len(opdefs.PlaceNames))).Uint32(), parts))
	return nil
}

// repeated says that an earlier row has the same code, for other targets.
func repeated(list []opdefs.EnumRow, r opdefs.EnumRow) bool {
	for i := range list {
		if list[i].Code == r.Code {
			return list[i].Pos != r.Pos
		}
	}
	return false
}

// stateBits are the bits of a part on target t; none where it has none.
func stateBits(eu *opdefs.EU, t int, name string) uint64 {
	for _, x := range eu.PlaceParts {
		if x.Name == name && x.Targets.Has(t) {
			return x.Bits
		}
	}
	return 0
}
