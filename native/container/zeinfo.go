package container

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// zeInfoOf writes what patch tokens say as the text of a .ze_info section.
func zeInfoOf(kernels []*tokenKernel) []byte {
	w := &infoWriter{}
	w.line("---\nversion:         '1.20'\nkernels:")
	for _, k := range kernels {
		if w.Len() > maxZeInfo {
			break // which the caller refuses
		}
		w.kernel(k)
	}
	first := true
	for _, k := range kernels {
		if w.args(k, first) {
			first = false
		}
	}
	return w.Bytes()
}

// infoWriter writes metadata text.
type infoWriter struct{ bytes.Buffer }

func (w *infoWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// list writes a list of mappings; each is pairs of keys and values, of which
// those without a value are left out.
func (w *infoWriter) list(key string, items [][]string) {
	if len(items) == 0 {
		return
	}
	w.line("    %s:", key)
	for _, it := range items {
		lead := "- "
		for i := 0; i+1 < len(it); i += 2 {
			if it[i+1] != "" {
				w.line("      %s%s: %s", lead, it[i], it[i+1])
				lead = "  "
			}
		}
	}
}

// kernel writes one kernel.
func (w *infoWriter) kernel(k *tokenKernel) {
	m := k.meaning()
	w.line("  - name: %s\n    execution_env:", strconv.Quote(k.name))
	for _, e := range m.env {
		w.line("      %s: %s", e[0], e[1])
	}
	w.list("payload_arguments", m.payload)
	w.list("per_thread_payload_arguments", m.perThread)
	w.list("per_thread_memory_buffers", m.buffers)
	w.list("binding_table_indices", m.bindings)
	w.list("inline_samplers", m.samplers)
}

// args writes the source's view of the arguments; false when there is none.
func (w *infoWriter) args(k *tokenKernel, first bool) bool {
	var items [][]string
	for i := range k.tokens {
		if t := &k.tokens[i]; t.number == tokenArgument {
			items = append(items, argumentInfo(t))
		}
	}
	if items == nil {
		return false
	}
	if first {
		w.line("kernels_misc_info:")
	}
	w.line("  - name: %s", strconv.Quote(k.name))
	w.list("args_info", items)
	return true
}

// argumentTexts are the texts of an argument, in the order of the token.
var argumentTexts = [...]string{"address_qualifier", "access_qualifier", "name", "type_name", "type_qualifiers"}

func argumentInfo(t *token) []string {
	item, text := []string{"index", number(t.f[0])}, t.text
	for i, key := range argumentTexts {
		n := min(uint64(t.f[1+i]), uint64(len(text)))
		item = append(item, key, quoted(text[:n]))
		text = text[n:]
	}
	return item
}

// quoted is text of the file as a YAML string.
func quoted(b []byte) string {
	s := strings.TrimRight(string(b), "\x00")
	return strconv.Quote(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?")))
}

func number(v uint32) string { return strconv.FormatUint(uint64(v), 10) }
