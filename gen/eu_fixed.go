package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// euFixed writes the fields of words that hardware fixes, and the surfaces.
func euFixed(eu *opdefs.EU, j *jen.File) error {
	if len(eu.Surfaces) > 0 {
		j.Comment("Surfaces with a meaning of their own, by binding table index.")
		j.Const().DefsFunc(func(g *jen.Group) {
			for _, s := range eu.Surfaces {
				g.Id("Surface" + s.Name).Op("=").Lit(s.Index).Comment(s.Meaning)
			}
		})
	}
	for i, w := range eu.Words {
		if i > 0 && eu.Words[i-1].Of == w.Of {
			continue
		}
		j.Comment(fmt.Sprintf("Fields of %s: 1024 times the dword, 32 times the lowest bit, and the number of bits less one.", w.Of))
		j.Const().DefsFunc(func(g *jen.Group) {
			for _, w := range eu.Words[i:] {
				if w.Of != eu.Words[i].Of {
					break
				}
				g.Id(w.Of + w.Name).Id("Field").Op("=").Lit(w.Dword<<10 | w.Bits.Lo<<5 | w.Bits.Width - 1).Comment(w.Meaning)
			}
		})
	}
	euSaved(eu, j)
	return nil
}

// euSaved writes the parts of the file of a stopped launch.
func euSaved(eu *opdefs.EU, j *jen.File) {
	if len(eu.Saved) == 0 {
		return
	}
	j.Comment("Parts of a stopped launch: 2^24 times the offset, and bytes.")
	j.Const().DefsFunc(func(g *jen.Group) {
		for _, p := range eu.Saved {
			g.Id("Saved" + p.Of + p.Name).Id("Part").Op("=").Lit(p.Offset<<24 | p.Bytes).Comment(p.Meaning)
		}
	})
}
