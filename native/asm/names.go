package asm

import (
	"slices"
	"strings"
	"sync"

	"github.com/genvisa/genvisa/native"
)

// words find what a word of the text means: each is the inverse of the function
// that prints it.
type words struct {
	ops     map[string]native.Op
	types   map[string]native.Type
	regs    map[string]int32 // architecture registers
	conds   map[string]native.CondMod
	maths   map[string]uint8
	syncs   map[string]uint8
	sfids   map[string]uint8
	preds   [2]map[string]native.PredCtrl // Align1, Align16: what follows the flag
	options map[string]*option
	boards  [2]map[string]uint8 // scoreboards of ops that wait for tokens, and that set them
}

// Codes of fields that text names are of four bits, architecture registers and
// scoreboards of eight.
const (
	fieldCodes = 1 << 4
	byteCodes  = 1 << 8

	mostChannels = 32 // of any instruction
)

var wordsOf = sync.OnceValue(func() *words {
	w := &words{
		ops:     inverse(int(native.NumOps), native.Op.String),
		types:   inverse(int(native.NumTypes), native.Type.String),
		regs:    inverse(byteCodes, func(r int32) string { return native.RegName(native.ARF, r) }),
		conds:   inverse(fieldCodes, native.CondMod.String),
		maths:   inverse(fieldCodes, native.MathName),
		syncs:   inverse(fieldCodes, native.SyncName),
		sfids:   inverse(fieldCodes, native.SFIDName),
		options: map[string]*option{},
	}
	for i, op := range [2]native.Op{native.OpMov, native.OpSend} {
		w.preds[i] = inverse(fieldCodes, func(p native.PredCtrl) string { return p.Suffix(i == 1) })
		w.boards[i] = inverse(byteCodes, func(c uint8) string {
			in := native.Inst{Op: op, SWSB: c}
			return in.Scoreboard()
		})
	}
	for i := range optionList {
		w.options[optionList[i].name] = &optionList[i]
	}
	for name, r := range w.regs { // with their number, as all others have it
		if native.Single(native.ARF, r) && r != native.ARFNull {
			w.regs[name+"0"] = r
		}
	}
	return w
})

// inverse finds the lowest of n codes by its text.
func inverse[K ~uint8 | ~int32](n int, text func(K) string) map[string]K {
	m := make(map[string]K, n)
	for c := range n {
		if name := text(K(c)); name != "" {
			if _, ok := m[name]; !ok {
				m[name] = K(c)
			}
		}
	}
	return m
}

// want lists the words of a table, for errors: in the order of the alphabet, and
// no more than fit a line.
func want[V any](m map[string]V, keep func(V) bool) string {
	const most = 40
	var names []string
	for name, v := range m {
		if keep == nil || keep(v) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return strings.Join(names, " ")
}
