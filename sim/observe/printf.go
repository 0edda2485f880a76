package observe

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// maxString is the longest string of printf.
const maxString = 1 << 16

// PrintfBuffer is the buffer that a kernel with printf fills.
func PrintfBuffer(m *mem.Memory) *mem.Buffer {
	b := m.Alloc("the buffer of printf", abi.PrintfSize)
	binary.LittleEndian.PutUint32(b.Contents(), abi.PrintfStart)
	return b
}

// Printed is the text that a kernel has printed into a buffer of printfBuffer, and whether some of it did not fit. strings
// are formats by their number, nil where they are known by their address.
func Printed(m *mem.Memory, b *mem.Buffer, strings []string) (text string, lost bool, err error) {
	names := abi.PrintfStrings{At: func(addr uint64) (string, error) { return stringAt(m, addr) }}
	if strings != nil {
		names.Number = func(n uint32) (string, error) { return numbered(strings, n) }
	}
	return abi.Printf(b.Contents(), names)
}

// escapes are how patch tokens write strings.
var escapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\"`, `"`)

// numbered is string n of patch tokens.
func numbered(list []string, n uint32) (string, error) {
	if uint64(n) >= uint64(len(list)) {
		return "", fmt.Errorf("string number %d: the program has %d", n, len(list))
	}
	return escapes.Replace(list[n]), nil
}

// stringAt is the string at an address, which a zero byte ends.
func stringAt(m *mem.Memory, addr uint64) (string, error) {
	b, off := m.Flat().Find(addr, 1)
	if b == nil {
		return "", fmt.Errorf("a string at address %#x, where no buffer is", addr)
	}
	text := b.Contents()[off:]
	n := bytes.IndexByte(text[:min(len(text), maxString)], 0)
	if n < 0 {
		return "", fmt.Errorf("a string at address %#x, %s, without an end in %d bytes", addr, b.Name, min(len(text), maxString))
	}
	return string(text[:n]), nil
}
