package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// preempted are the constants of package machine for the words of opdefs.Preempted.
var preempted = [...]string{"Never", "Between", "Inside"}

// euMachines writes the tables of package sim/machine: sizes of local memory in
// bytes, those of the L3 in KB.
func euMachines(eu *opdefs.EU, j *jen.File) error {
	field := func(name string, v int) jen.Code { return jen.Id(name).Op(":").Lit(v) }
	text := func(name, v string) jen.Code { return jen.Id(name).Op(":").Lit(v) }
	var list []jen.Code
	for i := range eu.Machines {
		m := &eu.Machines[i]
		fields := []jen.Code{
			text("Name", m.Name), field("Slices", m.Slices), field("Subslices", m.Subslices), field("EUs", m.EUs), field("Threads", m.Threads),
			field("Barriers", m.Barriers), field("SLM", m.SLM<<10), field("Blocks", m.Blocks), field("Unit", m.Unit<<10), field("SLMBanks", m.SLMBanks), field("Width", m.Width),
		}
		if m.L3 != "" {
			fields = append(fields, text("L3", m.L3))
		}
		fields = append(fields, field("L3Banks", m.L3Banks))
		if m.Pools != 0 {
			fields = append(fields, jen.Id("Pools").Op(":").Add(hex(m.Pools)))
		}
		if m.Image != 0 {
			fields = append(fields, field("Image", int(m.Image)<<10))
		}
		fields = append(fields, text("Product", m.Product))
		list = append(list, line(fields...))
	}
	j.Comment("The most that a row, or a file, may have.")
	j.Const().DefsFunc(func(g *jen.Group) {
		for _, b := range []struct {
			name string
			most int
		}{
			{"Slices", opdefs.MaxSlices}, {"Subslices", opdefs.MaxSubslices}, {"EUs", opdefs.MaxEUs}, {"Threads", opdefs.MaxThreads}, {"Barriers", opdefs.MaxBarriers},
			{"SLM", opdefs.MaxSLM << 10}, {"Blocks", opdefs.MaxBlocks}, {"SLMBanks", opdefs.MaxSLMBanks}, {"Width", opdefs.MaxWidth}, {"L3Banks", opdefs.MaxL3Banks},
		} {
			g.Id("max" + b.name).Op("=").Lit(b.most)
		}
	})
	j.Comment("machines are those of specs/eu/machines.md.")
	j.Var().Id("machines").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Machine"), list))
	list = nil
	for _, b := range eu.L3Banks {
		list = append(list, line(text("Name", b.Name), field("KB", b.KB), field("Ways", b.Ways), field("Line", b.Line), jen.Id("SLM").Op(":").Lit(b.SLM)))
	}
	j.Comment("banks are the kinds of banks of an L3.")
	j.Var().Id("banks").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Bank"), list))
	list = nil
	for _, p := range eu.Partitions {
		list = append(list, line(text("Bank", p.Bank), text("Config", p.Config), field("SLM", p.SLM), field("URB", p.URB), field("Rest", p.Rest), field("DC", p.DC), field("RO", p.RO)))
	}
	j.Comment("partitions are the legal divisions of banks.")
	j.Var().Id("partitions").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Partition"), list))
	list = nil
	for _, p := range eu.Preemptions {
		list = append(list, line(text("Command", p.Command), text("Dispatch", p.Dispatch), jen.Id("When").Op(":").Id(preempted[p.When])))
	}
	j.Comment("preemptions are the commands at which a switch of contexts can occur or cannot.")
	j.Var().Id("preemptions").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("Preemption"), list))
	return nil
}
