package quote

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Name is a text on one line: control characters, marks that change the direction of what
// follows, and bytes that are no UTF-8 become escapes such as \n, \x1b and \u202e.
func Name(s string) string { return escaped(s, "") }

// Lines is Name of text that may have several lines, and tabs.
func Lines(s string) string { return escaped(s, "\n\t") }

// escaped escapes what is not printable, but for the characters of keep.
func escaped(s, keep string) string {
	n := plain(s, keep)
	if n == len(s) {
		return s
	}
	out := []byte(s[:n])
	for i := n; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if shown(r, size, keep) {
			out = append(out, s[i:i+size]...)
		} else {
			q := strconv.AppendQuote(nil, s[i:i+size])
			out = append(out, q[1:len(q)-1]...)
		}
		i += size
	}
	return string(out)
}

// plain is how many bytes at the start of a text stay as they are.
func plain(s, keep string) int {
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !shown(r, size, keep) {
			return i
		}
		i += size
	}
	return len(s)
}

// shown says that a character is shown as it is.
func shown(r rune, size int, keep string) bool {
	return !(r == utf8.RuneError && size == 1) && (strconv.IsPrint(r) || strings.ContainsRune(keep, r))
}

// Writer is Lines of all that is written to it.
type Writer struct {
	to   io.Writer
	rest []byte // the start of a character that the next write goes on with
}

// NewWriter gives one.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write writes to what is below, all but a character that p does not end.
func (w *Writer) Write(p []byte) (int, error) {
	text := p
	if len(w.rest) > 0 {
		text = append(w.rest, p...)
		w.rest = nil
	}
	end := whole(text)
	w.rest = append(w.rest, text[end:]...)
	if err := w.put(string(text[:end])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what no character begins with.
func (w *Writer) Flush() error {
	rest := string(w.rest)
	w.rest = nil
	return w.put(rest)
}

func (w *Writer) put(s string) error {
	if s == "" {
		return nil
	}
	_, err := io.WriteString(w.to, Lines(s))
	return err
}

// whole is the length of text without the start of a character at its end.
func whole(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if at := len(text) - n; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				return at
			}
			break
		}
	}
	return len(text)
}

// JSON is JSON text in which what Name would escape is escaped as JSON does.
func JSON(text []byte) []byte {
	s := string(text)
	if plain(s, "\n\t") == len(s) {
		return text
	}
	var out []byte
	for i, r := range s {
		size := utf8.RuneLen(r)
		switch {
		case size > 0 && shown(r, size, "\n\t"):
			out = append(out, s[i:i+size]...)
		default:
			for _, u := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
		}
	}
	return out
}
