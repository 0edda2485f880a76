package opdefs

import "strings"

// token is a lexical element; kind is 'n' name, '0' number, 'o' operator, 'e' end.
type token struct {
	kind byte
	text string
	pos  Pos
}

var operators = []string{
	"<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "|=", "&=",
	"{", "}", "(", ")", "[", "]", ";", ",", "?", ":", ".", "=", "+", "-", "*", "/", "%",
	"&", "|", "^", "~", "!", "<", ">",
}

// lexBody cuts a Semantics block into tokens. at is the place of its first byte.
func lexBody(src string, at Pos, errs *Errors) []token {
	var out []token
	line, start := at.Line, 0
	for i := 0; i < len(src); {
		c := src[i]
		pos := Pos{at.File, line, i - start + 1}
		switch {
		case c == '\n':
			i++
			line, start = line+1, i
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(src[i:], "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case isLetter(c):
			n := spanOf(src[i:], func(b byte) bool { return isLetter(b) || isDigit(b) })
			out = append(out, token{'n', src[i : i+n], pos})
			i += n
		case isDigit(c):
			n := spanOf(src[i:], func(b byte) bool { return isLetter(b) || isDigit(b) || b == '.' })
			out = append(out, token{'0', src[i : i+n], pos})
			i += n
		default:
			op := operatorAt(src[i:])
			if op == "" {
				errs.add(pos, "character %q in Semantics; legal are names, numbers and the operators %s", string(c), strings.Join(operators, " "))
				i++
				continue
			}
			out = append(out, token{'o', op, pos})
			i += len(op)
		}
	}
	return append(out, token{'e', "end of block", Pos{at.File, line, 1}})
}

func operatorAt(s string) string {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

func spanOf(s string, ok func(byte) bool) int {
	n := 0
	for n < len(s) && ok(s[n]) {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
