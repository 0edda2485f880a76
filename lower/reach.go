package lower

import (
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// reached finds the instructions of a kernel that a lane may come to. Calls come
// to what they call and behind the call; a function whose address is taken may be
// called.
func (c *compiler) reached(k *visa.Kernel) []bool {
	at := make([]int, len(k.Labels))
	for i := range k.Insts {
		if in := &k.Insts[i]; rules[in.Op].label {
			at[in.Arg(visa.ArgLabel).Var] = i
		}
	}
	reached := make([]bool, len(k.Insts))
	for todo := []int{0}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i >= len(reached) || reached[i] {
			continue
		}
		reached[i] = true
		in := &k.Insts[i]
		if !rules[in.Op].ends || !c.all(in) {
			todo = append(todo, i+1)
		}
		for a := range in.Args {
			if in.Args[a].Kind == visa.Label {
				todo = append(todo, at[in.Args[a].Var])
			}
		}
		if fn := functionOf(k, in); fn >= 0 {
			todo = append(todo, int(k.Functions[fn].Insts.First))
		}
	}
	return reached
}

// functionOf is the number of the function that an instruction calls or takes the
// address of by its name; -1 when it does not or the function is not linked.
func functionOf(k *visa.Kernel, in *visa.Inst) int {
	name := visa.ArgFunc
	switch in.Op.Info().Hook {
	case visa.HookFcall:
	case visa.HookFaddr:
		name = visa.ArgSymbol
	default:
		return -1
	}
	return slices.IndexFunc(k.Functions, func(f visa.Function) bool { return f.Name == k.Strings[in.Arg(name).Var] })
}

// all says that a branch or return is of all lanes.
func (c *compiler) all(in *visa.Inst) bool {
	return in.Pred.Var == 0 && in.Exec.First() == 0 && (in.Exec.Size <= 1 || int(in.Exec.Size) >= c.text.SimdSize())
}

// dropUnreached leaves out what no lane comes to: there is no code for it, nothing
// refuses it, and what it says of variables is not so. The last ret stays: it is
// that of all others, too.
func (c *compiler) dropUnreached() {
	reached := c.reached(c.k)
	if n := c.main; n > 0 && c.k.Insts[n-1].Op == visa.OpRet {
		reached[n-1] = true
	}
	if !slices.Contains(reached, false) {
		return
	}
	out := *c.k
	out.Insts = nil
	var from []int32
	main := 0
	for i := range c.k.Insts {
		if reached[i] {
			out.Insts, from = append(out.Insts, c.k.Insts[i]), append(from, c.origin(i))
		}
		if i == c.main-1 {
			main = len(out.Insts)
		}
	}
	c.k, c.from, c.main = &out, from, main
}
