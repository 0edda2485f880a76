package machine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/internal/yamldoc"
)

// Error is a place of a machine file that cannot be.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

// Error is "file:line:col: error: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// numberKey is a key with a number from 1 to most.
type numberKey struct {
	key  string
	most int
	of   func(*Machine) *int
}

// numberKeys are the keys that a file without "like" must have. The bounds are those of
// rows of specs/eu/machines.md.
func numberKeys() []numberKey {
	return []numberKey{
		{"slices", maxSlices, func(m *Machine) *int { return &m.Slices }},
		{"subslices", maxSubslices, func(m *Machine) *int { return &m.Subslices }},
		{"eus", maxEUs, func(m *Machine) *int { return &m.EUs }},
		{"threads", maxThreads, func(m *Machine) *int { return &m.Threads }},
		{"barriers", maxBarriers, func(m *Machine) *int { return &m.Barriers }},
		{"slm", maxSLM, func(m *Machine) *int { return &m.SLM }},
		{"slm_blocks", maxBlocks, func(m *Machine) *int { return &m.Blocks }},
		{"slm_unit", maxSLM, func(m *Machine) *int { return &m.Unit }},
		{"slm_banks", maxSLMBanks, func(m *Machine) *int { return &m.SLMBanks }},
		{"slm_width", maxWidth, func(m *Machine) *int { return &m.Width }},
		{"l3_banks", maxL3Banks, func(m *Machine) *int { return &m.L3Banks }},
	}
}

// otherKeys take other values.
var otherKeys = [...]string{"machine", "like", "off", "pools", "pooled", "media_pool_state", "l3", "l3_config"}

func keys() []string {
	out := slices.Clone(otherKeys[:2])
	for _, k := range numberKeys() {
		out = append(out, k.key)
	}
	return append(out, otherKeys[2:]...)
}

// Parse reads a machine file: YAML with the keys of docs/machine.md. Errors are of type
// *Error and name the place, what stood there and what is legal.
func Parse(file string, src []byte) (*Machine, error) {
	f, err := yamldoc.Parse(src)
	var at *yamldoc.Error
	if errors.As(err, &at) {
		return nil, &Error{file, at.Line, at.Col, at.Msg}
	} else if err != nil {
		return nil, err
	}
	r := &reader{file: file, at: map[string]ast.Node{}}
	if err := r.keys(f.Docs[0].Body); err != nil {
		return nil, err
	}
	return r.machine()
}

// reader is a file by key.
type reader struct {
	file string
	at   map[string]ast.Node // values
}

func (r *reader) errorf(n ast.Node, format string, args ...any) error {
	e := &Error{File: r.file, Line: 1, Col: 1, Msg: quote.Name(fmt.Sprintf(format, args...))}
	if n != nil && n.GetToken() != nil {
		e.Line, e.Col = n.GetToken().Position.Line, n.GetToken().Position.Column
	}
	return e
}

// pairs are the entries of a mapping.
func pairs(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch v := n.(type) {
	case *ast.MappingNode:
		return v.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{v}, true
	}
	return nil, false
}

func (r *reader) keys(body ast.Node) error {
	all, ok := pairs(body)
	if !ok {
		return r.errorf(body, "want a mapping with keys %s", strings.Join(keys(), ", "))
	}
	for _, kv := range all {
		key := kv.Key.GetToken().Value
		if !slices.Contains(keys(), key) {
			return r.errorf(kv.Key, "unknown key %q: legal keys are %s", short(key), strings.Join(keys(), ", "))
		}
		r.at[key] = kv.Value
	}
	return nil
}

// short bounds what a message repeats of a file.
func short(s string) string {
	if len(s) > 80 {
		return s[:80] + "..."
	}
	return s
}

func text(n ast.Node) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

