package listing

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// Check runs a pass on each paragraph of a file of testdata and compares what it makes with
// the lines behind, which -update writes: "skl bdw> " and an instruction for the targets that
// get it, "! " and the error. A variable that was declared is listed when the pass changed
// it. Each target must get something of its own, or what another one gets.
func Check(t *testing.T, name string, targets []native.Target, pass func(p *native.Program, target native.Target) error) {
	t.Helper()
	path := filepath.Join("testdata", name)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	paragraphs := strings.Split(strings.TrimSpace(string(b)), "\n\n")
	for i, was := range paragraphs {
		text := input(was)
		is := strings.TrimRight(text+outputs(t, text, targets, pass), "\n")
		if paragraphs[i] = is; is != was && !floor.Updating() {
			t.Errorf("%s, paragraph %d: the pass makes now\n%s\nwant\n%s", path, i+1, is, was)
		}
	}
	if floor.Updating() {
		if err := os.WriteFile(path, []byte(strings.Join(paragraphs, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// input are the lines of a paragraph without what it becomes; comments stay.
func input(paragraph string) string {
	text := ""
	for _, line := range strings.Split(paragraph, "\n") {
		if !strings.Contains(line, "> ") {
			text += line + "\n"
		}
	}
	return text
}

// outputs is what a text becomes, once for all targets that get the same.
func outputs(t *testing.T, text string, targets []native.Target, pass func(p *native.Program, target native.Target) error) string {
	t.Helper()
	var results, who []string
	for _, target := range targets {
		p, err := Read(program(text))
		if err != nil {
			t.Fatal(err)
		}
		vars := slices.Clone(p.Vars)
		result := ""
		if err := pass(p, target); err != nil {
			result = "! " + err.Error() + "\n"
		} else {
			result = changed(p, vars) + Program(apart(p))
		}
		k := slices.Index(results, result)
		if k < 0 {
			k = len(results)
			results, who = append(results, result), append(who, "")
		}
		who[k] += target.String() + " "
	}
	out := ""
	for k, result := range results {
		for _, line := range strings.Split(strings.TrimSpace(result), "\n") {
			out += strings.TrimSpace(who[k]) + "> " + line + "\n"
		}
	}
	return out
}

// apart gives variables and addresses of one name different ones.
func apart(p *native.Program) *native.Program {
	seen := map[string]int{}
	name := func(s *string) {
		if seen[*s]++; seen[*s] > 1 {
			*s += fmt.Sprintf("#%d", seen[*s])
		}
	}
	for i := range p.Addrs {
		name(&p.Addrs[i].Name)
	}
	for i := range p.Vars {
		name(&p.Vars[i].Name)
	}
	return p
}

// program is a text without its comments.
func program(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "#") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// changed lists the variables that have another size or alignment than before.
func changed(p *native.Program, before []native.Var) string {
	out := ""
	for i := range before {
		if v := &p.Vars[i]; *v != before[i] {
			out += fmt.Sprintf("var %s %d align %d\n", v.Name, v.Size, v.Align)
		}
	}
	return out
}
