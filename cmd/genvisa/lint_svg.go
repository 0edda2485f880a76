package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Sizes of the drawing, in its own units.
const (
	svgByte   = 18  // a byte's width
	svgLine   = 22  // a line's height
	svgLeft   = 130 // of the first byte
	svgMargin = 10
)

// drawSVG draws examples of a rule: a line a register, a box a byte, a colour and a
// number a lane.
func drawSVG(w io.Writer, r *native.Rule, shown []lintExample) {
	d := svgDrawing{y: svgMargin}
	d.text(svgMargin, fmt.Sprintf("%s: %s", r.ID, r.Text))
	d.text(svgMargin, "legal: "+r.Legal)
	d.text(svgMargin, r.Citation)
	for i := range shown {
		d.y += svgLine / 2
		d.text(svgMargin, shown[i].title+": "+shown[i].text)
		if shown[i].inst == nil {
			d.text(svgMargin, "the assembler refuses it: "+shown[i].refused)
			continue
		}
		d.operands(shown[i].inst)
	}
	d.width = max(d.width, svgLeft+native.GRFBytes*svgByte+svgMargin)
	d.end(w, r.ID)
}

// end writes the drawing.
func (d *svgDrawing) end(w io.Writer, title string) {
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="12">`+"\n", d.width, d.y+svgMargin)
	fmt.Fprintf(w, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n%s</svg>\n", escaped(title), d.body.String())
}

type svgDrawing struct {
	body     strings.Builder
	y, width int
}

// text writes a line and goes to the next.
func (d *svgDrawing) text(x int, text string) {
	d.label(x, text)
	d.y += svgLine
}

func (d *svgDrawing) label(x int, text string) {
	d.width = max(d.width, x+len(text)*8+svgMargin)
	fmt.Fprintf(&d.body, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, d.y+svgLine*2/3, escaped(text))
}

func (d *svgDrawing) operands(in *native.Inst) {
	last := ""
	for _, r := range pictureOf(in) {
		name := r.operand + " " + r.name
		if r.operand == last {
			name = "     " + r.name
		}
		last = r.operand
		d.label(svgMargin, name)
		for b, m := range r.lanes {
			d.box(svgLeft+b*svgByte, m)
		}
		d.y += svgLine
	}
}

// box draws a byte.
func (d *svgDrawing) box(x int, m laneMark) {
	fill, label := "white", ""
	switch {
	case m >= 0:
		fill, label = fmt.Sprintf("hsl(%d,70%%,80%%)", int(m)*47%360), fmt.Sprint(m)
	case m != untouched:
		fill, label = "lightgray", string(m.letter())
	}
	fmt.Fprintf(&d.body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"gray\"/>\n", x, d.y+2, svgByte, svgLine-4, fill)
	if label != "" {
		fmt.Fprintf(&d.body, "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"middle\">%s</text>\n", x+svgByte/2, d.y+svgLine*2/3, label)
	}
}

// escaped is text for an element.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}
