//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/genvisa/genvisa/internal/corpus"
)

// TestOutputPipe: a pipe is written like a file, and stays a pipe.
func TestOutputPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o644))
	read := make(chan []byte)
	go func() { data, _ := os.ReadFile("pipe"); read <- data }()
	code, out, errOut := command(context.Background(), "", "compile", filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm"), "-o", "pipe")
	require.Equal(t, exitOK, code, out+errOut)
	assert.Greater(t, len(<-read), 100)
	files, err := filepath.Glob(".*.tmp")
	require.NoError(t, err)
	assert.Empty(t, files, "temporary files")
}

// TestTerminate: SIGTERM ends an endless kernel like Ctrl-C, and what the launch
// saves is saved. The message says where the threads are.
func TestTerminate(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/stuck.txtar")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for _, f := range ar.Files {
		text := strings.Replace(string(f.Data), "output: true}", "output: true, save: kept.bin}", 1)
		require.NoError(t, os.WriteFile(f.Name, []byte(text), 0o644))
	}
	time.AfterFunc(400*time.Millisecond, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM) })
	code, out, errOut := command(context.Background(), "", "run", "forever.yaml")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, "not finished")
	assert.Contains(t, errOut, "interrupted\n  group [0 0 0] thread 0 at forever.visaasm:1")
	kept, err := os.ReadFile("kept.bin")
	require.NoError(t, err)
	assert.Equal(t, append([]byte{7}, make([]byte, 15)...), kept)
}
