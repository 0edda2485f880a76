package opdefs

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a page may hold: the largest has 30 KiB and 300 rows in one table, and
// some checks compare each row with each other.
const (
	MaxPageBytes = 256 << 10 // of a page, ours or published
	maxTableRows = 2000
)

// readPage reads a page of at most MaxPageBytes; it takes no more memory than
// that, whatever the file holds. A page that is longer is an error at its start.
// A byte order mark in front is no part of the page.
func readPage(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", name, err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxPageBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return bytes.TrimPrefix(src, []byte("\uFEFF")), nil
}

// fits reports a page that is too long, or no text. Markdown tables are counted as lines
// before the Markdown parser sees them, because it keeps a tree of every cell.
func fits(file string, src []byte, errs *Errors) bool {
	if len(src) > MaxPageBytes {
		errs.add(Pos{file, 1, 1}, "the page has more than %d bytes; legal is at most that", MaxPageBytes)
		return false
	}
	rows, line := 0, 0
	for l := range strings.SplitSeq(string(src), "\n") {
		line++
		if at, size := notText(l); size > 0 {
			errs.add(Pos{file, line, at + 1}, "%q is no text; legal is UTF-8 without control characters", l[at:at+size])
			return false
		}
		if !strings.HasPrefix(strings.TrimSpace(l), "|") {
			rows = 0
			continue
		}
		if rows++; rows > maxTableRows {
			errs.add(Pos{file, line, 1}, "the table has more than %d rows; legal is at most that", maxTableRows)
			return false
		}
	}
	return true
}

// pagesOfSet are the pages without which the set is not whole, beside the pages
// of single opcodes.
var pagesOfSet = []string{
	typeFile, enumFile, opcodeFile,
	"eu/compaction-gen12.md", "eu/compaction-gen7.md", "eu/compaction-gen8.md", "eu/context.md", "eu/enums-3d.md", "eu/enums-eu.md", "eu/enums-state.md", "eu/formats.md", "eu/layouts-gen12.md", "eu/layouts-gen7.md", "eu/layouts-gen8.md", "eu/latency.md", "eu/machines.md", "eu/messages.md", "eu/messages-lsc.md", "eu/opcodes.md", "eu/registers.md", "eu/restrictions.md", "eu/state.md", "eu/targets.md",
}

// CheckSet wants every page that a whole set of specifications has. ParseDir
// takes parts of a set, which tests use; a generator that replaces files must
// not, because it would take out what the missing page described.
func CheckSet(fsys fs.FS) error {
	names, err := fs.Glob(fsys, "*/*.md")
	if err != nil {
		return fmt.Errorf("listing pages: %w", err)
	}
	var errs Errors
	for _, want := range pagesOfSet {
		if !slices.Contains(names, want) {
			errs.add(Pos{want, 1, 1}, "the page is missing; legal is a set with it")
		}
	}
	return errs.err()
}

// notText is the first place in a line, and its size, of what the source of a Go program
// cannot have; of size 0 when there is none.
func notText(line string) (at, size int) {
	for at, r := range line {
		_, size := utf8.DecodeRuneInString(line[at:])
		if r == utf8.RuneError && size == 1 || r == '\uFEFF' || unicode.IsControl(r) && r != '\t' && r != '\r' {
			return at, size
		}
	}
	return 0, 0
}
