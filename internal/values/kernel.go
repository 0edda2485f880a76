package values

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Where a case's kernel finds its places. Variables go in behind r0 as payload;
// results come out through one surface.
const (
	OutSurface  = 0 // D, E and P, in this order
	CaseSurface = 1
	CaseImage   = 2 // the same memory
	ResultBytes = 256 + 128 + 8
	OutBytes    = 256 + 128 + 32 // what lies behind the results is not defined
	SLMBytes    = 256

	inputs  = 32 // payload offset of A
	flatAt  = inputs + 3*128
	Payload = flatAt + 32
)

var types = []string{"ub", "b", "uw", "w", "ud", "d", "uq", "q", "hf", "bf", "f", "df"}
var typeBytes = []int{1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8}

// prologue fills the outputs, epilogue stores them.
var (
	canary   = strings.Repeat(fmt.Sprintf("%02x", Canary), 4)
	prologue = []string{
		"mov (M1_NM, 32) D_ud(0,0)<1> 0x" + canary + ":ud", "mov (M1_NM, 32) D_ud(4,0)<1> 0x" + canary + ":ud",
		"mov (M1_NM, 32) E_ud(0,0)<1> 0x" + canary + ":ud", "setp (M1_NM, 32) P1 0x0:ud", "setp (M1_NM, 32) P2 0x0:ud",
		"movs (M1_NM, 1) T6(0) 0x1:ud",
	}
	epilogue = []string{
		"movs (M1_NM, 1) T7(0) 0x0:ud", "mov (M1_NM, 1) PR_ud(0,0)<1> P1", "mov (M1_NM, 1) PR_ud(0,1)<1> P2",
		"oword_st (8) T7 0x0:ud D_ud.0", "oword_st (8) T7 0x8:ud D_ud.128", "oword_st (8) T7 0x10:ud E_ud.0", "oword_st (2) T7 0x18:ud PR_ud.0",
		"ret (M1, 1)",
	}
)

// prologueOf is the prologue of a case: one with an image names it T8.
func (c *Case) prologueOf() []string {
	if c.Image == "" {
		return prologue
	}
	return append(slices.Clone(prologue), "movs (M1_NM, 1) T8(0) 0x2:ud", "movs (M1_NM, 1) S0(0) 0x0:ud")
}

// Text is the kernel of a case. T6 is the surface of the case and FLAT the
// address of its flat memory; X is scratch.
func (c *Case) Text() string {
	own, behind, _ := c.parts()
	code := strings.Join(slices.Concat(c.prologueOf(), own, epilogue, behind), "\n") + "\n"
	var b strings.Builder
	b.WriteString(".version 4.1\n.kernel \"k\"\n")
	declare(&b, code)
	if c.Image != "" {
		b.WriteString(".decl T8 v_type=T num_elts=1 v_name=T8\n.decl S0 v_type=S num_elts=1 v_name=S0\n")
	}
	for i, v := range []string{"A", "B", "C", "FLAT"} {
		fmt.Fprintf(&b, ".input %s offset=%d size=%d\n", v, inputs+128*i, max(32, sizes[v]))
	}
	b.WriteString(".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=32\n.function \"main\"\nmain:\n")
	body(&b, code)
	return b.String()
}

// Functions are the texts of the functions of a case.
func (c *Case) Functions() (texts [][]byte) {
	_, _, functions := c.parts()
	for _, f := range functions {
		var b strings.Builder
		b.WriteString(".version 4.1\n" + f[0] + "\n")
		code := strings.Join(f[1:], "\n") + "\n"
		declare(&b, code)
		b.WriteString(".kernel_attr SimdSize=32\n")
		body(&b, code)
		texts = append(texts, []byte(b.String()))
	}
	return texts
}

// parts are the instructions of the kernel, those of its subroutines, and the
// functions.
func (c *Case) parts() (own, behind []string, functions [][]string) {
	for _, line := range c.Code {
		switch {
		case strings.HasPrefix(line, ".global_function "):
			functions = append(functions, []string{line})
		case len(functions) > 0:
			functions[len(functions)-1] = append(functions[len(functions)-1], line)
		case len(behind) > 0 || strings.HasPrefix(line, ".function "):
			behind = append(behind, line)
		default:
			own = append(own, line)
		}
	}
	return own, behind, functions
}

