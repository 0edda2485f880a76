package asm

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParse reads 10,000 instructions; its allocations follow the text by
// a small factor.
func BenchmarkParse(b *testing.B) {
	var text strings.Builder
	text.WriteString(head)
	for i := range 10_000 {
		fmt.Fprintf(&text, "    (P1) add (M1, 8) F(0,0)<1> F(0,0)<8;8,1> 0x%x:f                         /// $%d\n", i, i)
	}
	src := []byte(text.String())
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("t", src); err != nil {
			b.Fatal(err)
		}
	}
}
