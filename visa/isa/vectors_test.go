package isa

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// vectorText is a kernel with one instruction: X is variable first, and the names before
// the mnemonic are those of vISA survey, appendix C.
func vectorText(first int, text string) string {
	var b strings.Builder
	b.WriteString(".version 4.1\n.kernel \"k\"\n")
	for i := range first - visa.FirstUserVar {
		fmt.Fprintf(&b, ".decl V%d v_type=G type=ud num_elts=8 align=GRF\n", i)
	}
	for _, v := range []string{"X ud", "XD d", "Y ub", "YS b", "W uw", "WS w", "F f", "H hf", "DD df", "QQ q", "UQ uq"} {
		name, typ, _ := strings.Cut(v, " ")
		b.WriteString(".decl " + name + " v_type=G type=" + typ + " num_elts=256 align=GRF\n")
	}
	b.WriteString(".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n.decl P2 v_type=P num_elts=32\n")
	b.WriteString(".decl S0 v_type=S num_elts=1\n.decl S1 v_type=S num_elts=1\n.decl T6 v_type=T num_elts=1\n.decl T7 v_type=T num_elts=1\n")
	labels := []string{"main", "L1", "L2"} // by number; the last has another name where a vector calls it otherwise
	if words := strings.Fields(text); words[len(words)-1] == "E1" {
		labels[2] = "E1"
	} else if strings.Contains(text, "S1_1") {
		labels = []string{"main", "S1_1"}
	}
	for _, l := range labels {
		if l+":" != text && !strings.HasSuffix(text, l+":") {
			b.WriteString(l + ":\n")
		}
		if text == "L1:" && l == "main" {
			break // the vector is the definition of label 1
		}
	}
	return b.String() + strings.Replace(text, `" `, "\"\n", 1) + "\n"
}

// TestVectors: instructions have the bytes that the vendor's encoder gave them, and these
// give the instruction. The second coordinate of typed messages has the byte offset that
// its bytes have, which the vendor's text leaves out.
//
// seed: vISA pages BFE
// seed: vISA pages OWORD_LD_UNALIGNED
func TestVectors(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "vectors.txt"))
	require.NoError(t, err)
	good := 0
	var unread []string
	for line := range strings.Lines(string(src)) {
		device, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		want, text, _ := strings.Cut(rest, " ")
		first := map[string]int{"SKL": 0x30, "DG2": 0x31}[device]
		k, err := asm.Parse("vector", []byte(vectorText(first, text)))
		if err != nil {
			unread = append(unread, text)
			continue
		}
		in := k.Insts[len(k.Insts)-1]
		got, err := encoded(k)
		if assert.NoError(t, err, text) && assert.Equal(t, want, hex.EncodeToString(got), text) {
			out, err := fileOf(k).Encode("")
			require.NoError(t, err)
			back, err := Read("", out, "")
			require.NoError(t, err, text)
			assert.Equal(t, asm.Text(k, &in), asm.Text(back.Kernels[0].Kernel, &back.Kernels[0].Kernel.Insts[len(k.Insts)-1]))
			good++
		}
	}
	assert.Empty(t, unread)
	floor.Exact(t, "vectors", good)
}

// encoded is what the last instruction adds to a file.
func encoded(k *visa.Kernel) ([]byte, error) {
	out, err := fileOf(k).Encode("")
	if err != nil {
		return nil, err
	}
	part := *k
	part.Insts = k.Insts[:len(k.Insts)-1]
	before, err := fileOf(&part).Encode("")
	if err != nil {
		return nil, err
	}
	return out[len(before):], nil
}

// TestFewerSizes: an exec field that codes 8, 16 and 1 elements, and an operand that stands as
// register and column, there and back; the golden vectors have one code of each.
func TestFewerSizes(t *testing.T) {
	for text, want := range map[string]string{
		"gather.4 (M1, 1) T6 0x0:ud X.0 X.32":       "39020002",
		"gather.4 (M1, 8) T6 0x0:ud X.0 X.32":       "39020000",
		"gather.4 (M5_NM, 16) T6 0x0:ud X.0 X.32":   "390200c1",
		"dpas.s8.s8.8.8 (M1, 8) X.0 X.0 X.0 X(1,2)": "8303200000000000200000000000200000000000" + "00" + "200000000102" + "2201",
	} {
		k := kernelOf(t, "4.1", text)
		got, err := encoded(k)
		require.NoError(t, err, text)
		assert.Equal(t, want, hex.EncodeToString(got)[:len(want)], text)
		out, err := fileOf(k).Encode("")
		require.NoError(t, err)
		back, err := Read("", out, "")
		require.NoError(t, err, text)
		last := back.Kernels[0].Kernel
		assert.Equal(t, text, strings.TrimSpace(asm.Text(last, &last.Insts[len(last.Insts)-1])))
	}
	k := kernelOf(t, "4.1", "gather.4 (M1, 8) T6 0x0:ud X.0 X.32")
	k.Insts[len(k.Insts)-1].Exec.Size = 4
	_, err := encoded(k)
	assert.ErrorContains(t, err, "4 elements: want one of [8 16 1]")
}
