package listing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Read is the program of a text. Its instructions have the numbers of their lines as
// native.Inst.VISA.
func Read(text string) (*native.Program, error) {
	r := &reader{p: &native.Program{SIMD: 16}, names: map[string]native.Operand{}, labels: map[string]int32{}}
	for n, line := range strings.Split(text, "\n") {
		if err := r.line(n+1, strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n+1, line, err)
		}
	}
	for name, l := range r.labels {
		if r.p.Labels[l-1] < 0 {
			return nil, fmt.Errorf("label %s is nowhere", name)
		}
	}
	return r.p, nil
}

type reader struct {
	p      *native.Program
	names  map[string]native.Operand // variables, flags and addresses
	labels map[string]int32          // label of the program plus one
}

func (r *reader) line(n int, words []string) error {
	switch {
	case len(words) == 0:
		return nil
	case len(words) == 1 && strings.HasSuffix(words[0], ":"):
		r.p.Labels[r.label(strings.TrimSuffix(words[0], ":"))-1] = len(r.p.Insts)
		return nil
	case declared[words[0]] != nil:
		return r.declare(words)
	case len(words) == 2 && words[0] == "simd":
		lanes, err := strconv.Atoi(words[1])
		r.p.SIMD = lanes
		return err
	}
	in := native.Inst{VISA: int32(n)}
	if err := r.inst(&in, words); err != nil {
		return err
	}
	r.p.Insts = append(r.p.Insts, in)
	return nil
}

func (r *reader) label(name string) int32 {
	if r.labels[name] == 0 {
		r.p.Labels = append(r.p.Labels, -1)
		r.labels[name] = int32(len(r.p.Labels))
	}
	return r.labels[name]
}

// declared are the words that begin a declaration: they add to the program and give the
// operand that the name stands for.
var declared = map[string]func(p *native.Program, name string, size int) native.Operand{
	"var": func(p *native.Program, name string, size int) native.Operand {
		p.Vars = append(p.Vars, native.Var{Name: name, Size: size, Align: native.GRFBytes, Fixed: -1})
		return native.Operand{File: native.Virt, Reg: int32(len(p.Vars) - 1)}
	},
	"flag": func(p *native.Program, name string, bits int) native.Operand {
		p.Flags = append(p.Flags, native.FlagVar{Name: name, Bits: bits, Fixed: -1})
		return native.Operand{File: native.VirtFlag, Reg: int32(len(p.Flags) - 1)}
	},
	"addr": func(p *native.Program, name string, words int) native.Operand {
		p.Addrs = append(p.Addrs, native.AddrVar{Name: name, Words: words})
		return native.Operand{File: native.VirtAddr, Reg: int32(len(p.Addrs) - 1)}
	},
}

// declare reads "var NAME SIZE align N at N", and the like of flags and addresses.
func (r *reader) declare(words []string) error {
	if len(words)%2 != 1 {
		return fmt.Errorf("want a name, a size, and pairs of a word and a number")
	}
	size, err := strconv.Atoi(words[2])
	if err != nil {
		return err
	}
	r.names[words[1]] = declared[words[0]](r.p, words[1], size)
	for i := 3; i < len(words); i += 2 {
		n, err := strconv.Atoi(words[i+1])
		v := &r.p.Vars[len(r.p.Vars)-1]
		switch {
		case err != nil:
			return err
		case words[i] == "align":
			v.Align = n
		case words[i] == "at":
			v.Fixed, v.LiveIn = n, true
		default:
			return fmt.Errorf("%s: want align or at", words[i])
		}
	}
	return nil
}

// inst reads an instruction, from its predicate to its options.
func (r *reader) inst(in *native.Inst, words []string) error {
	if w := words[0]; strings.HasPrefix(w, "(") {
		if err := r.guard(in, strings.Trim(w, "()")); err != nil {
			return err
		}
		words = words[1:]
	}
	if len(words) < 2 {
		return fmt.Errorf("want an op and (8|M0)")
	}
	if err := mnemonic(in, words[0]); err != nil {
		return err
	}
	if _, err := fmt.Sscanf(words[1], "(%d|M%d)", &in.ExecSize, &in.ChanOff); err != nil {
		return fmt.Errorf("%s: want (8|M0)", words[1])
	}
	n := counts{}
	if in.Op.IsBranch() || in.Op == native.OpJoin {
		n.operands = 1 // no destination
	}
	for _, w := range words[2:] {
		if err := r.part(in, w, &n); err != nil {
			return err
		}
	}
	return nil
}

