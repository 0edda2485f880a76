package seeds

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// row is a mechanism of a document.
type row struct {
	number    int
	document  string
	chapters  []string
	mechanism string
	state     string // works, stops, data or limit
	evidence  []evidence
}

// evidence shows a row: kind is test, case, table, values or limits, text what it names.
type evidence struct{ kind, text string }

func (e evidence) String() string { return e.kind + " " + e.text }

// document is one of the documents: its name in rows, the word that cases of sim/eu have for it, and how
// comments of tests may call it.
type document struct {
	name, word string
	called     []string
}

var documents = []document{
	{"Ivy Bridge EU", "IVB", []string{"Ivy Bridge EU", "Ivy Bridge PRM vol. 4 part 3", "ivybridge"}},
	{"Lakefield enumerations", "LKF", []string{"Lakefield enumerations", "Lakefield PRM vol. 2b", "Lakefield vol. 2b", "lakefield"}},
	{"Broxton vol. 6", "BXT", []string{"Broxton vol. 6", "Broxton PRM vol. 6", "broxton"}},
	{"vISA pages", "VISA", []string{"vISA pages"}},
}

// states are what a row may be, with what docs/mechanisms.md says of it.
var states = []struct{ name, meaning string }{
	{"works", "a test has literal results of it"},
	{"stops", "it is known by name, and ends what comes to it"},
	{"data", "it is read and written, and changes nothing"},
	{"limit", "it is not there: the line says why"},
}

// read reads rows.txt: a heading for each document, a line for each row, and below it a line behind a
// tab for each piece of evidence.
func read(file string) (rows []row, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	document := ""
	for i, line := range strings.Split(string(text), "\n") {
		head, heading := strings.CutPrefix(line, "# ")
		item, indented := strings.CutPrefix(line, "\t")
		switch {
		case line == "":
		case heading:
			document = head
		case indented && len(rows) > 0:
			kind, what, _ := strings.Cut(item, " ")
			last := &rows[len(rows)-1]
			last.evidence = append(last.evidence, evidence{kind, what})
		default:
			r, err := parseRow(line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
			}
			r.document = document
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// parseRow reads number | chapters | mechanism | state.
func parseRow(line string) (r row, err error) {
	cells := strings.Split(line, " | ")
	if len(cells) != 4 || slices.Contains(cells, "") {
		return r, fmt.Errorf("row %q: want number | chapters | mechanism | state", line)
	}
	if r.number, err = strconv.Atoi(cells[0]); err != nil {
		return r, err
	}
	r.chapters, r.mechanism, r.state = strings.Split(cells[1], ", "), cells[2], cells[3]
	return r, nil
}
