package main

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/native/estimate"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// costed is native code with what it costs, and where its instructions come from.
type costed struct {
	*estimate.Code
	target native.Target
	kernel *visa.Kernel  // of code that was compiled here; else nil
	source []source.Line // by instruction; nil where nothing is known
}

// costOf estimates code that was compiled here.
func costOf(k *visa.Kernel, t native.Target, res *lower.Result) (*costed, error) {
	c, err := costOfInsts(t, res.Code, k, res.Program.Insts)
	if err != nil {
		return nil, fmt.Errorf("BUG: %w", err)
	}
	c.kernel = k
	lines := k.SourceLines()
	c.place(func(i int) (l source.Line) {
		if v := c.Native[i].VISA; v > 0 && lines != nil {
			l = lines[v-1]
		}
		return l
	})
	return c, nil
}

// costOfCode estimates code of another compiler for the kernel; lines has its source lines.
func costOfCode(t native.Target, code []byte, k *visa.Kernel, lines *container.Lines) (*costed, error) {
	c, err := costOfInsts(t, code, k, nil)
	if err != nil {
		return nil, err
	}
	c.place(func(i int) source.Line { return lines.At(c.Offsets[i]) })
	return c, nil
}

// costOfInsts estimates code of a kernel: its threads are as wide, and start with the same, whoever compiled it.
func costOfInsts(t native.Target, code []byte, k *visa.Kernel, of []native.Inst) (*costed, error) {
	c, err := estimate.OfCode(t, code, k.SimdSize(), k.PayloadEnd(), of)
	if err != nil {
		return nil, err
	}
	return &costed{Code: c, target: t}, nil
}

// place asks for the source lines of instructions.
func (c *costed) place(line func(i int) source.Line) {
	for i := range c.Native {
		if l := line(i); l.Known() {
			if c.source == nil {
				c.source = make([]source.Line, len(c.Native))
			}
			c.source[i] = l
		}
	}
}

// text is an instruction as assembly.
func (c *costed) text(i int) string {
	return strings.Join(strings.Fields(nasm.Inst(c.target, &c.Native[i], c.Offsets[i])), " ")
}

// line is the place in the vISA text, and its instruction, that instruction i comes from; "" for none.
func (c *costed) line(i int) (where, text string) {
	v := int(c.Native[i].VISA)
	if c.kernel == nil || v == 0 {
		return "", ""
	}
	in := &c.kernel.Insts[v-1]
	return fmt.Sprintf("%s:%d", c.kernel.FileOf(v-1), in.Pos.Line), strings.Join(strings.Fields(asm.Text(c.kernel, in)), " ")
}

// kindCount is instructions of a kind.
type kindCount struct {
	Kind         string `json:"kind"`
	Instructions int    `json:"instructions"`
	Issue        uint64 `json:"issue"` // clocks
}

// stallCount is clocks in which nothing issues.
type stallCount struct {
	For    string `json:"for"`
	Clocks uint64 `json:"clocks"`
	Waits  int    `json:"waits"` // instructions that wait
}

// totals are what estimate.Totals are.
type totals struct {
	Clocks       uint64       `json:"clocks"`
	Instructions int          `json:"instructions"`
	Issue        uint64       `json:"issue"`
	Kinds        []kindCount  `json:"kinds"`
	Stalls       []stallCount `json:"stalls"`
}

func totalsOf(t *estimate.Totals) totals {
	out := totals{Clocks: t.Clocks, Kinds: []kindCount{}, Stalls: []stallCount{}}
	for k, n := range t.Kinds {
		if n.Instructions > 0 {
			out.Kinds = append(out.Kinds, kindCount{estimate.Kind(k).String(), n.Instructions, n.Issue})
			out.Instructions += n.Instructions
			out.Issue += n.Issue
		}
	}
	for c, n := range t.Stalls {
		if n > 0 {
			out.Stalls = append(out.Stalls, stallCount{estimate.Cause(c).String(), n, t.Waits[c]})
		}
	}
	return out
}

// blockReport is a basic block.
type blockReport struct {
	Offset int `json:"offset"` // bytes
	Depth  int `json:"loops"`  // around it
	totals
}