// counts are the operands and the numbers of a message that an instruction has so far.
type counts struct{ operands, numbers int }

// part reads what follows the execution size, word by word.
func (r *reader) part(in *native.Inst, w string, n *counts) (err error) {
	switch {
	case strings.HasPrefix(w, "{"):
		return r.option(in, strings.Trim(w, "{}"))
	case strings.HasPrefix(w, "_"):
		r.branchTo(in, w)
	case strings.HasPrefix(w, "(") && !strings.HasPrefix(w, modText[native.ModAbs]):
		return r.condition(in, w)
	case in.Op.IsSend() && !strings.Contains(w, ":"):
		n.numbers++
		return message(in, w, n.numbers-1)
	case n.operands > len(in.Src):
		return fmt.Errorf("%s: one operand too many", w)
	default:
		o := &in.Dst
		if n.operands > 0 {
			o = &in.Src[n.operands-1]
		}
		*o, err = r.operand(w, n.operands == 0)
		n.operands++
	}
	return err
}

// guard reads W, P1, ~P1 or W&P1.
func (r *reader) guard(in *native.Inst, text string) error {
	for _, w := range strings.Split(text, "&") {
		if w == "W" {
			in.NoMask = true
			continue
		}
		name := strings.TrimPrefix(w, "~")
		f, ok := r.names[name]
		if !ok || f.File != native.VirtFlag {
			return fmt.Errorf("%s: want W or a flag", w)
		}
		in.PredCtrl, in.PredInv, in.Flag.Virt = native.PredSeq, name != w, f.Reg+1
	}
	return nil
}

func mnemonic(in *native.Inst, w string) error {
	w, in.Sat = strings.CutSuffix(w, ".sat")
	w, in.Branch = strings.CutSuffix(w, ".b")
	for op := range native.NumOps {
		if op.String() == w {
			in.Op = op
			return nil
		}
	}
	return fmt.Errorf("%s: want an op", w)
}

// condition reads (lt)P1.
func (r *reader) condition(in *native.Inst, w string) error {
	name, flag, _ := strings.Cut(w[1:], ")")
	for c := native.CondEQ; c <= native.CondUN; c++ {
		if c.String() == name {
			in.Cond = c
		}
	}
	f, ok := r.names[flag]
	if in.Cond == native.CondNone || flag != "" && (!ok || f.File != native.VirtFlag) {
		return fmt.Errorf("%s: want a condition and a flag", w)
	}
	if ok {
		in.Flag.Virt = f.Reg + 1
	}
	return nil
}

// branchTo takes a label, the first or the second.
func (r *reader) branchTo(in *native.Inst, w string) {
	if in.Label == 0 {
		in.Label = r.label(w)
		return
	}
	in.Label2 = r.label(w)
}

// message takes number n behind the operands of a send.
func message(in *native.Inst, w string, n int) error {
	v, err := strconv.ParseUint(w, 0, 32)
	switch n {
	case 0:
		in.Msg.SFID = uint8(v)
	case 1:
		in.Msg.ExDesc = native.ExDesc(v)
	case 2:
		in.Msg.Desc = native.Desc(v)
	default:
		return fmt.Errorf("%s: want three numbers behind a message", w)
	}
	return err
}

func (r *reader) option(in *native.Inst, w string) error {
	name, value, _ := strings.Cut(w, "=")
	switch name {
	case "AccWrEn":
		in.AccWr = true
	case "EOT":
		in.Msg.EOT = true
	case "Math":
		n, err := strconv.Atoi(value)
		in.MathFC = uint8(n)
		return err
	case "Uses":
		v, ok := r.names[value]
		if !ok || v.File != native.Virt {
			return fmt.Errorf("%s: want a variable", w)
		}
		in.Uses = append(in.Uses, v.Reg)
	default:
		return fmt.Errorf("%s: want AccWrEn, EOT, Math=1 or Uses=a", w)
	}
	return nil
}
