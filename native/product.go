package native

import (
	"errors"
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

	ThreadBits uint32 // of a later device: bits of sr0.0 that number running threads
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

// LaterWith is ProductsWith of the devices whose native code no target has. Their Target
// is the one whose vISA text theirs is read as.
func LaterWith(has func(*Product) bool) (out []*Product) {
	for i := range later {
		if has(&later[i]) {
			out = append(out, &later[i])
		}
	}
	return out
}

// LaterError is a device whose native code no target has, where a target is wanted.
type LaterError struct{ Product string }

// Error names the device.
func (e *LaterError) Error() string {
	return fmt.Sprintf("Intel's native code for %s is not modelled yet", e.Product)
}

// Is reports that the error is errors.ErrUnsupported.
func (e *LaterError) Is(target error) bool { return target == errors.ErrUnsupported }

// ParseText finds the target whose rules vISA text for a device keeps: ParseTarget, or
// that of a later device.
func ParseText(s string) (Target, error) {
	if list := LaterWith(func(p *Product) bool { return p.Name == s }); len(list) > 0 {
		return list[0].Target, nil
	}
	return ParseTarget(s)
}

// ParseTarget finds a target by its name or by that of a product that runs its code. A
// later device is a *LaterError.
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
	if len(LaterWith(func(p *Product) bool { return p.Name == s })) > 0 {
		return 0, &LaterError{s}
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
