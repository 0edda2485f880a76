package yamldoc

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Error is text that is not the YAML wanted. Line and Col count from 1.
type Error struct {
	Line, Col int
	Msg       string
}

// Error is "line:col: message".
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// Parse reads the only document of src. Errors are of type *Error.
func Parse(src []byte) (f *ast.File, err error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if err := checkSize(src); err != nil {
		return nil, err
	}
	if err := checkDepth(src); err != nil {
		return nil, err
	}
	defer func() { // the library panics on some malformed text
		if recover() != nil {
			f, err = nil, &Error{1, 1, "not valid YAML: a list or mapping is malformed"}
		}
	}()
	if f, err = parser.ParseBytes(src, 0); err != nil {
		return nil, libraryError(err)
	}
	if len(f.Docs) != 1 || f.Docs[0].Body == nil {
		return nil, &Error{1, 1, fmt.Sprintf("want one YAML document, found %d", documents(f))}
	}
	var v plainOnly
	ast.Walk(&v, f.Docs[0].Body)
	if v.err != nil {
		return nil, v.err
	}
	return f, nil
}

func documents(f *ast.File) (n int) {
	for _, d := range f.Docs {
		if d.Body != nil {
			n++
		}
	}
	return n
}

func libraryError(err error) *Error {
	out := &Error{1, 1, "not valid YAML: " + err.Error()}
	var ye yaml.Error
	if errors.As(err, &ye) {
		out.Msg = "not valid YAML: " + ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			out.Line, out.Col = max(t.Position.Line, 1), max(t.Position.Column, 1)
		}
	}
	return out
}

// maxParts bounds the entries of lists and mappings together: the library takes
// about two kilobytes for each.
const maxParts = 200_000

// checkSize counts the bytes that separate entries, in text too.
func checkSize(src []byte) error {
	if parts := bytes.Count(src, []byte(": ")) + bytes.Count(src, []byte(",")) + bytes.Count(src, []byte("\n")); parts > maxParts {
		return &Error{1, 1, fmt.Sprintf("about %d entries: the limit is %d", parts, maxParts)}
	}
	return nil
}

// maxDepth bounds lists and mappings within each other. The library's memory
// grows with the square of the depth.
const maxDepth = 100

// checkDepth counts open brackets and the list dashes that begin a line.
// Brackets in text count too, which the bound leaves room for.
func checkDepth(src []byte) error {
	flow, dashes := 0, 0
	line, start, indent := 1, 0, true
	for i, c := range src {
		switch c {
		case '[', '{':
			flow++
		case ']', '}':
			flow = max(flow-1, 0)
		case '-', '?':
			if indent {
				dashes++
			}
		case '\n':
			line, start, indent, dashes = line+1, i+1, true, 0
			continue
		}
		indent = indent && (c == ' ' || c == '-' || c == '?')
		if column := i - start; flow > maxDepth || dashes > maxDepth || indent && column > maxIndent {
			return &Error{line, column + 1, fmt.Sprintf("lists and mappings within each other: at most %d", maxDepth)}
		}
	}
	return nil
}

// maxIndent is where text may begin in a line: a block within a block is
// indented by one column at least.
const maxIndent = 10 * maxDepth

// plainOnly finds what is written in one place and meant in another, and other
// YAML that would have to be resolved before it has a value.
type plainOnly struct{ err *Error }

// Visit is ast.Visitor.
func (v *plainOnly) Visit(a ast.Node) ast.Visitor {
	what := ""
	switch a.(type) {
	case *ast.AnchorNode:
		what = "an anchor (&)"
	case *ast.AliasNode:
		what = "an alias (*)"
	case *ast.TagNode:
		what = "a tag (!)"
	case *ast.MergeKeyNode:
		what = "a merge key (<<)"
	case *ast.LiteralNode:
		what = "a block of text (| or >)"
	default:
		return v
	}
	if v.err == nil {
		at := a.GetToken().Position
		v.err = &Error{at.Line, at.Column, "found " + what + ": want plain text, a number, a list or a mapping"}
	}
	return nil
}
