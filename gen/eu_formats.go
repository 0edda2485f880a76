package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euFormats writes the table of package internal/formats and its enumerations.
func euFormats(eu *opdefs.EU, j *jen.File) error {
	formatEnum(j, "Layout", "is how the numbers of a block lie in it.", opdefs.FormatLayouts)
	formatEnum(j, "Kind", "is what the bits of a channel are.", opdefs.FormatKinds)
	formatEnum(j, "Use", "is what units of a target do with a format.", opdefs.FormatUses)
	words := make([]jen.Code, 0, len(opdefs.FormatUses))
	for _, w := range opdefs.FormatUses {
		words = append(words, jen.Lit(w))
	}
	j.Var().Id("useNames").Op("=").Index(jen.Id("NumUses")).String().Add(line(words...))
	items := make([]jen.Code, 0, len(eu.SurfaceFormats))
	for i := range eu.SurfaceFormats {
		items = append(items, formatRow(&eu.SurfaceFormats[i]))
	}
	j.Comment("table is specs/eu/formats.md.")
	j.Var().Id("table").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Format"), items))
	return nil
}

// formatEnum writes a type, its constants, and how many there are.
func formatEnum(j *jen.File, name, is string, words []string) {
	j.Comment(name + " " + is)
	j.Type().Id(name).Uint8()
	j.Comment("Numbers of " + name + ", as specs/eu/formats.md names them.")
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, w := range words {
			s := g.Id(name + opdefs.GoName(w))
			if i == 0 {
				s.Id(name).Op("=").Iota()
			}
		}
		g.Id("Num" + name + "s")
	})
}

func formatRow(f *opdefs.SurfaceFormat) jen.Code {
	parts := []jen.Code{
		jen.Id("Name").Op(":").Lit(f.Name), jen.Id("Code").Op(":").Add(hex(f.Code)), jen.Id("Bits").Op(":").Lit(f.Bits),
		jen.Id("Width").Op(":").Lit(f.Width), jen.Id("Height").Op(":").Lit(f.Height),
		jen.Id("Layout").Op(":").Id("Layout" + opdefs.GoName(opdefs.FormatLayouts[f.Layout])),
	}
	var channels []jen.Code
	for _, c := range f.Channels {
		channels = append(channels, line(jen.LitRune(rune(c.Component)), jen.Id("Kind"+opdefs.GoName(opdefs.FormatKinds[c.Kind])), jen.Lit(c.Bits), jen.Lit(c.At)))
	}
	if channels != nil {
		parts = append(parts, jen.Id("Channels").Op(":").Index().Id("Channel").Add(line(channels...)))
	}
	if f.SRGB {
		parts = append(parts, jen.Id("SRGB").Op(":").True())
	}
	if slices.ContainsFunc(f.Support, func(s opdefs.TargetSet) bool { return s != 0 }) {
		var sets []jen.Code
		for _, s := range f.Support {
			sets = append(sets, hex(uint64(s)))
		}
		parts = append(parts, jen.Id("support").Op(":").Index(jen.Id("NumUses")).Uint16().Add(line(sets...)))
	}
	if f.Layout == 0 {
		parts = append(parts, jen.Id("Why").Op(":").Lit(f.Source))
	}
	return line(parts...)
}
