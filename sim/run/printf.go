package run

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
)

// maxString is the longest string of printf.
const maxString = 1 << 16

// printfBuffer provides the buffer that a kernel with printf fills.
func (s *Session) printfBuffer(m *memory) {
	if !s.kernel.Takes(abi.PrintfBuffer) {
		return
	}
	m.printf = m.m.Alloc("the buffer of printf", abi.PrintfSize)
	binary.LittleEndian.PutUint32(m.printf.Contents(), abi.PrintfStart)
	m.data[abi.PrintfBuffer] = m.printf.Base
}

// printed reads what the kernel has printed.
func (s *Session) printed(rep *Report, m *memory, p *Program) (err error) {
	if m.printf == nil {
		return nil
	}
	names := abi.PrintfStrings{At: func(addr uint64) (string, error) { return stringAt(m.m, addr) }}
	if p.strings != nil {
		names.Number = func(n uint32) (string, error) { return numbered(p.strings, n) }
	}
	rep.Printed, rep.PrintLost, err = abi.Printf(m.printf.Contents(), names)
	return err
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

// checkPrinted compares what the kernel printed when the launch expects a text.
func (s *Session) checkPrinted(rep *Report) {
	if s.launch.Printf != nil {
		rep.PrintCheck = launch.ComparePrinted(rep.Printed, string(s.launch.Printf))
		rep.PrintCheck.Lost = rep.PrintLost
	}
}
