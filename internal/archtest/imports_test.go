package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

const module = "github.com/genvisa/genvisa"

// allowed is the list of direct imports, by package, of design section "Packages".
// Inside the module "internal" stands for every leaf below internal/; other
// entries are third-party modules. The standard library is always allowed.
var allowed = map[string][]string{
	".":                     {"*"},
	"specs":                 {},
	"opdefs":                {"internal", "github.com/yuin/goldmark"},
	"opdefs/published":      {"opdefs", "gen", "internal"}, // gen: a page whose code cannot be made is data
	"gen":                   {"opdefs", "github.com/dave/jennifer"},
	"visa":                  {"internal"},
	"visa/sem":              {"visa", "internal"},
	"visa/asm":              {"visa", "internal"},
	"visa/isa":              {"visa", "internal"},
	"visa/verify":           {"visa", "internal"},
	"visa/interp":           {"visa", "visa/sem", "sim/mem", "sim/dispatch", "internal"},
	"native":                {"internal"},
	"native/asm":            {"native", "internal"},
	"native/flow":           {"native"},
	"native/effects":        {"native"},
	"native/follow":         {"native", "native/effects", "native/flow"},
	"native/hazard":         {"native", "native/effects", "native/flow", "native/latency"},
	"native/estimate":       {"native", "native/effects", "native/flow", "native/hazard", "native/latency"},
	"native/latency":        {"native", "internal"},
	"native/state":          {"native"},
	"native/container":      {"native", "sim/abi", "internal"},
	"lower":                 {"visa", "native", "regalloc", "lower/compact", "lower/edit", "lower/flow", "lower/hoist", "lower/legal", "lower/messages", "lower/optimise", "lower/pitch", "lower/repeat", "lower/schedule", "lower/scoreboard", "internal"},
	"lower/compact":         {"native", "lower/edit"},
	"lower/edit":            {"native"}, // and so no pass over native instructions knows vISA
	"lower/flow":            {"native", "lower/edit"},
	"lower/legal":           {"native", "lower/edit", "internal"},
	"lower/messages":        {"native", "lower/edit", "lower/legal"},
	"lower/optimise":        {"native", "native/effects", "native/flow", "lower/edit"},
	"lower/pitch":           {"native", "lower/edit", "lower/legal"},
	"lower/hoist":           {"native", "native/effects", "native/flow", "lower/edit"},
	"lower/repeat":          {"native", "native/effects", "native/flow", "lower/edit"},
	"lower/schedule":        {"native", "native/effects", "native/flow", "native/latency", "internal"},
	"lower/scoreboard":      {"native", "native/effects", "native/flow", "native/latency"},
	"regalloc":              {"native", "native/effects", "native/flow", "native/latency"},
	"sim/eu/code":           {"native", "sim/message", "internal"}, // no thread, no memory
	"sim/eu":                {"native", "native/hazard", "sim/eu/code", "sim/mem", "sim/message", "sim/dispatch", "internal"},
	"sim/jit/x64":           {}, // encodings alone
	"sim/jit":               {"native", "sim/dispatch", "sim/eu", "sim/eu/code", "sim/jit/x64", "sim/mem", "sim/message", "internal"},
	"sim/message":           {"native", "sim/mem", "internal"},
	"sim/abi":               {"internal", "github.com/goccy/go-yaml"},
	"sim/mem":               {"internal"},
	"sim/dispatch":          {"sim/abi", "sim/mem", "internal"},
	"sim/media":             {}, // orders and dependencies, of no target
	"sim/states":            {"native", "native/state", "sim/mem", "internal"},
	"sim/batch":             {"native", "native/state", "sim/media", "internal"}, // commands, of no launch
	"sim/trace":             {"sim/mem", "sim/dispatch"},
	"sim/launch":            {"native", "native/state", "sim/abi", "sim/batch", "sim/media", "sim/mem", "internal", "github.com/goccy/go-yaml"},                                                                                                                       // no program, no engine
	"sim/load":              {"visa", "visa/asm", "visa/interp", "visa/isa", "visa/verify", "native", "native/asm", "native/container", "native/follow", "lower", "sim/abi", "sim/dispatch", "sim/eu", "sim/eu/code", "sim/jit", "sim/mem", "sim/origin", "internal"}, // no launch
	"sim/origin":            {"visa", "visa/asm", "visa/interp", "native", "native/asm", "native/container", "lower", "sim/dispatch", "sim/eu", "sim/eu/code", "sim/mem", "internal"},                                                                                 // engines and lower: their errors name places
	"sim/observe":           {"native/hazard", "native/latency", "sim/abi", "sim/dispatch", "sim/eu", "sim/eu/code", "sim/launch", "sim/machine", "sim/mem", "sim/origin", "sim/trace", "internal"},
	"sim/run":               {"visa", "native", "native/state", "sim/abi", "sim/dispatch", "sim/launch", "sim/load", "sim/machine", "sim/media", "sim/mem", "sim/observe", "sim/origin", "sim/preempt", "sim/states", "sim/trace", "internal"},
	"sim/preempt":           {"sim/dispatch", "sim/machine", "internal"}, // no launch, no engine
	"sim/machine":           {"internal", "github.com/goccy/go-yaml"},    // no launch, no engine
	"sim/draft":             {"sim/launch", "sim/load", "sim/run", "sim/abi", "sim/mem", "sim/dispatch", "internal"},
	"cmd/genvisa":           {"*", "github.com/urfave/cli/v3", "github.com/cheggaaa/pb/v3", "github.com/mattn/go-isatty"},
	"cmd/opgen":             {"opdefs", "opdefs/published", "gen", "specs"}, // specs: the hooks of pages that come as published
	"internal/agree":        {},                                             // random kernels over all engines: tests only
	"internal/agree/opencl": {},                                             // random OpenCL programs over all engines and a CPU: tests only
	"internal/agree/speed":  {},                                             // speed beside a compiler for CPUs: tests only
	"internal/agree/images": {},                                             // reads and writes of images over all engines and a CPU: tests only
	"internal/avx":          {"internal"},                                   // rows, of no engine
	"internal/cpu":          {},
	"internal/cputime":      {},
	"internal/diag":         {},
	"internal/grf":          {},
	"internal/heap":         {}, // large pages, for the command
	"internal/lazy":         {},
	"internal/num":          {},
	"internal/fixed":        {},
	"internal/files":        {}, // what a file is, for whoever reads one
	"internal/formats":      {},
	"internal/blocks":       {"internal"},
	"internal/quote":        {},
	"internal/corpus":       {},
	"internal/archtest":     {},
	"internal/series":       {},                           // texts of any length: tests only
	"internal/history":      {"native", "native/effects"}, // what each byte of a block went through: tests only
	"internal/listing":      {"native", "internal"},       // programs with virtual registers as text: tests only
	"internal/yamldoc":      {"github.com/goccy/go-yaml"},
	"internal/mutate":       {}, // a command for whoever writes tests
	"internal/values":       {"sim/mem"},
	"internal/floor":        {},
	"internal/kept":         {},
	"internal/seeds":        {}, // what became of the documents' mechanisms: tests only
	"internal/source":       {},
	"internal/oracle":       {"native"},               // test helper behind the build tag oracle
	"internal/oracle/gen4":  {"native", "native/asm"}, // the same
}

