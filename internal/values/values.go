package values

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Case is a few instructions with their inputs and what they leave behind.
type Case struct {
	Page string   // specification page, the file's name
	Pos  string   // file:line of the first instruction
	Code []string // vISA text, shorthands expanded
	Mask uint32   // dispatch mask of the thread
	In   map[string][]byte
	Want map[string][]Chunk

	Image, Sampler string // what the surface is as an image, and the sampler S0
	Platform       string // device that the text was made for, where it leaves that open
}

// Chunk is a run of expected bytes; Keep says that they are as they were before.
type Chunk struct {
	Bytes []byte
	Keep  bool
}

// Bytes of the places that a case names: variables A to C go in, D and E come
// out, P holds the predicates P1 and P2; memory is a surface, shared local and
// flat memory.
var sizes = map[string]int{
	"A": 128, "B": 128, "C": 128, "D": 256, "E": 128, "P": 8, "surface": 256, "slm": 256, "flat": 256,
}

// Canary fills outputs before the case runs.
const Canary = 0xA5

var (
	setting   = regexp.MustCompile(`^(\w+)([:=])\s*(.*)$`)
	source    = regexp.MustCompile(`\b([ABC]):(\w+)`)
	dest      = regexp.MustCompile(`\b([DE]):(\w+)`)
	element   = regexp.MustCompile(`^([0-9a-f]+|-)(?:\*(\d+))?$`)
	codeBegin = regexp.MustCompile(`^([(!a-z.]|[A-Z]+ )`)
)

// Parse reads a file of cases: paragraphs of instructions, then inputs
// (NAME: hex ...), then results (NAME= hex ...).
func Parse(name, text string) ([]Case, error) {
	var out []Case
	open := false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		pos := fmt.Sprintf("%s:%d", name, i+1)
		switch {
		case line == "":
			open = false
			continue
		case line[0] == '#':
			continue
		case !open:
			open = true
			out = append(out, Case{
				Page: strings.TrimSuffix(filepath.Base(name), ".txt"), Pos: pos, Mask: 0xFFFFFFFF,
				In: map[string][]byte{}, Want: map[string][]Chunk{},
			})
		}
		c := &out[len(out)-1]
		if m := setting.FindStringSubmatch(line); m != nil && (sizes[m[1]] > 0 || slices.Contains(words, m[1])) {
			if err := c.set(m[1], m[2] == "=", m[3]); err != nil {
				return nil, fmt.Errorf("%s: %w", pos, err)
			}
			continue
		}
		if !codeBegin.MatchString(line) || len(c.In)+len(c.Want) > 0 {
			return nil, fmt.Errorf("%s: %q: want instructions, then NAME: inputs, then NAME= results", pos, line)
		}
		line = source.ReplaceAllString(line, "${1}_$2(0,0)<1;1,0>")
		c.Code = append(c.Code, dest.ReplaceAllString(line, "${1}_$2(0,0)<1>"))
	}
	for _, c := range out {
		if len(c.Code) == 0 || len(c.Want) == 0 {
			return nil, fmt.Errorf("%s: a case without instructions, or without results", c.Pos)
		}
	}
	return out, nil
}

// words are the settings that are no places.
var words = []string{"mask", "image", "sampler", "platform"}

// set takes one line of inputs or results.
func (c *Case) set(name string, result bool, text string) error {
	switch {
	case name == "image" && !result:
		c.Image = text
		return nil
	case name == "sampler" && !result:
		c.Sampler = text
		return nil
	case name == "platform" && !result:
		c.Platform = text
		return nil
	}
	if name == "mask" && !result {
		v, err := strconv.ParseUint(text, 16, 32)
		c.Mask = uint32(v)
		return err
	}
	chunks, err := elements(text)
	if err != nil {
		return err
	}
	if n := size(chunks); n > sizes[name] {
		return fmt.Errorf("%s has %d bytes: at most %d", name, n, sizes[name])
	}
	if result {
		if c.Want[name] != nil {
			return fmt.Errorf("two results of %s", name)
		}
		c.Want[name] = chunks
		return nil
	}
	if slices.ContainsFunc(chunks, func(k Chunk) bool { return k.Keep }) || c.In[name] != nil {
		return fmt.Errorf("%s: inputs are hexadecimal numbers, once", name)
	}
	for _, k := range chunks {
		c.In[name] = append(c.In[name], k.Bytes...)
	}
	return nil
}

func size(chunks []Chunk) (n int) {
	for _, k := range chunks {
		n += len(k.Bytes)
	}
	return n
}

// elements reads numbers of 2, 4, 8 or 16 digits, all of one width, "-" for one
// that stays as it was; "N*8" stands for eight of them.
func elements(text string) ([]Chunk, error) {
	var out []Chunk
	width := 0
	for _, w := range strings.Fields(text) {
		if m := element.FindStringSubmatch(w); m != nil && m[1] != "-" {
			width = len(m[1])
			break
		}
	}
	for _, w := range strings.Fields(text) {
		m := element.FindStringSubmatch(w)
		if m == nil || m[1] != "-" && (len(m[1]) != width || !slices.Contains([]int{2, 4, 8, 16}, width)) {
			return nil, fmt.Errorf("%q: want hexadecimal numbers of one width, 2, 4, 8 or 16 digits", w)
		}
		k := Chunk{Bytes: make([]byte, max(width/2, 1)), Keep: m[1] == "-"}
		if !k.Keep {
			b, err := hex.DecodeString(m[1])
			if err != nil {
				return nil, err
			}
			slices.Reverse(b)
			k.Bytes = b
		}
		n := 1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		out = append(out, slices.Repeat([]Chunk{k}, n)...)
	}
	return out, nil
}
