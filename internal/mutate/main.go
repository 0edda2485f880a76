package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// measured are the packages that engines and compiler consist of.
const measured = "visa/interp,sim/eu,sim/eu/code,sim/jit,sim/message,sim/mem,lower,lower/edit,lower/legal,lower/optimise,lower/repeat,lower/compact,lower/pitch,lower/messages,lower/flow,lower/schedule,lower/scoreboard,regalloc,native,native/effects,native/flow,native/asm"

type options struct {
	root    string
	n, seed int
	pkgs    []string
	shard   int
	shards  int
	results string
	only    []string
	again   bool
	list    bool
	report  string
	floor   float64
	equal   []reasoned // change nothing
	left    []reasoned // survive, and may
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func parseFlags() (*options, error) {
	var o options
	flag.IntVar(&o.n, "n", 30, "mutations in all packages together")
	flag.IntVar(&o.seed, "seed", 1, "which mutations")
	pkgs := flag.String("pkg", measured, "packages, by folder, that share the mutations")
	only := flag.String("only", "", "the ones of them to run now; all of them if empty")
	shard := flag.String("shard", "0/1", "I/K: the mutations whose rank is I modulo K")
	flag.StringVar(&o.results, "results", "", "file of results: read first, then appended to")
	flag.BoolVar(&o.again, "again", false, "run the survivors of the results again, and nothing else")
	flag.BoolVar(&o.list, "list", false, "print the mutations, run nothing")
	flag.StringVar(&o.report, "report", "", "write the table of the results to this file, run nothing")
	flag.Float64Var(&o.floor, "floor", 0, "fail when fewer percent are killed")
	flag.Parse()
	if _, err := fmt.Sscanf(*shard, "%d/%d", &o.shard, &o.shards); err != nil || o.shard < 0 || o.shard >= o.shards {
		return nil, fmt.Errorf("-shard %s: want I/K with 0 <= I < K", *shard)
	}
	b, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	o.root = strings.TrimSpace(string(b))
	for name, list := range map[string]*[]reasoned{"equivalent.txt": &o.equal, "survivors.txt": &o.left} {
		if *list, err = reasons(filepath.Join(o.root, "internal/mutate", name)); err != nil {
			return nil, err
		}
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for _, p := range strings.Split(*pkgs, ",") {
		if files, _ := filepath.Glob(filepath.Join(o.root, p, "*_test.go")); len(files) == 0 {
			fmt.Printf("%s: no such package, or one without tests: left out\n", p)
			continue
		}
		o.pkgs = append(o.pkgs, p)
	}
	return &o, nil
}

func run() error {
	o, err := parseFlags()
	if err != nil {
		return err
	}
	s, err := openStore(o.results, o.seed)
	if err != nil {
		return err
	}
	ps, err := plan(o)
	if err != nil {
		return err
	}
	if err := stale(slices.Concat(o.equal, o.left), ps); err != nil {
		return err
	}
	var all []tally
	for _, p := range ps {
		if o.only != nil && !slices.Contains(o.only, p.src.pkg) {
			continue
		}
		t, err := p.work(o, s)
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	if o.list {
		return nil
	}
	if o.report != "" {
		return os.WriteFile(o.report, []byte(document(all, o)), 0o644)
	}
	fmt.Print("\n", table(all))
	for _, t := range all {
		for _, m := range t.survivors {
			fmt.Println("survived:", m)
		}
	}
	if sum := total(all); rate(sum) < o.floor {
		return fmt.Errorf("%.1f %% killed: want %.1f %%; kill a survivor with a literal test of its package, or list it in internal/mutate/equivalent.txt with the reason", rate(sum), o.floor)
	}
	return nil
}

// part is one package and how many of its mutations are wanted.
type part struct {
	src   *pkgSource
	all   []*mutation // by rank
	quota int
}

// plan shares n among the packages: half of it in equal parts, half by how many
// mutations each has, so that small ones are not left out.
func plan(o *options) ([]part, error) {
	var out []part
	sum := 0
	for _, pkg := range o.pkgs {
		src, info, err := load(o.root, pkg)
		if err != nil {
			return nil, err
		}
		all := src.mutations(info, o.seed)
		out = append(out, part{src: src, all: all})
		sum += len(all)
	}
	given, upTo := 0, 0.0
	for i := range out {
		upTo += float64(o.n)/2/float64(len(out)) + float64(o.n)/2*float64(len(out[i].all))/float64(sum)
		out[i].quota = int(upTo+0.5) - given
		given += out[i].quota
	}
	return out, nil
}

// stale finds entries of the list whose line is gone: a reason must not outlive
// the code that it is about.
func stale(list []reasoned, ps []part) error {
	var errs []error
	for _, e := range list {
		for _, p := range ps {
			is := func(m *mutation) bool { return e.is(m) }
			if path.Dir(e.File) == p.src.pkg && !slices.ContainsFunc(p.all, is) {
				errs = append(errs, fmt.Errorf("%s:%d: %s, %s has no such mutation any more: remove the entry", e.list, e.at, e.File, e.Func))
			}
		}
	}
	return errors.Join(errs...)
}

// work takes a package's mutations by rank until the quota of ones that compile
// is reached. A shard leaves the others' ranks alone; a report counts all that
// have a verdict.
func (p *part) work(o *options, s *store) (tally, error) {
	t := tally{pkg: p.src.pkg}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(dir)
	r := newRunner(o.root, p.src.pkg, dir)
	chosen := p.choose(&t)
	var due []*mutation
	for rank, m := range chosen {
		if v, known := s.verdict(m); rank%o.shards == o.shard && reason(o.equal, m) == "" && o.due(v, known) {
			due = append(due, m)
		}
	}
	if len(due) > 1 && !o.list {
		if err := errors.Join(r.start(), r.prepare(p.src.switched(due))); err != nil {
			return t, err
		}
	}
	for _, m := range chosen {
		if o.list {
			fmt.Println(m)
			continue
		}
		v, known := s.verdict(m)
		if reason(o.equal, m) != "" {
			v, known = outcome{Verdict: survived}, true
		} else if slices.Contains(due, m) {
			if v, err = p.judge(r, m, s); err != nil {
				return t, err
			}
			known = true
		}
		if known {
			t.count(m, v, s.first(m), o.equal)
		}
	}
	return t, nil
}

// choose takes the first mutations that compile.
func (p *part) choose(t *tally) (chosen []*mutation) {
	for _, m := range p.all {
		if len(chosen) == p.quota {
			break
		}
		if p.src.compiles(m) {
			chosen = append(chosen, m)
		} else {
			t.broken++
		}
	}
	return chosen
}

// due says whether to run a mutation, given what is known of it.
func (o *options) due(v outcome, known bool) bool {
	switch {
	case o.report != "":
		return false
	case o.again:
		return known && v.Verdict == survived
	}
	return !known
}

func (p *part) judge(r *runner, m *mutation, s *store) (outcome, error) {
	if err := r.start(); err != nil {
		return outcome{}, err
	}
	v, err := r.judge(m, p.src.source(m))
	if err != nil {
		return v, err
	}
	fmt.Printf("%-8s %4.0fs %s  [%s]\n", v.Verdict, v.Took.Seconds(), m, v.By)
	return v, s.add(m, v)
}
