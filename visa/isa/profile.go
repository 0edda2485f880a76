package isa

import (
	"fmt"
	"slices"
	"strings"
)

// version is a CISA version, the major number in the high byte.
type version uint16

func versionOf(major, minor uint8) version { return version(major)<<8 | version(minor) }

// String is "4.1".
func (v version) String() string { return fmt.Sprintf("%d.%d", v>>8, v&0xff) }

// What changed with a version (vISA survey 3.6).
const (
	firstRead        version = 3<<8 | 2 // the layouts of gather4_typed and scatter4_typed are those of the pages
	wideIndices      version = 3<<8 | 4 // indices of names and variables have four bytes, not two; the offsets of samplers are an operand
	wideInputs       version = 3<<8 | 5 // so has the number of inputs, not one
	wideNames        version = 3<<8 | 7 // lengths of names in the header have two bytes, not one
	wideSamplers     version = 4 << 8   // so has the operation of a sampler message
	lastWritten      version = 4<<8 | 1 // no compiler writes a later binary, and the reader of the newest refuses one
	lastWithProfiles         = lastWritten
)

// Profile is what the version of a file does not tell of the layout of its
// instructions: compilers changed that within one version.
type Profile struct {
	Name  string
	About string // what is different from the profile before it

	first, last version // versions that it is about
	callFlags   bool    // a byte with flags before the function address of ifcall
	lscIndex    bool    // numbers behind the surface and the coordinates of LSC messages
	paired      bool    // a paired surface behind the destination of sampler messages
}

// profiles are in the order of time. The one before the last has what the pages say
// but for what its fields name.
var profiles = []Profile{
	{Name: "isa36", About: "versions 3.2 to 3.8", first: firstRead, last: 3<<8 | 8},
	{Name: "isa41-2022", About: "version 4.1 up to the middle of 2023", first: wideSamplers, last: lastWithProfiles},
	{Name: "isa41-2023", About: "ifcall has a byte with flags, LSC messages an index of their surface", first: wideSamplers, last: lastWithProfiles, callFlags: true, lscIndex: true},
	{Name: "isa41-2024", About: "sampler messages have a paired surface", first: wideSamplers, last: lastWithProfiles, callFlags: true, lscIndex: true, paired: true},
}

// Profiles lists the profiles in the order of time.
func Profiles() []Profile { return slices.Clone(profiles) }

// profileNames lists the names for messages.
func profileNames(list []*Profile) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// profilesOf are the profiles of a version, or the one of that name, which must be among
// them. Without a name there may be several.
func profilesOf(v version, name string) ([]*Profile, error) {
	var all, fit []*Profile
	for i := range profiles {
		p := &profiles[i]
		all = append(all, p)
		if p.first <= v && v <= p.last {
			fit = append(fit, p)
		}
	}
	if name != "" {
		at := slices.IndexFunc(all, func(p *Profile) bool { return p.Name == name })
		switch {
		case at < 0:
			return nil, fmt.Errorf("%w %q: legal are %s", ErrProfile, name, profileNames(all))
		case !slices.Contains(fit, all[at]):
			return nil, fmt.Errorf("%w %s is of versions %v to %v, and this is %v: legal are %s", ErrProfile, name, all[at].first, all[at].last, v, profileNames(fit))
		}
		return all[at : at+1], nil
	}
	if len(fit) == 0 {
		return nil, fmt.Errorf("%w %v: the vISA of versions %v to %v can be read and written", ErrVersion, v, firstRead, lastWritten)
	}
	return fit, nil
}
