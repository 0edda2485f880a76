package draft

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/load"
)

// New guesses a launch of a kernel from its metadata and, when there is one, its program.
func New(k *abi.Kernel, names Names, p *load.Program) *Launch {
	l := &Launch{kernel: k, names: names, args: make([]arg, k.ArgCount())}
	f := factsOf(k, p)
	for i := range l.args {
		l.args[i] = l.guess(i, f)
	}
	l.setSizes(f)
	for i := range l.args {
		a := &l.args[i]
		for j := range a.fields {
			a.fields[j].whole, a.fields[j].real = l.number(&a.fields[j]), 1.5+float64(j)
		}
		e, width, _ := elemOf(a.source)
		switch a.kind {
		case abi.Buffer:
			a.elem = e
			if width == 3 { // which has the room of 4
				width = 4
			}
			a.bytes = wholePages(max(minBuffer, l.elements()*e.size*width))
		case abi.Local:
			a.bytes = max(minLocal, min(16*int(l.local[0]*l.local[1]*l.local[2])*4, maxGuessLocal))
		}
	}
	return l
}

const (
	minBuffer     = 4096
	minLocal      = 1024
	maxGuessLocal = 16384
)

func wholePages(n int) int { return (n + minBuffer - 1) / minBuffer * minBuffer }

// guess is argument i without what depends on sizes.
func (l *Launch) guess(i int, f facts) arg {
	k := l.kernel
	a := arg{kind: k.ArgKind(i), source: argType(k, i), fill: plain, output: access(k, i) != "readonly"}
	if access(k, i) == "writeonly" {
		a.fill = zeros
	}
	switch a.kind {
	case abi.Image:
		kind, _ := k.ImageKind(i)
		a.image = image{kind, "rgba8", imageSides[kind]}
	case abi.Buffer:
		if _, _, ok := elemOf(a.source); !ok && a.fill == plain { // structures have floats more often than not
			if a.fill = floats; f.whole {
				a.fill = words
			}
		}
	case abi.Value:
		a.fields, a.vector = fieldsOf(k, i, f.reads[i])
		a.bytes = valueSize(k, i)
	}
	return a
}

// fieldsOf are the numbers of a value argument: what its type says, or else what the code
// reads of it, or as a number of its size. The second result is arg.vector.
func fieldsOf(k *abi.Kernel, i int, reads []field) ([]field, int) {
	source := argType(k, i)
	name := strings.ToLower(argName(k, i))
	if e, width, ok := elemOf(source); ok {
		list := make([]field, width)
		for n := range list {
			list[n] = field{off: n * e.size, size: e.size, float: e.float(), signed: e.key[0] == 'i', name: name}
		}
		return list, width
	}
	size := valueSize(k, i)
	if source == "" && (size == 4 || size == 8 || size == 2 || size == 1) {
		float := len(reads) == 1 && reads[0].size == size && reads[0].float
		return []field{{size: size, float: float, name: name}}, 1
	}
	return structure(k, i, size, reads), 0
}

// structure are the numbers of a value whose type is not known: those that the code reads,
// and where it reads whole registers or nothing, whole numbers of 4 bytes.
func structure(k *abi.Kernel, i, size int, reads []field) []field {
	list := slices.Clone(reads)
	for n := range list {
		list[n].signed = !list[n].float
	}
	parts := piecesOf(k, i)
	if len(parts) == 0 {
		parts = []piece{{0, 0, size}}
	}
	for _, p := range parts {
		for off := (p.from + 3) &^ 3; off+4 <= p.to; off += 4 {
			if !slices.ContainsFunc(reads, func(f field) bool { return f.off < off+4 && off < f.off+f.size }) {
				list = append(list, field{off: off, size: 4, signed: true})
			}
		}
	}
	slices.SortFunc(list, func(a, b field) int { return a.off - b.off })
	read := func(f *field) bool { return slices.ContainsFunc(reads, func(r field) bool { return r.off == f.off }) }
	for n := range list { // of an array that is indexed the code reads some elements in a way that is not seen
		f := &list[n]
		if f.size != 4 || read(f) {
			continue
		}
		f.float = n > 0 && list[n-1].float || slices.ContainsFunc(reads, func(r field) bool {
			return r.float && r.off > f.off && !slices.ContainsFunc(list[n:], func(b field) bool { return b.off < r.off && (b.size != 4 || read(&b)) })
		})
	}
	return list
}

// access is what the metadata says that the kernel does with buffer i: readonly,
// writeonly or readwrite.
func access(k *abi.Kernel, i int) string {
	for _, p := range k.Payload {
		if p.Index == i && p.Access != "" {
			return p.Access
		}
	}
	return "readwrite"
}

// argType is the source type of argument i: "float*", "int".
func argType(k *abi.Kernel, i int) string {
	for _, a := range k.Args {
		if a.Index == i {
			t, _, _ := strings.Cut(a.TypeName, ";")
			return strings.TrimSpace(t)
		}
	}
	return ""
}

func argName(k *abi.Kernel, i int) string {
	for _, a := range k.Args {
		if a.Index == i {
			return a.Name
		}
	}
	return ""
}

// About names argument i and its type, for people.
func About(k *abi.Kernel, i int) string {
	name := k.ArgName(i)
	if t := argType(k, i); t != "" {
		name += ": " + t
	}
	return name
}
