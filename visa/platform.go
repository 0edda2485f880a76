package visa

import "strings"

// Platform is a device family that guards of pages name: bit Platform of a PlatformSet.
// AnyPlatform is none in particular.
type Platform int8

// AnyPlatform stands for a program whose device is not known.
const AnyPlatform Platform = -1

// PlatformSet is a set of Platforms; 0 is the set of all.
type PlatformSet uint32

// Has says that p is in the set; AnyPlatform is in every one.
func (s PlatformSet) Has(p Platform) bool { return s == 0 || p < 0 || s>>p&1 != 0 }

// Covers says that all of p is in the set: for AnyPlatform, every platform.
func (s PlatformSet) Covers(p Platform) bool {
	if p < 0 {
		return s == 1<<len(platformNames)-1
	}
	return s>>p&1 != 0
}

// String lists the platforms of the set.
func (s PlatformSet) String() string {
	var l []string
	for p, name := range platformNames {
		if s.Has(Platform(p)) {
			l = append(l, name)
		}
	}
	return strings.Join(l, " ")
}

// String is the platform's name as guards have it, "ICLLP".
func (p Platform) String() string {
	if p < 0 || int(p) >= len(platformNames) {
		return "any platform"
	}
	return platformNames[p]
}

// Platforms are all names of platforms, in order of time.
func Platforms() []string { return append([]string(nil), platformNames[:]...) }

// ParsePlatform finds a platform by its name, in lower or upper case.
func ParsePlatform(name string) (Platform, bool) {
	for p, n := range platformNames {
		if strings.EqualFold(n, name) {
			return Platform(p), true
		}
	}
	return AnyPlatform, false
}
