package abi

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/internal/yamldoc"
)

// Needs is what code of a kernel takes of a thread's scratch space, in bytes.
type Needs struct {
	Scratch int // from the first byte to the last, the kernel's own variables included; 0 for none
	Spilled int // of them, what spilled registers take

	Inline int // bytes of inline data that it starts with; 0 where threads start with all of their payload
	Skip   int // byte behind the part that loads local ids, of code with inline data

	GRFs int // general registers of its threads; 0 for those that the metadata say
}

// WithNeeds is metadata text that gives the kernels named in needs the scratch
// space that their code takes: a per_thread_memory_buffers entry of type scratch
// is enlarged or added, in sizes of ScratchFor, and an execution_env.spill_size
// that is there is set. Code that starts with inline data, or has other registers, gets the keys that say so. What gives enough stays, and so do all other lines. Text
// in flow style where a line would have to be added is an *Error that is
// errors.ErrUnsupported.
func WithNeeds(name string, text []byte, needs map[string]Needs) ([]byte, error) {
	info, err := ParseZeInfo(name, text)
	if err != nil {
		return nil, err
	}
	doc, err := yamldoc.Parse(text)
	if err != nil {
		return nil, yamlError(name, err)
	}
	e := &editor{lines: bytes.SplitAfter(text, []byte("\n"))}
	for i, node := range listOf(valueOf(doc.Docs[0].Body, "kernels")) {
		k := info.Kernels[i]
		need, ok := needs[k.Name]
		if !ok {
			continue
		}
		if size := valueOf(valueOf(node, "execution_env"), "spill_size"); size != nil {
			e.replace(size, strconv.Itoa(need.Spilled))
		}
		if env := pairsOf(valueOf(node, "execution_env")); need.Inline > 0 && !e.starts(env, k, need) {
			return nil, &Error{File: name, Line: k.at.line, Col: k.at.col, Unsupported: true, Msg: fmt.Sprintf("kernel %s: inline data have no place in metadata in flow style: want one key a line", k.Name)}
		}
		if env := pairsOf(valueOf(node, "execution_env")); need.GRFs > 0 && need.GRFs != k.Registers() && !e.registers(env, need.GRFs) {
			return nil, &Error{File: name, Line: k.at.line, Col: k.at.col, Unsupported: true, Msg: fmt.Sprintf("kernel %s: the number of registers has no place in metadata in flow style: want one key a line", k.Name)}
		}
		if need.Scratch > k.ScratchSize() && !e.enlarge(node, ScratchFor(need.Scratch)) {
			return nil, &Error{File: name, Line: k.at.line, Col: k.at.col, Unsupported: true, Msg: fmt.Sprintf("kernel %s: scratch space of %d bytes has no place in metadata in flow style: want one key a line", k.Name, need.Scratch)}
		}
	}
	out := e.apply()
	after, err := ParseZeInfo(name, out)
	if err != nil {
		return nil, err
	}
	for _, k := range after.Kernels {
		if need := needs[k.Name]; k.ScratchSize() < need.Scratch {
			return nil, fmt.Errorf("%s: kernel %s: scratch space of %d bytes after %d were asked for", name, k.Name, k.ScratchSize(), need.Scratch)
		}
	}
	for _, k := range after.Kernels {
		if need := needs[k.Name]; need.GRFs > 0 && k.Registers() != need.GRFs {
			return nil, fmt.Errorf("%s: kernel %s: %d registers after %d were asked for", name, k.Name, k.Registers(), need.GRFs)
		}
	}
	for _, k := range after.Kernels {
		if need := needs[k.Name]; need.Inline > 0 && (k.InlineData != need.Inline || k.localIDs() && k.SkipIDs != need.Skip) {
			return nil, fmt.Errorf("%s: kernel %s: inline data of %d bytes and entry %d after %d and %d were asked for", name, k.Name, k.InlineData, k.SkipIDs, need.Inline, need.Skip)
		}
	}
	return out, nil
}

// localIDs says that the payload has some.
func (k *Kernel) localIDs() bool {
	return slices.ContainsFunc(k.PerThread, func(a PayloadArg) bool { return a.Type == LocalID })
}

// starts sets the keys of an execution_env that say what threads start with, or adds them; false when
// its text has no line for them.
func (e *editor) starts(env []*ast.MappingValueNode, k *Kernel, need Needs) bool {
	for _, key := range []struct {
		name      string
		have, set int
	}{{"inline_data_payload_size", k.InlineData, need.Inline}, {"offset_to_skip_per_thread_data_load", k.SkipIDs, need.Skip}} {
		switch {
		case key.have == key.set || key.name != "inline_data_payload_size" && !k.localIDs():
		case !e.set(env, key.name, key.set):
			return false
		}
	}
	return true
}

