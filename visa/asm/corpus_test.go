package asm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tokens cuts a text into words for comparison: comments count, blanks do not.
func tokens(src []byte) []string { return strings.Fields(string(src)) }

func reprint(t *testing.T, path string) (src, out []byte, err error) {
	t.Helper()
	src, err = os.ReadFile(path)
	require.NoError(t, err)
	k, err := Parse(filepath.Base(path), src)
	if err != nil {
		return src, nil, err
	}
	var b bytes.Buffer
	require.NoError(t, Print(&b, k))
	return src, b.Bytes(), nil
}

// Every kernel of the subset comes back byte for byte.
func TestRoundTripKernels(t *testing.T) {
	cases := corpus.Cases(t, corpus.Dir(), "skl")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			src, out, err := reprint(t, c.Stem+".visaasm")
			require.NoError(t, err)
			require.Equal(t, tokens(src), tokens(out))
			assert.Equal(t, string(src), string(out))
		})
	}
	t.Logf("%d kernels", len(cases))
}

var unmodelled = regexp.MustCompile(`^'([^']+)' is a vISA instruction that genvisa does not model yet$|^'(.funcdecl)'`)

// The other texts of the corpus come back too, unless they use an instruction
// that no page defines; nothing else may be refused.
func TestRoundTripCorpus(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(), "*", "*.visaasm"))
	require.NoError(t, err)
	good, missing := 0, map[string]int{}
	for _, path := range paths {
		src, out, err := reprint(t, path)
		if err == nil {
			good++
			assert.Equal(t, string(src), string(out), path)
			continue
		}
		var list ErrorList
		require.ErrorAs(t, err, &list)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		for _, e := range list {
			if m := unmodelled.FindStringSubmatch(e.Msg); assert.NotNil(t, m, "%v", e) {
				missing[m[1]+m[2]]++
			}
		}
	}
	t.Logf("%d of %d texts come back; outside of the op table: %v", good, len(paths), missing)
	floor.Exact(t, "texts that come back in "+corpus.Which(), good)
}
