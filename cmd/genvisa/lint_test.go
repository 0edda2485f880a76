package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestLintSVG: the drawing of each rule on each of its targets is XML, with a box for each byte of
// the registers in the picture and the words of the rule.
func TestLintSVG(t *testing.T) {
	for i, r := range native.AllRules() {
		if testing.Short() && i%8 != 0 {
			continue
		}
		for target := range native.NumTargets {
			if r.All()>>target&1 == 0 {
				continue
			}
			shown, boxes := examplesOf(r, target), 0
			for k := range shown {
				if shown[k].inst != nil {
					boxes += native.GRFBytes * len(pictureOf(shown[k].inst))
				}
			}
			var b bytes.Buffer
			drawSVG(&b, r, shown)
			texts, rects := svgParts(t, &b)
			assert.Equal(t, boxes+1, rects, "%s on %s: boxes and the background", r.ID, target)
			assert.Contains(t, texts, r.ID+": "+r.Text)
			bad, good := r.Examples(target)
			assert.Contains(t, texts, "illegal: "+bad)
			assert.Contains(t, texts, "legal: "+good)
		}
	}
}

// svgParts are the texts of a drawing, and how many boxes it has.
func svgParts(t *testing.T, r io.Reader) (texts []string, rects int) {
	t.Helper()
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if err == io.EOF {
			return texts, rects
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.CharData:
			texts = append(texts, string(token))
		case xml.StartElement:
			if token.Name.Local == "rect" {
				rects++
			}
		}
	}
}

// TestLintPicture: bytes that several lanes touch, rows with addresses of their own,
// and whole registers of a message.
func TestLintPicture(t *testing.T) {
	in := native.Inst{Op: native.OpMov, ExecSize: 4, Dst: native.GRFOperand(2, 28, native.Region{H: 1}, native.W)}
	in.Src[0] = native.GRFOperand(4, 0, native.Scalar, native.D)
	var b bytes.Buffer
	drawText(&b, &in)
	assert.Equal(t, strings.Join([]string{
		"       byte         0        8        16       24        (* several lanes, # no lane's own)",
		"  dst  r2           ........ ........ ........ ....0011",
		"       r3           2233.... ........ ........ ........",
		"  src0 r4           ****.... ........ ........ ........", "",
	}, "\n"), b.String())
}
