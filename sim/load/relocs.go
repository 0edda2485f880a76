package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// LinkBesideInfo is what stands beside a file with metadata: relocations, data and
// shared code. path is that of the relocations, which need not be there.
func LinkBesideInfo(info string) (l *abi.Link, path string, err error) { return readLink(info) }

// relocKinds are the kinds of the parts of an address.
var relocKinds = [...]abi.RelocKind{native.AddrWhole: abi.RelocAddr, native.AddrLow: abi.RelocLow, native.AddrHigh: abi.RelocHigh}

// CodeRelocs lists the addresses in the code of a kernel that was compiled here
// for target t, with the places that l's relocations give their symbols. from is
// where l's relocations are or would be.
func CodeRelocs(kernel string, t native.Target, res *lower.Result, l *abi.Link, from string) (list []abi.Reloc, err error) {
	places := map[string]*abi.Reloc{}
	for i := range l.Relocs {
		r := &l.Relocs[i]
		places[r.Symbol] = r
	}
	_, offs, err := native.DecodeAll(t, res.Code)
	if err != nil || len(offs) != len(res.Program.Insts) {
		return nil, fmt.Errorf("BUG: %d instructions were encoded as %d: %w", len(res.Program.Insts), len(offs), err)
	}
	for _, r := range res.Relocs {
		at := places[r.Symbol]
		if at == nil {
			return nil, fmt.Errorf("kernel %s: the code has the address of symbol %s, and no relocation of %s says where that is", kernel, r.Symbol, from)
		}
		if at.In == "" {
			return nil, l.Missing(at)
		}
		list = append(list, abi.Reloc{
			Section: abi.TextSection(kernel), Off: offs[r.Inst] + native.AddressByte(r.Part), Kind: relocKinds[r.Part],
			Symbol: r.Symbol, In: at.In, At: at.At,
		})
	}
	return list, nil
}

// ownRelocs reads the relocations beside raw code, <name>.reloc, which are for
// this code as those beside the metadata are for the compiler's; nil without.
func ownRelocs(code string) ([]abi.Reloc, error) {
	path := RelocPath(code)
	src, err := files.ReadUpTo(path, maxRelocFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return abi.ParseReloc(path, src)
}

// RelocPath is the file with the relocations of the raw code in a file.
func RelocPath(code string) string { return strings.TrimSuffix(code, filepath.Ext(code)) + ".reloc" }
