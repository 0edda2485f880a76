package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/native/container"
)

// sourceTexts finds lines of source texts: of a file with the name that the
// compiler was told, beside the container or in the working folder. Paths in
// containers are those of another machine, and whoever made the container chose
// them: nothing is read elsewhere.
type sourceTexts struct {
	folder string
	files  map[string][]string // by name: lines; empty when there is no such text
}

// beside reads source texts beside a container, or what is named after it:
// "k.bin:saxpy.visaasm".
func beside(container string) *sourceTexts {
	return &sourceTexts{folder: filepath.Dir(container), files: map[string][]string{}}
}

// Bounds of a source text and of what is shown of a line of it.
const (
	maxSource     = 4 << 20
	maxSourceLine = 160
)

// show is a line with its text, where that is at hand: "k.cl:17: y[i] = t;".
func (s *sourceTexts) show(l source.Line) string {
	if text := s.text(l); text != "" {
		return l.String() + ": " + text
	}
	return l.String()
}

// text is the text of a line, without the blanks around it.
func (s *sourceTexts) text(l source.Line) string {
	lines, ok := s.files[l.File]
	if !ok {
		lines = s.read(l.File)
		s.files[l.File] = lines
	}
	if l.Line < 1 || l.Line > len(lines) {
		return ""
	}
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.TrimSpace(lines[l.Line-1]))
	if r := []rune(text); len(r) > maxSourceLine {
		return string(r[:maxSourceLine]) + "..."
	}
	return text
}

// read finds and reads a text. A relative name is looked for with its folders first.
func (s *sourceTexts) read(name string) []string {
	name = filepath.FromSlash(strings.ReplaceAll(name, `\`, "/"))
	for _, folder := range []string{s.folder, "."} {
		for _, local := range []string{name, filepath.Base(name)} {
			if !filepath.IsLocal(local) {
				continue
			}
			if text, ok := sourceFile(filepath.Join(folder, local)); ok {
				return strings.Split(text, "\n")
			}
		}
	}
	return nil
}

// sourceFile reads a file that is one, and of a size that sources have.
func sourceFile(path string) (string, bool) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return "", false
	}
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource))
	return string(text), err == nil
}

// kernelLines are the source lines of a kernel, for findings: debug data that are
// broken take nothing from those, a note says so.
func kernelLines(note io.Writer, f *container.File, k *container.Kernel) *container.Lines {
	l, err := f.Lines(k)
	if err != nil {
		io.WriteString(note, quote.Lines("no source lines: "+err.Error())+"\n")
	}
	return l
}
