package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/genvisa/genvisa/internal/formats"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
)

type stateCmd struct {
	In, Target, As       string
	Set                  []string
	Words, Formats, JSON bool
}

func (c *stateCmd) describe(to *cli.Command) {
	to.Arguments = []cli.Argument{
		argument(&c.In, "IN", false, "Words in hexadecimal as text, or bytes; - is standard input. Without it, a structure of zeros."),
	}
	to.Flags = []cli.Flag{
		word(&c.Target, "target", "", "TARGET", "", "Device whose states they are: "+targetNames(func(t native.Target) bool { return len(state.Structs(t)) > 0 })+"."),
		word(&c.As, "as", "", "STRUCTURE", "", "What it is, such as SAMPLER_STATE; without it, a list of the structures."),
		list(&c.Set, "set", "FIELD=VALUE", "Change a field first, of a single structure; may be given again."),
		onOff(&c.Words, "words", "Print words instead of fields."),
		onOff(&c.Formats, "formats", "List the formats of surfaces: number, bits of a block, its size, and what the target does with them."),
		onOff(&c.JSON, "json", "Print one JSON object with places, codes and values."),
	}
	to.Description = `Examples:
  genvisa state --target skl
  genvisa state --target skl --formats
  echo '00027d00 08074004 00000240 00180454' | genvisa state - --target skl --as SAMPLER_STATE
  genvisa state --target tgl --as SAMPLER_STATE --set MaxLOD=7.25 --set MinModeFilter=LINEAR --words

Shows the fields of states, of media and walker commands and of L3 registers. Several structures one behind the other, such as a table of samplers, are shown in turn. Reserved bits that are not zero and codes without a name are findings: they are kept, listed on standard error, and the exit code is 1.`
}

func (c *stateCmd) Run(_ context.Context, s streams) error {
	if c.Target == "" {
		return &usageError{errors.New("--target is missing")}
	}
	t, err := native.ParseTarget(c.Target)
	if err != nil {
		return err
	}
	switch {
	case c.Formats:
		return c.formats(s, t)
	case c.As == "":
		return c.list(s, t)
	}
	l, err := state.Struct(t, c.As)
	if err != nil {
		return err
	}
	all, err := c.read(s, l)
	if err != nil {
		return err
	}
	if len(c.Set) > 0 && len(all) != 1 {
		return fmt.Errorf("--set: %s has %d structures: want one", c.In, len(all))
	}
	for _, text := range c.Set {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return &usageError{fmt.Errorf("--set %s: want FIELD=VALUE", text)}
		}
		if err := all[0].Set(name, value); err != nil {
			return err
		}
	}
	return c.show(s, l, all)
}

// list shows the structures of a target.
func (c *stateCmd) list(s streams, t native.Target) error {
	type row struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Dwords int    `json:"dwords"`
		Open   bool   `json:"open"` // there may be more
	}
	rows := []row{}
	for _, l := range state.Structs(t) {
		rows = append(rows, row{l.Name, l.Class, l.Dwords, l.Open})
	}
	if c.JSON {
		return s.reply(true, nil, struct {
			Structures []row `json:"structures"`
		}{rows})
	}
	for _, r := range rows {
		size := fmt.Sprintf("%d dwords", r.Dwords)
		switch {
		case r.Open:
			size += " or more"
		case r.Dwords == 1:
			size = "1 dword"
		}
		fmt.Fprintf(s.out, "%-32s %-9s %s\n", r.Name, r.Kind, size)
	}
	return nil
}

// formats shows the formats of surfaces with what a target does with them.
func (c *stateCmd) formats(s streams, t native.Target) error {
	type row struct {
		Code   uint16   `json:"code"`
		Name   string   `json:"name"`
		Bits   int      `json:"bits"` // of a block
		Width  int      `json:"width"`
		Height int      `json:"height"`
		Uses   []string `json:"uses"`
	}
	var rows []row
	for _, f := range formats.All() {
		r := row{f.Code, f.Name, f.Bits, f.Width, f.Height, []string{}}
		for u := range formats.NumUses {
			if f.Has(u, int(t)) {
				r.Uses = append(r.Uses, u.String())
			}
		}
		rows = append(rows, r)
	}
	if c.JSON {
		return s.reply(true, nil, struct {
			Formats []row `json:"formats"`
		}{rows})
	}
	for _, r := range rows {
		size := fmt.Sprintf("%d of %dx%d", r.Bits, r.Width, r.Height)
		fmt.Fprintln(s.out, strings.TrimRight(fmt.Sprintf("%03x %-28s %-10s %s", r.Code, r.Name, size, strings.Join(r.Uses, " ")), " "))
	}
	return nil
}
