package optimise

import (
	"slices"

	"github.com/genvisa/genvisa/lower/edit"
)

// chains are rising lists of instructions, one for each variable.
type chains struct{ lists [][]int32 }

// after is the part of a variable's list behind instruction i.
func (c *chains) after(v int32, i int) []int32 {
	list := c.lists[v]
	n, _ := slices.BinarySearch(list, int32(i)+1)
	return list[n:]
}

// before is the part of a variable's list in front of instruction i.
func (c *chains) before(v int32, i int) []int32 {
	list := c.lists[v]
	n, _ := slices.BinarySearch(list, int32(i))
	return list[:n]
}

// add puts instruction i on a variable's list.
func (c *chains) add(v int32, i int) {
	n, found := slices.BinarySearch(c.lists[v], int32(i))
	if !found {
		c.lists[v] = slices.Insert(c.lists[v], n, int32(i))
	}
}

// cut makes lists of the given lengths, empty so far, in one array.
func cut(lengths []int32) chains {
	total := 0
	for _, n := range lengths {
		total += int(n)
	}
	all := make([]int32, total)
	c := chains{lists: make([][]int32, len(lengths))}
	for v, n := range lengths {
		c.lists[v] = all[:0:n]
		all = all[n:]
	}
	return c
}

// findMentions lists the instructions that mention each variable, and those that
// may write it.
func (o *optimiser) findMentions() {
	mentions, writes := make([]int32, len(o.P.Vars)), make([]int32, len(o.P.Vars))
	o.eachMention(func(v int32, _ int, write bool) {
		mentions[v]++
		if write {
			writes[v]++
		}
	})
	o.mentions, o.writes = cut(mentions), cut(writes)
	o.eachMention(func(v int32, i int, write bool) {
		o.mentions.push(v, i)
		if write {
			o.writes.push(v, i)
		}
	})
}

// push puts an instruction behind the others of a list, once.
func (c *chains) push(v int32, i int) {
	if list := c.lists[v]; len(list) == 0 || list[len(list)-1] != int32(i) {
		c.lists[v] = append(list, int32(i))
	}
}

// eachMention calls fn for every place where an instruction names a variable.
func (o *optimiser) eachMention(fn func(v int32, i int, write bool)) {
	for i := range o.P.Insts {
		edit.EachMention(&o.P.Insts[i], func(v int32, write bool) { fn(v, i, write) })
	}
}
