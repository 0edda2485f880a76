//go:build oracle

package opencl

import (
	"fmt"
	"strings"
	"testing"
)

// small makes the program of a kernel that differs small: it drops lines, then
// replaces expressions by their parts, while an engine still differs from pocl.
func (j *job) small(t *testing.T, host string, kernel int) string {
	lines := alone(j.program.src, kernel)
	bad := func(lines []string) bool {
		try := &job{dir: t.TempDir(), device: j.device, seed: j.seed, program: &program{strings.Join(lines, "\n") + "\n", 1}}
		return try.build(host) == nil && try.differs(t, host)
	}
	if !bad(lines) {
		return strings.Join(lines, "\n") + "\n"
	}
	for before := -1; before != len(lines); {
		before = len(lines)
		lines = fewer(lines, bad)
	}
	for i := range lines {
		lines = simpler(lines, i, bad)
	}
	return strings.Join(lines, "\n") + "\n"
}

// differs says that an engine runs k0 and has the results of no CPU.
func (j *job) differs(t *testing.T, host string) bool {
	want, err := j.want(0)
	if err != nil {
		return false
	}
	_, faults := j.verdicts("k0", want)
	return len(faults) > 0 && j.by(t, host, 0) == ""
}

// alone is the program of one kernel of src, as k0.
func alone(src string, kernel int) []string {
	var out []string
	in := true
	for l := range strings.Lines(strings.TrimSpace(src)) {
		if strings.HasPrefix(l, "__kernel") {
			name := fmt.Sprintf("void k%d(", kernel)
			in = strings.Contains(l, name)
			l = strings.Replace(l, name, "void k0(", 1)
		}
		if in {
			out = append(out, strings.TrimRight(l, "\n"))
		}
	}
	return out
}

// fewer drops runs of lines whose braces close.
func fewer(lines []string, bad func([]string) bool) []string {
	for n := len(lines) / 2; n > 0; n /= 2 {
		for at := 0; at < len(lines); {
			end, depth := at, 0
			for end < len(lines) && (end < at+n || depth > 0) && depth >= 0 {
				depth += strings.Count(lines[end], "{") - strings.Count(lines[end], "}")
				end++
			}
			try := append(append([]string{}, lines[:at]...), lines[end:]...)
			if depth == 0 && bad(try) {
				lines = try
			} else {
				at++
			}
		}
	}
	return lines
}

// simpler replaces bracketed expressions of line i by one of their parts.
func simpler(lines []string, i int, bad func([]string) bool) []string {
	for at := 0; at < len(lines[i]); at++ {
		if lines[i][at] != '(' {
			continue
		}
		for _, text := range replacements(lines[i], at) {
			try := append([]string{}, lines...)
			if try[i] = text; bad(try) {
				lines = try
				at = -1
				break
			}
		}
	}
	return lines
}

// replacements are line with the call, cast or bracket at the opening bracket at
// replaced by a part of what is inside.
func replacements(line string, at int) []string {
	end, depth := at, 0
	var parts []string
	start := at + 1
	for ; end < len(line); end++ {
		switch line[end] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if depth == 0 || depth == 1 && (line[end] == ' ' || line[end] == ',') {
			parts = append(parts, line[start:end])
			start = end + 1
		}
		if depth == 0 {
			break
		}
	}
	if end == len(line) {
		return nil
	}
	name := strings.TrimRight(line[:at], "abcdefghijklmnopqrstuvwxyz_0123456789")
	var out []string
	for _, p := range parts {
		if len(p) > 0 && (p[0] == '(' || p[0] >= '0' && p[0] <= '9' || p[0] >= 'a' && p[0] <= 'z') {
			out = append(out, name+p+line[end+1:])
			if len(parts) > 1 {
				out = append(out, line[:at]+"("+p+")"+line[end+1:])
			}
		}
	}
	return out
}
