package launch

import (
	"math"
	"strconv"

	"github.com/goccy/go-yaml/ast"
)

// number is a number of a type, little endian.
func (n node) number(t Type) ([]byte, error) {
	bits, ok := t.Parse(n.text())
	if _, scalar := n.ast.(ast.ScalarNode); !ok || !scalar {
		return nil, n.want("%s", t.Want())
	}
	return t.Append(nil, bits), nil
}

// whole reads a whole number: decimal, or with the prefix 0x, 0o or 0b.
func (n node) whole(lo, hi int64) (int64, error) {
	v, err := strconv.ParseInt(n.text(), 0, 64)
	if err != nil || Octal(n.text()) || v < lo || v > hi {
		return 0, n.want("a whole number from %d to %d", lo, hi)
	}
	return v, nil
}

// unsigned is whole from 0 on.
func (n node) unsigned(hi uint64) (uint64, error) {
	v, err := strconv.ParseUint(n.text(), 0, 64)
	if err != nil || Octal(n.text()) || v > hi {
		return 0, n.want("a whole number from 0 to %d", hi)
	}
	return v, nil
}

func (n node) integer(lo, hi int64) (int, error) {
	v, err := n.whole(lo, hi)
	return int(v), err
}

func (n node) triple(lo int64) (out [3]uint32, err error) {
	items, err := n.items()
	if err != nil {
		return out, err
	}
	if len(items) == 0 || len(items) > 3 {
		return out, n.errorf("want one to three sizes, found %d", len(items))
	}
	out = [3]uint32{uint32(lo), uint32(lo), uint32(lo)}
	for i, it := range items {
		v, err := it.whole(lo, math.MaxUint32)
		if err != nil {
			return out, err
		}
		out[i] = uint32(v)
	}
	return out, nil
}
