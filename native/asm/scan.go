package asm

import (
	"fmt"
)

// scanner reads the tokens of one line. The first thing that it does not find is
// the line's fault; from there on the line is empty.
type scanner struct {
	line []byte
	at   int
	err  *fault
}

// start makes the scanner read a line.
func (s *scanner) start(line []byte) { s.line, s.at, s.err = line, 0, nil }

// fail records the fault that ends the line.
func (s *scanner) fail(at int, format string, args ...any) {
	s.stop(fault{at: at, msg: fmt.Sprintf(format, args...)})
}

func (s *scanner) stop(f fault) {
	if s.err == nil {
		s.err = &f
	}
	s.at = len(s.line)
}

// skip goes to the next token. A comment ends the line for the scanner.
func (s *scanner) skip() {
	at := s.at
	for at < len(s.line) && (s.line[at] == ' ' || s.line[at] == '\t') {
		at++
	}
	s.at = at
}

// peek is the next byte, 0 at the end of the line.
func (s *scanner) peek() byte {
	if s.at < len(s.line) {
		return s.line[s.at]
	}
	return 0
}

// take goes past c when it is the next byte.
func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

// expect goes past c, which must come next.
func (s *scanner) expect(c byte, after string) {
	s.skip()
	if !s.take(c) {
		s.fail(s.at, "%s: want '%c' after %s", s.token(), c, after)
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// word reads letters, digits and underscores; it may be empty.
func (s *scanner) word() []byte {
	line := s.line[s.at:]
	n := 0
	for n < len(line) && (isLetter(line[n]) || isDigit(line[n])) {
		n++
	}
	s.at += n
	return line[:n]
}

// token is what comes next, for errors.
func (s *scanner) token() string {
	const most = 40
	from := s.at
	for from < len(s.line) && (s.line[from] == ' ' || s.line[from] == '\t') {
		from++
	}
	if from == len(s.line) {
		return "end of line"
	}
	to := from + 1
	if isLetter(s.line[from]) || isDigit(s.line[from]) {
		for to < len(s.line) && (isLetter(s.line[to]) || isDigit(s.line[to])) {
			to++
		}
	}
	return fmt.Sprintf("%q", s.line[from:min(to, from+most)])
}

// decimal reads a number without sign of at most max.
func (s *scanner) decimal(what string, max int) int {
	from, v := s.at, 0
	for _, c := range s.line[from:] {
		if !isDigit(c) {
			break
		}
		if v = v*10 + int(c-'0'); v > max {
			s.word()
			s.fail(from, "%s %q: want 0..%d", what, s.line[from:s.at], max)
			return 0
		}
		s.at++
	}
	if from == s.at {
		s.fail(from, "%s: want a number for %s", s.token(), what)
	}
	return v
}
