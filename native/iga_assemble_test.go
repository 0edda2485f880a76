//go:build oracle

package native_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
)

// sample is an instruction and our text of it.
type sample struct {
	word []byte
	text string
}

// remark is what iga64 says about a sample, by index.
type remark struct {
	sample int
	fatal  bool
	text   string
}

var remarkLine = regexp.MustCompile(`(?m)^line (\d+)\.\d+: (error|warning): (.*)$`)

// assemble runs iga64 on the texts and gives the code, nil when it refuses one,
// and its remarks.
func assemble(t *testing.T, target native.Target, list []sample, args ...string) (code []byte, said []remark) {
	t.Helper()
	var text bytes.Buffer
	for _, s := range list {
		text.WriteString(s.text + "\n")
	}
	file := filepath.Join(t.TempDir(), "k.asm")
	require.NoError(t, os.WriteFile(file, text.Bytes(), 0o600))
	out, err := exec.Command("iga64", append([]string{"-a", oracle.Platform(target), file, "-o", file + ".bin"}, args...)...).CombinedOutput()
	for _, m := range remarkLine.FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(m[1])
		said = append(said, remark{n - 1, m[2] == "error", m[3]})
	}
	if err != nil {
		require.True(t, slices.ContainsFunc(said, func(r remark) bool { return r.fatal }), "%s", out)
		return nil, said
	}
	code, err = os.ReadFile(file + ".bin")
	require.NoError(t, err)
	return code, said
}

// assembled drops samples until iga64 takes the rest.
func assembled(t *testing.T, target native.Target, list []sample, args ...string) (rest []sample, code []byte, said []remark) {
	t.Helper()
	for {
		code, said = assemble(t, target, list, args...)
		if code != nil {
			return list, code, said
		}
		refused := map[int]bool{}
		for _, r := range said {
			if r.fatal {
				refused[r.sample] = true
			}
		}
		keep := list[:0]
		for i, s := range list {
			if !refused[i] {
				keep = append(keep, s)
			}
		}
		list = keep
	}
}
