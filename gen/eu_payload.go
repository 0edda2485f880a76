package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// fixedPath is the package of the fields of headers.
const fixedPath = modulePath + "/internal/fixed"

// payloads writes the parts of payloads, and one row a payload with the numbers of its lengths.
func payloads(eu *opdefs.EU, j *jen.File, lengths *formulas) {
	var parts []string
	for _, l := range eu.Payloads {
		for _, p := range l.Parts {
			if !slices.Contains(parts, p.Name) {
				parts = append(parts, p.Name)
			}
		}
	}
	numbered(j, "Part is a part of the payload of a message (specs/eu/messages.md, Payload).", &numbers{typ: "Part", prefix: "Part", none: "None", count: "NumParts", names: "partNames"}, parts)
	var items []jen.Code
	for _, l := range eu.Payloads {
		list := make([]jen.Code, 0, len(l.Parts))
		for _, p := range l.Parts {
			list = append(list, payloadPart(&p, lengths))
		}
		items = append(items, line(jen.Id("Msg"+l.Message), hex(uint64(l.Targets)), rows(jen.Index().Id("payloadPart"), list)))
	}
	j.Comment("payloads are how payloads are parted, by message and target.")
	j.Var().Id("payloads").Op("=").Add(rows(jen.Index().Id("payload"), items))
}

func payloadPart(p *opdefs.PayloadPart, lengths *formulas) jen.Code {
	var fields, headers []jen.Code
	for _, c := range p.When {
		if c.Field != "" {
			fields = append(fields, line(jen.Id(descConst(c.Field)), jen.Lit(c.Not)))
			continue
		}
		headers = append(headers, line(jen.Qual(fixedPath, c.Header+c.Entry), jen.Lit(c.Not)))
	}
	return line(jen.Id("Part"+p.Name), jen.Index().Id("fieldCond").Add(line(fields...)), jen.Index().Id("HeaderCond").Add(line(headers...)), lengths.number(p.Registers))
}
