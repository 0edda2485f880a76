package load

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/verify"
)

// Unset lists the reads of variables of a text that nothing writes: what they hold is not defined.
func (p *Program) Unset() (list []string) {
	if p.VISA == nil {
		return nil
	}
	for _, f := range verify.Unwritten(p.VISA) {
		list = append(list, fmt.Sprintf("%s:%v: %s", f.File, f.Pos, f.Msg))
	}
	return list
}

// Rounded lists the ops of a text with float results of which no document gives the last bits.
func (p *Program) Rounded() (list []string) {
	if p.VISA == nil {
		return nil
	}
	for i := range p.VISA.Insts {
		in := &p.VISA.Insts[i]
		dst := in.Arg(visa.ArgDst)
		if name := in.Op.String(); in.Op.Info().Approx && dst != nil && dst.Type.IsFloat() && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
