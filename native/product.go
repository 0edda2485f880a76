package native

import (
	"fmt"
	"slices"
	"strings"
)

// Product is a device as ocloc names it, with the numbers by which containers say that
// they are for it (specs/eu/products.md). A number is 0 where there is none.
type Product struct {
	Name    string
	Target  Target // whose code it runs
	Family  uint32 // in the compatibility note of a zebin; products share it
	Tokens  int    // device in the header of patch tokens, which targets share
	Archive uint32 // major and minor version, a byte each, of a member of an archive
	CISA    uint8  // platform of native code in a .isa
	EUs     int    // of the largest device of the name
	Threads int    // of an EU
}

// ProductsWith lists the products with a fact, in the order of the table.
func ProductsWith(has func(*Product) bool) (out []*Product) {
	for i := range products {
		if has(&products[i]) {
			out = append(out, &products[i])
		}
	}
	return out
}

// Product is the device that containers of a target's code are written for; nil when no
// number of one is known.
func (t Target) Product() *Product {
	i := slices.IndexFunc(products, func(p Product) bool { return p.Target == t })
	if i < 0 {
		return nil
	}
	return &products[i]
}

// TargetsOf lists the targets of products, each once.
func TargetsOf(list []*Product) (out []Target) {
	for _, p := range list {
		if !slices.Contains(out, p.Target) {
			out = append(out, p.Target)
		}
	}
	return out
}

// ProductNames are the names of products, in the order of the list.
func ProductNames(list []*Product) (out []string) {
	for _, p := range list {
		out = append(out, p.Name)
	}
	return out
}

// ParseTarget finds a target by its name or by that of a product that runs its code.
func ParseTarget(s string) (Target, error) {
	for t := range NumTargets {
		if targetNames[t] == s {
			return t, nil
		}
	}
	for i := range products {
		if products[i].Name == s {
			return products[i].Target, nil
		}
	}
	return 0, fmt.Errorf("unknown target %q: want one of %v, or a product that runs the code of one: %s", s, targetNames, strings.Join(otherNames(), " "))
}

// otherNames are the products whose names no target has.
func otherNames() (out []string) {
	for i := range products {
		if !slices.Contains(targetNames[:], products[i].Name) {
			out = append(out, products[i].Name)
		}
	}
	return out
}
