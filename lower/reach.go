package lower

import "github.com/genvisa/genvisa/visa"

// findReached finds the vISA instructions that a lane may come to. There is no code
// for others, so that nothing refuses them.
func (c *compiler) findReached() {
	at := make([]int, len(c.k.Labels))
	for i := range c.k.Insts {
		if in := &c.k.Insts[i]; rules[in.Op].label {
			at[in.Arg(visa.ArgLabel).Var] = i
		}
	}
	c.reached = make([]bool, len(c.k.Insts))
	for todo := []int{0}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i >= len(c.reached) || c.reached[i] {
			continue
		}
		c.reached[i] = true
		in := &c.k.Insts[i]
		if !rules[in.Op].ends || !c.all(in) {
			todo = append(todo, i+1)
		}
		if o := in.Arg(visa.ArgLabel); o != nil {
			todo = append(todo, at[o.Var])
		}
	}
}

// all says that a branch or return is of all lanes.
func (c *compiler) all(in *visa.Inst) bool {
	return in.Pred.Var == 0 && in.Exec.First() == 0 && (in.Exec.Size <= 1 || int(in.Exec.Size) >= c.text.SimdSize())
}
