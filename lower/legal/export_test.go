package legal

import "github.com/genvisa/genvisa/native"

// MendedOn are the rules of a target that fixes name, once for each fix.
func MendedOn(t native.Target) (ids []string) {
	for _, f := range fixesOf(t) {
		ids = append(ids, f.ids...)
	}
	return ids
}
