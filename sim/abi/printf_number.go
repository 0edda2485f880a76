package abi

import (
	"math"
	"strconv"
	"strings"
)

// unsigned prints a whole number by its bits.
func (p *printfReader) unsigned(flags, spec string, verb byte, v uint64, bits int) {
	if strings.Contains(spec, "hh") {
		bits = min(bits, 8)
	} else if strings.Contains(spec, "h") && !strings.Contains(spec, "hl") {
		bits = min(bits, 16)
	}
	v &= math.MaxUint64 >> (64 - bits)
	base := 10
	switch verb {
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	}
	f := p.parse(flags)
	prefix, digits := "", f.digits(strconv.FormatUint(v, base))
	switch {
	case base == 16 && f.alt && v != 0:
		prefix = "0x"
	case base == 8 && f.alt && !strings.HasPrefix(digits, "0"):
		prefix = "0"
	}
	if verb == 'X' {
		prefix, digits = strings.ToUpper(prefix), strings.ToUpper(digits)
	}
	p.pad(f, prefix, digits)
}

// hex prints a float in hexadecimal: its exponent has no more digits than it needs.
func (p *printfReader) hex(flags string, verb byte, v float64) {
	f := p.parse(flags)
	body := strings.TrimPrefix(strconv.FormatFloat(math.Abs(v), 'x', f.precision, 64), "0x")
	mantissa, exponent, _ := strings.Cut(body, "p")
	if f.alt && !strings.Contains(mantissa, ".") {
		mantissa += "."
	}
	digits := strings.TrimLeft(exponent[1:], "0")
	if digits == "" {
		digits = "0"
	}
	prefix, body := "0x", mantissa+"p"+exponent[:1]+digits
	if verb == 'A' {
		prefix, body = "0X", strings.ToUpper(body)
	}
	p.pad(f, f.sign(math.Signbit(v))+prefix, body)
}

// signed prints a whole number in decimal.
func (p *printfReader) signed(flags string, v int64) {
	f, most := p.parse(flags), uint64(v)
	if v < 0 {
		most = -most
	}
	digits := f.digits(strconv.FormatUint(most, 10))
	p.pad(f, f.sign(v < 0), digits)
}

// printfFlags is what stands between % and the letter of a conversion.
type printfFlags struct {
	left, plus, space, alt, zero bool
	width, precision             int // -1: no precision
}

// parse reads flags, width and precision.
func (p *printfReader) parse(text string) (f printfFlags) {
	f.precision = -1
	n := len(text) - len(strings.TrimLeft(text, "-+ #0"))
	for _, c := range text[:n] {
		switch c {
		case '-':
			f.left = true
		case '+':
			f.plus = true
		case ' ':
			f.space = true
		case '#':
			f.alt = true
		case '0':
			f.zero = true
		}
	}
	width, precision, has := strings.Cut(text[n:], ".")
	if has {
		f.precision = p.count(precision)
	}
	f.width = p.count(width)
	return f
}

// count is a width or precision; none is 0.
func (p *printfReader) count(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > maxPrintPads {
		p.fail("width or precision %s: at most %d", text, maxPrintPads)
		return 0
	}
	return int(n)
}

// digits makes the digits of a whole number as many as the precision asks for; with
// one, there is no padding by zeros.
func (f *printfFlags) digits(text string) string {
	if f.precision < 0 {
		return text
	}
	f.zero = false
	if text == "0" {
		text = ""
	}
	return strings.Repeat("0", max(0, f.precision-len(text))) + text
}

// sign is what stands before a number.
func (f *printfFlags) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.plus:
		return "+"
	case f.space:
		return " "
	}
	return ""
}

// pad prints sign or prefix and digits in their width: zeros go between both.
func (p *printfReader) pad(f printfFlags, prefix, digits string) {
	n := max(0, f.width-len(prefix)-len(digits))
	switch {
	case f.left:
		digits += strings.Repeat(" ", n)
	case f.zero:
		prefix += strings.Repeat("0", n)
	default:
		prefix = strings.Repeat(" ", n) + prefix
	}
	if p.err == nil {
		p.out.WriteString(prefix + digits)
	}
}
