package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/follow"
	"github.com/genvisa/genvisa/sim/abi"
)

// address is one address that code asks for, with the moves that bring in its halves or
// all of it.
type address struct {
	moves []int  // instructions
	does  string // signature of what is done with it
	then  string // of what is done with the answers of the messages that take it
	reloc abi.Reloc
}

// move gives relocations of other code of the kernel the places of this code: a .isa does
// not say which address its native binary wants where, only placeholders show that it wants
// one. The other code, the .dat beside the .isa, was compiled from the same text, so that
// it does the same with each address; in which order it asks for them, its scheduler
// chose.
func (l *linker) move(path string, of []abi.Reloc) ([]abi.Reloc, error) {
	of = slices.SortedFunc(slices.Values(of), func(a, b abi.Reloc) int { return a.Off - b.Off })
	places := openAddresses(l.insts, l.offs)
	if len(of) == 1 && len(places) == 1 {
		of[0].Off = int(places[0]) + native.AddressByte(addressParts[of[0].Kind])
		return of, nil
	}
	theirs, err := l.theirs(path, of, len(places))
	if err != nil {
		return nil, err
	}
	if len(theirs) != len(places) {
		return nil, &abi.LinkError{File: of[0].File, Line: of[0].Line, Msg: fmt.Sprintf("%d addresses of %s: the native binary inside the .isa has %d", len(theirs), of[0].Section, len(places))}
	}
	ours := make([]address, len(places))
	for i, at := range places {
		k, _ := slices.BinarySearch(l.offs, int(at))
		ours[i].moves = []int{k}
	}
	if err := followAll(l.target, path, l.insts, l.offs, ours); err != nil {
		return nil, err
	}
	return l.match(path, ours, theirs)
}

// theirs are the addresses of the code that relocations are of, n of them: two halves
// are one where this code has whole ones.
func (l *linker) theirs(path string, of []abi.Reloc, n int) ([]address, error) {
	dat := strings.TrimSuffix(path, filepath.Ext(path)) + ".dat"
	src, err := files.ReadUpTo(dat, files.Native.Limit())
	if errors.Is(err, os.ErrNotExist) {
		return nil, &UnsupportedError{path, fmt.Sprintf("%d places of addresses that %s gives for other code, without that code (%s) beside it, are", len(of), of[0].File, filepath.Base(dat))}
	}
	if err != nil {
		return nil, err
	}
	insts, offs, err := native.DecodeAll(l.target, src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dat, err)
	}
	open := openAddresses(insts, offs)
	list := make([]address, 0, len(of))
	for _, r := range of {
		i, err := native.AddressAt(insts, offs, r.Off, addressParts[r.Kind])
		if err != nil || !slices.Contains(open, uint32(offs[i])) || len(open) != len(of) {
			return nil, &abi.LinkError{File: r.File, Line: r.Line, Msg: fmt.Sprintf("byte %d of %s: %s, with %d placeholders of addresses, is not the code of which these %d relocations are", r.Off, r.Section, dat, len(open), len(of))}
		}
		list = append(list, address{moves: []int{i}, reloc: r})
	}
	if len(of) == 2*n {
		list = wholeAddresses(list)
	}
	return list, followAll(l.target, dat, insts, offs, list)
}

func followAll(t native.Target, path string, insts []native.Inst, offs []int, list []address) error {
	u, err := follow.New(t, insts, offs)
	for i := 0; i < len(list) && err == nil; i++ {
		var messages []int
		if list[i].does, messages, err = u.Of(list[i].moves); err == nil {
			list[i].then, _, err = u.Of(messages)
		}
	}
	switch {
	case errors.Is(err, follow.ErrVisits):
		return &UnsupportedError{path, fmt.Sprintf("an address that a loader fills in, which takes more than %d steps to follow through the code,", follow.MaxVisits)}
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// match gives each place of ours the relocation of the address with which the other code
// does the same. What is done with answers counts only where several addresses are used
// alike; what is then still alike is refused, because only the order could tell.
func (l *linker) match(path string, ours, theirs []address) (out []abi.Reloc, err error) {
	for _, a := range ours {
		at := l.offs[a.moves[0]]
		same := func(b address) bool { return b.does == a.does }
		alike := slices.DeleteFunc(slices.Clone(theirs), func(b address) bool { return !same(b) })
		n := tally(ours, same)
		if n == len(alike) && several(alike) {
			same = func(b address) bool { return b.does == a.does && b.then == a.then }
			alike = slices.DeleteFunc(alike, func(b address) bool { return !same(b) })
			n = tally(ours, same)
		}
		switch {
		case n != len(alike):
			return nil, &UnsupportedError{path, fmt.Sprintf("instruction at ip %#05x: an address that a loader fills in, with which the native binary does what %d of its addresses are for, and what %d are for in the code of %s:%d, whose relocations it needs,",
				at, n, len(alike), theirs[0].reloc.File, theirs[0].reloc.Line)}
		case several(alike):
			return nil, &UnsupportedError{path, fmt.Sprintf("instruction at ip %#05x: an address that a loader fills in, with which the code does what it does with %d of them, that of %s (%s:%d) and others,",
				at, n, alike[0].reloc.Symbol, alike[0].reloc.File, alike[0].reloc.Line)}
		}
		r := alike[0].reloc
		r.Off = at + native.AddressByte(addressParts[r.Kind])
		out = append(out, r)
	}
	return out, nil
}

// several says that addresses are not all the same one.
func several(list []address) bool {
	return slices.ContainsFunc(list, func(a address) bool {
		x, y := a.reloc, list[0].reloc
		return x.In != y.In || x.At != y.At || x.Kind != y.Kind
	})
}

func tally(list []address, is func(address) bool) (n int) {
	for _, a := range list {
		if is(a) {
			n++
		}
	}
	return n
}

// wholeAddresses makes one address of each two halves of one.
func wholeAddresses(of []address) (list []address) {
	for _, a := range of {
		half := slices.IndexFunc(list, func(x address) bool {
			return x.reloc.Symbol == a.reloc.Symbol && x.reloc.Kind+a.reloc.Kind == abi.RelocLow+abi.RelocHigh
		})
		if half >= 0 {
			list[half].reloc.Kind = abi.RelocAddr
			list[half].moves = append(list[half].moves, a.moves...)
			continue
		}
		list = append(list, a)
	}
	return list
}
