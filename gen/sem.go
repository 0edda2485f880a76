package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// linesPerFile keeps the generated files at a readable size, in lines.
const linesPerFile = 2400

// semFiles writes the kernels and the tables that find them.
func semFiles(m *opdefs.Model, out map[string][]byte) error {
	var errs opdefs.Errors
	var rowItems, bodyItems, inPlace, quickItems []jen.Code
	var funcs []*jen.Statement
	var sizes []int
	add := func(name, text string) {
		funcs = append(funcs, kernelFunc(name, text))
		sizes = append(sizes, strings.Count(text, "\n")+4)
	}
	for _, op := range allOps(m) {
		p := op.Page
		switch {
		case !p.HasBody():
		case p.IsMemory && p.Tag() != nil:
			name := localName(strings.ToLower(p.Name)) + "Body"
			if op == p.Ops[0] {
				text := memoryBody(op, &errs)
				funcs, sizes = append(funcs, taggedFunc(name, text)), append(sizes, strings.Count(text, "\n")+4)
			}
			tag, _ := op.FixedOf(p.Tag())
			bodyItems = append(bodyItems, jen.Qual(visaPath, "Op"+op.GoName).Op(":").Add(tagged(name, tag)))
		case p.IsMemory:
			name := kernelName(op, "Body")
			add(name, memoryBody(op, &errs))
			bodyItems = append(bodyItems, jen.Qual(visaPath, "Op"+op.GoName).Op(":").Id(name))
		default:
			var items, quick []jen.Code
			for _, c := range classes {
				if c.needed(p) {
					name := kernelName(op, c.name)
					text := rowKernel(op, c, &errs)
					add(name, text)
					if q := quickRow(c, text); q != nil {
						quick = append(quick, q)
					}
					items = append(items, jen.Id(c.name).Op(":").Id(name))
				}
			}
			if storesOnce(p) {
				inPlace = append(inPlace, jen.Qual(visaPath, "Op"+op.GoName).Op(":").True())
			}
			if quick != nil {
				quickItems = append(quickItems, jen.Qual(visaPath, "Op"+op.GoName).Op(":").Add(line(quick...)))
			}
			rowItems = append(rowItems, jen.Qual(visaPath, "Op"+op.GoName).Op(":").Add(line(items...)))
		}
	}
	if len(errs) > 0 {
		return dedupe(errs)
	}
	return semRender(out, [4][]jen.Code{rowItems, bodyItems, inPlace, quickItems}, funcs, sizes)
}

func semRender(out map[string][]byte, items [4][]jen.Code, funcs []*jen.Statement, sizes []int) error {
	j := jen.NewFilePathName(semPath, "sem")
	err := render(out, "visa/sem/ztables.go", j, func() error {
		j.Comment("Rows are the kernels of the ops that work on rows, by op and execution class;\nnil where the op's type maps have no operands of the class.")
		j.Var().Id("Rows").Op("=").Add(rows(jen.Index(jen.Qual(visaPath, "NumOps")).Index(jen.Id("NumClasses")).Id("Kernel"), items[0]))
		j.Comment("Bodies are the kernels of the ops that work on raw operands and memory.")
		j.Var().Id("Bodies").Op("=").Add(rows(jen.Index(jen.Qual(visaPath, "NumOps")).Id("Kernel"), items[1]))
		j.Comment("InPlace names the ops whose kernels read element i of all sources before they\nwrite element i of their one destination, and nothing of other elements.")
		j.Var().Id("InPlace").Op("=").Add(rows(jen.Index(jen.Qual(visaPath, "NumOps")).Bool(), items[2]))
		j.Comment("Quicks are the kernels of 32-bit rows by the processor's vectors, by op and class.")
		j.Var().Id("Quicks").Op("=").Add(rows(jen.Index(jen.Qual(visaPath, "NumOps")).Index(jen.Id("NumClasses")).Id("Quick"), items[3]))
		return nil
	})
	if err != nil {
		return err
	}
	for at, n := 0, 1; at < len(funcs); n++ {
		j := jen.NewFilePathName(semPath, "sem")
		total := 0
		for ; at < len(funcs) && (total == 0 || total+sizes[at] <= linesPerFile); at++ {
			j.Add(funcs[at])
			total += sizes[at]
		}
		if err := render(out, fmt.Sprintf("visa/sem/zkernels%d.go", n), j, func() error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

func memoryBody(op *opdefs.Op, errs *opdefs.Errors) string {
	g := newScope(op, nil, opdefs.SortInt, variant{rel: -1}, errs)
	text := g.run()
	if strings.Contains(text, "range n ") || strings.Contains(text, "[:n]") || strings.Contains(text, "(n)") {
		text = "n := min(f.N, Lanes)\n" + text
	}
	return text + "\nreturn nil"
}

// dedupe orders findings and drops those that several variants share.
func dedupe(errs opdefs.Errors) opdefs.Errors {
	slices.SortStableFunc(errs, func(a, b *opdefs.Error) int {
		return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col, strings.Compare(a.Msg, b.Msg))
	})
	var out opdefs.Errors
	for _, e := range errs {
		if !slices.ContainsFunc(out, func(o *opdefs.Error) bool { return *o == *e }) {
			out = append(out, e)
		}
	}
	return out
}
