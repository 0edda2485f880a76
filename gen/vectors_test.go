package gen_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// vectorKernel wraps the text of a vector with the declarations that
// specs/README.md names: X is variable 0x30, T6 the first user surface.
func vectorKernel(text string) string {
	var b strings.Builder
	b.WriteString(".version 4.1\n.kernel \"k\"\n")
	for i := range 0x30 - visa.FirstUserVar {
		fmt.Fprintf(&b, ".decl V%d v_type=G type=ud num_elts=8 align=GRF\n", i)
	}
	for _, v := range []string{"X ud", "XD d", "Y ub", "YS b", "W uw", "WS w", "F f", "H hf", "DD df", "QQ q", "UQ uq"} {
		name, typ, _ := strings.Cut(v, " ")
		b.WriteString(".decl " + name + " v_type=G type=" + typ + " num_elts=256 align=GRF\n")
	}
	b.WriteString(".decl A0 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n.decl P2 v_type=P num_elts=32\n")
	b.WriteString(".decl T6 v_type=T num_elts=1\n.decl T7 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n.decl S1 v_type=S num_elts=1\nmain:\n")
	if strings.Contains(text, "E1") || strings.Contains(text, "L2") { // label 2
		b.WriteString("L1:\n")
	}
	b.WriteString(strings.Replace(text, `" `, "\"\n", 1) + "\n")
	if strings.HasSuffix(text, "L2)") {
		b.WriteString("L2:\n")
	}
	for _, l := range []string{"E1", "L1", "S1_1"} {
		if strings.HasSuffix(text, " "+l) {
			b.WriteString(l + ":\n")
		}
	}
	return b.String()
}

// TestVectors parses every vector of the pages, prints it, and encodes it by
// the op table: the text must come back, and the bytes of the reference compiler.
func TestVectors(t *testing.T) {
	count := 0
	for _, p := range model(t).Pages {
		for _, v := range p.Vectors {
			count++
			where := v.Pos.String()
			src := vectorKernel(v.Text)
			k, err := asm.Parse(where, []byte(src))
			if !assert.NoError(t, err, v.Text) {
				continue
			}
			line := int32(1 + strings.Count(src[:strings.LastIndex(src, firstLine(v.Text))], "\n"))
			at := slices.IndexFunc(k.Insts, func(in visa.Inst) bool { return in.Pos.Line >= line })
			require.GreaterOrEqual(t, at, 0, v.Text)
			in := &k.Insts[at]
			assert.Equal(t, p.Name, in.Op.Info().Page, where)
			var printed strings.Builder
			require.NoError(t, asm.Print(&printed, k), v.Text)
			assert.Contains(t, strings.Join(strings.Fields(printed.String()), " ")+" ", " "+v.Text+" ", where)
			assert.Equalf(t, v.Bytes, encodeVector(t, k, in), "%s: %s", where, v.Text)
		}
	}
	floor.Exact(t, "vectors", count)
}

func firstLine(text string) string {
	if i := strings.Index(text, `" `); i >= 0 {
		return text[:i+1]
	}
	return text
}

// encodeVector writes an instruction as sections 3.3 and 3.4 of the vISA binary
// format say, by OpInfo.Layout.
func encodeVector(t *testing.T, k *visa.Kernel, in *visa.Inst) []byte {
	t.Helper()
	info := in.Op.Info()
	out := []byte{info.Code}
	if info.HasSub {
		out = append(out, info.Sub)
	}
	args := in.Args
	for pos, letter := range []byte(info.Layout) {
		fixed := slices.IndexFunc(info.Fixed, func(f visa.FixedField) bool { return int(f.Pos) == pos })
		switch {
		case letter == 'e':
			out = append(out, execByte(in.Exec))
		case letter == 'p':
			out = predicateWord(out, in.Pred)
		case letter == 'c':
			out = append(out, byte(len(in.Args)-len(info.Slots)+1))
		case letter == '=':
			out = appendOperand(out, k, info.Layout[pos-1], &in.Args[len(in.Args)-len(args)-1])
		case letter == '*':
			for i := range args {
				out = appendOperand(out, k, info.Layout[pos-1], &args[i])
			}
			args = nil
		case fixed >= 0:
			out = append(out, numberBytes(letter, uint64(info.Fixed[fixed].Value))...)
		default:
			require.NotEmpty(t, args, "operands of %s", in.Op)
			out = appendOperand(out, k, letter, &args[0])
			args = args[1:]
		}
	}
	assert.Empty(t, args, "operands of %s", in.Op)
	return out
}

