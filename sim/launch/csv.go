package launch

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// PlaceError is text that is no number, with its place in a file. Line and Col count from 1, columns in bytes.
type PlaceError struct {
	Line, Col int
	Msg       string
}

// Error is "line:col: message".
func (e *PlaceError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// MaxLine is the most bytes of a line of CSV: what reads it has all fields of a line in memory, at some 50 bytes each.
const MaxLine = 4 << 20

// blanks stand between numbers as commas do.
const blanks = " \t\r\v\f"

// ReadCSV reads numbers of a type, with commas or blanks between them. Lines that begin with # are comments. It asks
// take for the memory of the numbers before it has it.
func ReadCSV(src []byte, t Type, take func(bytes int64) error) ([]byte, error) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	count, err := countNumbers(src)
	if err != nil {
		return nil, err
	}
	if err := take(int64(count) * int64(t.Size)); err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(src))
	r.Comment, r.FieldsPerRecord, r.ReuseRecord = '#', -1, true
	out := make([]byte, 0, count*t.Size)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			return nil, &PlaceError{bad.Line, bad.Column, bad.Err.Error()}
		}
		if err != nil {
			return nil, err
		}
		for i, field := range record {
			if len(record) == 1 && strings.Trim(field, blanks) == "" {
				continue // a line of blanks
			}
			line, col := r.FieldPos(i)
			if out, err = appendField(out, field, t, line, col); err != nil {
				return nil, err
			}
		}
	}
}

// appendField reads the numbers between two commas.
func appendField(out []byte, field string, t Type, line, col int) ([]byte, error) {
	found := false
	for rest := field; ; {
		text := strings.TrimLeft(rest, blanks)
		if text == "" && !found {
			return nil, notNumber(t, "", line, col)
		}
		if text == "" {
			return out, nil
		}
		at := col + len(field) - len(text)
		end := strings.IndexAny(text, blanks)
		if end < 0 {
			end = len(text)
		}
		bits, ok := t.Parse(text[:end])
		if !ok {
			return nil, notNumber(t, text[:end], line, at)
		}
		out, rest, found = t.Append(out, bits), text[end:], true
	}
}

// maxField is how much of a text in a file of numbers a message repeats.
const maxField = 80

func notNumber(t Type, text string, line, col int) error {
	hint := ""
	if line == 1 {
		hint = "; a line of names begins with #"
	}
	if len(text) > maxField {
		text = text[:maxField] + "..."
	}
	return &PlaceError{line, col, fmt.Sprintf("want %s, found %q%s", t.Want(), text, hint)}
}

// countNumbers is as many as there can be at most, of a text whose lines are not too long and that has no quotes, which
// could join lines.
func countNumbers(src []byte) (n int, err error) {
	line, start, in := 1, 0, false
	for i, c := range src {
		switch c {
		case '"':
			return 0, &PlaceError{line, i - start + 1, "a quote: want numbers as they are, with commas or blanks between them"}
		case '\n':
			line, start, in = line+1, i+1, false
		default:
			between := c == ',' || strings.IndexByte(blanks, c) >= 0
			if !between && !in {
				n++
			}
			in = !between
		}
		if i-start >= MaxLine {
			return 0, &PlaceError{line, 1, fmt.Sprintf("a line of more than %d bytes: want shorter lines", MaxLine)}
		}
	}
	return n, nil
}
