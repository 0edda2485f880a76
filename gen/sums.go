package gen

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Addresses that are an element of one operand and what is the same for all lanes, as Go
// text: sums of 32 bits, sums of which 32 bits count, and sums of 64 bits.
const terms = `([^ ]+(?: [*+] [^ ]+)*)`

var (
	named  = regexp.MustCompile(`^a := (.*)$`)
	dwords = regexp.MustCompile(`^at\[i\] = uint64\(` + terms + `\)$`)
	lows   = regexp.MustCompile(`^at\[i\] = uint64\((?:int64\()?uint32\((int64\([^ ]+\) \+ [^ ]+?)\)\)?\)$`)
	qwords = regexp.MustCompile(`^at\[i\] = ` + terms + `$`)
)

// sum is a call in the place of a loop whose addresses are such sums; "" for another.
func (g *scope) sum(loop []string) string {
	body := slices.Clone(loop[1 : len(loop)-1])
	if len(body) == 2 {
		if m := named.FindStringSubmatch(body[0]); m != nil {
			body = []string{regexp.MustCompile(`\ba\b`).ReplaceAllLiteralString(body[1], m[1])}
		}
	}
	if len(body) != 1 || len(g.rows) != 1 {
		return ""
	}
	for _, declared := range g.rows {
		row, from, _ := strings.Cut(declared, " := ")
		m := lows.FindStringSubmatch(body[0])
		switch {
		case strings.HasPrefix(from, "f.qwords("):
			return sumOf(qwords.FindStringSubmatch(body[0]), row+"[i]", "qwordAddresses(at, "+row+", %s)")
		case !strings.HasPrefix(from, "f.dwords("):
		case m != nil:
			return sumOf(m, "int64("+row+"[i])", "dwordAddresses(at, "+row+", uint32(%s))")
		default:
			return sumOf(dwords.FindStringSubmatch(body[0]), row+"[i]", "dwordAddresses(at, "+row+", %s)")
		}
	}
	return ""
}

// sumOf is a call with the other terms of a sum as its base, "" when lanes count in those.
func sumOf(match []string, lane, call string) string {
	if match == nil {
		return ""
	}
	rest := strings.Split(match[1], " + ")
	at := slices.Index(rest, lane)
	if at < 0 {
		return ""
	}
	rest = slices.Delete(rest, at, at+1)
	if lane := regexp.MustCompile(`\bi\b`); lane.MatchString(strings.Join(rest, " ")) {
		return ""
	}
	if len(rest) == 0 {
		rest = []string{"0"}
	}
	return fmt.Sprintf(call, strings.Join(rest, " + "))
}