func (r *reader) machine() (*Machine, error) {
	m := &Machine{Name: "machine"}
	like := r.at["like"]
	if like != nil {
		base, err := Named(text(like))
		if err != nil {
			return nil, r.errorf(like, "like: %q: want one of %s", short(text(like)), strings.Join(Names(), ", "))
		}
		m = base
		m.Name = "like " + base.Name
	}
	if n := r.at["machine"]; n != nil {
		m.Name = short(text(n))
	}
	for _, k := range numberKeys() {
		n := r.at[k.key]
		if n == nil {
			if like == nil {
				return nil, r.errorf(nil, "missing key %q: want it, or \"like\" with a machine that has it", k.key)
			}
			continue
		}
		v, err := r.number(n, k.key, 1, uint64(k.most))
		if err != nil {
			return nil, err
		}
		*k.of(m) = int(v)
	}
	if err := r.others(m); err != nil {
		return nil, err
	}
	err := m.check()
	var bad *keyError
	if errors.As(err, &bad) {
		return nil, r.errorf(r.at[bad.key], "%v", err)
	}
	return m, err
}

func (r *reader) number(n ast.Node, key string, least, most uint64) (uint64, error) {
	v, err := strconv.ParseUint(text(n), 0, 64)
	if _, scalar := n.(ast.ScalarNode); !scalar || err != nil || v < least || v > most {
		return 0, r.errorf(n, "%s: want a number from %d to %d, found %q", key, least, most, short(text(n)))
	}
	return v, nil
}

// numbers reads a list of at most limit numbers.
func (r *reader) numbers(n ast.Node, key string, limit int, most uint64) ([]uint32, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok || len(s.Values) > limit {
		return nil, r.errorf(n, "%s: want a list of at most %d numbers", key, limit)
	}
	var out []uint32
	for _, v := range s.Values {
		x, err := r.number(v, key, 0, most)
		if err != nil {
			return nil, err
		}
		out = append(out, uint32(x))
	}
	return out, nil
}

const word = 1<<32 - 1

// others reads the keys that are no plain numbers.
func (r *reader) others(m *Machine) error {
	if n := r.at["off"]; n != nil {
		list, err := r.numbers(n, "off", m.Subslices, uint64(m.Subslices-1))
		if err != nil {
			return err
		}
		m.Off = 0
		for _, sub := range list {
			m.Off |= 1 << sub
		}
	}
	if n := r.at["pools"]; n != nil {
		v, err := r.number(n, "pools", 0, word)
		if err != nil {
			return err
		}
		m.Pools = uint32(v)
	}
	if n := r.at["pooled"]; n != nil {
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return r.errorf(n, "pooled: want true or false, found %q", short(text(n)))
		}
		m.Pooled = b.Value
	}
	if n := r.at["media_pool_state"]; n != nil {
		if other := r.at["pools"]; other != nil {
			return r.errorf(other, "pools: media_pool_state says it too: want one of them")
		}
		words, err := r.numbers(n, "media_pool_state", 6, word)
		if err != nil {
			return err
		}
		if err := m.poolState(words); err != nil {
			return r.errorf(n, "media_pool_state: %v", err)
		}
	}
	return r.cache(m)
}

// cache reads the kind of the L3 and its configuration: a name, or its KB by client.
func (r *reader) cache(m *Machine) error {
	if n := r.at["l3"]; n != nil {
		m.L3 = short(text(n))
	}
	n := r.at["l3_config"]
	if n == nil {
		return nil
	}
	all, ok := pairs(n)
	if !ok {
		m.Config = short(text(n))
		return nil
	}
	var want Partition
	parts := map[string]*int{"slm": &want.SLM, "urb": &want.URB, "rest": &want.Rest, "dc": &want.DC, "ro": &want.RO}
	for _, kv := range all {
		part := parts[kv.Key.GetToken().Value]
		if part == nil {
			return r.errorf(kv.Key, "l3_config: unknown key %q: legal keys are slm, urb, rest, dc, ro", short(kv.Key.GetToken().Value))
		}
		v, err := r.number(kv.Value, "l3_config", 0, 1<<12)
		if err != nil {
			return err
		}
		*part = int(v)
	}
	p, err := m.divided(want)
	if err != nil {
		return r.errorf(n, "l3_config: %v", err)
	}
	m.Config = p.Config
	return nil
}
