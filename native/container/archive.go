package container

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// Member is a file of an archive.
type Member struct {
	Name   string // "64.9.0.9": pointer size, version and revision of a device
	Offset int    // of its contents in the archive
	Data   []byte

	ip    uint32 // major and minor version
	known bool   // ip is that of a target
}

// Target is the device that the member's name says; meaningless for another.
func (m *Member) Target() native.Target {
	t, _ := targetOf(func(c *native.Caps) bool { return c.ArchiveIP == m.ip })
	return t
}

// Known reports whether the name is that of a target.
func (m *Member) Known() bool { return m.known }

// open reads the member. What its name says is more than what patch tokens do.
func (m *Member) open(archive string) (*File, error) {
	f, err := open(archive+":"+m.Name, m.Data, m.Offset)
	if err != nil {
		return nil, err
	}
	if m.known && f.For(m.Target()) {
		f.Targets = []native.Target{m.Target()}
	}
	return f, nil
}

// Fields of an archive's header of a member: offset and length in bytes.
const (
	arHeader  = 60
	arNameLen = 16
	arSizeAt  = 48
	arSizeLen = 10
	arEnd     = "`\n"
	padding   = "pad_" // members that only align others
)

// Members lists the containers of an archive, those of unknown devices included.
func Members(name string, data []byte) ([]Member, error) {
	var out []Member
	for at := len(arMagic); at < len(data); {
		head := data[at:]
		if len(head) < arHeader {
			return nil, &Error{File: name, Offset: at, Msg: fmt.Sprintf("%d bytes of a member's header: want %d", len(head), arHeader)}
		}
		if end := string(head[arHeader-len(arEnd) : arHeader]); end != arEnd {
			return nil, &Error{File: name, Offset: at + arHeader - len(arEnd), Msg: fmt.Sprintf("member's header ends with %q: want %q", end, arEnd)}
		}
		size, err := strconv.ParseUint(strings.TrimSpace(string(head[arSizeAt:arSizeAt+arSizeLen])), 10, 32)
		if left := len(data) - at - arHeader; err != nil || size > uint64(left) {
			return nil, &Error{File: name, Offset: at + arSizeAt, Msg: fmt.Sprintf("member of %q bytes: %d are left", strings.TrimSpace(string(head[arSizeAt:arSizeAt+arSizeLen])), left)}
		}
		m := Member{Name: strings.TrimRight(string(head[:arNameLen]), "/ "), Offset: at + arHeader}
		m.Data = data[m.Offset : m.Offset+int(size)]
		at = m.Offset + int(size) + int(size%2) // members begin at even bytes
		if strings.HasPrefix(m.Name, padding) || m.Name == "" {
			continue
		}
		m.ip, m.known = ipOf(m.Name)
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, &Error{File: name, Offset: len(arMagic), Msg: "an archive without members"}
	}
	return out, nil
}

// ipOf reads "64.MAJOR.MINOR.REVISION" and says whether a target has that
// version.
func ipOf(name string) (ip uint32, known bool) {
	part := strings.Split(name, ".")
	if len(part) < 3 {
		return 0, false
	}
	for _, p := range part[1:3] {
		v, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			return 0, false
		}
		ip = ip<<8 | uint32(v)
	}
	_, known = targetOf(func(c *native.Caps) bool { return c.ArchiveIP == ip })
	return ip, known && ip != 0
}

// ipName is how the names of members spell a version.
func ipName(ip uint32) string { return fmt.Sprintf("%d.%d", ip>>8, ip&0xff) }

// targetOf is the first target with a fact.
func targetOf(has func(*native.Caps) bool) (native.Target, bool) {
	for t := range native.NumTargets {
		if has(t.Caps()) {
			return t, true
		}
	}
	return 0, false
}

// targetsOf are all targets with a fact.
func targetsOf(has func(*native.Caps) bool) (out []native.Target) {
	for t := range native.NumTargets {
		if has(t.Caps()) {
			out = append(out, t)
		}
	}
	return out
}