// lineReport is a line of the vISA text: all instructions that come from it.
type lineReport struct {
	Line string `json:"line"`
	Text string `json:"text"`
	totals
}

// linkReport is an instruction of the longest path.
type linkReport struct {
	Offset int    `json:"offset"`
	Line   string `json:"line,omitempty"`
	Inst   string `json:"inst"`
	After  uint64 `json:"clocks"`        // behind the one before
	For    string `json:"for,omitempty"` // what it waits for then
}

// stretchReport is a part of the code.
type stretchReport struct {
	Offset  int `json:"offset"`
	Most    int `json:"alive"`
	Scratch int `json:"scratch,omitempty"` // accesses to scratch memory
}

// registerReport is how many registers hold values.
type registerReport struct {
	Most  int             `json:"alive"` // at once
	At    int             `json:"offset"`
	Used  int             `json:"used"` // that any instruction touches
	Chart []stretchReport `json:"chart"`
}

// messageReport counts messages of a kind.
type messageReport struct {
	Name  string `json:"kind"`
	Count int    `json:"count"`
}

// codeReport is what --json says about code.
type codeReport struct {
	Compact   int                    `json:"compact"` // instructions of 8 bytes
	Looped    uint64                 `json:"looped_clocks"`
	Kinds     []kindCount            `json:"kinds"`
	Stalls    []stallCount           `json:"stalls"`
	Messages  []messageReport        `json:"messages"`
	Banks     *observe.RegisterBanks `json:"register_banks,omitempty"`
	Path      uint64                 `json:"path_clocks"`
	Links     []linkReport           `json:"path"`
	Blocks    []blockReport          `json:"blocks"`
	Lines     []lineReport           `json:"lines"`
	Registers *registerReport        `json:"registers,omitempty"`
	Note      string                 `json:"note,omitempty"`
}

// chartRows is how many stretches the chart of registers has.
const chartRows = 16

func (c *costed) report() codeReport {
	all := c.Total()
	t := totalsOf(&all)
	out := codeReport{
		Compact: c.Compact, Looped: c.Looped, Kinds: t.Kinds, Stalls: t.Stalls, Messages: []messageReport{}, Path: c.Path.Clocks,
		Links: []linkReport{}, Blocks: []blockReport{}, Lines: c.lines(), Note: c.Note, Banks: observe.BanksOf(c.Banks),
	}
	for _, m := range c.Messages {
		out.Messages = append(out.Messages, messageReport(m))
	}
	for _, l := range c.Path.Links {
		link := linkReport{Offset: c.Offsets[l.Inst], Inst: c.text(l.Inst), After: l.Clocks}
		link.Line, _ = c.line(l.Inst)
		if l.Clocks > 0 {
			link.For = l.Cause.String()
		}
		out.Links = append(out.Links, link)
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		out.Blocks = append(out.Blocks, blockReport{c.Offsets[b.Start], b.Depth, totalsOf(&b.Totals)})
	}
	if p := c.Pressure; p != nil && len(c.Native) > 0 {
		r := registerReport{Most: p.Most, At: c.Offsets[p.At], Used: p.Used, Chart: []stretchReport{}}
		for _, s := range p.Chart(chartRows) {
			row := stretchReport{Offset: c.Offsets[s.Start], Most: s.Most}
			for i := s.Start; i < s.End; i++ {
				if c.Insts[i].Kind == estimate.KindScratch {
					row.Scratch++
				}
			}
			r.Chart = append(r.Chart, row)
		}
		out.Registers = &r
	}
	return out
}

// lines adds up by line of the vISA text, in its order.
func (c *costed) lines() []lineReport {
	out := []lineReport{}
	if c.kernel == nil {
		return out
	}
	sums := make([]estimate.Totals, len(c.kernel.Insts)+1)
	first := make([]int, len(sums))
	for i := range c.Native {
		v := c.Native[i].VISA
		if sums[v].Clocks == 0 {
			first[v] = i
		}
		sums[v].Add(&c.Insts[i], i)
	}
	for v := range sums {
		if sums[v].Clocks == 0 {
			continue
		}
		l := lineReport{totals: totalsOf(&sums[v])}
		l.Line, l.Text = c.line(first[v])
		if v == 0 {
			l.Text = "(of no line)"
		}
		out = append(out, l)
	}
	return out
}
