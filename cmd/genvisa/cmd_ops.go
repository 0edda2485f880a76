package main

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/specs"
	"github.com/genvisa/genvisa/visa"
)

type opsCmd struct {
	Op string `arg:"" optional:"" help:"Mnemonic or page name; without it, the whole table."`
}

func (c *opsCmd) Help() string {
	return `Examples:
  genvisa ops
  genvisa ops bfe`
}

func (c *opsCmd) Run(s streams) error {
	if c.Op == "" {
		fmt.Fprintf(s.out, "%-22s %-6s %-10s %-8s %s\n", "mnemonic", "code", "layout", "kind", "page")
		for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
			in := op.Info()
			code := fmt.Sprintf("%02x", in.Code)
			if in.HasSub {
				code += fmt.Sprintf("/%02x", in.Sub)
			}
			fmt.Fprintf(s.out, "%-22s %-6s %-10s %-8s %s\n", in.Name, code, in.Layout, semKind(in.Sem), in.Page)
		}
		return nil
	}
	page := ""
	var near []string
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		in := op.Info()
		if strings.EqualFold(in.Name, c.Op) || strings.EqualFold(in.Page, c.Op) {
			page = in.Page
		}
		if strings.Contains(in.Name, strings.ToLower(c.Op)) {
			near = append(near, in.Name)
		}
	}
	if page == "" {
		hint := "genvisa ops lists them all"
		if len(near) > 0 {
			hint = "did you mean " + strings.Join(near, ", ") + "?"
		}
		return &codedError{exitUsage, fmt.Errorf("no op %q; %s", c.Op, hint)}
	}
	text, err := specs.FS.ReadFile("visa/" + page + ".md")
	if err != nil {
		return err
	}
	_, err = s.out.Write(text)
	return err
}

func semKind(k visa.SemKind) string {
	return map[visa.SemKind]string{visa.SemRow: "row", visa.SemMemory: "body", visa.SemHook: "hook"}[k]
}