// allowedInTests is what test files may import beside what their package may:
// the engines stay independent of each other, their tests may bring them
// together.
var allowedInTests = map[string][]string{
	".":                     {"*", module},
	"specs":                 {"*"},
	"opdefs":                {"specs", "internal"},
	"opdefs/published":      {"specs", "internal"},
	"gen":                   {"*"},
	"visa":                  {"visa/asm", "internal"},
	"visa/sem":              {"opdefs", "specs", "internal"},
	"visa/asm":              {"internal"},
	"visa/isa":              {"visa/asm", "internal"},
	"visa/verify":           {"visa/asm", "internal"},
	"visa/interp":           {"visa/asm", "sim/abi", "sim/launch", "sim/load", "sim/run"},
	"native":                {"native/asm", "native/container", "specs", "opdefs", "visa/isa", "github.com/goccy/go-yaml"},
	"native/asm":            {"internal"},
	"native/flow":           {},
	"native/effects":        {"native/asm"},
	"native/follow":         {"native/asm"},
	"lower/compact":         {"native/asm"},
	"lower/flow":            {"internal"},
	"lower/legal":           {"lower", "internal"}, // lower: which targets there is code for
	"lower/messages":        {"internal"},
	"lower/optimise":        {"internal"},
	"lower/pitch":           {"internal"},
	"lower/repeat":          {"native/asm"},
	"lower/hoist":           {"lower", "visa/asm", "internal"},
	"internal/history":      {"native/asm", "native/flow"},
	"lower/schedule":        {"lower", "regalloc", "visa/asm", "native/asm", "internal"},
	"lower/scoreboard":      {"native/asm", "native/hazard"},
	"native/hazard":         {"native/asm", "native/container", "internal"},
	"native/estimate":       {"native/asm", "internal"},
	"native/latency":        {"native/asm"},
	"native/container":      {"native/asm", "internal"},
	"lower":                 {"visa/asm", "visa/interp", "native/asm", "native/estimate", "native/flow", "native/hazard", "native/latency", "sim/eu", "sim/eu/code", "sim/mem", "sim/dispatch", "sim/launch", "sim/load", "sim/run", "internal"},
	"regalloc":              {"internal", "lower", "visa/asm"},
	"sim/eu/code":           {},
	"sim/jit/x64":           {},
	"sim/jit":               {"native/asm", "sim/launch", "sim/load", "sim/run"},
	"sim/eu":                {"lower", "native/effects", "visa/asm", "sim/abi", "sim/launch", "sim/load", "sim/run", "visa/isa", "native/asm"},
	"sim/message":           {},
	"sim/abi":               {},
	"sim/mem":               {},
	"sim/dispatch":          {},
	"sim/states":            {},
	"sim/batch":             {"native/asm"},
	"sim/trace":             {},
	"sim/launch":            {"sim/load", "sim/run"},
	"sim/draft":             {},
	"sim/machine":           {},
	"sim/preempt":           {},
	"sim/load":              {"sim/launch", "sim/run"},
	"sim/origin":            {},
	"sim/observe":           {"native", "sim/load", "sim/run"},
	"sim/run":               {"*", module},
	"cmd/genvisa":           {},
	"cmd/opgen":             {"specs"},
	"internal/agree":        {"*"},
	"internal/agree/opencl": {"*"},
	"internal/agree/images": {"*"},
	"internal/agree/speed":  {"*"},
	"internal/diag":         {},
	"internal/num":          {},
	"internal/seeds":        {"internal"},
	"internal/corpus":       {},
	"internal/archtest":     {"internal"},
	"internal/yamldoc":      {},
	"internal/mutate":       {}, // a command for whoever writes tests
	"internal/values":       {},
	"internal/floor":        {}, // test helper
	"internal/kept":         {}, // test helper
}

