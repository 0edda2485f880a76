package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/genvisa/genvisa/native"
)

// productOf is the device that a zebin of the file for target t names: the first of the
// file's products that runs its code, else the target's.
func productOf(f *File, t native.Target) *native.Product {
	for _, name := range f.Products {
		if list := native.ProductsWith(func(p *native.Product) bool { return p.Name == name && p.Target == t }); len(list) > 0 {
			return list[0]
		}
	}
	return t.Product()
}

// Encode writes a zebin for target t: the kernels' code and texts, metadata,
// data and relocations of the file. It names the first of f.Products that runs the
// target's code; without one, the device that the target has its name from.
func Encode(f *File, t native.Target) ([]byte, error) {
	product := productOf(f, t)
	if product == nil || product.Family == 0 {
		return nil, &Error{File: f.Name, Unsupported: true, Msg: fmt.Sprintf("a zebin for %s, whose product number is not known here", t)}
	}
	w := &elfWriter{sections: []outSection{{}}, index: map[string]int{}}
	for i := range f.Kernels {
		w.text(&f.Kernels[i])
	}
	for _, d := range f.Data {
		flags := uint64(shfAlloc)
		if d.Writable {
			flags |= shfWrite
		}
		w.add(outSection{name: d.Name, kind: shtProgbits, flags: flags, data: d.Bytes})
	}
	if err := w.relocate(f); err != nil {
		return nil, err
	}
	if len(f.ZeInfo) > 0 { // a program without kernels may have none
		w.add(outSection{name: infoName, kind: sectionInfo, data: f.ZeInfo})
	}
	w.add(outSection{name: compatName, kind: shtNote, data: productNote(product.Family)})
	for i := range f.Kernels {
		k := &f.Kernels[i]
		if k.VISA == nil {
			continue
		}
		w.add(outSection{name: visaName, kind: sectionVISA, data: k.VISA})
		for n, text := range k.Functions {
			w.add(outSection{name: fmt.Sprintf("%s.f%d", visaName, n), kind: sectionVISA, data: text})
		}
	}
	out := w.bytes()
	if len(out) > math.MaxInt32 {
		return nil, errors.New("a zebin of more than 2 GiB")
	}
	return out, nil
}

// Numbers of the ELF format that the writer needs.
const (
	shtProgbits, shtSymtab, shtStrtab, shtNote, shtRel = 1, 2, 3, 7, 9
	shfWrite, shfAlloc, shfExec                        = 1, 2, 4

	sectionVISA  = 0xff000013
	elfHeader    = 64 // bytes; of an entry of the table of sections, too
	symbolSize   = 24
	relSize      = 16
	localFunc    = 2 // type and binding of a symbol
	globalObject = 1<<4 | 1
	codeAlign    = 64
	codeTail     = 128 // zero bytes behind a kernel, which hardware fetches and never runs
)

// outSection is a section to be written.
type outSection struct {
	name       string
	kind       uint32
	flags      uint64
	link, info int
	entry      uint64
	data       []byte
}

// elfWriter collects sections and symbols.
type elfWriter struct {
	sections []outSection
	index    map[string]int // of data and text sections
	locals   []byte         // symbols
	globals  []byte
	names    []byte // the table of strings, after the empty one
	rels     []int  // sections of relocations
}

func (w *elfWriter) add(s outSection) int {
	w.sections = append(w.sections, s)
	w.index[s.name] = len(w.sections) - 1
	return len(w.sections) - 1
}

// name adds a string and gives its place.
func (w *elfWriter) name(s string) uint32 {
	if len(w.names) == 0 {
		w.names = append(w.names, 0)
	}
	at := len(w.names)
	w.names = append(append(w.names, s...), 0)
	return uint32(at)
}

func (w *elfWriter) symbol(name string, info byte, section int, value, size uint64) []byte {
	le := binary.LittleEndian
	b := append(le.AppendUint32(nil, w.name(name)), info, 0)
	b = le.AppendUint16(b, uint16(section))
	return le.AppendUint64(le.AppendUint64(b, value), size)
}

// text adds a kernel's code, padded as hardware wants it.
func (w *elfWriter) text(k *Kernel) {
	at := w.add(outSection{name: textPrefix + k.Name, kind: shtProgbits, flags: shfAlloc | shfExec, data: padded(k.Code)})
	w.locals = append(w.locals, w.symbol(k.Name, localFunc, at, 0, uint64(len(k.Code)))...)
	w.locals = append(w.locals, w.symbol("_entry", localFunc, at, 0, uint64(len(k.Code)))...)
}

