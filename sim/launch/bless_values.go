package launch

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// scalarText is a number as it stands in a launch file.
var scalarText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^("[^"\n]*"|'[^'\n]*'|[^\s,\[\]{}]+)`) })

// blessValues replaces the expected numbers of argument i that came out otherwise, each at its place: what the user wrote
// around them stays.
func (l *Launch) blessValues(i int, got []byte) ([]edit, error) {
	a := &l.Args[i]
	at := l.at(ArgPart(i))
	got = a.numbersIn(got)
	if a.wanted.leaves == nil && len(a.wanted.data) > 0 {
		if string(a.wanted.data) == string(got) {
			return nil, nil
		}
		return nil, at.errorf("argument %d: expected structures and bytes that stand in the launch file are not rewritten: want values, or the name of a file", i)
	}
	if len(got) != len(a.wanted.data) {
		return nil, at.errorf("argument %d: %d bytes came back, %d are expected", i, len(got), len(a.wanted.data))
	}
	t, _ := FindType(a.Elem.Name)
	var edits []edit
	for n := 0; n < len(got)/t.Size; n++ {
		now := got[n*t.Size:][:t.Size]
		if string(now) == string(a.wanted.data[n*t.Size:][:t.Size]) {
			continue
		}
		if n >= len(a.wanted.leaves) {
			return nil, at.errorf("argument %d: element %d is %s, where bytes says zeros: list more values, or name a file", i, n, a.Elem.Format(now))
		}
		text, err := a.literal(n, now)
		if err != nil {
			return nil, at.errorf("argument %d: %v", i, err)
		}
		leaf := a.wanted.leaves[n]
		p := firstToken(leaf.ast)
		edits = append(edits, edit{p.Line, p.Column, scalarText(), text})
	}
	return edits, nil
}

// literal is element n as a launch file says it. The check of the argument must take it for the same.
func (a *Arg) literal(n int, p []byte) (string, error) {
	t, _ := FindType(a.Elem.Name)
	text := string(a.Elem.literalText(nil, p))
	bits, ok := t.Parse(text)
	if back := t.Append(nil, bits); !ok || !a.Check.equal(a.Elem, p, back) {
		return "", fmt.Errorf("element %d is %s, which values cannot say: want the check nan, or the name of a file", n, a.Elem.Format(p))
	}
	return text, nil
}

// shortValues is the most elements that a launch file is given where it lists those of a buffer already.
const shortValues = 64

// listed gives the results of an argument whose contents stand in the launch file as values, too; "" when they are too
// many or have no such form.
func (a *Arg) listed(got []byte) string {
	got = a.numbersIn(got)
	if a.inline == nil || a.inline.leaves == nil || len(got)/a.Elem.size() > shortValues {
		return ""
	}
	var out []string
	for n := range len(got) / a.Elem.size() {
		text, err := a.literal(n, got[n*a.Elem.size():][:a.Elem.size()])
		if err != nil {
			return ""
		}
		out = append(out, text)
	}
	return "{values: [" + strings.Join(out, ", ") + "]}"
}
