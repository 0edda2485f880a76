package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/specs"
	"github.com/genvisa/genvisa/visa"
)

type opsCmd struct {
	Op, Path, Out string
	JSON, Force   bool
}

func (c *opsCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.Op, "OP", false, "Mnemonic or page name; without it, the whole table. Or import, or diff."),
		argument(&c.Path, "PATH", false, "Of import the file of a page as Intel publishes it, of diff a folder of pages."),
	}
	to.Flags = []cli.Flag{
		onOff(&c.JSON, "json", "Print one JSON object: all ops, or the ops and the text of a page, or the differences."),
		word(&c.Out, "out", "o", "FILE", "-", "Of import: the page in the form of specs/visa."),
		onOff(&c.Force, "force", "Write over a file that is there."),
	}
	to.Description = `Examples:
  genvisa ops
  genvisa ops bfe
  genvisa ops --json
  genvisa ops import published/ADD.md -o ADD.md --force
  genvisa ops diff published

The table's layout has one letter for each field of the binary form: e execution size and mask, p predicate, d vector operand that is written,
v vector operand, r raw operand, 1 2 4 numbers of so many bytes, S surface, s sampler, L label, N string. Its kind is how the Semantics run:
row (one element after the other), body (on memory), hook (code of the engine) or data (not: the page says why). Ops at the end, without a page, are known but not modelled.

import writes a published page in the form of this program's pages, specs/README.md; standard error says what was mended and what is left.
diff compares a folder of pages, published or in our form, with the pages of this program: every fact in which an op differs. It ends with
exit code 1 when there is one.`
}

// opRow is one mnemonic for people and programs.
type opRow struct {
	Mnemonic   string   `json:"mnemonic"`
	Code       uint8    `json:"code"`
	Sub        *uint8   `json:"sub,omitempty"` // sub-opcode
	Page       string   `json:"page"`          // "" when no page defines it: known, not modelled
	Layout     string   `json:"layout"`        // field letters in binary order
	Kind       string   `json:"kind"`          // how the Semantics run
	Operands   []string `json:"operands"`      // names in binary order
	Predicate  bool     `json:"predicate"`     // takes one
	Saturation bool     `json:"saturation"`    // takes .sat
}

// number is the code as the table shows it: "46", "4e/05".
func (r *opRow) number() string {
	if r.Sub != nil {
		return fmt.Sprintf("%02x/%02x", r.Code, *r.Sub)
	}
	return fmt.Sprintf("%02x", r.Code)
}

// opRows is the whole table: ops with a page in the order of their codes, then
// those without.
func opRows() []opRow {
	var out []opRow
	for op := visa.OpInvalid + 1; op < visa.EndOps; op++ {
		in := op.Info()
		r := opRow{
			Mnemonic: in.Name, Code: in.Code, Page: in.Page, Layout: in.Layout, Kind: semKind(in.Sem),
			Operands: []string{}, Predicate: in.HasPred, Saturation: in.Sat,
		}
		if op.Opaque() {
			r.Predicate = false // not known
		} else {
			for _, s := range in.Slots {
				r.Operands = append(r.Operands, s.Name)
			}
		}
		if in.HasSub {
			r.Sub = &in.Sub
		}
		out = append(out, r)
	}
	return out
}

func (c *opsCmd) Run(_ context.Context, s streams) error {
	switch {
	case c.Op == "import":
		return c.importPage(s)
	case c.Op == "diff":
		return c.diffPages(s)
	case c.Path != "":
		return &usageError{fmt.Errorf("unexpected argument %s", c.Path)}
	}
	all := opRows()
	if c.Op != "" {
		return c.page(s, all)
	}
	if c.JSON {
		return s.reply(true, nil, struct {
			Ops []opRow `json:"ops"`
		}{all})
	}
	fmt.Fprintf(s.out, "%-22s %-6s %-10s %-8s %s\n", "mnemonic", "code", "layout", "kind", "page")
	for i := range all {
		r := &all[i]
		page := r.Page
		if page == "" {
			page = "(none)"
		}
		fmt.Fprintf(s.out, "%-22s %-6s %-10s %-8s %s\n", r.Mnemonic, r.number(), r.Layout, r.Kind, page)
	}
	return nil
}

// page shows the page that has the name or the mnemonic c.Op.
func (c *opsCmd) page(s streams, all []opRow) error {
	i := slices.IndexFunc(all, func(r opRow) bool { return strings.EqualFold(r.Mnemonic, c.Op) || strings.EqualFold(r.Page, c.Op) })
	if i < 0 {
		return c.unknown(all)
	}
	page := all[i].Page
	if page == "" {
		return fmt.Errorf("%s (code %s) is a vISA instruction that genvisa does not model yet: %w",
			all[i].Mnemonic, all[i].number(), errors.ErrUnsupported)
	}
	text, err := specs.FS.ReadFile("visa/" + page + ".md")
	if err != nil {
		return err
	}
	if !c.JSON {
		_, err = s.out.Write(text)
		return err
	}
	return s.reply(true, nil, struct {
		Page string  `json:"page"`
		Ops  []opRow `json:"ops"`
		Text string  `json:"text"` // the page in Markdown
	}{page, slices.DeleteFunc(all, func(r opRow) bool { return r.Page != page }), string(text)})
}

// unknown proposes the ops whose mnemonic holds what was asked for.
func (c *opsCmd) unknown(all []opRow) error {
	var near []string
	for _, r := range all {
		if strings.Contains(r.Mnemonic, strings.ToLower(c.Op)) {
			near = append(near, r.Mnemonic)
		}
	}
	hint := "genvisa ops lists them all"
	if len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return fmt.Errorf("no op %q; %s", c.Op, hint)
}

func semKind(k visa.SemKind) string {
	return map[visa.SemKind]string{visa.SemRow: "row", visa.SemMemory: "body", visa.SemHook: "hook", visa.SemData: "data"}[k]
}
