package asm

import (
	"slices"
	"strings"
	"sync"

	"github.com/genvisa/genvisa/visa"
)

// opIndex finds ops by the word their text begins with.
type opIndex struct {
	byWord   map[string][]mnemonicForm // "cmp", "add3"; longest mnemonics first
	words    []string
	others   map[string]bool // words of ops that no page defines; ".file" with its dot
	label    visa.Op         // op whose text is only "L:"
	function visa.Op         // op whose text is the .function directive and "L:"
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
	x := &opIndex{byWord: map[string][]mnemonicForm{}, others: map[string]bool{}}
	for op := range visa.NumOps {
		info := op.Info()
		if len(info.Text) == 0 {
			continue
		}
		name, isDef := "", false
		for _, t := range info.Text {
			switch t.Kind {
			case visa.TextName:
				name = t.Lit
			case visa.TextLabel:
				isDef = true
			}
		}
		switch {
		case isDef && name == "":
			x.label, x.hasLabel = op, true
		case isDef:
			x.function, x.hasFunc = op, true
		default:
			parts := strings.Split(name, ".")
			x.byWord[parts[0]] = append(x.byWord[parts[0]], mnemonicForm{op, parts[1:]})
		}
	}
	for w, list := range x.byWord {
		x.words = append(x.words, w)
		slices.SortFunc(list, func(a, b mnemonicForm) int { return len(mnemonic(b.op)) - len(mnemonic(a.op)) })
	}
	slices.Sort(x.words)
	for _, k := range visa.WithoutPage() {
		word, _, _ := strings.Cut(k.Name[1:], ".")
		x.others[k.Name[:1]+word] = true
	}
	return x
})

// mnemonic is the literal name of an op's text, "add3.o".
func mnemonic(op visa.Op) string {
	for _, t := range op.Info().Text {
		if t.Kind == visa.TextName {
			return t.Lit
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