func execByte(e visa.Exec) byte {
	b := byte(bits.Len8(e.Size)-1) | e.Mask<<4
	if e.NoMask {
		b |= 0x80
	}
	return b
}

func predicateWord(out []byte, p visa.Pred) []byte {
	w := uint16(p.Var) | uint16(p.Combine)<<13
	if p.Inv {
		w |= 1 << 15
	}
	return binary.LittleEndian.AppendUint16(out, w)
}

// numberBytes has as many bytes as the layout letter's field.
func numberBytes(letter byte, v uint64) []byte {
	return binary.LittleEndian.AppendUint64(nil, v)[:map[byte]int{'1': 1, '2': 2, '4': 4, 'S': 1, 's': 1, 'L': 2, 'N': 2}[letter]]
}

func appendOperand(out []byte, k *visa.Kernel, letter byte, o *visa.Operand) []byte {
	switch letter {
	case 'o': // not written up to the releases of 2023
		if o.Kind != visa.None {
			return appendOperand(out, k, 'r', o)
		}
		return out
	case 'r':
		out = binary.LittleEndian.AppendUint32(out, uint32(o.Var))
		return binary.LittleEndian.AppendUint16(out, uint16(o.Off))
	case 'd', 'v':
		return appendVector(out, k, letter == 'd', o)
	case 'S', 's', 'L', 'N':
		return append(out, numberBytes(letter, uint64(o.Var))...)
	}
	return append(out, numberBytes(letter, o.Imm)...)
}

func appendVector(out []byte, k *visa.Kernel, dst bool, o *visa.Operand) []byte {
	le := binary.LittleEndian
	class := map[visa.Kind]byte{visa.General: 0, visa.AddressOf: 0, visa.Address: 1, visa.Predicate: 2, visa.Indirect: 3, visa.Immediate: 5, visa.State: 6}[o.Kind]
	out = append(out, class|byte(o.Mod)<<3)
	switch o.Kind {
	case visa.General:
		out = append(le.AppendUint32(out, uint32(o.Var)), o.Row, o.Col)
		return le.AppendUint16(out, regionWord(o.Region, dst))
	case visa.AddressOf:
		size := int32(k.Vars[o.Var].Type.Size())
		out = append(le.AppendUint32(out, uint32(o.Var)), byte(o.Off/32), byte(o.Off%32/size))
		return le.AppendUint16(out, regionWord(visa.Scalar, false))
	case visa.Address:
		return append(le.AppendUint16(out, uint16(o.Var)), byte(o.Off), byte(bits.Len8(o.Width)-1))
	case visa.Predicate:
		return le.AppendUint16(out, uint16(o.Var))
	case visa.Indirect:
		out = append(le.AppendUint16(out, uint16(o.Var)), byte(o.Off))
		out = append(le.AppendUint16(out, uint16(o.Imm)), byte(o.Type))
		return le.AppendUint16(out, regionWord(o.Region, dst))
	case visa.State:
		out = append(out, byte(o.StateVar-visa.SurfaceVar))
		return append(le.AppendUint16(out, uint16(o.Var)), byte(o.Off))
	}
	if o.Type.Size() == 8 {
		return le.AppendUint64(append(out, byte(o.Type)), o.Imm)
	}
	return le.AppendUint32(append(out, byte(o.Type)), uint32(o.Imm))
}

// regionWord codes each stride as 1 + its bit length; 0 is none.
func regionWord(r visa.Region, dst bool) uint16 {
	code := func(n uint8) uint16 { return uint16(bits.Len8(n)) + 1 }
	switch {
	case dst:
		return code(r.H) << 8
	case r.NoV:
		return code(r.W)<<4 | code(r.H)<<8
	}
	return code(r.V) | code(r.W)<<4 | code(r.H)<<8
}
