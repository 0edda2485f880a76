package load

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// VerifyError is a vISA program that breaks rules: it is not run or compiled,
// since what it does would mean nothing.
type VerifyError struct{ Findings []verify.Finding }

// Error is one finding a line, the first twenty.
func (e *VerifyError) Error() string {
	const most = 20
	var b strings.Builder
	for i, f := range e.Findings {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == most {
			fmt.Fprintf(&b, "and %d more: genvisa verify lists them all", len(e.Findings)-most)
			break
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// ParseVISA parses and verifies vISA text. Errors begin with file, line and
// column.
func ParseVISA(path string, src []byte) (*visa.Kernel, error) {
	return parseBy(path, src, asm.PairedOpen)
}

func parseBy(path string, src []byte, paired asm.Paired) (*visa.Kernel, error) {
	k, err := asm.ParseBy(path, src, paired)
	if err != nil {
		return nil, err
	}
	if found := verify.Kernel(k); len(found) > 0 {
		return nil, &VerifyError{found}
	}
	return k, nil
}

// ReadVISA is ParseVISA of a file, or ISAVISA of one with one kernel.
func ReadVISA(path string) (*visa.Kernel, error) {
	want := []files.Kind{files.VISA, files.ISA}
	if files.KindOfName(path) == files.Unknown {
		want = want[:1] // text that says nothing of itself
	}
	src, kind, err := files.Read(path, want...)
	if err != nil {
		return nil, err
	}
	if kind == files.ISA {
		k, _, err := ISAVISA(path, src, "")
		return k, err
	}
	return ParseVISA(path, src)
}
