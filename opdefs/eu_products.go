package opdefs

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Product is a device that runs the code of a target, with the numbers by which
// containers name it: 0 where there is none.
type Product struct {
	Pos     Pos
	Name    string
	Target  int    // index into EUTargets
	Family  uint64 // in the compatibility note of a zebin
	Tokens  uint64 // in the header of patch tokens
	Archive uint64 // major and minor version, a byte each, of a member of an archive
	CISA    uint64 // platform of a .isa
	EUs     uint64
	Threads uint64 // of an EU
	Source  string
}

// productColumns are all columns of the table.
var productColumns = []string{"product", "target", "family", "tokens", "archive", "cisa", "EUs", "threads", "source"}

var productName = lazy.Regexp(`^[a-z][a-z0-9-]*$`)

func (p *euParser) products(s *euSection, rest string) {
	p.alone(s, rest, "Products")
	for _, r := range s.Rows {
		d := Product{Pos: r.Pos, Name: r.get("product").Text, Source: p.prose(r.get("source"))}
		p.named(&d, r.get("product").Pos)
		d.Target = p.choice(r.get("target"), "target", EUTargets)
		d.Family, d.Tokens = p.numberOrNone(r.get("family"), 0xffffffff), p.numberOrNone(r.get("tokens"), 0xffff)
		d.Archive, d.CISA = p.version(r.get("archive")), p.numberOrNone(r.get("cisa"), 0xff)
		d.EUs, d.Threads = p.numberOrNone(r.get("EUs"), 0xffff), p.numberOrNone(r.get("threads"), 64)
		p.eu.Products = append(p.eu.Products, d)
	}
}

// named checks what each product has.
func (p *euParser) named(d *Product, at Pos) {
	if !productName.MatchString(d.Name) {
		p.errs.add(at, "product %q: want lower-case letters, digits and hyphens", d.Name)
	}
	if d.Source == "" {
		p.errs.add(d.Pos, "product %s: want a source", d.Name)
	}
}

// numberOrNone is a number up to most, or 0 for "-".
func (p *euParser) numberOrNone(c euCell, most uint64) uint64 {
	if c.Text == "-" {
		return 0
	}
	v, ok := euNumber(c.Text)
	if !ok || v == 0 || v > most {
		p.errs.add(c.Pos, "%q: want a number from 1 to %#x, or -", c.Text, most)
	}
	return v
}

// version is "9.3" as two bytes, or 0 for "-".
func (p *euParser) version(c euCell) uint64 {
	if c.Text == "-" {
		return 0
	}
	major, minor, _ := strings.Cut(c.Text, ".")
	a, err1 := strconv.ParseUint(major, 10, 8)
	b, err2 := strconv.ParseUint(minor, 10, 8)
	if err1 != nil || err2 != nil {
		p.errs.add(c.Pos, "version %q: want MAJOR.MINOR, each up to 255, or -", c.Text)
	}
	return a<<8 | b
}

// checkProducts: names are there once, and what products share they share with one target,
// but for patch tokens.
func checkProducts(eu *EU, errs *Errors) {
	byName := map[string]Pos{}
	type number struct {
		column string
		value  uint64
	}
	by := map[number]*Product{}
	for i := range eu.Products {
		d := &eu.Products[i]
		if at, ok := byName[d.Name]; ok {
			errs.add(d.Pos, "product %s is already at line %d", d.Name, at.Line)
		}
		byName[d.Name] = d.Pos
		for _, n := range []number{{"family", d.Family}, {"archive", d.Archive}, {"cisa", d.CISA}} {
			if o := by[n]; n.value != 0 && o != nil && o.Target != d.Target {
				errs.add(d.Pos, "product %s: %s %#x is that of %s, whose target is %s", d.Name, n.column, n.value, o.Name, EUTargets[o.Target])
			}
			by[n] = d
		}
		for _, t := range EUTargets {
			if d.Name == t && EUTargets[d.Target] != t {
				errs.add(d.Pos, "product %s has the name of a target and is of %s", d.Name, EUTargets[d.Target])
			}
		}
	}
}
