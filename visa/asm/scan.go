package asm

import (
	"fmt"
	"strings"
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

// token is one lexical unit of a statement; col is 1-based.
type token struct {
	kind tokKind
	text string
	col  int
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

// scanner cuts a text into statements. Statements end at the newline; a block
// comment may span lines.
type scanner struct {
	lines   []string
	line    int  // 1-based number of the statement that next returned last
	comment bool // inside a block comment
}

func newScanner(src []byte) *scanner {
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	return &scanner{lines: strings.Split(text, "\n")}
}

// next gives the tokens of the next line that has any, ended by a tokEOL; nil
// at the end of the text.
func (s *scanner) next(buf []token) ([]token, *fault) {
	for s.line < len(s.lines) {
		s.line++
		toks, err := s.scanLine(s.lines[s.line-1], buf[:0])
		if err != nil || len(toks) > 1 {
			return toks, err
		}
	}
	if s.comment {
		s.comment = false
		return nil, &fault{1, "the text ends inside a '/*' comment"}
	}
	return nil, nil
}

func (s *scanner) scanLine(l string, toks []token) ([]token, *fault) {
	i, end := 0, 0
	for i < len(l) {
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
			s.comment = true
			i += 2
		default:
			t, n, err := scanToken(l, i, toks)
			if err != nil {
				return nil, err
			}
			toks = append(toks, t)
			i, end = n, n
		}
	}
	return append(toks, token{tokEOL, "", end + 1}), nil
}

// scanToken reads the token at l[i:] and gives the index behind it. What came
// before decides what a dot begins.
func scanToken(l string, i int, before []token) (token, int, *fault) {
	c, start := l[i], i
	switch {
	case isLetter(c):
		i++
		for i < len(l) && isWord(l[i]) {
			i++
		}
		if c == '%' && i == start+1 {
			return token{tokPunct, "%", start + 1}, i, nil
		}
		return token{tokIdent, l[start:i], start + 1}, i, nil
	case isDigit(c):
		i = numberEnd(l, i)
		return token{tokNumber, l[start:i], start + 1}, i, nil
	case c == '"':
		end := strings.IndexByte(l[i+1:], '"')
		if end < 0 {
			return token{}, 0, &fault{start + 1, "string without a closing '\"'"}
		}
		return token{tokString, l[i+1 : i+1+end], start + 1}, i + end + 2, nil
	case c == '.':
		return scanDot(l, i, before)
	case c < ' ' || c > '~':
		return token{}, 0, &fault{start + 1, fmt.Sprintf("character %q is not part of vISA text", c)}
	}
	return token{tokPunct, l[i : i+1], start + 1}, i + 1, nil
}

func scanDot(l string, i int, before []token) (token, int, *fault) {
	start := i
	i++
	for i < len(l) && isWord(l[i]) && l[i] != '%' {
		i++
	}
	t := token{tokDirective, l[start+1 : i], start + 1}
	if n := len(before); n > 0 {
		last := before[n-1]
		t.kind = tokSuffix
		if (last.kind != tokIdent && last.kind != tokSuffix) || isBlank(l[start-1]) {
			return t, 0, &fault{start + 1, "'.' must directly follow a mnemonic or a variable"}
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
func isWord(c byte) bool { return isLetter(c) && c != '%' || isDigit(c) }
