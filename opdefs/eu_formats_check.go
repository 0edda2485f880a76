package opdefs

import "slices"

// checkFormats: names are there once and are those of the enumeration, two layouts have no code in
// common, and the channels of a block fill its bits once.
func checkFormats(eu *EU, errs *Errors) {
	if len(eu.SurfaceFormats) == 0 {
		return
	}
	names, codes := map[string]*SurfaceFormat{}, map[uint64]*SurfaceFormat{}
	for i := range eu.SurfaceFormats {
		f := &eu.SurfaceFormats[i]
		if o := names[f.Name]; o != nil {
			errs.add(f.Pos, "format %s is already at line %d", f.Name, o.Pos.Line)
		}
		names[f.Name] = f
		if o := codes[f.Code]; o != nil && f.Layout != 0 {
			errs.add(f.Pos, "format %s has the code %#x of %s, at line %d", f.Name, f.Code, o.Name, o.Pos.Line)
		}
		if f.Layout != 0 {
			codes[f.Code] = f
		}
		f.checkChannels(errs)
	}
	for _, e := range eu.Enums {
		if e.Name != SurfaceFormatEnum {
			continue
		}
		for _, r := range e.Rows {
			switch f := names[r.Name]; {
			case f == nil:
				errs.add(e.Pos, "enumeration %s: %s is no row of the section Formats", e.Name, r.Name)
			case f.Code != r.Code:
				errs.add(f.Pos, "format %s has the code %#x, and %#x in the enumeration %s", f.Name, f.Code, r.Code, e.Name)
			}
		}
	}
}

// checkChannels: what is known has channels, and whole bytes; what is packed has each bit in one.
func (f *SurfaceFormat) checkChannels(errs *Errors) {
	layout := FormatLayouts[f.Layout]
	if (layout == "none") != (len(f.Channels) == 0) {
		errs.add(f.Pos, "format %s of the layout %s with %d channels: want some, and of none no channels", f.Name, layout, len(f.Channels))
	}
	if layout == "none" {
		return
	}
	if f.Bits%8 != 0 {
		errs.add(f.Pos, "format %s has blocks of %d bits: want whole bytes", f.Name, f.Bits)
	}
	if layout != "packed" && layout != "shared" {
		return
	}
	var taken [maxFormatBits]bool
	for _, c := range f.Channels {
		if c.Bits < 1 || c.Bits > 64 || c.At+c.Bits > f.Bits {
			errs.add(f.Pos, "format %s: channel %c of %d bits at bit %d: want 1 to 64 within the %d of a block", f.Name, c.Component, c.Bits, c.At, f.Bits)
			return
		}
		for b := c.At; b < c.At+c.Bits; b++ {
			if taken[b] {
				errs.add(f.Pos, "format %s: bit %d is in two channels", f.Name, b)
				return
			}
			taken[b] = true
		}
	}
	if b := slices.Index(taken[:f.Bits], false); b >= 0 {
		errs.add(f.Pos, "format %s: bit %d is in no channel: want x for room", f.Name, b)
	}
}
