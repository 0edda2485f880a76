package main

import (
	"bufio"
	"cmp"
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
	path   string
	seed   int
	by     map[string]result
	firsts map[string]string // verdict of the first line on a mutation
}

func openStore(path string, seed int) (*store, error) {
	s := &store{path: path, seed: seed, by: map[string]result{}, firsts: map[string]string{}}
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
		s.put(r)
	}
	return s, in.Err()
}

func (s *store) put(r result) {
	s.by[r.id()] = r
	if s.firsts[r.id()] == "" {
		s.firsts[r.id()] = r.Verdict
	}
}

// first is the verdict of the first run, before tests were written for what
// survived it.
func (s *store) first(m *mutation) string { return s.firsts[m.id()] }

// verdict gives what is known of a mutation; a verdict on another text of its
// function says nothing.
func (s *store) verdict(m *mutation) (outcome, bool) {
	r, ok := s.by[m.id()]
	return r.outcome, ok && r.Body == m.Body
}

func (s *store) add(m *mutation, o outcome) error {
	r := result{s.seed, *m, o}
	s.put(r)
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
	atFirst                              int // killed by the first run
	survivors                            []*mutation
	reasons                              []string // of the equivalent ones
}

func (t *tally) count(m *mutation, o outcome, first string, list []reasoned) {
	if first == killed {
		t.atFirst++
	}
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
		sum.atFirst += t.atFirst
		sum.survived += t.survived
		sum.equivalent += t.equivalent
		sum.broken += t.broken
	}
	return sum
}

// table is the counts as Markdown.
func table(all []tally) string {
	var b strings.Builder
	b.WriteString("| package | mutations | killed | survived | equivalent | killed of those that change something | at first | (did not compile) |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, t := range append(slices.Clone(all), total(all)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %s | %d |\n", t.pkg, t.judged(), t.killed, t.survived, t.equivalent, share(t, t.killed), share(t, t.atFirst), t.broken)
	}
	return b.String()
}

// document is the page that keeps the results.
func document(all []tally, o *options) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Mutations

What the tests of each package notice when one line of it is wrong (internal/mutate says how). Of %d mutations with seed %d the table has
those that were run on the text of today, %d. "At first" is the same rate with the tests as they were before any was written for these mutations.

    go run ./internal/mutate -n %d -seed %d -results FILE
    go run ./internal/mutate -n %d -seed %d -results FILE -report docs/mutation.md

%s`, o.n, o.seed, total(all).judged(), o.n, o.seed, o.n, o.seed, table(all))
	b.WriteString("\n## Survivors, with the reason why no test is there\n\n")
	for _, t := range all {
		for _, m := range t.survivors {
			why := cmp.Or(reason(o.left, m), "no reason yet")
			fmt.Fprintf(&b, "* %s, %s: `%s` → `%s`: %s\n", m.File, m.Func, m.From, m.To, why)
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

// share is how many of those that change something were killed, as the page
// shows it: nothing of nothing.
func share(t tally, killed int) string {
	if t.killed+t.survived == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(killed)/float64(t.killed+t.survived))
}
