package draft

import (
	"fmt"
	"strings"
)

// note says in the launch what its try was like.
func (l *Launch) note(t *tried) {
	s := t.score
	var b strings.Builder
	switch {
	case s.trouble == refused && !t.began: // the command says why
		return
	case s.trouble == endless:
		fmt.Fprintf(&b, "Ran: not ended after %d instructions", maxEach)
	case s.trouble == refused || s.trouble == fault:
		first, _, _ := strings.Cut(t.err.Error(), "\n")
		fmt.Fprintf(&b, "Ran, and ended early: %s", first)
	default:
		fmt.Fprintf(&b, "Ran: %d work items", l.items())
		if s.outside == 0 {
			b.WriteString(", no access past an end")
		} else {
			fmt.Fprintf(&b, ", accesses past an end of %s", l.list(pastArgs(t)))
		}
		if len(t.changed) > 0 {
			fmt.Fprintf(&b, "; outputs changed: %s", l.list(t.changed))
		}
		if same := t.unchangedArgs(); len(same) > 0 {
			fmt.Fprintf(&b, "; unchanged: %s", l.list(same))
		}
	}
	l.Notes = append(l.Notes, b.String())
}

// pastArgs are the arguments that were left, local memory being -1.
func pastArgs(t *tried) (out []int) {
	for i := range t.launch.args {
		if _, ok := t.past[i]; ok {
			out = append(out, i)
		}
	}
	if t.local > 0 {
		out = append(out, -1)
	}
	return out
}

// list names arguments.
func (l *Launch) list(args []int) string {
	var out []string
	for _, i := range args {
		switch name := ""; {
		case i < 0:
			out = append(out, "local memory")
		default:
			if name = argName(l.kernel, i); name == "" {
				name = fmt.Sprintf("arg%d", i)
			}
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}
