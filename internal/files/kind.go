package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Kind is what a file is.
type Kind uint8

// Kinds of files. Those with a limit are read; the others are known, so that an error
// can say what they are.
const (
	Unknown   Kind = iota
	VISA           // .visaasm
	Native         // .dat
	ISA            // .isa
	Metadata       // .zeinfo, .ze_info
	Launch         // .yaml
	Container      // zebin, ocloc's .bin, patch tokens, archives of them
	SPIRV
	Source   // OpenCL C
	Assembly // .asm
	Binary   // not text, and nothing else is known of it
)

// kinds says of each kind what it is, how its name ends, how large such a file
// may be (what reading costs is a multiple of that, see docs/launch.md), and
// what takes it.
var kinds = [...]struct {
	what  string
	ext   []string
	limit int64
	use   string
}{
	Unknown:   {what: "a file of no known kind"},
	VISA:      {"vISA text", []string{".visaasm"}, 64 << 20, "genvisa run --program, compile, verify, fmt, asm, info or init"},
	Native:    {"raw native code", []string{".dat"}, 8 << 20, "genvisa ndis, lint, hazards, info or run --program"},
	ISA:       {"a CISA binary", []string{".isa"}, 64 << 20, "genvisa dis, run, init, compile, verify, fmt, info, ndis, lint or hazards"},
	Metadata:  {"kernel metadata", []string{".zeinfo", ".ze_info"}, 16 << 20, "genvisa info, init or run --info"},
	Launch:    {"a launch file", []string{".yaml", ".yml"}, 4 << 20, "genvisa run"},
	Container: {"a container of compiled kernels", []string{".bin", ".zebin"}, 32 << 20, "genvisa info, init, ndis, lint, hazards or run --program"},
	SPIRV:     {what: "SPIR-V", ext: []string{".spv"}},
	Source:    {"OpenCL C", []string{".cl"}, 16 << 20, "genvisa run, init or compile, or ocloc compile"},
	Assembly:  {"Gen assembly", []string{".asm"}, 4 << 30, "genvisa nasm, lint or hazards"},
	Binary:    {what: "not text"},
}

// String is the kind in words, with an article.
func (k Kind) String() string { return kinds[k].what }

// Limit is the most bytes that a file of the kind may have.
func (k Kind) Limit() int64 { return kinds[k].limit }

// KindOfName is the kind that a file's name says.
func KindOfName(path string) Kind {
	ext := filepath.Ext(path)
	for k := range kinds {
		if slices.Contains(kinds[k].ext, ext) {
			return Kind(k)
		}
	}
	return Unknown
}

// headSize is how much of a file says what it is.
const headSize = 4096

// KindOf finds what a file is by how it begins, and where that leaves it open,
// by its name. path may be "-".
func KindOf(path string, head []byte) Kind {
	head = head[:min(len(head), headSize)]
	for _, m := range []struct {
		magic string
		kind  Kind
	}{
		{"CISA", ISA}, {"\x7fELF", Container}, {"CTNI", Container}, {"!<arch>\n", Container},
		{"\x03\x02\x23\x07", SPIRV}, {"\x07\x23\x02\x03", SPIRV},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.kind
		}
	}
	named := KindOfName(path)
	switch {
	case bytes.IndexByte(head, 0) < 0:
		if k := kindOfText(string(head)); k != Unknown {
			return k
		}
		return named
	case named == Native || named == Unknown && path == "-":
		return Native
	}
	return Binary
}

// kindOfText looks for the first line that only one kind of text has.
func kindOfText(text string) Kind {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		for _, m := range []struct {
			begins string
			kind   Kind
		}{
			{".version ", VISA}, {".kernel ", VISA}, {".global_function ", VISA},
			{"kernels:", Metadata}, {"kernel:", Launch},
			{"kernel void ", Source}, {"__kernel ", Source}, {"#pragma OPENCL ", Source},
		} {
			if strings.HasPrefix(line, m.begins) {
				return m.kind
			}
		}
	}
	return Unknown
}

// KindError is a file of another kind than wanted.
type KindError struct {
	Path string
	Kind Kind
	Want []Kind
}

// Error says what the file is, what was wanted, and what takes such a file.
func (e *KindError) Error() string {
	var want []string
	for _, k := range e.Want {
		want = append(want, fmt.Sprintf("%s (%s)", k, kinds[k].ext[0]))
	}
	text := fmt.Sprintf("%s: this is %s: want %s", e.Path, e.Kind, strings.Join(want, " or "))
	switch {
	case kinds[e.Kind].use != "":
		text += "; use " + kinds[e.Kind].use
	case e.Kind == SPIRV:
		text += ", which ocloc compile makes of it with IGC_ShaderDumpEnable=1"
	}
	return text
}

// Is reports that the error is errors.ErrUnsupported for what is valid but not
// read.
func (e *KindError) Is(target error) bool {
	noVISA := e.Kind == Container || e.Kind == ISA // which hold native code beside, or in the place of, its text
	valid := e.Kind == SPIRV || noVISA && slices.Contains(e.Want, VISA)
	return valid && target == errors.ErrUnsupported
}

// fits says whether a file may be read as one of the wanted kinds: it is, or
// nothing says that it is another.
func (k Kind) fits(want []Kind) bool {
	return slices.Contains(want, k) || len(want) == 1 && (k == Unknown || k == Binary && want[0] == Native)
}

// SizeError is a file that is larger than its kind may be.
type SizeError struct {
	Path  string
	Kind  Kind
	Limit int64 // bytes
}

// Error names the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s: larger than %d bytes, the limit of %s", e.Path, e.Limit, e.Kind)
}

// Read reads a file that must be of one of the wanted kinds, and says which.
// It reads no more than the kind's limit, also of a device or pipe without end.
func Read(path string, want ...Kind) ([]byte, Kind, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Unknown, err
	}
	defer f.Close()
	return ReadAll(path, f, want...)
}

// ReadAll is Read of what r gives; path stands for it in messages.
func ReadAll(path string, r io.Reader, want ...Kind) ([]byte, Kind, error) {
	return ReadLimit(path, r, 0, want...)
}

// ReadLimit is ReadAll with another limit in bytes, for what costs little to
// read; 0 is the kind's.
func ReadLimit(path string, r io.Reader, limit int64, want ...Kind) ([]byte, Kind, error) {
	r, k, err := Open(path, r, limit, want...)
	if err != nil {
		return nil, k, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, k, err
	}
	return text, k, nil
}

// Open finds that what r gives is of one of the wanted kinds, says which, and gives
// all of it. Reading more than the limit in bytes, that of the kind when it is
// 0, is a *SizeError.
func Open(path string, r io.Reader, limit int64, want ...Kind) (io.Reader, Kind, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, Unknown, err
	}
	k := KindOf(path, head[:n])
	if !k.fits(want) {
		return nil, k, &KindError{path, k, want}
	}
	if !slices.Contains(want, k) {
		k = want[0]
	}
	if limit == 0 {
		limit = kinds[k].limit
	}
	return &limited{io.MultiReader(bytes.NewReader(head[:n]), r), limit, &SizeError{path, k, limit}}, k, nil
}

// limited reads left bytes; more is an error.
type limited struct {
	r    io.Reader
	left int64
	err  error
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, l.err
	}
	return n, err
}
