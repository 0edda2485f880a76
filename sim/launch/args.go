package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// ArgPart is the key by which places of argument i go.
func ArgPart(i int) string { return fmt.Sprintf("args.%d", i) }

// maxBuffers limits the bytes of a launch's buffers and expectations together. A
// run needs them once, and the contents of files twice.
const maxBuffers = 1 << 30

func (l *Launch) args(n node) ([]Arg, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	var out []Arg
	if len(items) > maxArgs {
		return nil, n.errorf("%d arguments: the limit is %d", len(items), maxArgs)
	}
	for i, it := range items {
		l.parts[ArgPart(i)] = it
		a, err := l.arg(it)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// maxArgs is the most arguments that kernel metadata can number.
const maxArgs = 1024

// argKinds are the keys that say what an argument is; the keys of values beside
// them are those of isValue.
var argKinds = []string{"buffer", "local", "image", "sampler"}

func (l *Launch) arg(n node) (Arg, error) {
	if !n.isMapping() {
		return Arg{}, n.want("an argument such as {buffer: FILE, type: f32} or {f32: 2.0}")
	}
	keys, err := n.fields()
	if err != nil {
		return Arg{}, err
	}
	legal := slices.Concat(argKinds, valueChoices())
	i := slices.IndexFunc(keys, func(f field) bool { return slices.Contains(argKinds, f.key) || isValue(f.key) })
	if i < 0 {
		if len(keys) == 0 {
			return Arg{}, n.errorf("empty argument: want one of the keys %s", strings.Join(legal, ", "))
		}
		return Arg{}, keys[0].at.errorf("unknown argument %q: want one of the keys %s", keys[0].key, strings.Join(legal, ", "))
	}
	switch kind := keys[i]; kind.key {
	case "buffer":
		return l.bufferArg(n)
	case "local":
		if _, err := n.fields("local"); err != nil {
			return Arg{}, err
		}
		size, err := kind.val.integer(1, 1<<16)
		return Arg{Kind: LocalArg, Size: size}, err
	case "image":
		return l.imageArg(n)
	case "sampler":
		return samplerArg(n)
	default:
		return valueArg(n)
	}
}

// Place puts the position of the part that an error of the ABI names before it.
func (l *Launch) Place(err error) error {
	var e *abi.ArgError
	var un *abi.UnsupportedError
	switch {
	case errors.As(err, &un): // about the metadata
		return err
	case !errors.As(err, &e):
		return fmt.Errorf("%s: %w", l.File, err)
	}
	return l.at(e.Part).errorf("%v%s", err, l.laidOut(e.Part))
}

// laidOut says how the value that a part names lies in memory, when it has fields.
func (l *Launch) laidOut(part string) string {
	for i := range l.Args {
		if a := &l.Args[i]; a.layout != nil && ArgPart(i) == part {
			return fmt.Sprintf("; it is laid out as %v", a.layout)
		}
	}
	return ""
}

// at is the place of a key, or of the whole launch when it is not there.
func (l *Launch) at(key string) node {
	if n, ok := l.parts[key]; ok {
		return n
	}
	return l.top
}

// Errorf is an *Error at the place of a key, such as "info" or ArgPart(2), or of the whole launch when the key is not
// there or "".
func (l *Launch) Errorf(key, format string, args ...any) error {
	return l.at(key).errorf(format, args...)
}

// Unsupportedf is Errorf for what is legal and not modelled.
func (l *Launch) Unsupportedf(key, format string, args ...any) error {
	return l.at(key).unsupported(format, args...)
}
