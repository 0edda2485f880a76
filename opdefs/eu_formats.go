package opdefs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// FormatLayouts are the ways in which the numbers of a block lie in it; specs/eu/formats.md
// says what they mean. The first has no texels that anybody knows.
var FormatLayouts = []string{"none", "packed", "shared", "planar", "bc1", "bc1rgb", "bc2", "bc3", "bc4", "bc4s", "bc5", "bc5s", "bc6", "bc6s", "bc7",
	"fxt1", "etc1", "etc2", "etc2p", "etc2a", "eac", "eac2", "eacs", "eacs2"}

// FormatKinds are what the bits of a channel are.
var FormatKinds = []string{"un", "sn", "ui", "si", "us", "ss", "sf", "uf", "sx", "x"}

// FormatUses are what the units of a target do with a format, each a column.
var FormatUses = []string{"sampled", "filtered", "compared", "rendered", "written", "read"}

// FormatComponents are the letters of channels: four that registers have, luminance, intensity,
// a shared exponent, and room.
const FormatComponents = "rgbaliex"

// SurfaceFormat is a format of surfaces: what lies in a block of memory.
type SurfaceFormat struct {
	Pos           Pos
	Name          string
	Code          uint64 // in SURFACE_STATE
	Bits          int    // of a block
	Width, Height int    // texels of a block
	Layout        int    // index into FormatLayouts
	Channels      []FormatChannel
	SRGB          bool
	Support       []TargetSet // by FormatUses
	Source        string      // of the layout; of none, why there is none
}

// FormatChannel is a component of a texel. A compressed one has no bits of its own.
type FormatChannel struct {
	Component byte // of FormatComponents
	Kind      int  // index into FormatKinds
	Bits, At  int  // At is the lowest bit in the block
}

// formatColumns are all columns of the table.
var formatColumns = slices.Concat([]string{"format", "code", "bits", "block", "layout", "channels", "space"}, FormatUses, []string{"source"})

const (
	maxFormatBits = 256 // four numbers of 64 bits
	maxBlockSide  = 8
	maxChannels   = 8
)

func (p *euParser) surfaceFormats(s *euSection, rest string) {
	p.alone(s, rest, "Formats")
	for _, r := range s.Rows {
		f := SurfaceFormat{Pos: r.Pos, Name: p.match(r.get("format"), euName, "format"), Source: p.prose(r.get("source"))}
		f.Code = uint64(p.between(r.get("code"), 0, 0x1ff))
		f.Bits = p.between(r.get("bits"), 1, maxFormatBits)
		f.Width, f.Height = p.block(r.get("block"))
		f.Layout = p.choice(r.get("layout"), "layout", FormatLayouts)
		f.Channels = p.channels(r.get("channels"))
		f.SRGB = p.optional(r.get("space"), "space", []string{"srgb"}) == 1
		for _, use := range FormatUses {
			f.Support = append(f.Support, p.support(r.get(use)))
		}
		if f.Source == "" {
			p.errs.add(r.Pos, "format %s: want a source, or of the layout none why there is none", f.Name)
		}
		p.eu.SurfaceFormats = append(p.eu.SurfaceFormats, f)
	}
}

// between is a number from least to most.
func (p *euParser) between(c euCell, least, most uint64) int {
	v, ok := euNumber(c.Text)
	if !ok || v < least || v > most {
		p.errs.add(c.Pos, "%q: want a number from %d to %#x", c.Text, least, most)
		return int(least)
	}
	return int(v)
}

// block is a width and a height, such as 4x4.
func (p *euParser) block(c euCell) (width, height int) {
	w, h, _ := strings.Cut(c.Text, "x")
	a, err1 := strconv.Atoi(w)
	b, err2 := strconv.Atoi(h)
	if err1 != nil || err2 != nil || min(a, b) < 1 || max(a, b) > maxBlockSide {
		p.errs.add(c.Pos, "block %q: want WIDTHxHEIGHT, each from 1 to %d", c.Text, maxBlockSide)
		return 1, 1
	}
	return a, b
}

// support is a guard: - for no target, all, or a list of targets.
func (p *euParser) support(c euCell) TargetSet {
	switch c.Text {
	case "-":
		return 0
	case "all":
		return AllTargets
	case "":
		p.errs.add(c.Pos, "no targets: want -, all or a list of them")
		return 0
	}
	return p.targets(c)
}

var formatChannel = lazy.Regexp(`^([` + FormatComponents + `]):([a-z]{1,2}?)(\d*)(?:@(\d+))?$`)

// channels are words as r:un5@11, or r:un where a compression says the bits; - is none.
func (p *euParser) channels(c euCell) (out []FormatChannel) {
	if c.Text == "-" {
		return nil
	}
	for _, word := range strings.Fields(c.Text) {
		m := formatChannel.FindStringSubmatch(word)
		if m == nil || !slices.Contains(FormatKinds, m[2]) {
			p.errs.add(c.Pos, "channel %q: want COMPONENT:KIND with bits and @ its lowest bit; components are %s, kinds %s", word, FormatComponents, strings.Join(FormatKinds, " "))
			continue
		}
		ch := FormatChannel{Component: m[1][0], Kind: slices.Index(FormatKinds, m[2])}
		ch.Bits, _ = strconv.Atoi("0" + m[3])
		ch.At, _ = strconv.Atoi("0" + m[4])
		out = append(out, ch)
	}
	if len(out) == 0 || len(out) > maxChannels {
		p.errs.add(c.Pos, "%d channels: want 1 to %d, or - for none", len(out), maxChannels)
	}
	return out
}
