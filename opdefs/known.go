package opdefs

import (
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// KnownOp is a mnemonic of OPCODES.md, of an op with or without a page.
type KnownOp struct {
	Name   string
	Pos    Pos
	Code   uint8
	Sub    uint8
	HasSub bool
}

var (
	opcodeCell = lazy.Regexp(`^(0x[0-9a-f]{2})(\.0x[0-9a-f]{2})?$`)
	opcodeName = lazy.Regexp(`^\.?[A-Za-z][A-Za-z0-9_.]*$`)
)

// parseKnownOps reads the table below the title, which remarks may precede.
func parseKnownOps(file string, src []byte, errs *Errors) []*KnownOp {
	r := newReader(file, src, errs)
	secs := r.sections()
	if len(secs) != 1 || secs[0].level != 1 || len(secs[0].blocks) == 0 {
		errs.add(r.ix.pos(0), "%d headings; legal is one of level 1, remarks, then one table", len(secs))
		return nil
	}
	s := secs[0]
	s.blocks = s.blocks[len(s.blocks)-1:]
	rows, ok := r.table(s)
	if !ok {
		return nil
	}
	if h := rows[0]; len(h) != 2 || h[0].Text != "Code" || h[1].Text != "Mnemonics" {
		errs.add(h[0].Pos, "the table of opcodes has other columns; legal are Code and Mnemonics")
		return nil
	}
	if len(rows) == 1 {
		errs.add(s.pos, "the table of opcodes has no rows; legal is one for each code")
	}
	var out []*KnownOp
	seen := map[string]*KnownOp{}
	for _, row := range rows[1:] {
		f := opcodeCell.FindStringSubmatch(row[0].Text)
		if f == nil {
			errs.add(row[0].Pos, "code %q; legal is 0xNN, or 0xNN.0xNN with a sub-opcode, in lower-case hexadecimal", row[0].Text)
			continue
		}
		for _, name := range strings.Fields(row[1].Text) {
			o := &KnownOp{Name: name, Pos: row[1].Pos}
			o.Code, o.Sub, o.HasSub = parseCode(f[1], f[2])
			switch first := seen[name]; {
			case !opcodeName.MatchString(name):
				errs.add(o.Pos, "mnemonic %q; legal are letters, digits, \"_\" and \".\"", name)
			case first != nil:
				errs.add(o.Pos, "mnemonic %s stands twice, first at %s", name, first.Pos)
			}
			seen[name] = o
			out = append(out, o)
		}
	}
	return out
}

// checkKnownOps compares the table of opcodes with the pages' mnemonics.
func checkKnownOps(m *Model, pages map[string]*Op, errs *Errors) {
	for _, o := range m.Known {
		op := pages[o.Name]
		if op == nil {
			continue
		}
		if code, sub, hasSub := op.Opcode(); code != o.Code || sub != o.Sub || hasSub != o.HasSub {
			errs.add(o.Pos, "the code of %s is not that of page %s; legal is one code", o.Name, op.Page.Name)
		}
	}
}
