package message

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// allKinds are the messages of the tables.
func allKinds() (out []native.MessageKind) {
	for k := native.MsgUnknown + 1; k.String() != "message?"; k++ {
		out = append(out, k)
	}
	return out
}

// TestStops: every message of the tables runs on all its targets, or has a reason why not.
//
// seed: Broxton vol. 6 Message Gateway
func TestStops(t *testing.T) {
	for _, k := range allKinds() {
		all := true
		for target := range native.NumTargets {
			all = all && (k.Fields(target) == nil || runs(target, k))
		}
		assert.NotEqual(t, all, why(k) != "", "%v: %s", k, why(k))
	}
}

// TestDocumented: docs/messages.md has what each message does on each target.
func TestDocumented(t *testing.T) {
	var table strings.Builder
	head, rule := "| message |", "| --- |"
	for target := range native.NumTargets {
		head, rule = head+" "+target.String()+" |", rule+" --- |"
	}
	fmt.Fprintf(&table, "%s why not |\n%s --- |\n", head, rule)
	for _, k := range allKinds() {
		fmt.Fprintf(&table, "| %v |", k)
		for target := range native.NumTargets {
			cell := "-"
			if k.Fields(target) != nil {
				if cell = "stops"; runs(target, k) {
					cell = "runs"
				}
			}
			fmt.Fprintf(&table, " %s |", cell)
		}
		fmt.Fprintf(&table, " %s |\n", why(k))
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "messages.md"), "messages", table.String())
}
