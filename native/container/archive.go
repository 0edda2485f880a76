package container

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/native"
)

// Member is a file of an archive.
type Member struct {
	Name   string // "64.9.0.9": pointer size, version and revision of a device
	Offset int    // of its contents in the archive
	Data   []byte

	products []*native.Product // of the version
}

// Target is that of the device that the member's name says; meaningless for another.
func (m *Member) Target() native.Target {
	if len(m.products) == 0 {
		return 0
	}
	return m.products[0].Target
}

// Known reports whether the name is that of a known device.
func (m *Member) Known() bool { return len(m.products) > 0 }

// memberFor is the member for the device that a target is named after, else for another
// one that runs its code, or nil.
func memberFor(members []Member, t native.Target) *Member {
	var other *Member
	for i := range members {
		m := &members[i]
		switch {
		case !m.Known() || m.Target() != t:
		case slices.Contains(m.products, t.Product()):
			return m
		case other == nil:
			other = m
		}
	}
	return other
}

// open reads the member. What its name says is more than what patch tokens do.
func (m *Member) open(archive string) (*File, error) {
	f, err := open(archive+":"+m.Name, m.Data, m.Offset)
	if err != nil {
		return nil, err
	}
	if m.Known() && f.For(m.Target()) {
		f.made(m.products)
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
		m := Member{Name: quote.Name(strings.TrimRight(string(head[:arNameLen]), "/ ")), Offset: at + arHeader}
		m.Data = data[m.Offset : m.Offset+int(size)]
		at = m.Offset + int(size) + int(size%2) // members begin at even bytes
		if strings.HasPrefix(m.Name, padding) || m.Name == "" {
			continue
		}
		m.products = productsOf(m.Name)
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, &Error{File: name, Offset: len(arMagic), Msg: "an archive without members"}
	}
	return out, nil
}

// productsOf are the devices of "64.MAJOR.MINOR.REVISION".
func productsOf(name string) []*native.Product {
	part := strings.Split(name, ".")
	if len(part) < 3 {
		return nil
	}
	ip := uint32(0)
	for _, p := range part[1:3] {
		v, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			return nil
		}
		ip = ip<<8 | uint32(v)
	}
	return native.ProductsWith(func(p *native.Product) bool { return p.Archive == ip && ip != 0 })
}

// ipName is how the names of members spell a version.
func ipName(ip uint32) string { return fmt.Sprintf("%d.%d", ip>>8, ip&0xff) }
