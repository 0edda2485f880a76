package legal

import "github.com/genvisa/genvisa/native"

// MendedOn are the rules that the fixes of a target name, by fix.
func MendedOn(t native.Target) (ids [][]string) {
	for _, f := range fixesOf(t) {
		ids = append(ids, f.ids)
	}
	return ids
}
