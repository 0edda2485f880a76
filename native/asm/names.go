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
	ops     *table[native.Op]
	types   *table[native.Type]
	regs    *table[int32] // architecture registers
	conds   *table[native.CondMod]
	maths   *table[uint8]
	syncs   *table[uint8]
	sfids   [native.NumTargets]*table[uint8]
	preds   [2]*table[native.PredCtrl] // Align1, Align16: what follows the flag
	options *table[*option]
	boards  [native.NumTargets][native.NumPipes]*table[uint8] // scoreboards of the instructions of a pipe

	arfs [byteCodes]string // names of architecture registers
}

// table finds words; near has those that no other of the same place stands for.
type table[V any] struct {
	all  map[string]V
	near [1 << 9]struct {
		name string
		v    V
	}
}

func tableOf[V any](all map[string]V) *table[V] {
	t := &table[V]{all: all}
	for name, v := range all {
		if e := &t.near[place9([]byte(name))]; e.name == "" || e.name > name { // whatever the order
			e.name, e.v = name, v
		}
	}
	return t
}

// place9 is a number of nine bits that most words of a table have alone.
func place9(w []byte) uint {
	n := len(w)
	return (uint(w[0]) + 7*uint(w[n/2]) + 29*uint(w[n-1]) + uint(n)<<5) % (1 << 9)
}

func (t *table[V]) find(w []byte) (v V, ok bool) {
	if len(w) == 0 {
		return v, false
	}
	if e := &t.near[place9(w)]; e.name == string(w) {
		return e.v, true
	}
	v, ok = t.all[string(w)]
	return v, ok
}

// Codes of fields that text names are of four bits, architecture registers and
// scoreboards of eight.
const (
	fieldCodes = 1 << 4
	byteCodes  = 1 << 8

	mostChannels = 32      // of any instruction
	mostAddress  = 1 << 12 // bytes of an address offset: more than any field takes, which the encoder says
)

var wordsOf = sync.OnceValue(func() *words {
	regs, named := inverse(byteCodes, func(r int32) string { return native.RegName(native.ARF, r) }), map[string]*option{}
	for name, r := range regs { // with their number, as all others have it
		if native.Single(native.ARF, r) && r != native.ARFNull {
			regs[name+"0"] = r
		}
	}
	for i := range optionList {
		named[optionList[i].name] = &optionList[i]
	}
	w := &words{
		ops:     tableOf(inverse(int(native.NumOps), native.Op.String)),
		types:   tableOf(inverse(int(native.NumTypes), native.Type.String)),
		regs:    tableOf(regs),
		conds:   tableOf(inverse(fieldCodes, native.CondMod.String)),
		maths:   tableOf(inverse(fieldCodes, native.MathName)),
		syncs:   tableOf(inverse(fieldCodes, native.SyncName)),
		options: tableOf(named),
	}
	for i := range w.preds {
		w.preds[i] = tableOf(inverse(fieldCodes, func(p native.PredCtrl) string { return p.Suffix(i == 1) }))
	}
	for t := range native.NumTargets {
		for pipe := range w.boards[t] {
			if t.Scoreboard() {
				w.boards[t][pipe] = tableOf(inverse(byteCodes, func(c uint8) string { return t.ScoreboardText(native.Pipe(pipe), c) }))
			}
		}
	}
	for t := range native.NumTargets {
		w.sfids[t] = tableOf(inverse(fieldCodes, t.SFIDName))
	}
	for r := range w.arfs {
		w.arfs[r] = native.RegName(native.ARF, int32(r))
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
