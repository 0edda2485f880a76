package asm

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/genvisa/genvisa/visa"
)

// tokKind is the class of a token.
type tokKind uint8

const (
	tokEOL       tokKind = iota // end of the statement
	tokIdent                    // add, V0032, %r0
	tokSuffix                   // ".R" directly after an identifier or suffix; text without the dot
	tokDirective                // ".decl" at the start of a statement; text without the dot
	tokNumber                   // 12, 0x1f, 1.5, 1e+3
	tokString                   // "name"; text without the quotes
	tokPunct                    // one character
)

// pos is a place in the text; both numbers are 1-based, columns count bytes.
type pos struct{ line, col int }

// pos is the place as the kernel keeps it.
func (p pos) pos() visa.Pos { return visa.Pos{Line: int32(p.line), Col: int32(p.col)} }

// token is one lexical unit of a statement.
type token struct {
	kind tokKind
	text string
	at   pos
}

// String names a token in messages.
func (t token) String() string {
	switch t.kind {
	case tokEOL:
		return "end of line"
	case tokString:
		return fmt.Sprintf("%q", t.text)
	case tokSuffix, tokDirective:
		return "'." + t.text + "'"
	}
	return "'" + t.text + "'"
}

// width is the number of bytes of a token in the text.
func (t token) width() int {
	switch t.kind {
	case tokString:
		return len(t.text) + len(`""`)
	case tokSuffix, tokDirective:
		return len(t.text) + len(".")
	}
	return len(t.text)
}

// scanner cuts a text into statements. A statement ends at a newline that is
// neither inside a block comment nor directly behind a backslash.
type scanner struct {
	lines     []string
	line      int  // 1-based number of the line that was read last
	comment   bool // inside a block comment
	commentAt pos  // where it began
}

func newScanner(src []byte) *scanner {
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	return &scanner{lines: strings.Split(text, "\n")}
}

// next gives the tokens of the next statement, ended by a tokEOL; nil at the
// end of the text.
func (s *scanner) next(buf []token) ([]token, *fault) {
	toks := buf[:0]
	for s.line < len(s.lines) {
		s.line++
		var goesOn bool
		var err *fault
		if toks, goesOn, err = s.scanLine(s.lines[s.line-1], toks); err != nil {
			return nil, err
		}
		if !goesOn && len(toks) > 0 {
			break
		}
	}
	if s.comment {
		s.comment = false
		return nil, &fault{at: s.commentAt, msg: "the text ends inside a '/*' comment"}
	}
	if len(toks) == 0 {
		return nil, nil
	}
	last := toks[len(toks)-1]
	return append(toks, token{tokEOL, "", pos{last.at.line, last.at.col + last.width()}}), nil
}

// scanLine adds the tokens of one line; goesOn says that the next line belongs
// to the same statement.
func (s *scanner) scanLine(l string, toks []token) (all []token, goesOn bool, err *fault) {
	first := len(toks)
	for i := 0; i < len(l); {
		if s.comment {
			end := strings.Index(l[i:], "*/")
			if end < 0 {
				break
			}
			s.comment = false
			i += end + 2
			continue
		}
		switch {
		case isBlank(l[i]):
			i++
		case strings.HasPrefix(l[i:], "//"):
			i = len(l)
		case strings.HasPrefix(l[i:], "/*"):
			s.comment, s.commentAt = true, pos{s.line, i + 1}
			i += 2
		case l[i:] == "\\":
			return toks, true, nil
		default:
			before := toks
			if l[i] == '.' && len(toks) == first { // nothing on this line to follow
				before = nil
			}
			t, n, err := scanToken(l, i, before)
			if err != nil {
				err.at.line = s.line
				return nil, false, err
			}
			t.at.line = s.line
			toks = append(toks, t)
			i = n
		}
	}
	return toks, s.comment, nil
}

// scanToken reads the token at l[i:] and gives the index behind it; the line of
// its place is left to the caller. What came before decides what a dot begins.
func scanToken(l string, i int, before []token) (token, int, *fault) {
	c, start, at := l[i], i, pos{col: i + 1}
	switch {
	case isLetter(c) && (c != '%' || i+1 < len(l) && isName(l[i+1])):
		i++
		for i < len(l) && isWord(l[i]) {
			i++
		}
		return token{tokIdent, l[start:i], at}, i, nil
	case isDigit(c):
		i = numberEnd(l, i)
		return token{tokNumber, l[start:i], at}, i, nil
	case c == '"':
		end := strings.IndexByte(l[i+1:], '"')
		if end < 0 {
			return token{}, 0, &fault{at: at, msg: "string without a closing '\"'"}
		}
		return token{tokString, l[i+1 : i+1+end], at}, i + end + 2, nil
	case c == '.':
		return scanDot(l, i, before)
	case c < ' ' || c > '~':
		r, _ := utf8.DecodeRuneInString(l[i:])
		return token{}, 0, &fault{at: at, msg: fmt.Sprintf("character %q is not part of vISA text", r)}
	}
	return token{tokPunct, l[i : i+1], at}, i + 1, nil
}

func scanDot(l string, i int, before []token) (token, int, *fault) {
	start := i
	i++
	for i < len(l) && isWord(l[i]) && l[i] != '%' {
		i++
	}
	t := token{tokDirective, l[start+1 : i], pos{col: start + 1}}
	if n := len(before); n > 0 {
		last := before[n-1]
		t.kind = tokSuffix
		if (last.kind != tokIdent && last.kind != tokSuffix) || isBlank(l[start-1]) {
			return t, 0, &fault{at: t.at, msg: "'.' must directly follow a mnemonic or a variable"}
		}
	}
	return t, i, nil
}

// numberEnd finds the end of a number: decimal or hexadecimal digits, a
// fraction, and an exponent, which needs its sign.
func numberEnd(l string, i int) int {
	if strings.HasPrefix(l[i:], "0x") || strings.HasPrefix(l[i:], "0X") {
		i += 2
		for i < len(l) && isWord(l[i]) && l[i] != '%' {
			i++
		}
		return i
	}
	digits := func() {
		for i < len(l) && isDigit(l[i]) {
			i++
		}
	}
	digits()
	if i+1 < len(l) && l[i] == '.' && isDigit(l[i+1]) {
		i++
		digits()
	}
	if i+2 < len(l) && (l[i] == 'e' || l[i] == 'E') && (l[i+1] == '+' || l[i+1] == '-') && isDigit(l[i+2]) {
		i += 2
		digits()
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '%'
}
func isName(c byte) bool { return isLetter(c) && c != '%' }
func isWord(c byte) bool { return isName(c) || isDigit(c) }
