package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euScoreboard writes the pipes, which instructions are in them, and what scoreboard codes say.
func euScoreboard(eu *opdefs.EU, j *jen.File) error {
	j.Comment("Pipe is where instructions run.")
	j.Type().Id("Pipe").Uint8()
	j.Comment("Pipes of specs/eu/scoreboard.md.")
	var named, letters []string
	ordered := 0
	for i, p := range eu.Pipes {
		named = append(named, p.Name)
		letters = append(letters, p.Letter)
		if p.Ordered {
			ordered |= 1 << i
		}
	}
	counted(j, "Pipe", "Pipe", named)
	j.Comment("NumPipes is how many there are.")
	j.Const().Id("NumPipes").Op("=").Lit(len(named))
	j.Comment("pipesInOrder are those that write results in the order of the code.")
	j.Const().Id("pipesInOrder").Id("Pipes").Op("=").Add(hex(uint64(ordered)))
	consts := make([]string, len(named))
	for i, n := range named {
		consts[i] = pipeConst(n)
	}
	j.Var().Defs(
		jen.Id("pipeNames").Op("=").Index(jen.Id("NumPipes")).String().Add(names(consts, named)),
		jen.Id("pipeLetters").Op("=").Index(jen.Id("NumPipes")).String().Add(names(consts, letters)),
	)
	var items []jen.Code
	for _, x := range eu.Issues {
		parts := []jen.Code{jen.Id("of").Op(":").Add(ofOps(x.Of)), jen.Id("targets").Op(":").Add(hex(uint64(x.Targets)))}
		if x.Operand > 0 {
			parts = append(parts, jen.Id(opdefs.IssueOperands[x.Operand-1]).Op(":").Add(typeBits(x.Types)))
		}
		parts = append(parts, jen.Id("pipe").Op(":").Id(pipeConst(x.Pipe)))
		if x.Counted {
			parts = append(parts, jen.Id("counted").Op(":").True())
		}
		items = append(items, line(parts...))
	}
	j.Comment("issueRules say which pipe an instruction is in; the first that fits counts.")
	j.Var().Id("issueRules").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("issueRule"), items))
	boardCodes(eu, j)
	items = nil
	for _, g := range eu.Guards {
		kind := archKind(eu, g.Register)
		items = append(items, line(jen.Id("kind").Op(":").Lit(kind), jen.Id("reads").Op(":").Lit(g.Reads), jen.Id("targets").Op(":").Add(hex(uint64(g.Targets))), jen.Id("dist").Op(":").Lit(g.Distance)))
	}
	j.Comment("archGuards are architecture registers whose use waits for all that is in order.")
	j.Var().Id("archGuards").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("archGuard"), items))
	return nil
}

func pipeConst(name string) string { return "Pipe" + opdefs.GoName(name) }

// boardCodes writes what each range of codes says, those for named pipes first.
func boardCodes(eu *opdefs.EU, j *jen.File) {
	j.Comment("boardSays is what a code says of its token.")
	j.Type().Id("boardSays").Uint8()
	counted(j, "boardSays", "says", append([]string{"nothing"}, opdefs.BoardSays...))
	list := slices.Clone(eu.BoardCodes)
	slices.SortStableFunc(list, func(a, b opdefs.BoardCode) int { return min(len(b.Of), 1) - min(len(a.Of), 1) })
	var items []jen.Code
	dist, tokens := 0, 0
	for _, x := range list {
		parts := []jen.Code{jen.Id("first").Op(":").Lit(int(x.First)), jen.Id("last").Op(":").Lit(int(x.Last)), jen.Id("targets").Op(":").Add(hex(uint64(x.Targets)))}
		if len(x.Of) > 0 {
			var of jen.Code
			for _, w := range x.Of {
				of = either(of, jen.Lit(1).Op("<<").Id(pipeConst(w)))
			}
			parts = append(parts, jen.Id("of").Op(":").Add(of))
		}
		if x.Distance.Width > 0 {
			dist = max(dist, 1<<x.Distance.Width-1)
			parts = append(parts, jen.Id("dist").Op(":").Add(boardBits(x.Distance)))
			if k := eu.PipeNamed(x.Pipe); k >= 0 {
				parts = append(parts, jen.Id("pipe").Op(":").Id(pipeConst(x.Pipe)))
			} else {
				parts = append(parts, jen.Id(x.Pipe).Op(":").True())
			}
		}
		if x.Token.Width > 0 {
			tokens = max(tokens, 1<<x.Token.Width)
			parts = append(parts, jen.Id("token").Op(":").Add(boardBits(x.Token)), jen.Id("says").Op(":").Id("says"+opdefs.GoName(opdefs.BoardSays[x.Says-1])))
		}
		items = append(items, line(parts...))
	}
	j.Comment("Tokens is how many tokens there are.")
	j.Const().Id("Tokens").Op("=").Lit(tokens)
	j.Comment("MaxDistance is the farthest distance that a code can say; older results of the pipe have arrived when that one has.")
	j.Const().Id("MaxDistance").Op("=").Lit(dist)
	j.Comment("boardCodes are the codes by what they say; the first row that fits counts.")
	j.Var().Id("boardCodes").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("boardCode"), items))
}

func boardBits(r opdefs.Range) *jen.Statement {
	return jen.Id("codeBits").Add(line(jen.Lit(r.Lo), jen.Lit(r.Width)))
}

// ofOps are the operations of a list of classes, traits and mnemonics.
func ofOps(of []string) *jen.Statement {
	var classes, traits jen.Code
	var ops []jen.Code
	for _, w := range of {
		switch {
		case slices.Contains(opdefs.OpClasses, w):
			classes = either(classes, jen.Lit(1).Op("<<").Id("class"+opdefs.GoName(w)))
		case slices.Contains(opdefs.OpTraits, w):
			traits = either(traits, jen.Id("trait"+opdefs.GoName(w)))
		default:
			ops = append(ops, jen.Id(opConst(w)))
		}
	}
	var parts []jen.Code
	for _, p := range []struct {
		name string
		v    jen.Code
	}{{"classes", classes}, {"traits", traits}} {
		if p.v != nil {
			parts = append(parts, jen.Id(p.name).Op(":").Add(p.v))
		}
	}
	if ops != nil {
		parts = append(parts, jen.Id("ops").Op(":").Index().Id("Op").Add(line(ops...)))
	}
	return jen.Id("opsOf").Add(line(parts...))
}

// either joins two sets, of which the first may be nil.
func either(a, b jen.Code) jen.Code {
	if a == nil {
		return b
	}
	return jen.Add(a).Op("|").Add(b)
}

// typeBits is a set of element types.
func typeBits(types []string) (s jen.Code) {
	for _, t := range types {
		s = either(s, jen.Lit(1).Op("<<").Id(strings.ToUpper(t)))
	}
	return s
}

// archKind is the code of a kind of architecture registers.
func archKind(eu *opdefs.EU, name string) int {
	e := findEnum(eu, opdefs.ArchRegisterEnum)
	i := slices.IndexFunc(e.Rows, func(r opdefs.EnumRow) bool { return r.Name == name })
	return int(e.Rows[i].Code)
}