// padded is code as compilers pad it.
func padded(code []byte) []byte {
	n := (len(code)+codeAlign-1)/codeAlign*codeAlign + codeTail
	return append(make([]byte, 0, n), code...)[:n]
}

// symbolPlace is where a global symbol lies, and which one it is.
type symbolPlace struct {
	in string
	at int
	n  uint64
}

// relocate adds the tables of relocations, one for each section that they patch.
func (w *elfWriter) relocate(f *File) error {
	tables, places := map[string]int{}, map[string]symbolPlace{}
	locals := uint64(1 + len(w.locals)/symbolSize) // the first symbol is the null symbol
	for i := range f.Relocs {
		r := &f.Relocs[i]
		of, to := w.index[r.Section], w.index[r.In]
		if of == 0 || to == 0 && r.In != "" {
			return &Error{File: f.Name, Unsupported: true, Msg: fmt.Sprintf("relocation at %s+%d of symbol %s = %s+%d: a section of it is not written", r.Section, r.Off, r.Symbol, r.In, r.At)}
		}
		place := symbolPlace{r.In, r.At, uint64(len(places))}
		if had, ok := places[r.Symbol]; ok && (had.in != r.In || had.at != r.At) {
			return &Error{File: f.Name, Unsupported: true, Msg: fmt.Sprintf("relocation at %s+%d of symbol %s = %s+%d: the symbol is %s+%d, too", r.Section, r.Off, r.Symbol, r.In, r.At, had.in, had.at)}
		} else if ok {
			place = had
		} else {
			places[r.Symbol] = place
			w.globals = append(w.globals, w.symbol(r.Symbol, globalObject, to, uint64(r.At), 0)...)
		}
		table, ok := tables[r.Section]
		if !ok {
			table = w.add(outSection{name: relPrefix + r.Section, kind: shtRel, info: of, entry: relSize})
			tables[r.Section] = table
			w.rels = append(w.rels, table)
		}
		s := &w.sections[table]
		s.data = binary.LittleEndian.AppendUint64(s.data, uint64(r.Off))
		s.data = binary.LittleEndian.AppendUint64(s.data, (locals+place.n)<<32|uint64(r.Kind))
	}
	return nil
}

// productNote is the note that says what the code is for.
func productNote(product uint32) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(nil, uint32(len(noteOwner)+1))
	b = le.AppendUint32(le.AppendUint32(b, 4), noteProduct)
	return le.AppendUint32(append(append(b, noteOwner...), 0), product)
}

// bytes lays everything out: header, contents, table of sections.
func (w *elfWriter) bytes() []byte {
	symtab := w.add(outSection{
		name: ".symtab", kind: shtSymtab, link: len(w.sections) + 1, info: 1 + len(w.locals)/symbolSize, entry: symbolSize,
		data: append(append(make([]byte, symbolSize), w.locals...), w.globals...),
	})
	for _, r := range w.rels {
		w.sections[r].link = symtab
	}
	strings := w.add(outSection{name: ".strtab", kind: shtStrtab})
	places := make([]uint32, len(w.sections))
	for i := 1; i < len(w.sections); i++ {
		places[i] = w.name(w.sections[i].name)
	}
	w.sections[strings].data = w.names

	le := binary.LittleEndian
	out := make([]byte, elfHeader)
	var table []byte
	for i := range w.sections {
		s := &w.sections[i]
		h := le.AppendUint32(nil, places[i])
		h = le.AppendUint32(h, s.kind)
		for _, v := range []uint64{s.flags, 0, uint64(len(out)), uint64(len(s.data))} {
			h = le.AppendUint64(h, v)
		}
		h = le.AppendUint32(le.AppendUint32(h, uint32(s.link)), uint32(s.info))
		table = append(table, le.AppendUint64(le.AppendUint64(h, 0), s.entry)...)
		out = append(out, s.data...)
	}
	head := append([]byte(elfMagic), 2, 1, 1) // 64 bits, little endian, version
	head = append(head, make([]byte, 9)...)
	head = le.AppendUint16(le.AppendUint16(head, 1), machineIntelGT)
	head = le.AppendUint32(head, 1)
	for _, v := range []uint64{0, 0, uint64(len(out))} {
		head = le.AppendUint64(head, v)
	}
	head = le.AppendUint32(head, 0)
	for _, v := range []int{elfHeader, 0, 0, elfHeader, len(w.sections), strings} {
		head = le.AppendUint16(head, uint16(v))
	}
	copy(out, head)
	return append(out, table...)
}
