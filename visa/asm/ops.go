package asm

import (
	"slices"
	"strings"
	"sync"

	"github.com/genvisa/genvisa/visa"
)

// opIndex finds ops by the word their text begins with.
type opIndex struct {
	byWord   map[string][]mnemonicForm // "cmp", "add3", ".loc"; longest mnemonics first
	words    []string                  // of ops with a page
	ends     map[string]bool           // last words of mnemonics that are another one with it: "eot" of raw_sends_eot
	label    visa.Op                   // op whose text is only "L:"
	function visa.Op                   // op whose text is the .function directive and "L:"
	hasLabel bool
	hasFunc  bool
}

// mnemonicForm is an op and what follows the first word of its mnemonic.
type mnemonicForm struct {
	op       visa.Op
	suffixes []string // "o" of "add3.o"
}

// ops is built from the op table on first use.
var ops = sync.OnceValue(func() *opIndex {
	x := &opIndex{byWord: map[string][]mnemonicForm{}, ends: map[string]bool{}}
	for op := range visa.EndOps {
		info := op.Info()
		if len(info.Text) == 0 {
			continue
		}
		name, isDef := mnemonic(op), false
		for _, t := range info.Text {
			isDef = isDef || t.Kind == visa.TextLabel
		}
		switch {
		case isDef && name == "":
			x.label, x.hasLabel = op, true
		case isDef:
			x.function, x.hasFunc = op, true
		default:
			parts := strings.Split(name[1:], ".") // the first character may be the dot of a directive
			word := name[:1] + parts[0]
			x.byWord[word] = append(x.byWord[word], mnemonicForm{op, parts[1:]})
		}
	}
	for w, list := range x.byWord {
		if slices.ContainsFunc(list, func(m mnemonicForm) bool { return !m.op.Opaque() }) {
			x.words = append(x.words, w)
		}
		slices.SortFunc(list, func(a, b mnemonicForm) int { return len(mnemonic(b.op)) - len(mnemonic(a.op)) })
	}
	slices.Sort(x.words)
	for w := range x.byWord {
		if at := strings.LastIndexByte(w, '_'); at > 0 && x.byWord[w[:at]] != nil {
			x.ends[w[at+1:]] = true
		}
	}
	return x
})

// mnemonic is the literal name of an op's text, "add3.o".
func mnemonic(op visa.Op) string {
	for _, t := range op.Info().Text {
		switch t.Kind {
		case visa.TextName:
			return t.Lit
		case visa.TextOpaque:
			return op.String()
		}
	}
	return ""
}

const maxNear = 4

// nearest lists the candidates that differ least from name, best first.
func nearest(name string, all []string) []string {
	type scored struct {
		s string
		d int
	}
	var list []scored
	if len(name) > maxShown {
		return nil
	}
	limit := 1 + len(name)/3
	for _, s := range all {
		if n := len(s) - len(name); n > limit || -n > limit {
			continue // the distance is at least n
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(s)); d <= limit {
			list = append(list, scored{s, d})
		}
	}
	slices.SortFunc(list, func(a, b scored) int {
		if a.d != b.d {
			return a.d - b.d
		}
		return strings.Compare(a.s, b.s)
	})
	var out []string
	for _, c := range list[:min(len(list), maxNear)] {
		out = append(out, c.s)
	}
	return out
}

// editDistance counts insertions, deletions and replacements of characters.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
