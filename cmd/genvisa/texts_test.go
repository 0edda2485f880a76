package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestPlacesInContainers: a place that an error names, of a kernel's text or of a
// function's, is in the text that fmt --lines and --as-is print.
func TestPlacesInContainers(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(corpus.Root(), "native", "container", "testdata", "calls.bin"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	place := regexp.MustCompile(`bad\.bin:(\w+)\.visaasm:(\d+):(\d+): `)
	for _, c := range []struct{ from, to, text, line string }{
		{"    shl (M1", "    xhl (M1", "first", "    xhl (M1"},
		{"    shl (M1", "    xhl (M1", "Intel_Symbol_Table_Void_Program_f0", "    xhl (M1"},
	} {
		at := bytes.Index(data, []byte(c.from))
		require.Positive(t, at)
		if strings.HasSuffix(c.text, "_f0") {
			at = bytes.LastIndex(data, []byte(c.from))
		}
		bad := bytes.Clone(data)
		copy(bad[at:], c.to)
		require.NoError(t, os.WriteFile("bad.bin", bad, 0o600))
		for _, line := range []string{"verify bad.bin", "compile bad.bin --kernel first", "run bad.bin --kernel first --code interp"} {
			code, out, errOut := command(context.Background(), "", strings.Fields(line)...)
			m := place.FindStringSubmatch(errOut)
			require.NotNil(t, m, "%s: %d %s%s", line, code, out, errOut)
			require.Equal(t, c.text, m[1])
			kernel := strings.TrimSuffix(m[1], "_f0")
			_, out, _ = command(context.Background(), "", "fmt", "bad.bin", "--kernel", kernel, "--lines")
			if m[1] != kernel {
				_, out, _ = strings.Cut(out, "// bad.bin:"+m[1]+".visaasm\n")
			}
			n, _ := strconv.Atoi(m[2])
			assert.Contains(t, out, fmt.Sprintf("%6d  %s", n, c.line), line)
			if m[1] == kernel {
				_, out, _ = command(context.Background(), "", "fmt", "bad.bin", "--kernel", kernel, "--as-is")
				assert.Contains(t, strings.Split(out, "\n")[n-1], c.line)
			}
		}
	}
}

// TestTextsOfContainers: what fmt prints of each kernel of a container is a text that means
// the same, and verify goes through all of them.
func TestTextsOfContainers(t *testing.T) {
	dirs := []string{filepath.Join(corpus.Subset(), "releases", "*", "*", "*.bin")}
	if full, ok := corpus.Full(); ok {
		dirs = append(dirs, filepath.Join(full, "releases", "*", "*", "[a-f]*.bin"))
	}
	texts := 0
	for _, pattern := range dirs {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range files {
			code, out, errOut := command(context.Background(), "", "fmt", path)
			if code == exitUnmodelled {
				assert.Regexp(t, "no vISA text of kernel|which is no target here", errOut, path)
				continue
			}
			require.Equal(t, exitOK, code, "%s: %s", path, errOut)
			for i, text := range strings.Split("\n"+out, "\n// "+path+":") {
				name, body, ok := strings.Cut(text, "\n")
				if i == 0 && ok && name == "" { // alone, or nothing before the first name
					name, body = "alone", strings.TrimPrefix(text, "\n")
				}
				if strings.TrimSpace(body) == "" {
					continue
				}
				texts++
				code, again, errOut := command(context.Background(), body, "fmt", "-")
				require.Zero(t, code, "%s %s: %s", path, name, errOut)
				assert.Equal(t, strings.TrimSuffix(body, "\n"), strings.TrimSuffix(again, "\n"), "%s %s", path, name)
			}
			code, out, errOut = command(context.Background(), "", "verify", path)
			require.Equal(t, exitOK, code, "%s: %s%s", path, out, errOut)
			assert.NotContains(t, out, " 1 findings")
		}
	}
	_, full := corpus.Full()
	assert.GreaterOrEqual(t, texts, map[bool]int{false: 6, true: 191}[full])
}
