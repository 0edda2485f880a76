package abi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// PrintfSize is the size of the buffer of printf, which compilers put into the
// code (runtime reference, section 3.1).
const PrintfSize = 4 << 20

// PrintfStart is what the first dword of a fresh buffer of printf holds: the bytes
// in use, itself included.
const PrintfStart = 4

// printfType is the type of an argument in a record of printf.
type printfType uint32

const (
	printfByte printfType = 1 + iota
	printfShort
	printfInt
	printfFloat
	printfString
	printfLong
	printfPointer
	printfDouble
	printfVecByte
	printfVecShort
	printfVecInt
	printfVecLong
	printfVecFloat
	printfVecDouble
	numPrintfTypes
)

// printfTypes say how an argument lies in a record: bytes of an element, and
// bytes by which the record goes on for each.
var printfTypes = [numPrintfTypes]struct {
	size, step    int
	vector, float bool
}{
	printfByte: {1, 4, false, false}, printfShort: {2, 4, false, false}, printfInt: {4, 4, false, false}, printfFloat: {4, 4, false, true},
	printfString: {8, 8, false, false}, printfLong: {8, 8, false, false}, printfPointer: {8, 8, false, false}, printfDouble: {8, 8, false, true},
	printfVecByte: {1, 4, true, false}, printfVecShort: {2, 4, true, false}, printfVecInt: {4, 4, true, false}, printfVecLong: {8, 8, true, false},
	printfVecFloat: {4, 4, true, true}, printfVecDouble: {8, 8, true, true},
}

// PrintfStrings finds the strings that records of printf name.
type PrintfStrings struct {
	At     func(addr uint64) (string, error) // a string by its address, as records of a zebin name them
	Number func(n uint32) (string, error)    // a string by its number, as those of patch tokens do; nil for addresses
}

// ErrPrintf is wrapped by the errors of Printf.
var ErrPrintf = errors.New("printf buffer")

const (
	maxPrinted   = 16 << 20 // bytes of all text
	maxPrintPads = 4096     // width and precision of a conversion
	maxVector    = 16
)

// Printf is the text that a buffer of printf holds, by the rules of OpenCL C. What
// did not fit is missing from it, and lost says so. After an error text is what
// came before; the error names the byte of the buffer.
func Printf(buf []byte, s PrintfStrings) (text string, lost bool, err error) {
	if len(buf) < PrintfStart {
		return "", false, fmt.Errorf("%w: %d bytes: want at least %d", ErrPrintf, len(buf), PrintfStart)
	}
	used := uint64(binary.LittleEndian.Uint32(buf))
	lost = used > uint64(len(buf))
	p := &printfReader{buf: buf[:min(used, uint64(len(buf)))], at: PrintfStart, strings: s}
	for p.err == nil && p.at < len(p.buf) {
		start := p.at
		if !p.record() && p.err == nil {
			return p.out.String(), true, nil // the mark of a record that did not fit
		}
		if p.err != nil {
			if lost { // what follows the last whole record is what did not fit
				return p.out.String(), true, nil
			}
			return p.out.String(), lost, fmt.Errorf("%w: record at byte %d: %w", ErrPrintf, start, p.err)
		}
	}
	return p.out.String(), lost, nil
}

type printfReader struct {
	buf     []byte
	at      int
	strings PrintfStrings
	out     strings.Builder
	err     error
}

func (p *printfReader) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// bytes takes n bytes of the record.
func (p *printfReader) bytes(n int) []byte {
	if p.err == nil && n > len(p.buf)-p.at {
		p.fail("it needs %d bytes at byte %d, and the buffer has %d in use", n, p.at, len(p.buf))
	}
	if p.err != nil {
		return make([]byte, n)
	}
	p.at += n
	return p.buf[p.at-n : p.at]
}

func (p *printfReader) u32() uint32 { return binary.LittleEndian.Uint32(p.bytes(4)) }
func (p *printfReader) u64() uint64 { return binary.LittleEndian.Uint64(p.bytes(8)) }

// notWritten is stored where a record did not fit.
const notWritten = math.MaxUint32

// text is a string that the record names.
func (p *printfReader) text() (string, bool) {
	if p.strings.Number != nil {
		n := p.u32()
		if n == notWritten {
			return "", false
		}
		return p.found(p.strings.Number(n))
	}
	if p.err == nil && len(p.buf)-p.at < 8 && len(p.buf)-p.at >= 4 && binary.LittleEndian.Uint32(p.buf[p.at:]) == notWritten {
		return "", false
	}
	return p.found(p.strings.At(p.u64()))
}

func (p *printfReader) found(s string, err error) (string, bool) {
	if err != nil {
		p.fail("%w", err)
	}
	return s, true
}

// record prints one record; false when it is the mark of one that did not fit.
func (p *printfReader) record() bool {
	format, ok := p.text()
	if !ok {
		return false
	}
	for format != "" && p.err == nil {
		if p.out.Len() > maxPrinted {
			p.fail("more than %d bytes of text", maxPrinted)
			break
		}
		at := strings.IndexByte(format, '%')
		if at < 0 {
			p.out.WriteString(format)
			break
		}
		p.out.WriteString(format[:at])
		format = p.conversion(format[at:])
	}
	return true
}