// declare writes the variables that a text of the case may use.
func declare(b *strings.Builder, code string) {
	for _, v := range []string{"A", "B", "C", "D", "E", "X", "PR", "FLAT"} {
		bytes := max(32, sizes[v])
		if v == "X" {
			bytes = 256
		}
		fmt.Fprintf(b, ".decl %s v_type=G type=ud num_elts=%d align=GRF\n", v, bytes/4)
		for i, t := range types {
			if strings.Contains(code, v+"_"+t) {
				fmt.Fprintf(b, ".decl %s_%s v_type=G type=%s num_elts=%d align=GRF alias=<%s, 0>\n", v, t, t, bytes/typeBytes[i], v)
			}
		}
	}
	b.WriteString(".decl A0 v_type=A num_elts=8\n.decl A1 v_type=A num_elts=16\n.decl P1 v_type=P num_elts=32\n.decl P2 v_type=P num_elts=32\n.decl P3 v_type=P num_elts=32\n.decl P4 v_type=P num_elts=32\n" +
		".decl T6 v_type=T num_elts=1 v_name=T6\n.decl T7 v_type=T num_elts=1 v_name=T7\n")
}

// body writes instructions and labels.
func body(b *strings.Builder, code string) {
	for _, s := range strings.SplitAfter(code, "\n") {
		if !strings.HasSuffix(s, ":\n") {
			b.WriteString("    ")
		}
		b.WriteString(s)
	}
}

// Lines are the first line of the case's own instructions in Text and the one
// behind them.
func (c *Case) Lines() (from, to int) {
	before, _, _ := strings.Cut(c.Text(), prologue[0])
	own, behind, _ := c.parts()
	from = 1 + strings.Count(before, "\n") + len(c.prologueOf())
	to = from + len(own)
	if len(behind) > 0 {
		to += len(epilogue) + len(behind)
	}
	return from, to
}

// Registers is the payload of the case's thread, r0 first; flat is the address
// of its flat memory.
func (c *Case) Registers(flat uint64) []byte {
	p := make([]byte, Payload)
	for i, v := range []string{"A", "B", "C"} {
		copy(p[inputs+128*i:], c.In[v])
	}
	binary.LittleEndian.PutUint64(p[flatAt:], flat)
	return p
}

// Memory is the content of "surface", "slm" or "flat" before the case.
func (c *Case) Memory(name string) []byte {
	return append(slices.Clone(c.In[name]), make([]byte, sizes[name]-len(c.In[name]))...)
}

// State is what a run left: the bytes of the output surface and of the memories.
type State struct {
	Out, Surface, SLM, Flat []byte
}

// Diff lists what differs from the literals; empty when all is as it must be.
func (c *Case) Diff(s State) []string {
	before := slices.Repeat([]byte{Canary}, 256)
	places := []struct {
		name        string
		got, before []byte
	}{
		{"D", s.Out[:256], before}, {"E", s.Out[256:384], before[:128]}, {"P", s.Out[384:392], make([]byte, 8)},
		{"surface", s.Surface, c.Memory("surface")}, {"slm", s.SLM, c.Memory("slm")}, {"flat", s.Flat, c.Memory("flat")},
	}
	var out []string
	for _, p := range places {
		at := 0
		for i, k := range append(slices.Clone(c.Want[p.name]), Chunk{Bytes: make([]byte, len(p.got)-size(c.Want[p.name])), Keep: true}) {
			n := len(k.Bytes)
			want := k.Bytes
			if k.Keep {
				want = p.before[at : at+n]
			}
			if got := p.got[at : at+n]; !slices.Equal(got, want) {
				out = append(out, fmt.Sprintf("%s: element %d of %s is %s, want %s", c.Pos, i, p.name, number(got), number(want)))
			}
			at += n
		}
	}
	return out
}

// number spells little-endian bytes as the tables do.
func number(b []byte) string {
	b = slices.Clone(b)
	slices.Reverse(b)
	return fmt.Sprintf("%x", b[max(0, len(b)-32):])
}
