package published

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

var opcodeCell = lazy.Regexp(`^0x([0-9a-fA-F]{1,2})\s*\(([^)]*)\)$`)

// layout reads the tables of Format, of which a page has one for each condition.
func (p *Page) layout(lines []Line) {
	var conds []Line
	width, table := 0, (*Variant)(nil)
	for _, l := range lines {
		t := strings.TrimSpace(l.Text)
		switch {
		case strings.HasPrefix(t, "###"):
			conds = nil
		case strings.HasPrefix(t, "- "):
			conds = append(conds, Line{strings.TrimSpace(t[2:]), l.Pos})
		case strings.HasPrefix(t, "|"):
			cells := cellsOf(l)
			if rule := strings.Trim(t, "|-: ") == ""; rule {
				width = len(cells)
				continue
			}
			g := opcodeCell.FindStringSubmatch(cells[0].Name)
			if g != nil {
				p.Variants = append(p.Variants, Variant{Conds: conds, Pos: cells[0].Pos})
				table = &p.Variants[len(p.Variants)-1]
				p.sameOpcode(cells[0], g[1])
				cells = cells[1:]
				if width > 0 && width < len(cells)+1 {
					p.mend(table.Pos, "table wider than its header", strconv.Itoa(width), strconv.Itoa(len(cells)+1))
				}
			}
			if table != nil {
				table.add(cells)
			}
		}
	}
}

// sameOpcode reports a table whose code is not that of section Opcode, which holds.
func (p *Page) sameOpcode(c Cell, code string) {
	if v, _ := strconv.ParseUint(code, 16, 8); uint8(v) != p.Code.Value {
		p.mend(c.Pos, "opcode of Format", c.Name, "0x"+strconv.FormatUint(uint64(p.Code.Value), 16))
	}
}

// add appends a row's fields: no empty cells, no sub-opcode.
func (v *Variant) add(cells []Cell) {
	for _, c := range cells {
		if c.Name != "" && !opcodeCell.MatchString(c.Name) {
			v.Cells = append(v.Cells, c)
		}
	}
}

// cellsOf cuts a row of a table; a row has one cell at least.
func cellsOf(l Line) []Cell {
	var out []Cell
	at := strings.Index(l.Text, "|") + 1
	row := strings.TrimRight(l.Text, " \t")
	for part := range strings.SplitSeq(strings.TrimSuffix(row[at:], "|"), "|") {
		pos := opdefs.Pos{File: l.Pos.File, Line: l.Pos.Line, Col: at + 1 + len(part) - len(strings.TrimLeft(part, " \t"))}
		at += len(part) + 1
		name, sometimes := strings.CutSuffix(strings.TrimSpace(part), `\*`)
		out = append(out, Cell{name, sometimes, pos})
	}
	return out
}
