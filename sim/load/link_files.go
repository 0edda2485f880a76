package load

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/sim/abi"
)

// Limits of the files beside metadata.
const (
	maxRelocFile = 8 << 20
	maxDataFile  = 256 << 20
)

// readLink reads what stands beside a file with metadata: <stem>.reloc,
// program-scope data in <stem>.data.*.bin, and native code of functions that
// kernels share in <stem>.text.*.bin. It is empty when there is no .reloc.
func readLink(infoPath string) (*abi.Link, string, error) {
	stem := strings.TrimSuffix(infoPath, filepath.Ext(infoPath))
	path := stem + ".reloc"
	src, err := files.ReadUpTo(path, maxRelocFile)
	if errors.Is(err, os.ErrNotExist) {
		return &abi.Link{}, path, nil
	}
	if err != nil {
		return nil, path, err
	}
	relocs, err := abi.ParseReloc(path, src)
	if err != nil {
		return nil, path, err
	}
	l := &abi.Link{Relocs: relocs}
	if l.Sections, err = readSections(stem, ".data.", maxDataFile); err != nil {
		return nil, path, err
	}
	l.Code, err = readSections(stem, ".text.", files.Native.Limit())
	return l, path, err
}

// readSections reads the sections whose names begin with prefix, each of a file
// of at most limit bytes.
func readSections(stem, prefix string, limit int64) (out []abi.Section, err error) {
	found, err := filepath.Glob(files.GlobQuote(stem) + prefix + "*.bin")
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	for _, f := range found {
		data, err := files.ReadUpTo(f, limit)
		if err != nil {
			return nil, err
		}
		out = append(out, abi.Section{Name: strings.TrimSuffix(f[len(stem):], ".bin"), Bytes: data})
	}
	return out, nil
}

// dataArgs are the payload arguments with the addresses of sections of data.
var dataArgs = map[string]abi.ArgType{".data.const": abi.DataConst, ".data.global": abi.DataGlobal}
