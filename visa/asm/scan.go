package asm

import (
	"fmt"
	"strings"
	"unicode"
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

// maxWord bounds a token in bytes: the names of the binary form have 16-bit
// lengths.
const maxWord = 1<<16 - 1

// maxStatement bounds the tokens of a statement, which lines that end in a
// backslash make as long as the text. The longest real one has some 40.
const maxStatement = 1 << 16

// pos is a place in the text; both numbers are 1-based, columns count bytes.
type pos struct{ line, col int32 }

// pos is the place as the kernel keeps it.
func (p pos) pos() visa.Pos { return visa.Pos{Line: p.line, Col: p.col} }

// token is one lexical unit of a statement.
type token struct {
	text string
	at   pos
	kind tokKind
}

// maxShown is how many bytes of a token a message shows.
const maxShown = 80

// short is a word as messages show it.
func short(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "..."
}

// String names a token in messages.
func (t token) String() string {
	switch t.kind {
	case tokEOL:
		return "end of line"
	case tokString:
		return fmt.Sprintf("%q", short(t.text))
	case tokSuffix, tokDirective:
		return "'." + short(t.text) + "'"
	}
	return "'" + short(t.text) + "'"
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
	text      string
	next      int   // index of the line to read; behind the text when there is none
	line      int32 // 1-based number of the line that was read last
	comment   bool  // inside a block comment
	commentAt pos   // where it began
}

// readLine gives the next line without its end.
func (s *scanner) readLine() string {
	l := s.text[s.next:]
	if n := strings.IndexByte(l, '\n'); n >= 0 {
		l = l[:n]
		if n > 0 && l[n-1] == '\r' {
			l = l[:n-1]
		}
		s.next += n + 1
	} else {
		s.next = len(s.text) + 1
	}
	s.line++
	return l
}

// statement gives the tokens of the next statement, ended by a tokEOL; nil at
// the end of the text.
func (s *scanner) statement(buf []token) ([]token, *fault) {
	toks := buf[:0]
	for s.next <= len(s.text) {
		var goesOn bool
		var err *fault
		if toks, goesOn, err = s.scanLine(s.readLine(), toks); err != nil {
			return toks, err
		}
		if !goesOn && len(toks) > 0 {
			break
		}
	}
	if s.comment {
		s.comment = false
		return toks, &fault{at: s.commentAt, msg: "the text ends inside a '/*' comment"}
	}
	if len(toks) == 0 {
		return nil, nil
	}
	last := &toks[len(toks)-1]
	return append(toks, token{kind: tokEOL, at: pos{last.at.line, last.at.col + int32(last.width())}}), nil
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
		c := l[i]
		switch {
		case classes[c]&blank != 0:
			for i++; i < len(l) && l[i] == ' '; i++ { // before remarks there are many
			}
		case c == '/' && strings.HasPrefix(l[i:], "//"):
			i = len(l)
		case c == '/' && strings.HasPrefix(l[i:], "/*"):
			s.comment, s.commentAt = true, pos{s.line, int32(i) + 1}
			i += 2
		case c == '\\' && i == len(l)-1:
			return toks, true, nil
		default:
			t := token{at: pos{s.line, int32(i) + 1}}
			if classes[c]&mark != 0 {
				t.kind, t.text = tokPunct, l[i:i+1]
				i++
			} else {
				before := toks
				if c == '.' && len(toks) == first { // nothing on this line to follow
					before = nil
				}
				if i, err = t.scan(l, i, before); err == nil && len(t.text) > maxWord {
					err = &fault{at: t.at, msg: fmt.Sprintf("%s has %d bytes: want at most %d", t, len(t.text), maxWord)}
				}
			}
			if err == nil && len(toks) >= maxStatement {
				err = &fault{at: t.at, msg: fmt.Sprintf("a statement of more than %d words", maxStatement)}
			}
			if err != nil {
				return toks, false, err
			}
			toks = append(toks, t)
		}
	}
	return toks, s.comment, nil
}

