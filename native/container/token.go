package container

import (
	"math"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/sim/abi"
)

// Numbers of patch tokens (intel/compute-runtime, patch_list.h).
const (
	tokenSamplers      = 5
	tokenBindings      = 8
	tokenImage         = 12
	tokenLocal         = 15
	tokenSampler       = 16
	tokenParameter     = 17
	tokenScratch       = 18
	tokenPayload       = 22
	tokenEnvironment   = 23
	tokenArgument      = 26
	tokenString        = 28
	tokenGlobal        = 30
	tokenConstant      = 31
	tokenPrintf        = 33
	tokenPrivate       = 38
	tokenGlobalData    = 41
	tokenConstantData  = 42
	tokenGlobalBase    = 43
	tokenConstantBase  = 44
	tokenGlobalPointer = 47
	tokenConstPointer  = 48
	tokenSymbols       = 53 // this and the next are not read
	tokenRelocs        = 54
	tokenScratch1      = 55
)

// fields is how many dwords a token has at least, beside its number and size; 0
// for a token that is not read.
var fields = [...]int{
	tokenSamplers: 3, tokenBindings: 3, tokenImage: 7, tokenLocal: 2, tokenSampler: 3, tokenParameter: 5, tokenScratch: 2, tokenPayload: 7,
	tokenEnvironment: 21, tokenArgument: 6, tokenString: 2, tokenGlobal: 4, tokenConstant: 4, tokenPrintf: 4, tokenPrivate: 5,
	tokenGlobalData: 3, tokenConstantData: 2, tokenGlobalBase: 4, tokenConstantBase: 4, tokenGlobalPointer: 5, tokenConstPointer: 5, tokenScratch1: 2,
}

// token is a patch token that is read.
type token struct {
	number uint32
	at     int      // byte of the file
	f      []uint32 // fields
	text   []byte   // what follows the fields that every token of the number has
}

// list reads tokens that take n bytes, and lists the numbers of those that are not read.
func (c *cursor) list(n uint32) (out []token, unread []uint32, err error) {
	b, err := c.take(n, "patch list")
	if err != nil {
		return nil, nil, err
	}
	in := &cursor{c.name, b, c.at - int(n)}
	for len(in.data) > 0 {
		t, err := in.token()
		if err != nil {
			return nil, nil, err
		}
		if t.f == nil {
			unread = append(unread, t.number)
		} else {
			out = append(out, t)
		}
		if len(out)+len(unread) > maxTokens {
			return nil, nil, c.errorf(t.at, "a kernel with more than %d patch tokens", maxTokens)
		}
	}
	return out, unread, nil
}

// maxTokens is more than the arguments of a kernel can need.
const maxTokens = 1 << 14

const tokenHeader = 8 // bytes: number and size of the whole token

// token reads one token. One that is not read has no fields.
func (c *cursor) token() (t token, err error) {
	t.at = c.at
	head, err := c.dwords(tokenHeader/4, "patch token")
	if err != nil {
		return t, err
	}
	number, size := head[0], head[1]
	if t.number = number; size < tokenHeader {
		return t, c.errorf(t.at+4, "patch token %d of %d bytes: want %d at least", number, size, tokenHeader)
	}
	body, err := c.take(size-tokenHeader, "patch token")
	if err != nil || number >= uint32(len(fields)) || fields[number] == 0 {
		return t, err
	}
	if want := fields[number]; len(body) < 4*want {
		return t, c.errorf(t.at+4, "patch token %d of %d bytes: want %d at least", number, size, tokenHeader+4*want)
	}
	t.f, t.text = words(body[:4*fields[number]]), body[4*fields[number]:]
	return t, nil
}

// program reads the tokens of the whole program: n bytes, and the data that
// follows each token of data.
func (c *cursor) program(f *File, n uint32) error {
	b, err := c.take(n, "patch list of the program")
	if err != nil {
		return err
	}
	in := &cursor{c.name, b, c.at - int(n)}
	var pointers []token
	for len(in.data) > 0 {
		t, err := in.token()
		if err != nil {
			return err
		}
		switch t.number {
		case tokenGlobalData, tokenConstantData:
			size := t.f[len(t.f)-1]
			data, err := in.take(size, "data of the program")
			if err != nil {
				return err
			}
			d := Data{Name: dataOf(t.number == tokenGlobalData), Bytes: data, Writable: t.number == tokenGlobalData}
			if slices.ContainsFunc(f.Data, func(o Data) bool { return o.Name == d.Name }) {
				return &Error{File: c.name, Offset: t.at, Unsupported: true, Msg: "a second block of data " + d.Name}
			}
			f.Data = append(f.Data, d)
		case tokenGlobalPointer, tokenConstPointer:
			pointers = append(pointers, t)
		}
	}
	for i := range pointers {
		if err := c.pointer(f, &pointers[i]); err != nil {
			return err
		}
	}
	return nil
}

// dataOf names a block of data as zebins do.
func dataOf(global bool) string {
	if global {
		return ".data.global"
	}
	return ".data.const"
}

// pointer takes over a token that says where an address lies in data.
func (c *cursor) pointer(f *File, t *token) error {
	const buffer, low, high, base = 0, 1, 2, 3
	if t.f[buffer] != 0 || t.f[base] > 1 {
		return c.errorf(t.at, "pointer in block %d to buffer of type %d: legal are 0, and 0 (global) or 1 (constant)", t.f[buffer], t.f[base])
	}
	off := uint64(t.f[high])<<32 | uint64(t.f[low])
	r := abi.Reloc{Section: dataOf(t.number == tokenGlobalPointer), Off: int(min(off, math.MaxInt32)), Kind: abi.RelocAddr, In: dataOf(t.f[base] == 0), File: c.name}
	r.Symbol = r.In
	size := 0
	for _, d := range f.Data {
		if d.Name == r.Section {
			size = len(d.Bytes)
		}
	}
	if err := checkReloc(&r, size); err != nil {
		return c.errorf(t.at, "%v", err)
	}
	f.Relocs = append(f.Relocs, r)
	return nil
}

// strings takes over the formats of printf, which every kernel repeats.
func (k *tokenKernel) strings(c *cursor, f *File) error {
	for i := range k.tokens {
		t := &k.tokens[i]
		if t.number != tokenString {
			continue
		}
		n, size := t.f[0], t.f[1]
		if uint64(size) > uint64(len(t.text)) {
			return c.errorf(t.at, "string of %d bytes: %d are left in the token", size, len(t.text))
		}
		if int64(n) > int64(len(f.Strings)) {
			return c.errorf(t.at, "string number %d after %d strings", n, len(f.Strings))
		}
		text := strings.TrimRight(string(t.text[:size]), "\x00")
		if int(n) == len(f.Strings) {
			f.Strings = append(f.Strings, text)
		}
	}
	return nil
}
