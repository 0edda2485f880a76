package lower

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// openAddress stands where a loader stores an address: the number that Intel's
// compiler leaves there (runtime reference, section 5.1).
const openAddress = 0x6E10CA2E

// emitFaddr moves an address that is known when the program is loaded: whole, or
// in halves where no move takes 64 bits.
func emitFaddr(s *selector) {
	dst := s.dst(s.arg(visa.ArgDst))
	symbol := s.symbol(s.k.Strings[s.arg(visa.ArgSymbol).Var])
	if s.Caps.Int64 {
		in := s.scalar(native.OpMov, dst, native.ImmOperand(openAddress, native.UQ))
		in.Symbol = symbol
		s.emit(in)
		return
	}
	v := s.NewTemp(native.UQ.Size())
	for n, part := range [...]native.AddrPart{native.AddrLow, native.AddrHigh} {
		half := s.scalar(native.OpMov, edit.Virt(v, n*native.UD.Size(), native.Dst1, native.UD), native.ImmOperand(openAddress, native.UD))
		half.Symbol, half.AddrPart = symbol, part
		s.emit(half)
	}
	s.emit(s.scalar(native.OpMov, dst, edit.Virt(v, 0, native.Scalar, native.UQ)))
}

// symbol is the number of a name in the program's list, plus one.
func (c *compiler) symbol(name string) int32 {
	n := slices.Index(c.P.Symbols, name)
	if n < 0 {
		n = len(c.P.Symbols)
		c.P.Symbols = append(c.P.Symbols, name)
	}
	return int32(n + 1)
}

// relocs lists the instructions that get addresses.
func (c *compiler) relocs() (list []native.Reloc) {
	for i := range c.P.Insts {
		if in := &c.P.Insts[i]; in.Symbol != 0 && in.Src[0].File == native.Imm {
			list = append(list, native.Reloc{Inst: i, Part: in.AddrPart, Symbol: c.P.Symbols[in.Symbol-1]})
		}
	}
	return list
}

// appendWhole encodes without looking for a short form: a loader changes the
// bytes.
func appendWhole(code []byte, t native.Target, in *native.Inst) ([]byte, error) {
	b, err := native.Encode(t, in)
	return append(code, b...), err
}
