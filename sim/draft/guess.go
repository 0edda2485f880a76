package draft

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/run"
)

// New guesses a launch of a kernel from its metadata and, when there is one, its program.
func New(k *abi.Kernel, names Names, p *run.Program) *Launch {
	l := &Launch{kernel: k, names: names, args: make([]arg, k.ArgCount())}
	f := factsOf(k, p)
	for i := range l.args {
		l.args[i] = l.guess(i, f)
	}
	l.setSizes(f)
	for i := range l.args {
		a := &l.args[i]
		for j := range a.fields {
			a.fields[j].whole, a.fields[j].real = l.number(&a.fields[j]), 1.5
		}
		e, width, _ := elemOf(a.source)
		switch a.kind {
		case abi.Buffer:
			a.elem = e
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
	case abi.Value:
		a.fields = fieldsOf(k, i, f.reads[i])
		lo, hi := k.ValueSize(i)
		if a.bytes = lo; lo == 1 {
			a.bytes = hi
		}
	}
	return a
}

// fieldsOf are the numbers of a value argument: what its type says, or else what the code
// reads of it, or as a number of its size.
func fieldsOf(k *abi.Kernel, i int, reads []field) []field {
	source := argType(k, i)
	name := strings.ToLower(argName(k, i))
	if e, width, ok := elemOf(source); ok {
		list := make([]field, width)
		for n := range list {
			list[n] = field{off: n * e.size, size: e.size, float: e.float(), signed: e.key[0] == 'i', name: name, plain: width == 1}
		}
		return list
	}
	size, most := k.ValueSize(i)
	if source == "" && (most == 4 || most == 8 || most == 2 || most == 1) {
		float := len(reads) == 1 && reads[0].size == most && reads[0].float
		return []field{{size: most, float: float, name: name, plain: true}}
	}
	for n := range reads {
		reads[n].signed = !reads[n].float
	}
	slices.SortFunc(reads, func(a, b field) int { return a.off - b.off })
	if len(reads) > 0 {
		return reads
	}
	var list []field
	for off := 0; off+4 <= size; off += 4 {
		list = append(list, field{off: off, size: 4, signed: true})
	}
	for off := len(list) * 4; off < size; off++ {
		list = append(list, field{off: off, size: 1, signed: true})
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
