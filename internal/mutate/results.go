package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// result is one line of the file of results.
type result struct {
	Seed int `json:"seed"`
	mutation
	outcome
}

// store is the file of results: appended to, so that a run can go on where it
// was stopped. Of several lines on one mutation the last holds.
type store struct {
	path string
	seed int
	by   map[string]result
}

func openStore(path string, seed int) (*store, error) {
	s := &store{path: path, seed: seed, by: map[string]result{}}
	f, err := os.Open(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var r result
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s.by[r.id()] = r
	}
	return s, in.Err()
}

// verdict gives what is known of a mutation; a verdict on another text of its
// function says nothing.
func (s *store) verdict(m *mutation) (outcome, bool) {
	r, ok := s.by[m.id()]
	return r.outcome, ok && r.Body == m.Body
}

func (s *store) add(m *mutation, o outcome) error {
	r := result{s.seed, *m, o}
	s.by[m.id()] = r
	if s.path == "" {
		return nil
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	return errors.Join(err, f.Close())
}

// tally counts the verdicts of one package.
type tally struct {
	pkg                                  string
	killed, survived, equivalent, broken int
	survivors                            []*mutation
	reasons                              []string // of the equivalent ones
}

func (t *tally) count(m *mutation, o outcome, list []equivalent) {
	why := reason(list, m)
	switch {
	case o.Verdict == broken:
		t.broken++
	case o.Verdict == killed:
		t.killed++
	case why != "":
		t.equivalent++
		t.reasons = append(t.reasons, fmt.Sprintf("%s, %s: `%s` → `%s`: %s", m.File, m.Func, m.From, m.To, why))
	default:
		t.survived++
		t.survivors = append(t.survivors, m)
	}
}

func (t tally) judged() int { return t.killed + t.survived + t.equivalent }

// rate is the share of the mutations that change something and were killed, in
// percent; 100 of nothing.
func rate(t tally) float64 {
	if t.killed+t.survived == 0 {
		return 100
	}
	return 100 * float64(t.killed) / float64(t.killed+t.survived)
}

func total(all []tally) (sum tally) {
	sum.pkg = "all"
	for _, t := range all {
		sum.killed += t.killed
		sum.survived += t.survived
		sum.equivalent += t.equivalent
		sum.broken += t.broken
	}
	return sum
}

// table is the counts as Markdown.
func table(all []tally) string {
	var b strings.Builder
	b.WriteString("| package | mutations | killed | survived | equivalent | killed of those that change something | (did not compile) |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, t := range append(slices.Clone(all), total(all)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %d |\n", t.pkg, t.judged(), t.killed, t.survived, t.equivalent, share(t), t.broken)
	}
	return b.String()
}

// document is the page that keeps the results.
func document(all []tally, n, seed int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Mutations

What the tests of each package notice when one line of it is wrong (internal/mutate says how). Of %d mutations with seed %d the table has
those that were run on the text of today, %d.

    go run ./internal/mutate -n %d -seed %d -results FILE
    go run ./internal/mutate -n %d -seed %d -results FILE -report docs/mutation.md

%s`, n, seed, total(all).judged(), n, seed, n, seed, table(all))
	b.WriteString("\n## Survivors\n\n")
	for _, t := range all {
		for _, m := range t.survivors {
			fmt.Fprintf(&b, "* %s, %s: `%s` → `%s`\n", m.File, m.Func, m.From, m.To)
		}
	}
	b.WriteString("\n## Equivalent, with the reason\n\n")
	for _, t := range all {
		for _, r := range t.reasons {
			fmt.Fprintf(&b, "* %s\n", r)
		}
	}
	return b.String()
}

// share is rate as the page shows it: nothing of nothing.
func share(t tally) string {
	if t.killed+t.survived == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", rate(t))
}
