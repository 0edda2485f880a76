package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/genvisa/genvisa/sim/run"
)

// readInput reads a file, or standard input for "-".
func readInput(s streams, path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(s.in)
	}
	return os.ReadFile(path)
}

// checkOutputs refuses two outputs of one command in one place, and an output
// over its input. Names are paths or "-", "" when there is none.
func checkOutputs(in string, outs ...string) error {
	for i, out := range outs {
		if out == "-" && slices.Contains(outs[:i], "-") {
			return errors.New("two outputs to -: want one of them in a file")
		}
		if out == "" || out == "-" {
			continue
		}
		if run.SameFile(in, out) {
			return fmt.Errorf("%s: output over the input: want another file", out)
		}
		for _, other := range outs[:i] {
			if run.SameFile(other, out) {
				return fmt.Errorf("%s: two outputs in one file: want two", out)
			}
		}
	}
	return nil
}

// writeOutput writes a file whole or not at all; "-" is standard output. A
// symbolic link stays one, and what is no file, such as a device or a pipe, is
// written in place.
func writeOutput(s streams, path string, data []byte) error {
	if path == "-" {
		_, err := s.out.Write(data)
		return err
	}
	target, mode := path, fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
	case info.IsDir():
		return fmt.Errorf("%s: cannot write: is a directory, want a file", path)
	case !info.Mode().IsRegular():
		return cannotWrite(path, os.WriteFile(target, data, mode))
	default:
		mode = info.Mode().Perm()
	}
	return cannotWrite(path, replaceFile(target, mode, data))
}

// replaceFile writes a file beside path and gives it the name.
func replaceFile(path string, mode fs.FileMode, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone after a successful rename
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// cannotWrite names the file that was asked for instead of the temporary one.
func cannotWrite(path string, err error) error {
	if err == nil {
		return nil
	}
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: cannot write: %w", path, err)
}
