package mem

import "math"

// MipFilter is how many levels of detail a sample takes.
type MipFilter uint8

// Filters of levels.
const (
	MipNone    MipFilter = iota // the lowest that the sampler allows
	MipNearest                  // the nearest
	MipLinear                   // the nearest two, by distance
)

// Detail is what a sampler does with levels of detail (SAMPLER_STATE). Levels are in parts of fractionOne, as the fields of
// states are.
type Detail struct {
	Min         Filter // of places that are not magnified; those that are have Sampler.Filter
	Mip         MipFilter
	Bias        int
	Least, Most int  // clamps
	Base        int  // level up to which a place is magnified
	PreClamp    bool // clamped before that is decided
	MagnifyMip  bool // magnified places have the filter of levels too; else MipNone
	Places      int  // at most, of an anisotropic filter
}

// choice is the texels that a place has: a filter, one level or two, and how far it is from the first to the second in parts of
// fractionOne.
type choice struct {
	filter      Filter
	first       int
	part        int
	places      int        // of an anisotropic filter
	axis        [2]float64 // its longer derivative, in whole images
	wanted, got int        // level that the place has, and what the clamps leave of it
}

// general says that which level or filter a place has depends on it.
func (a *Access) general() bool {
	d := a.Sampler.Detail
	return d != nil && (a.Image.LevelCount() > 1 && d.Mip != MipNone || d.Min != a.Sampler.Filter || d.Min == Anisotropic) || a.Op.op.does == doDetail
}

// pick is the choice of a lane.
func (t *Texels) pick(a *Access, lane int) choice {
	d := a.Sampler.Detail
	c := choice{filter: a.Sampler.Filter, places: 1}
	if d == nil {
		d = &Detail{Min: c.filter, Most: MaxLevels * fractionOne}
	}
	c.wanted = t.level(a, d, lane, &c)
	d.choose(&a.Image.Levels, a.Image.LevelCount()-1, &c)
	return c
}

// level is the level of detail of a lane with the bias of its sampler, before clamps.
func (t *Texels) level(a *Access, d *Detail, lane int, c *choice) int {
	switch a.Op.op.detail {
	case detailGiven:
		return d.Bias + parts(float64(t.float(paramLod, lane)))
	case detailGradients, detailNeighbours:
		x, y := t.derivatives(a, lane)
		at := d.anisotropy(a, x, y, c)
		if a.Op.op.detail == detailNeighbours {
			at += parts(float64(t.float(paramBias, lane)))
		}
		return d.Bias + at
	}
	return d.Bias
}

// farLevel is more than any level, of 15 at most, with any bias.
const farLevel = 1 << 10

// parts is a level as a fixed-point number. NaN is 0.
func parts(level float64) int {
	if level != level {
		return 0
	}
	return int(math.Floor(min(max(level, -farLevel), farLevel)*fractionOne + 0.5))
}

// anisotropy is the level of a place with derivatives in texels of the first level: log2 of the longer one, or with
// an anisotropic filter of the part of it that each of its places stands for (EXT_texture_filter_anisotropic).
func (d *Detail) anisotropy(a *Access, x, y [3]float64, c *choice) int {
	longer, shorter := length(x), length(y)
	along := x
	if shorter > longer {
		longer, shorter, along = shorter, longer, y
	}
	aniso := d.Min == Anisotropic || a.Sampler.Filter == Anisotropic
	if k := a.Image.Kind; aniso && (k == Image2D || k == Image2DArray) && !a.Image.Cube && longer > 0 {
		c.places = d.Places
		if n := math.Ceil(longer / shorter); n < float64(d.Places) { // false for what is infinite
			c.places = int(n)
		}
		for i := range c.axis {
			c.axis[i] = along[i] / float64(a.Image.Extent[i])
		}
	}
	return parts(math.Log2(longer / float64(c.places)))
}

func length(v [3]float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

// choose takes filter and levels of an image with levels up to last for the level that a place wants.
func (d *Detail) choose(l *Levels, last int, c *choice) {
	least, most := min(d.Least, last*fractionOne), min(d.Most, last*fractionOne)
	least = max(least, l.Least-l.First*fractionOne)
	at := c.wanted
	if d.PreClamp {
		at = max(min(at, d.Most), d.Least)
	}
	magnified, mip := at <= d.Base+l.Base, d.Mip
	if !magnified {
		c.filter = d.Min
	} else if !d.MagnifyMip {
		mip = MipNone
	}
	at = max(min(at, most), least)
	switch mip {
	case MipNone:
		at = least &^ (fractionOne - 1)
	case MipNearest:
		at = (at + fractionOne/2) &^ (fractionOne - 1)
	}
	at = min(max(at, 0), last*fractionOne)
	c.got, c.first, c.part = at, at>>fractionBits, at&(fractionOne-1)
}