// registers sets the keys of an execution_env that depend on the registers of a thread: of the threads of a unit
// there are as many as have room.
func (e *editor) registers(env []*ast.MappingValueNode, grfs int) bool {
	if find(env, "eu_thread_count") >= 0 && !e.set(env, "eu_thread_count", unitThreads*grf.Count/grfs) {
		return false
	}
	return e.set(env, "grf_count", grfs)
}

// unitThreads is how many threads a unit runs on devices after Gen12 LP, of the smaller file (XE 1.2).
const unitThreads = 8

// find is where a map has a key, or -1.
func find(env []*ast.MappingValueNode, key string) int {
	return slices.IndexFunc(env, func(p *ast.MappingValueNode) bool { return p.Key.GetToken().Value == key })
}

// set sets a key of a map, or adds it; false when its text has no line for it.
func (e *editor) set(env []*ast.MappingValueNode, key string, to int) bool {
	if i := find(env, key); i >= 0 {
		e.replace(env[i].Value, strconv.Itoa(to))
		return true
	}
	if len(env) == 0 {
		return false
	}
	at := env[0].Key.GetToken().Position
	line := string(e.lines[at.Line-1])
	if strings.TrimLeft(line[:at.Column-1], " ") != "" {
		return false
	}
	e.edits = append(e.edits, edit{line: at.Line - 1, text: fmt.Sprintf("%s%s: %d\n", line[:at.Column-1], key, to)})
	return true
}

// edit is text for cut bytes at a place.
type edit struct {
	line, col int // from 0
	cut       int
	text      string
}

// editor collects changes of lines.
type editor struct {
	lines [][]byte
	edits []edit
}

// replace puts text where a scalar stands.
func (e *editor) replace(n ast.Node, text string) {
	t := n.GetToken()
	line := t.Position.Line - 1
	before := []rune(string(e.lines[line]))[:t.Position.Column-1] // columns count characters
	e.edits = append(e.edits, edit{line, len(string(before)), len(t.Value), text})
}

// enlarge gives a kernel a buffer of scratch space of size bytes; false when its
// text has no line for it.
func (e *editor) enlarge(kernel ast.Node, size int) bool {
	buffers := valueOf(kernel, "per_thread_memory_buffers")
	list := listOf(buffers)
	for _, b := range list {
		bytes := valueOf(b, "size")
		if kind := valueOf(b, "type"); kind != nil && kind.GetToken().Value == "scratch" && bytes != nil {
			e.replace(bytes, strconv.Itoa(size))
			return true
		}
	}
	if buffers != nil {
		return len(list) > 0 && e.insert(list[0], "-", "", size)
	}
	// In front of a key that is not the first, whose line has the dash of the kernel.
	keys := pairsOf(kernel)
	return len(keys) > 1 && e.insert(keys[len(keys)-1], "", "per_thread_memory_buffers:\n", size)
}

// insert adds an entry of scratch space in front of the line where n begins, as
// deep as its first character: lead, or the key of a mapping.
func (e *editor) insert(n ast.Node, lead, head string, size int) bool {
	keys := pairsOf(n)
	if len(keys) == 0 {
		return false
	}
	at := keys[0].Key.GetToken().Position
	line := string(e.lines[at.Line-1])
	before := strings.TrimRight(line[:at.Column-1], " ")
	if strings.TrimLeft(before, " ") != lead {
		return false
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var b strings.Builder
	if head != "" {
		b.WriteString(indent + head)
		indent += "  "
	}
	fmt.Fprintf(&b, "%[1]s- type: scratch\n%[1]s  usage: spill_fill_space\n%[1]s  size: %[2]d\n", indent, size)
	e.edits = append(e.edits, edit{line: at.Line - 1, text: b.String()})
	return true
}

// apply makes the changes, the last first.
func (e *editor) apply() []byte {
	slices.SortFunc(e.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(b.line, a.line), cmp.Compare(b.col, a.col))
	})
	for _, c := range e.edits {
		l := e.lines[c.line]
		e.lines[c.line] = slices.Concat(l[:c.col], []byte(c.text), l[c.col+c.cut:])
	}
	return bytes.Join(e.lines, nil)
}