// testLibraries may be imported by every test.
var testLibraries = []string{"github.com/stretchr/testify", "golang.org/x/tools"}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	walkGo(t, func(path string) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(corpus.Root(), path), nil, parser.ImportsOnly)
		require.NoError(t, err)
		pkg := filepath.ToSlash(filepath.Dir(path))
		list, known := allowed[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the import table: add it with its reason", path, pkg)
			return
		}
		seen[pkg] = true
		if strings.HasSuffix(path, "_test.go") {
			list = slices.Concat(list, allowedInTests[pkg], testLibraries, []string{pkg})
		}
		for _, imp := range file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			require.NoError(t, err)
			if !permitted(name, list) {
				t.Errorf("%s imports %s: %s may import %v", path, name, pkg, list)
			}
		}
	})
	for pkg := range allowed {
		if !seen[pkg] {
			t.Errorf("import table names %s, which has no Go files", pkg)
		}
	}
}

func permitted(name string, list []string) bool {
	rel, inside := strings.CutPrefix(name, module+"/")
	if !inside && !strings.Contains(strings.Split(name, "/")[0], ".") {
		return true // standard library
	}
	for _, a := range list {
		switch {
		case inside && a == "*", inside && rel == a:
			return true
		case inside && a == "internal" && strings.HasPrefix(rel, "internal/"):
			return true
		case !inside && (name == a || strings.HasPrefix(name, a+"/")):
			return true
		}
	}
	return false
}

// walkGo calls f with every Go file of the repository, by path from its root.
func walkGo(t *testing.T, f func(path string)) {
	root := corpus.Root()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			f(rel)
		}
		return nil
	})
	require.NoError(t, err)
}