// lengths of an argument: OpenCL C has h and l; what the runtime hands to the C library, which has the others, works too.
const lengths = "hljzt"

// conversion prints one argument by what format begins with, and gives the rest
// of format.
func (p *printfReader) conversion(format string) string {
	if strings.HasPrefix(format, "%%") {
		p.out.WriteByte('%')
		return format[2:]
	}
	end := 1
	for end < len(format) && strings.IndexByte("-+ #0123456789.v"+lengths, format[end]) >= 0 {
		end++
	}
	if end == len(format) {
		p.fail("the format ends inside of the conversion %q", format)
		return ""
	}
	spec, verb, rest := format[1:end], format[end], format[end+1:]
	flags := strings.TrimRight(spec, lengths)
	if v := strings.IndexByte(flags, 'v'); v >= 0 {
		flags = flags[:v]
	}
	if strings.IndexByte("diouxXfFeEgGaAcsp", verb) < 0 {
		p.fail("conversion %q: legal are d i o u x X f F e E g G a A c s p", "%"+spec+string(verb))
		return ""
	}
	p.argument(flags, spec, verb)
	return rest
}

// argument prints the elements of the next argument.
func (p *printfReader) argument(flags, spec string, verb byte) {
	t := printfType(p.u32())
	if p.err == nil && (t == 0 || t >= numPrintfTypes) {
		p.fail("argument of type %d: legal are 1..%d", t, numPrintfTypes-1)
		return
	}
	if p.err != nil {
		return
	}
	info := &printfTypes[t]
	if t == printfString {
		s, _ := p.text()
		p.print(flags, 's', s)
		return
	}
	n := 1
	if info.vector {
		if n = int(p.u32()); p.err == nil && (n == 0 || n > maxVector) {
			p.fail("a vector of %d elements: legal are 1..%d", uint32(n), maxVector)
		}
	}
	if p.err != nil {
		return
	}
	data := p.bytes(n * info.step)
	for i := range n {
		if i > 0 {
			p.out.WriteByte(',')
		}
		p.element(flags, spec, verb, info.float, data[i*info.size:(i+1)*info.size])
	}
}

// element prints one number of 1, 2, 4 or 8 bytes.
func (p *printfReader) element(flags, spec string, verb byte, float bool, b []byte) {
	var pad [8]byte
	copy(pad[:], b)
	v := binary.LittleEndian.Uint64(pad[:])
	bits := 8 * len(b)
	switch {
	case strings.IndexByte("fFeEgGaA", verb) >= 0:
		f := math.Float64frombits(v)
		if len(b) == 4 {
			f = float64(math.Float32frombits(uint32(v)))
		}
		if !float {
			f = float64(int64(v<<(64-bits)) >> (64 - bits))
		}
		p.float(flags, verb, f)
	case verb == 'c':
		p.print(flags, 's', string([]byte{byte(v)}))
	case verb == 'p':
		p.print(strings.Map(noPrecision, flags), 's', "0x"+strconv.FormatUint(v, 16))
	case verb == 'd' || verb == 'i':
		if strings.Contains(spec, "hh") {
			bits = min(bits, 8)
		} else if strings.Contains(spec, "h") && !strings.Contains(spec, "hl") {
			bits = min(bits, 16)
		}
		p.signed(flags, int64(v<<(64-bits))>>(64-bits))
	default:
		p.unsigned(flags, spec, verb, v, bits)
	}
}

func noPrecision(r rune) rune {
	if r == '#' || r == '+' || r == ' ' {
		return -1
	}
	return r
}

// float prints a floating-point number as C does: inf and nan in letters without
// zeros before them, exponents of two digits.
func (p *printfReader) float(flags string, verb byte, f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		s := strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+")
		s = strings.ToLower(s)
		if !math.IsInf(f, -1) && strings.Contains(flags, "+") {
			s = "+" + s
		}
		if verb < 'a' {
			s = strings.ToUpper(s)
		}
		width, _, _ := strings.Cut(strings.Trim(strings.TrimLeft(strings.NewReplacer("+", "", " ", "", "#", "").Replace(flags), "0"), " "), ".")
		p.print(width, 's', s)
		return
	}
	switch verb {
	case 'a', 'A':
		p.hex(flags, verb, f)
		return
	case 'g', 'G':
		if !strings.Contains(flags, ".") {
			flags += ".6"
		} else if strings.HasSuffix(flags, ".0") {
			flags = strings.TrimSuffix(flags, "0") + "1"
		}
	}
	p.print(flags, verb, f)
}

// print writes a value by flags, width and precision.
func (p *printfReader) print(flags string, verb byte, v any) {
	for _, n := range strings.FieldsFunc(flags, func(r rune) bool { return r < '0' || r > '9' }) {
		if w, err := strconv.Atoi(n); err != nil || w > maxPrintPads {
			p.fail("width or precision %s: at most %d", n, maxPrintPads)
			return
		}
	}
	if verb == 's' {
		flags = strings.NewReplacer("+", "", " ", "", "#", "").Replace(flags)
		if !strings.HasPrefix(flags, "-") {
			flags = strings.TrimLeft(flags, "0")
		}
	}
	fmt.Fprintf(&p.out, "%"+flags+string(verb), v)
}
