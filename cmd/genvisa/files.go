package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/genvisa/genvisa/internal/files"
)

// readInput reads a file of one of the wanted kinds, or standard input for "-".
func readInput(s streams, path string, want ...files.Kind) ([]byte, files.Kind, error) {
	if path == "-" {
		return files.ReadAll(path, s.in, want...)
	}
	return files.Read(path, want...)
}

// openInput opens a file of one of the wanted kinds, or standard input for "-",
// to be read piece by piece up to limit bytes, 0 for the kind's.
func openInput(s streams, path string, limit int64, want ...files.Kind) (io.Reader, func() error, files.Kind, error) {
	in, done := s.in, func() error { return nil }
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, done, files.Unknown, err
		}
		in, done = f, f.Close
	}
	r, k, err := files.Open(path, in, limit, want...)
	if err != nil {
		done()
	}
	return r, done, k, err
}

// checkOutputs refuses two outputs of one command in one place, and an output
// over an input. Names are paths or "-", "" when there is none.
func checkOutputs(ins []string, outs ...string) error {
	for i, out := range outs {
		if out == "-" && slices.Contains(outs[:i], "-") {
			return errors.New("two outputs to -: want one of them in a file")
		}
		if out == "" || out == "-" {
			continue
		}
		for _, in := range ins {
			if in != "-" && files.Same(in, out) {
				return fmt.Errorf("%s: output over the input: want another file", out)
			}
		}
		for _, other := range outs[:i] {
			if files.Same(other, out) {
				return fmt.Errorf("%s: two outputs in one file: want two", out)
			}
		}
	}
	return nil
}

// keepOld refuses to write over a file that is there, unless force is given.
// Devices and pipes are written.
func keepOld(path string, force bool) error {
	info, err := os.Stat(path)
	if err != nil || force || path == "-" || !info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("%s: is there already: want another file, or --force", path)
}

// keepSource refuses to write over a file that somebody may have written by hand
// or that is the input of another command; what a command wrote itself is
// replaced, as compilers do.
func keepSource(path string, force bool) error {
	if k := sourceAt(path); k != files.Unknown && !force {
		return fmt.Errorf("%s: is there already and is %s: want another file, or --force", path, k)
	}
	return nil
}

// sourceAt is the kind of a file that keepSource keeps, or UnknownFile.
func sourceAt(path string) files.Kind {
	switch k := kindAt(path); k {
	case files.VISA, files.ISA, files.Metadata, files.Launch, files.Container, files.SPIRV, files.Source:
		return k
	}
	return files.Unknown
}

// kindAt is the kind of the file at path; UnknownFile for what is no file.
func kindAt(path string) files.Kind {
	if path == "" || path == "-" {
		return files.Unknown
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // to open a pipe waits for its other end
		return files.Unknown
	}
	f, err := os.Open(path)
	if err != nil {
		return files.Unknown
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := f.Read(head)
	return files.KindOf(path, head[:n])
}

// output is what one file is to hold; "-" is standard output.
type output struct {
	path string
	data []byte
}

// writeOutputs writes all files whole, or when one of them cannot be written
// none. A symbolic link stays one, and what is no file, such as a device or a
// pipe, is written in place.
func writeOutputs(s streams, outs ...output) error {
	var staged []stagedFile
	defer func() {
		for _, f := range staged {
			os.Remove(f.temp) // gone after a successful rename
		}
	}()
	for _, o := range outs {
		if o.path == "-" {
			continue
		}
		f, err := stage(o)
		if err != nil {
			return cannotWrite(o.path, err)
		}
		staged = append(staged, f)
	}
	for _, f := range staged {
		if err := f.commit(); err != nil {
			return cannotWrite(f.path, err)
		}
	}
	for _, o := range outs {
		if o.path != "-" {
			continue
		}
		if _, err := s.raw.Write(o.data); err != nil {
			return err
		}
	}
	return nil
}

// writeOutput writes one file.
func writeOutput(s streams, path string, data []byte) error {
	return writeOutputs(s, output{path, data})
}

// streamOutput writes one file, or standard output for "-", with what write gives
// it piece by piece: whole or not at all, as writeOutputs does.
func streamOutput(s streams, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(s.raw)
	}
	f, err := stage(output{path: path})
	if err != nil {
		return cannotWrite(path, err)
	}
	name := f.temp
	if name == "" {
		name = f.target // a device or pipe
	} else {
		defer os.Remove(f.temp)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return cannotWrite(path, err)
	}
	err = write(file)
	if is[*fs.PathError](err) {
		err = cannotWrite(path, err)
	}
	if err := errors.Join(err, cannotWrite(path, file.Close())); err != nil || f.temp == "" {
		return err
	}
	return cannotWrite(path, os.Rename(f.temp, f.target))
}

// stagedFile is a file that is written beside the one it will replace.
type stagedFile struct {
	output
	temp, target string // temp is "" for what is no file
}

func stage(o output) (f stagedFile, err error) {
	f = stagedFile{output: o, target: o.path}
	mode := fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(o.path); err == nil {
		f.target = real
	}
	info, err := os.Stat(f.target)
	switch {
	case err != nil:
	case info.IsDir():
		return f, errors.New("is a directory, want a file")
	case !info.Mode().IsRegular():
		return f, nil
	default:
		mode = info.Mode().Perm()
	}
	dropStale(f.target)
	tmp, err := os.CreateTemp(filepath.Dir(f.target), "."+filepath.Base(f.target)+".*.tmp")
	if err != nil {
		return f, err
	}
	f.temp = tmp.Name()
	_, err = tmp.Write(o.data)
	if err = errors.Join(err, tmp.Chmod(mode), tmp.Close()); err != nil {
		os.Remove(f.temp)
	}
	return f, err
}

// staleAfter is when a temporary file is one that nobody writes any more.
const staleAfter = time.Hour

// dropStale removes what commands that were killed left beside a file.
func dropStale(target string) {
	entries, _ := os.ReadDir(filepath.Dir(target)) // what it cannot read it cannot clean
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), "."+filepath.Base(target)+".")
		digits, ends := strings.CutSuffix(name, ".tmp")
		if !ours || !ends || strings.Trim(digits, "0123456789") != "" || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAfter {
			_ = os.Remove(filepath.Join(filepath.Dir(target), e.Name())) // the next one tries again
		}
	}
}

// commit gives the file its name.
func (f *stagedFile) commit() error {
	if f.temp == "" {
		return os.WriteFile(f.target, f.data, 0o644)
	}
	return os.Rename(f.temp, f.target)
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