// scan reads the token at l[i:], whose place is set, and gives the index behind
// it. What came before decides what a dot begins.
func (t *token) scan(l string, i int, before []token) (int, *fault) {
	c, start := l[i], i
	switch {
	case classes[c]&name != 0, c == '%' && i+1 < len(l) && classes[l[i+1]]&name != 0:
		i++
		for i < len(l) && classes[l[i]]&word != 0 {
			i++
		}
		t.kind, t.text = tokIdent, l[start:i]
	case classes[c]&digit != 0:
		i = numberEnd(l, i)
		t.kind, t.text = tokNumber, l[start:i]
	case c == '"':
		end := strings.IndexByte(l[i+1:], '"')
		if end < 0 {
			return i, &fault{at: t.at, msg: "string without a closing '\"'"}
		}
		t.kind, t.text = tokString, l[i+1:i+1+end]
		if at := strings.IndexFunc(t.text, unicode.IsControl); at >= 0 {
			return i, &fault{at: pos{t.at.line, t.at.col + int32(at) + 1}, msg: fmt.Sprintf("%q has a control character: want printable text", short(t.text))}
		}
		i += end + 2
	case c == '.':
		return t.scanDot(l, i, before)
	case c < ' ' || c > '~':
		r, _ := utf8.DecodeRuneInString(l[i:])
		return i, &fault{at: t.at, msg: fmt.Sprintf("character %q is not part of vISA text", r)}
	default:
		i++
		t.kind, t.text = tokPunct, l[start:i]
	}
	return i, nil
}

func (t *token) scanDot(l string, i int, before []token) (int, *fault) {
	start := i
	i++
	for i < len(l) && classes[l[i]]&word != 0 {
		i++
	}
	t.kind, t.text = tokDirective, l[start+1:i]
	if n := len(before); n > 0 {
		last := &before[n-1]
		t.kind = tokSuffix
		if (last.kind != tokIdent && last.kind != tokSuffix) || classes[l[start-1]]&blank != 0 {
			return i, &fault{at: t.at, msg: "'.' must directly follow a mnemonic or a variable"}
		}
	}
	return i, nil
}

// numberEnd finds the end of a number: decimal or hexadecimal digits, a
// fraction, and an exponent, which needs its sign.
func numberEnd(l string, i int) int {
	if l[i] == '0' && i+1 < len(l) && l[i+1]|0x20 == 'x' {
		i += 2
		for i < len(l) && classes[l[i]]&word != 0 {
			i++
		}
		return i
	}
	i = digitsEnd(l, i)
	if i+1 < len(l) && l[i] == '.' && classes[l[i+1]]&digit != 0 {
		i = digitsEnd(l, i+1)
	}
	if i+2 < len(l) && l[i]|0x20 == 'e' && (l[i+1] == '+' || l[i+1] == '-') && classes[l[i+2]]&digit != 0 {
		i = digitsEnd(l, i+2)
	}
	return i
}

func digitsEnd(l string, i int) int {
	for i < len(l) && classes[l[i]]&digit != 0 {
		i++
	}
	return i
}

// Classes of characters.
const (
	blank = 1 << iota
	digit
	name // a letter or '_': begins a name
	word // continues a name
	mark // a word of its own, whatever follows
)

// classes has the classes of each byte.
var classes = [256]uint8{
	' ': blank, '\t': blank, '\r': blank, '\f': blank, '\v': blank,
	'(': mark, ')': mark, ',': mark, '<': mark, '>': mark, ';': mark, ':': mark, '=': mark, '[': mark, ']': mark,
	'0': digit | word, '1': digit | word, '2': digit | word, '3': digit | word, '4': digit | word,
	'5': digit | word, '6': digit | word, '7': digit | word, '8': digit | word, '9': digit | word,
	'a': name | word, 'b': name | word, 'c': name | word, 'd': name | word, 'e': name | word, 'f': name | word, 'g': name | word,
	'h': name | word, 'i': name | word, 'j': name | word, 'k': name | word, 'l': name | word, 'm': name | word, 'n': name | word,
	'o': name | word, 'p': name | word, 'q': name | word, 'r': name | word, 's': name | word, 't': name | word, 'u': name | word,
	'v': name | word, 'w': name | word, 'x': name | word, 'y': name | word, 'z': name | word, '_': name | word,
	'A': name | word, 'B': name | word, 'C': name | word, 'D': name | word, 'E': name | word, 'F': name | word, 'G': name | word,
	'H': name | word, 'I': name | word, 'J': name | word, 'K': name | word, 'L': name | word, 'M': name | word, 'N': name | word,
	'O': name | word, 'P': name | word, 'Q': name | word, 'R': name | word, 'S': name | word, 'T': name | word, 'U': name | word,
	'V': name | word, 'W': name | word, 'X': name | word, 'Y': name | word, 'Z': name | word,
}
