package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// opNames lists the mnemonics in order of first appearance; the position is
// the number of the Op constant.
func opNames(eu *opdefs.EU) []string {
	var out []string
	for _, o := range eu.Opcodes {
		if !slices.Contains(out, o.Op) {
			out = append(out, o.Op)
		}
	}
	return out
}

func opConst(op string) string { return "Op" + strings.ToUpper(op[:1]) + op[1:] }

// euOps writes the Op constants, their names and each target's codes.
func euOps(eu *opdefs.EU, j *jen.File) error {
	ops := opNames(eu)
	j.Comment("Op is a native mnemonic: one number on every target; the zero value is illegal.")
	j.Type().Id("Op").Uint8()
	j.Comment("Mnemonics in the order of specs/eu/opcodes.md.")
	j.Const().DefsFunc(func(g *jen.Group) {
		for i, n := range ops {
			if i == 0 {
				g.Id(opConst(n)).Id("Op").Op("=").Iota()
				continue
			}
			g.Id(opConst(n))
		}
		g.Id("NumOps")
	})
	consts := make([]string, 0, len(ops))
	for _, n := range ops {
		consts = append(consts, opConst(n))
	}
	j.Var().Id("opNames").Op("=").Index(jen.Id("NumOps")).String().Add(names(consts, ops))
	formats := opFormats(eu)
	j.Comment("format is an encoding format; the zero value means that the target lacks the op.")
	j.Type().Id("format").Uint8()
	j.Const().DefsFunc(func(g *jen.Group) {
		g.Id("noFormat").Id("format").Op("=").Iota()
		for _, f := range formats {
			g.Id(formatConst(f))
		}
		g.Id("numFormats")
	})
	j.Comment("opCode is an op's 7-bit code and format on one target.")
	j.Type().Id("opCode").Struct(jen.Id("code").Uint8(), jen.Id("format").Id("format"))
	var targets []jen.Code
	for t, name := range opdefs.EUTargets {
		if !hasLayout(eu, t) {
			continue
		}
		targets = append(targets, jen.Id(strings.ToUpper(name)).Op(":").Add(opTarget(eu, t)))
	}
	j.Comment("opCodes gives each target's code and format of an op; empty where no layout page exists.")
	j.Var().Id("opCodes").Op("=").Add(rows(jen.Index(jen.Id("NumTargets")).Index(jen.Id("NumOps")).Id("opCode"), targets))
	return nil
}

// opFormats lists the formats of ops that some layout encodes.
func opFormats(eu *opdefs.EU) []string {
	var out []string
	for _, o := range eu.Opcodes {
		used := slices.ContainsFunc(eu.Layouts, func(l *opdefs.Layout) bool { return l.Targets&o.Targets != 0 })
		if used && !slices.Contains(out, o.Format) {
			out = append(out, o.Format)
		}
	}
	return out
}

// hasLayout reports that some layout page gives target t an encoding.
func hasLayout(eu *opdefs.EU, t int) bool {
	return slices.ContainsFunc(eu.Layouts, func(l *opdefs.Layout) bool { return l.Targets.Has(t) })
}

func formatConst(f string) string { return "format" + strings.ToUpper(f[:1]) + f[1:] }

func opTarget(eu *opdefs.EU, t int) *jen.Statement {
	var items []jen.Code
	for _, o := range eu.Opcodes {
		if o.Targets.Has(t) {
			items = append(items, jen.Id(opConst(o.Op)).Op(":").Add(line(hex(o.Code), jen.Id(formatConst(o.Format)))))
		}
	}
	return rows(jen.Null(), items)
}
