package abi_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/abi"
)

// record is a buffer of printf with one format at address 0x10 and arguments.
func record(args ...any) []byte {
	le := binary.LittleEndian
	b := le.AppendUint64(make([]byte, 4), 0x10)
	for _, a := range args {
		switch v := a.(type) {
		case uint32:
			b = le.AppendUint32(b, v)
		case uint64:
			b = le.AppendUint64(b, v)
		}
	}
	le.PutUint32(b, uint32(len(b)))
	return b
}

func stringsOf(format string) abi.PrintfStrings {
	return abi.PrintfStrings{At: func(addr uint64) (string, error) {
		switch addr {
		case 0x10:
			return format, nil
		case 0x20:
			return "text", nil
		}
		return "", fmt.Errorf("no string at %#x", addr)
	}}
}

func u32(v int) uint32     { return uint32(v) }
func f64(v float64) uint64 { return math.Float64bits(v) }

// TestPrintf has the text that the C library prints for the same arguments.
func TestPrintf(t *testing.T) {
	one := func(kind int, v any) []any { return []any{u32(kind), v} }
	for _, c := range []struct {
		format string
		args   []any
		want   string
	}{
		{"plain 100%%\n", nil, "plain 100%\n"},
		{"%d|", one(3, u32(-5)), "-5|"},
		{"%+05d|%-6d|% d|", []any{u32(3), u32(7), u32(3), u32(7), u32(3), u32(7)}, "+0007|7     | 7|"},
		{"%#08x|%0#8o|%#6x|%-#6x|", []any{u32(3), u32(1234), u32(3), u32(1234), u32(3), u32(15), u32(3), u32(15)}, "0x0004d2|00002322|   0xf|0xf   |"},
		{"%+.0d|% .0d|%.0d|%.0x|%#.0o|%8.3d|%08.3d|", []any{u32(3), u32(0), u32(3), u32(0), u32(3), u32(0), u32(3), u32(0), u32(3), u32(0), u32(3), u32(-7), u32(3), u32(7)}, "+| |||0|    -007|     007|"},
		{"%a|%.3a|%010.1a|%+A|%#.0a|%-9a|", []any{u32(8), f64(3.25), u32(8), f64(-1e-5), u32(8), f64(-1.5), u32(8), f64(1 << 12), u32(8), f64(1), u32(8), f64(0)}, "0x1.ap+1|-0x1.4f9p-17|-0x01.8p+0|+0X1P+12|0x1.p+0|0x0p+0   |"},
		{"%u %x %#X %o", []any{u32(3), u32(-1), u32(3), u32(255), u32(3), u32(255), u32(3), u32(8)}, "4294967295 ff 0XFF 10"},
		{"%hhd %hx", []any{u32(3), u32(0x1ff), u32(3), u32(-1)}, "-1 ffff"},
		{"%ld %lu", []any{u32(6), uint64(math.MaxUint64), u32(6), uint64(math.MaxUint64)}, "-1 18446744073709551615"},
		{"%zu %zi %td %ju", []any{u32(6), uint64(math.MaxUint64), u32(6), uint64(1 << 63), u32(6), uint64(math.MaxUint64), u32(6), uint64(7)}, "18446744073709551615 -9223372036854775808 -1 7"},
		{"%c%c", []any{u32(3), u32('h'), u32(3), u32('i')}, "hi"},
		{"%8s|%-8s|%.2s|", []any{u32(5), uint64(0x20), u32(5), uint64(0x20), u32(5), uint64(0x20)}, "    text|text    |te|"},
		{"%f %.2f %e %g %G", []any{u32(8), f64(1.5), u32(8), f64(-2.345), u32(8), f64(12345.678), u32(8), f64(0.0001), u32(8), f64(1e20)}, "1.500000 -2.35 1.234568e+04 0.0001 1E+20"},
		{"%f", one(4, math.Float32bits(0.25)), "0.250000"},
		{"%f %F %5.1f|%05f", []any{u32(8), f64(math.Inf(1)), u32(8), f64(math.NaN()), u32(8), f64(math.Inf(-1)), u32(8), f64(math.Inf(1))}, "inf NAN  -inf|  inf"},
		{"%v4d", []any{u32(11), u32(4), u32(1), u32(-2), u32(3), u32(4)}, "1,-2,3,4"},
		{"%v2hhx", []any{u32(9), u32(2), u32(0xff01), u32(0)}, "1,ff"},
		{"%v2lf", []any{u32(14), u32(2), f64(1), f64(2)}, "1.000000,2.000000"},
		{"%p", one(7, uint64(0xabc)), "0xabc"},
		{"%#x %#o", []any{u32(3), u32(0), u32(3), u32(0)}, "0 0"},
	} {
		text, lost, err := abi.Printf(record(c.args...), stringsOf(c.format))
		require.NoError(t, err, c.format)
		assert.Equal(t, c.want, text, c.format)
		assert.False(t, lost)
	}
}

func TestPrintfErrors(t *testing.T) {
	for _, c := range []struct {
		buf    []byte
		format string
		want   string
	}{
		{make([]byte, 3), "", "3 bytes: want at least 4"},
		{record(u32(99), u32(0)), "%d", "record at byte 4: argument of type 99: legal are 1..14"},
		{record(u32(11), u32(400)), "%v4d", "record at byte 4: a vector of 400 elements: legal are 1..16"},
		{record(u32(3)), "%d", "record at byte 4: it needs 4 bytes at byte 16, and the buffer has 16 in use"},
		{record(u32(3), u32(1)), "%y", `record at byte 4: conversion "%y": legal are`},
		{record(u32(3), u32(1)), "a %qu", `record at byte 4: conversion "%q": legal are d i o u x X f F e E g G a A c s p`},
		{record(u32(3), u32(1)), "%99999d", "record at byte 4: width or precision 99999: at most 4096"},
		{record(u32(3), u32(1)), "%5", `record at byte 4: the format ends inside of the conversion "%5"`},
		{record(u32(5), uint64(0x30)), "%s", "record at byte 4: no string at 0x30"},
	} {
		_, _, err := abi.Printf(c.buf, stringsOf(c.format))
		require.ErrorIs(t, err, abi.ErrPrintf, c.want)
		assert.ErrorContains(t, err, c.want)
	}
}

// TestPrintfLost: a record that did not fit leaves a mark, or nothing.
func TestPrintfLost(t *testing.T) {
	whole := record(u32(3), u32(1))
	marked := append(record(u32(3), u32(1)), 0xff, 0xff, 0xff, 0xff)
	for _, b := range [][]byte{whole, marked} {
		binary.LittleEndian.PutUint32(b, 1000)
		text, lost, err := abi.Printf(b, stringsOf("%d\n"))
		require.NoError(t, err)
		assert.True(t, lost)
		assert.Equal(t, "1\n", text)
	}
}

// FuzzPrintf: hostile buffers and formats give text or an error, in bounds.
func FuzzPrintf(f *testing.F) {
	f.Add(record(u32(3), u32(1), u32(8), f64(1.5)), "%d %5.3f\n")
	f.Add(record(u32(11), u32(2), u32(1), u32(2)), "%v2d")
	f.Add(record(u32(5), uint64(0x20)), "%-9s")
	f.Fuzz(func(t *testing.T, b []byte, format string) {
		if len(b) > 1<<12 || len(format) > 1<<8 {
			return
		}
		text, _, err := abi.Printf(b, stringsOf(format))
		if err != nil && !errors.Is(err, abi.ErrPrintf) {
			t.Fatal(err)
		}
		if len(text) > 20<<20 {
			t.Fatal(len(text))
		}
	})
}
