package lower

import "github.com/genvisa/genvisa/native"

// encode chooses compact forms, turns labels into distances and writes bytes.
// Branches are never compacted (the reference compiler never does it either),
// so the distances do not change sizes.
func (c *compiler) encode() error {
	at := make([]int32, len(c.p.Insts)+1)
	for i := range c.p.Insts {
		in := &c.p.Insts[i]
		if in.Label == 0 {
			native.TryCompact(c.t, in)
		}
		at[i+1] = at[i] + 16
		if in.Compact {
			at[i+1] = at[i] + 8
		}
	}
	for i := range c.p.Insts {
		in := &c.p.Insts[i]
		in.JIP, in.UIP = c.distance(in.Label, at, i), c.distance(in.Label2, at, i)
		in.Label, in.Label2 = 0, 0
		code, err := native.Encode(c.t, in)
		if err != nil {
			return c.errorf(c.posOf(in), "native instruction %d: %v", i, err)
		}
		c.code = append(c.code, code...)
	}
	return nil
}

func (c *compiler) distance(label int32, at []int32, from int) int32 {
	if label == 0 {
		return 0
	}
	return at[c.p.Labels[label-1]] - at[from]
}
