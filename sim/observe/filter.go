package observe

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/sim/launch"
)

// Filter chooses the instructions that a trace shows. The zero value shows all.
type Filter struct {
	Lines, IPs, Threads *Span
	Source              *Span    // lines of the source text
	Group               []uint32 // X, or X and Y, or all three; nil for all groups
}

// Span is a range of numbers, both ends included.
type Span struct{ From, To uint64 }

func (s *Span) has(n uint64) bool { return s == nil || s.From <= n && n <= s.To }

// ParseFilter reads "all", or terms that must all hold, such as
// "line=12-20,group=0.1,thread=3" or "ip=0x40".
func ParseFilter(text string) (f Filter, err error) {
	if text == "all" {
		return f, nil
	}
	seen := map[string]bool{}
	for _, term := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(term, "=")
		if seen[key] {
			return f, fmt.Errorf("%q: %s= twice, and all terms must hold: want --trace again", text, key)
		}
		seen[key] = true
		switch key {
		case "line":
			f.Lines, err = parseSpan(value)
		case "ip":
			f.IPs, err = parseSpan(value)
		case "source":
			f.Source, err = parseSpan(value)
		case "thread":
			f.Threads, err = parseSpan(value)
		case "group":
			f.Group, err = parseGroup(value)
		default:
			err = fmt.Errorf("want all, or line=, ip=, source=, group= and thread= with commas between, found %q", term)
		}
		if err != nil {
			return f, fmt.Errorf("%q: %w", text, err)
		}
	}
	return f, nil
}

// parseSpan reads "N" or "N-M".
func parseSpan(text string) (*Span, error) {
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}
	a, errA := strconv.ParseUint(from, 0, 32)
	b, errB := strconv.ParseUint(to, 0, 32)
	if errA != nil || errB != nil || a > b || launch.Octal(from) || launch.Octal(to) {
		return nil, fmt.Errorf("want a number or a range such as 12-20, found %q", text)
	}
	return &Span{a, b}, nil
}

// parseGroup reads "X", "X.Y" or "X.Y.Z".
func parseGroup(text string) (group []uint32, err error) {
	for _, part := range strings.Split(text, ".") {
		n, err := strconv.ParseUint(part, 0, 32)
		if err != nil || len(group) == 3 || launch.Octal(part) {
			return nil, fmt.Errorf("want a group such as 2, 0.1 or 0.1.0, found %q", text)
		}
		group = append(group, uint32(n))
	}
	return group, nil
}

// shows says whether an instruction is chosen: by its line, its offset and its source
// line where it has them; each is -1 otherwise.
func (f *Filter) shows(group [3]uint32, thread int, line, ip, source int) bool {
	for d, n := range f.Group {
		if group[d] != n {
			return false
		}
	}
	return f.Threads.has(uint64(thread)) && placed(f.Lines, line) && placed(f.IPs, ip) && placed(f.Source, source)
}

// placed is has for a place that is -1 when there is none.
func placed(s *Span, n int) bool { return s == nil || n >= 0 && s.has(uint64(n)) }
