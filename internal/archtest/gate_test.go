package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestGate: what the gate runs, in its order. The last step holds the tests to a clone that
// has neither the corpus nor anything else beside it.
func TestGate(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(corpus.Root(), ".ci", "run"))
	require.NoError(t, err)
	var commands []string
	for _, m := range regexp.MustCompile(`(?m)^ *(?:step "(.+)"|(\.ci/deadcode|go (?:vet|test|generate|run \./internal|run "honnef|mod).*|GENVISA_BUILD=1 .*|\(cd .*go test.*))$`).FindAllStringSubmatch(string(script), -1) {
		commands = append(commands, m[1]+m[2])
	}
	assert.Equal(t, []string{
		"oracles (Debian packages)",
		"format and vet", "go vet ./...", "go vet -tags oracle ./...",
		"linter", `go run "honnef.co/go/tools/cmd/staticcheck@$(cat .ci/staticcheck.version)" ./...`, ".ci/deadcode",
		"generated files", "go generate ./...", "go mod tidy -diff",
		"the README's commands",
		"made-up pages in a copy of the module", "GENVISA_BUILD=1 go test -v ./gen -run 'TestMadePages|TestPageMakesOp|TestChangedFacts|TestPublishedValues'",
		"a slice of the mutations", "GENVISA_BUILD=1 go test ./internal/mutate",
		`go run ./internal/mutate -n 30 -seed "$(git rev-list --count HEAD)" -floor 65`,
		"oracle tests", "go test -tags oracle ./...",
		"all tests in a clone with nothing beside it", `(cd "$alone/clone" && go test -tags oracle ./...)`,
	}, commands)
}
