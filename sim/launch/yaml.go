package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	yamltoken "github.com/goccy/go-yaml/token"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/internal/yamldoc"
)

// Error is a problem at a place of a launch file.
type Error struct {
	File      string
	Line, Col int
	Msg       string
	// Unsupported: the launch is valid but needs something that is not there.
	Unsupported bool
	Err         error // why, when that has a type of its own
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether the error is errors.ErrUnsupported.
func (e *Error) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }

// Error is "file:line:col: error: message", or the message alone for a launch
// that was made in memory.
func (e *Error) Error() string {
	if e.File == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// node is a YAML value with its file, for errors with positions.
type node struct {
	file string
	ast  ast.Node
	key  string // whose value it is, or in whose list
}

// want is the error for a value that is none of those that its key takes.
func (n node) want(format string, args ...any) error {
	format, args = "want "+format+", found %q", append(args, n.text())
	if n.key != "" {
		format, args = "%s: "+format, append([]any{n.key}, args...)
	}
	return n.errorf(format, args...)
}

func (n node) unsupported(format string, args ...any) error {
	e := n.errorf("unsupported: "+format, args...)
	e.Unsupported = true
	return e
}

// maxQuoted is how much of a text in the file a message repeats.
const maxQuoted = 160

func (n node) errorf(format string, args ...any) *Error {
	for i, a := range args {
		if s, ok := a.(string); ok && len(s) > maxQuoted {
			args[i] = s[:maxQuoted] + "..."
		}
	}
	e := &Error{File: n.file, Line: 1, Col: 1, Msg: quote.Name(fmt.Sprintf(format, args...))}
	if n.ast != nil && n.ast.GetToken() != nil {
		p := firstToken(n.ast)
		e.Line, e.Col = p.Line, p.Column
	}
	return e
}

// firstToken finds where a node starts; a block mapping's own token is the
// colon of its first key.
func firstToken(a ast.Node) (p struct{ Line, Column int }) {
	switch v := a.(type) {
	case *ast.MappingNode:
		if !v.IsFlowStyle && len(v.Values) > 0 {
			return firstToken(v.Values[0])
		}
	case *ast.MappingValueNode:
		return firstToken(v.Key)
	}
	pos := a.GetToken().Position
	p.Line, p.Column = pos.Line, pos.Column
	return p
}

func parseYAML(file string, src []byte) (node, error) {
	f, err := yamldoc.Parse(src)
	var at *yamldoc.Error
	if errors.As(err, &at) {
		return node{}, &Error{File: file, Line: at.Line, Col: at.Col, Msg: at.Msg}
	}
	return node{file, f.Docs[0].Body, ""}, err
}

type field struct {
	key string
	at  node
	val node
}

// has says whether a mapping has a key.
func (n node) has(key string) bool {
	fields, err := n.fields()
	return err == nil && slices.ContainsFunc(fields, func(f field) bool { return f.key == key })
}

// fields reads a mapping whose keys must all be in legal.
func (n node) fields(legal ...string) ([]field, error) {
	var values []*ast.MappingValueNode
	switch v := n.ast.(type) {
	case *ast.MappingNode:
		values = v.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{v}
	default:
		keys := ""
		if len(legal) > 0 {
			keys = " with keys " + strings.Join(legal, ", ")
		}
		return nil, n.want("a mapping%s", keys)
	}
	var out []field
	for _, kv := range values {
		key := kv.Key.GetToken().Value
		f := field{key, node{n.file, kv.Key, ""}, node{n.file, kv.Value, key}}
		if len(legal) > 0 && !slices.Contains(legal, f.key) {
			return nil, f.at.errorf("unknown key %q: legal keys are %s", f.key, strings.Join(legal, ", "))
		}
		if slices.ContainsFunc(out, func(o field) bool { return o.key == f.key }) {
			return nil, f.at.errorf("key %q appears twice", f.key)
		}
		out = append(out, f)
	}
	return out, nil
}

func (n node) items() ([]node, error) {
	s, ok := n.ast.(*ast.SequenceNode)
	if !ok {
		return nil, n.want("a list")
	}
	var out []node
	for _, v := range s.Values {
		out = append(out, node{n.file, v, n.key})
	}
	return out, nil
}

func (n node) isMapping() bool {
	switch n.ast.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return true
	}
	return false
}

// isFlow reports a mapping in braces.
func (n node) isFlow() bool { m, ok := n.ast.(*ast.MappingNode); return ok && m.IsFlowStyle }

func (n node) isList() bool { _, ok := n.ast.(*ast.SequenceNode); return ok }

// text is a scalar as it stands in the file.
func (n node) text() string {
	if n.ast == nil || n.ast.GetToken() == nil {
		return ""
	}
	return n.ast.GetToken().Value
}

func (n node) str() (string, error) {
	if s, ok := n.ast.(*ast.StringNode); ok && s.Value != "" {
		return s.Value, nil
	}
	if _, ok := n.ast.(ast.ScalarNode); ok && n.text() != "" && n.text() != "null" {
		return n.text(), nil
	}
	return "", n.want("text")
}

// quoted is a text in quotes, which may be empty.
func (n node) quoted() (string, bool) {
	v, ok := n.ast.(*ast.StringNode)
	if !ok || v.Token.Type != yamltoken.DoubleQuoteType && v.Token.Type != yamltoken.SingleQuoteType {
		return "", false
	}
	return v.Value, true
}

func (n node) boolean() (bool, error) {
	if b, ok := n.ast.(*ast.BoolNode); ok {
		return b.Value, nil
	}
	return false, n.want("true or false")
}
