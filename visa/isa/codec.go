package isa

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// special is the layout of an op that the pages do not say, since compilers changed it
// within a version.
type special struct {
	page   string
	layout string // "" where the op has no binary form
	code   uint8
	flags  uint32 // value of '!', a byte that no operand has
}

// specials are those of files without, and with, the flags of an indirect call.
var specials = map[bool][]special{
	false: {{page: "IFCALL_UNIFORM"}},
	true:  {{"IFCALL", "ep!v11", 0x4f, 0}, {"IFCALL_UNIFORM", "ep!v11", 0x4f, 1}},
}

// freeBits are bits of the first field of a page that mean nothing with the value that the
// field has: a fence of the software alone has those of any other one.
var freeBits = []struct {
	page string
	bits uint32
}{{"FENCE", 0x7f}}

// field is one field of an instruction in binary order.
type field struct {
	letter byte
	fixed  bool // it has the same value in every instruction
	value  uint32
	absent bool   // files of this version have no bytes for it: it is 0
	free   uint32 // bits of it that may be anything
	like   int    // 1 + the slot whose value it has; 0 for none
	slot   int    // of OpInfo.Slots; -1 when it is no operand
}

// form is the binary form of an op.
type form struct {
	op     visa.Op
	info   *visa.OpInfo
	code   uint8
	fields []field
	layout string // letters of the fields
	drop   int    // of the fields that an instruction has, how many of the last ones no file of the codec has
	known  bool   // all fields are known: the op has a page, and every letter a row of letters
	varies bool   // profiles of the version differ in it
}

// codec has the forms of all ops in files of a version and a profile.
type codec struct {
	version version
	profile *Profile
	byOp    []form
	byCode  [256][]*form
}

func (c *codec) wideIndices() bool { return c.version >= wideIndices }

// newCodec makes the forms of a version in one of its profiles; among are all that a
// file of the version may have.
func newCodec(v version, p *Profile, among []*Profile) *codec {
	c := &codec{version: v, profile: p, byOp: make([]form, visa.EndOps)}
	for op := visa.OpInvalid + 1; op < visa.EndOps; op++ {
		f := formOf(op.Info(), v, p)
		f.op = op
		for _, other := range among {
			o := formOf(op.Info(), v, other)
			f.varies = f.varies || f.layout != o.layout || f.code != o.code || f.known != o.known
		}
		c.byOp[op] = f
	}
	for op := range c.byOp {
		if f := &c.byOp[op]; f.info != nil && (f.known || f.op.Opaque()) {
			c.byCode[f.code] = append(c.byCode[f.code], f)
		}
	}
	return c
}

// formOf is the form of an op in a version and profile.
func formOf(info *visa.OpInfo, v version, p *Profile) form {
	f := form{info: info, code: info.Code, layout: info.Layout}
	if info.Sem == visa.SemOpaque {
		return f
	}
	var flags uint32
	for _, s := range specials[p.callFlags] {
		if s.page == info.Page {
			if s.layout == "" {
				return f
			}
			f.code, f.layout, flags = s.code, s.layout, s.flags
		}
	}
	fixedAt := func(pos int) int {
		return slices.IndexFunc(info.Fixed, func(x visa.FixedField) bool { return int(x.Pos) == pos })
	}
	f.known = true
	slot, added := 0, 0
	for pos := range len(f.layout) {
		x := field{letter: f.layout[pos], slot: -1}
		switch fixed := fixedAt(pos - added); {
		case x.letter == '!':
			x.fixed, x.value, added = true, flags, added+1
		case fixed >= 0:
			x.fixed, x.value, x.like = true, info.Fixed[fixed].Value, int(info.Fixed[fixed].Like)
		case x.letter == '*' || x.letter == '=':
			x.slot = slot - 1
		case !strings.ContainsRune("expc", rune(x.letter)):
			x.slot, slot = slot, slot+1
		}
		f.fields = append(f.fields, x)
	}
	for _, b := range freeBits {
		if b.page == info.Page {
			f.fields[0].free = b.bits
		}
	}
	f.age(v, p)
	if p.lscIndex {
		f.addIndices()
	}
	letters := make([]byte, len(f.fields))
	for i, x := range f.fields {
		letters[i] = x.letter
		f.known = f.known && (letterOf(x.letter) != nil || strings.ContainsRune("expc*=", rune(x.letter)))
	}
	f.layout, f.known = string(letters), f.known && slot == len(info.Slots)
	return f
}

// age gives fields of sampler messages, which alone have one that may be missing, the
// sizes that they have in a version.
func (f *form) age(v version, p *Profile) {
	at := slices.IndexFunc(f.fields, func(x field) bool { return x.letter == 'o' })
	if at < 0 {
		return
	}
	if p.paired {
		f.fields[at].letter = 'r'
	}
	if v < wideSamplers && f.fields[0].letter == '2' {
		f.fields[0].letter = '1'
	} else if v < wideSamplers && f.fields[1].letter == '1' { // the state, in the upper byte
		f.fields[1].absent = true
	}
	if i := slices.IndexFunc(f.fields, func(x field) bool { return x.letter == 'v' }); i >= 0 && v < wideIndices {
		f.fields[i].letter = 'a'
	}
}

// indexed are the operands of LSC messages, by their opcode, behind each of which newer
// files have a number of four bytes: the index of a surface, the offset of a coordinate.
// Compilers write 0.
var indexed = map[uint8][]string{0x89: {"surface"}, 0x8a: {"surface", "u", "v", "r"}}

// addIndices puts those numbers into the fields.
func (f *form) addIndices() {
	names := indexed[f.code]
	var out []field
	for _, x := range f.fields {
		out = append(out, x)
		if x.slot >= 0 && slices.Contains(names, f.info.Slots[x.slot].Name) {
			out = append(out, field{letter: '#', fixed: true, slot: -1})
		}
	}
	f.fields = out
}
